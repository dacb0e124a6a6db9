"""Where Cursor keeps its sessions: the stores of the editor, the chats of the command line, and transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from steno.base.roots import Roots
from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Places, Session

_EDITOR = tuple(f"{above}/Cursor/User" for above in (".config", "Library/Application Support", "AppData/Roaming"))
_EVERY = (
    Stored(_EDITOR, r"(?:workspaceStorage/)?(?P<id>[^/]+)/state\.vscdb", depth=2),
    Stored(".cursor/chats", r"[^/]+/(?P<id>[^/]+)/store\.db", depth=2),
    Stored(".cursor/projects", r"[^/]+/agent-transcripts/(?:[^/]+/)?(?P<id>[^/]+)\.(?:jsonl|txt)", depth=3),
)


def _discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    for each in _EVERY:
        yield from each.of("cursor").discover(environ, home, report)


PLACES = Places(roots=Roots(more=tuple(each.roots for each in _EVERY)), discover=_discover)
