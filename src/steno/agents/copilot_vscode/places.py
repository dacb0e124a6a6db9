"""Where Copilot Chat keeps its sessions; a transcript is one only where the session that it tells again is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Places, Session

_HOMES = (
    *(
        f"{above}/{product}/User"
        for above in (".config", "Library/Application Support", "AppData/Roaming")
        for product in ("Code", "Code - Insiders", "VSCodium")
    ),
    ".vscode-server/data/User",
)
_CHATS = Stored(
    _HOMES,
    r"(?:[^/]+/chatSessions|emptyWindowChatSessions)/(?P<id>[^/]+)\.jsonl?",
    ("workspaceStorage", "globalStorage"),
    depth=2,
)
_TRANSCRIPTS = Stored(
    _HOMES, r"[^/]+/[Gg]it[Hh]ub\.copilot-chat/transcripts/(?P<id>[^/]+)\.jsonl", ("workspaceStorage",), depth=3
)


def _discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
    told: set[str] = set()
    for each in _CHATS.of("copilot-vscode").discover(environ, home, report):
        told.add(each.id)
        yield each
    for each in _TRANSCRIPTS.of("copilot-vscode").discover(environ, home, report):
        if each.id not in told:
            yield each


PLACES = Places(roots=_CHATS.roots, discover=_discover)
