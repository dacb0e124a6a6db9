"""Where OpenHands keeps its events: a folder for each conversation, of version 1 and of version 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Places, Session

_NEW = Stored(
    ".openhands/conversations", r"(?P<id>[^/]+)/base_state\.json", variable="OPENHANDS_CONVERSATIONS_DIR", depth=1
)
_OLD = Stored((".openhands/sessions", ".openhands-state/sessions"), r"(?P<id>[^/]+)/events/0\.json", depth=2)


def _discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    for each in (_NEW, _OLD):
        yield from each.of("openhands").discover(environ, home, report)


PLACES = Places(roots=replace(_NEW.roots, more=(_OLD.roots,)), discover=_discover)
