"""Finds where Kimi keeps its sessions.  Reads names and sizes, never contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Places, Session, entries

_SESSION = r"[^/]+/(?P<id>(?!.*_(?:read|sub)_\d+\.)[^/]+?)(?:/agents/main/wire|/wire|/context|)\.jsonl"
"""A folder for each; the oldest versions wrote a file, beside those of their sub-agents."""
_STORED = Stored((".kimi", ".kimi-code"), _SESSION, ("sessions",), "KIMI_SHARE_DIR").of("kimi")
_WIRE = "wire.jsonl"


def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    """Every session; where a folder holds two recordings of one, the wire, which says when and how much."""
    found = {each.path: each for each in _STORED.discover(environ, home, report)}
    for path, each in found.items():
        if path.name != "context.jsonl" or path.with_name(_WIRE) not in found:
            yield replace(each, children=children(path, report))


def is_child(path: Path) -> bool:
    """Whether it is the wire of a sub-agent: those lie beside that of `main`."""
    return path.name == _WIRE and path.parent.parent.name == "agents" and path.parent.name != "main"


def children(path: Path, report: Report) -> tuple[Path, ...]:
    """The wires of a session's sub-agents."""
    if path.parent.parent.name != "agents":
        return ()
    found = (Path(entry.path) / _WIRE for entry in entries(path.parent.parent, report))
    return tuple(child for child in found if is_child(child) and child.is_file())


PLACES: Places = replace(_STORED, discover=discover, is_child=is_child, children=children)


def agent(path: str) -> str | None:
    """The id of the sub-agent whose wire it is."""
    return Path(path).parent.name if is_child(Path(path)) else None
