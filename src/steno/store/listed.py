"""What a list of files has from the catalog: sessions that only the archive has, and how many secrets were found."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from steno.listing.entries import Entry
from steno.listing.seen import Figures, Seen
from steno.sources import Session

Known = dict[str, tuple[int, float]]
"""Size and time of files, by path."""

ARCHIVE: Final = "archive"
"""The setting that holds the state of the archive with which the catalog agrees."""

_DELETED: Final = """
SELECT s.key, s.id, s.own_id, s.parent, s.agent, f.path, f.size, f.modified, s.shared, s.number, s.title, s.project,
    s.started, s.ended, s.turns, s.calls, s.failures, coalesce(p.requests, 0), coalesce(p.usd, 0),
    coalesce(p.is_floor, 0), f.is_run, s.active
FROM session s JOIN source f ON f.id = s.source LEFT JOIN spent p ON p.session = s.key
WHERE f.is_archived AND (?1 IS NULL OR s.agent = ?1) ORDER BY s.active DESC, s.id
"""


def files(connection: sqlite3.Connection, agent: str | None) -> tuple[Known, set[str]]:
    """The files that the catalog has read, and which of them only the archive has."""
    known: Known = {}
    archived = set[str]()
    for path, size, modified, is_archived in connection.execute(
        "SELECT path, size, modified, is_archived FROM source WHERE ?1 IS NULL OR agent = ?1", (agent,)
    ):
        known[path] = size, modified
        if is_archived:
            archived.add(path)
    return known, archived


def archive_of(connection: sqlite3.Connection) -> str:
    """The state of the archive with which the catalog agrees; empty where it never looked."""
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (ARCHIVE,)).fetchone()
    return row[0] if row is not None else ""


def deleted(connection: sqlite3.Connection, agent: str | None) -> list[Entry]:
    """The sessions that only the archive has, with their sub-agents under them."""
    found: dict[int, Entry] = {}
    parents: dict[int, str] = {}
    for row in connection.execute(_DELETED, (agent,)):
        (key, id, own, parent, agent_of, path, size, modified, shared, number, title, project, started, ended, turns,
         calls, failures, requests, usd, is_floor, is_run, active) = row  # fmt: skip
        seen = Seen(
            id=own or "", parent=parent or "", title=title or "", project=project or "", started=started or "",
            last=ended or "", turns=turns, tools=calls,
        )  # fmt: skip
        when = active / 1000 if shared > 1 else modified
        session = Session(agent_of, id, Path(path), size, when, inner=(own or "") if shared > 1 else "")
        figures = Figures(usd, bool(is_floor), requests, failures, turns, calls)
        found[key] = Entry(session, seen, modified, number, shared, [], None, figures)
        if is_run and parent:
            parents[key] = parent
    tops = {each.id: each for key, each in found.items() if key not in parents}
    for key, parent in parents.items():
        if (above := tops.get(parent)) is not None:
            found[key].parent = above
            above.children = [*above.children, found[key]]
    return list(found.values())


def secrets(connection: sqlite3.Connection) -> dict[tuple[str, str], int]:
    """By path and id, how many secrets were found; sessions are missing that nobody has looked at."""
    return {
        (path, id): count
        for path, id, count in connection.execute(
            "SELECT f.path, s.id, coalesce(sum(d.count), 0) FROM looked l JOIN source f ON f.id = l.source"
            " JOIN session s ON s.source = f.id LEFT JOIN finding d ON d.session = s.key GROUP BY s.key"
        )
    }
