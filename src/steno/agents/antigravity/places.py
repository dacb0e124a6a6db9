"""Where Antigravity keeps its sessions: of one that is kept in several ways, the file that says most is listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Session

_BEST = (".jsonl", ".db", ".pb")
_ALL = Stored(
    (".gemini/antigravity-cli", ".gemini/antigravity"),
    r"(?:brain|conversations|implicit)/(?P<id>[^/.]+)(?:/\.system_generated/logs/transcript\.jsonl|\.db|\.pb)",
    depth=4,
).of("antigravity")


def _discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    found: dict[str, Session] = {}
    for each in _ALL.discover(environ, home, report):
        known = found.get(each.id)
        if known is None or _BEST.index(each.path.suffix) < _BEST.index(known.path.suffix):
            found[each.id] = each
    yield from found.values()


PLACES = replace(_ALL, discover=_discover)
