"""Every session in the catalog with what a list says of it.  Reads the catalog, no source."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from steno.store.schema import SHIFT

_SESSIONS: Final = """
SELECT s.key, s.id, s.own_id, s.parent, s.agent, f.path, f.size, f.modified, f.is_archived, f.is_run,
    l.source IS NOT NULL, s.shared, s.title, s.project, s.branch, s.started, s.ended,
    strftime('%Y-%m-%dT%H:%M:%SZ', s.active / 1000, 'unixepoch'), s.turns, s.events,
    s.calls, s.failures, s.shape, p.requests, p.input, p.cache_read, p.cache_write, p.output, p.usd, p.is_floor,
    p.models
FROM session s JOIN source f ON f.id = s.source LEFT JOIN spent p ON p.session = s.key
LEFT JOIN looked l ON l.source = s.source ORDER BY s.active DESC, s.id, f.path
"""


class Line(Struct, frozen=True, gc=False):
    """A session or a sub-agent by itself; the columns of the question, in their order."""

    key: int
    id: str
    own_id: str | None
    parent: str | None
    agent: str
    path: str
    size: int
    modified: float
    is_archived: int
    is_run: int
    is_looked: int
    """Whether somebody has looked for secrets in the file as it is."""
    shared: int
    title: str | None
    project: str | None
    branch: str | None
    started: str | None
    ended: str | None
    active: str | None
    turns: int
    events: int
    calls: int
    failures: int
    shape: str
    requests: int | None
    input: int | None
    cache_read: int | None
    cache_write: int | None
    output: int | None
    usd: float | None
    is_floor: int | None
    models: str | None


class Table(Struct, frozen=True):
    lines: list[Line]
    """The last active first."""
    parents: Mapping[int, int]
    """By key, the session that started one."""
    findings: Mapping[int, int]
    commits: Mapping[int, Sequence[str]]
    """The hashes, whole or abbreviated, that git printed and that were proved."""
    notes: Mapping[int, int]


def table(connection: sqlite3.Connection) -> Table:
    """All of it."""
    lines = [Line(*row) for row in connection.execute(_SESSIONS)]
    named = ((each.key, each.id, each.own_id, each.parent) for each in lines)
    return Table(
        lines,
        parents(sorted(named, key=lambda row: (row[3] is not None, row[0]))),
        dict(connection.execute("SELECT session, sum(count) FROM finding GROUP BY session")),
        _commits(connection),
        dict(connection.execute("SELECT session, count(*) FROM note GROUP BY session")),
    )


def parents(named: Sequence[tuple[int, str, str | None, str | None]]) -> dict[int, int]:
    """Who started whom, by key: of keys, ids, own ids and the id of who started it, those whom nobody did first."""
    by_id: dict[str, int] = {}
    for place in (1, 2):  # the id that is shown comes before the one that the log states
        for row in named:
            name: Any = row[place]
            if name is not None:
                by_id.setdefault(name, row[0])
    started = ((row[0], by_id.get(row[3])) for row in named if row[3] is not None)
    return {key: parent for key, parent in started if parent is not None}


def _commits(connection: sqlite3.Connection) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for key, hash in connection.execute(
        f"SELECT event >> {SHIFT}, hash FROM made UNION SELECT s.key, l.hash FROM linked l"
        " JOIN source f ON f.path = l.path JOIN session s ON s.source = f.id AND s.shared = 1"
    ):
        found.setdefault(key, []).append(hash)
    return found
