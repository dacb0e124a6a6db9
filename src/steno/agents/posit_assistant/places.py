"""Finds where Posit Assistant keeps its conversations.  Reads names and sizes, never contents."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Places, files

_NAME, _BELOW = "lm-messages.jsonl", "subagents"
STORED = Stored(".posit/assistant", rf"[^/]+/(?P<id>[^/]+)/{_NAME}", ("workspaces",), "POSIT_ASSISTANT_DIR", depth=2)


def is_child(path: Path) -> bool:
    """Whether it is the file of a sub-agent: those lie below that of the one that started them."""
    return path.name == _NAME and path.parent.parent.name == _BELOW


def children(path: Path, report: Report) -> tuple[Path, ...]:
    """The files of a conversation's sub-agents."""
    found = (Path(entry.path) for entry in files(path.parent / _BELOW, report))
    return tuple(sorted(child for child in found if is_child(child)))


PLACES: Places = replace(STORED.of("posit-assistant"), is_child=is_child, children=children)
