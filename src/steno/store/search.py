"""Finds events by their words, and ranks them.  Reads the catalog, no source.

What few events hold is ranked by how telling it is (BM25), by who says it, and by how recent it is.  Of what very many
hold the most recent is given: such words tell nothing of an event, and to rank all of them would take longer than
anybody waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from steno.errors import UsageError
from steno.store.passage import Spot
from steno.store.query import Query
from steno.store.schema import FAILED, MOST, SHIFT
from steno.store.texts import hashed

MANY: Final = 8_000
"""From so many hits on, the most recent are given."""
ENOUGH: Final = 1000
"""Of so many, no more are looked for."""
_MONTH: Final = 30 * 86_400_000
_WEIGHTS: Final = {"message": 1.5, "thought": 1.0, "tool_call": 1.2, "tool_result": 1.0}
"""Words that were said tell more than what a program printed."""
_COLUMNS: Final = (
    "s.key, s.id, s.agent, s.title, s.project, f.path, s.files, s.shared, s.own_id, e.id, k.text, r.text, t.text,"
    " e.time, s.active, e.file, e.offset, e.length, e.words, f.is_run, p.text"
)
_FROM: Final = (
    f" JOIN session s ON s.key = e.id >> {SHIFT} JOIN source f ON f.id = s.source JOIN name k ON k.id = e.kind"
    " LEFT JOIN name r ON r.id = e.role LEFT JOIN name t ON t.id = e.tool LEFT JOIN name p ON p.id = e.pointer"
)

_ORDER: Final = f"coalesce(e.time, s.active) DESC, s.id, e.id & {MOST} DESC, f.path"
"""Among equals: the last first, and the same in every catalog of the same sessions."""


class Filter(Struct, frozen=True, kw_only=True):
    """Which events are looked at."""

    sessions: list[int] | None = None
    """The keys of these sessions; None: all."""
    tool: str | None = None
    role: str | None = None
    since: int | None = None
    """In milliseconds since the epoch."""
    failed: bool = False

    def where(self) -> tuple[str, list[Any]]:
        """As a condition, each part of which begins with AND, and its values."""
        parts, values = "", list[Any]()
        if self.sessions is not None:
            parts += f" AND e.id >> {SHIFT} IN (SELECT value FROM json_each(?))"
            values.append(msgspec.json.encode(self.sessions).decode())
        for column, name in (("e.tool", self.tool), ("e.role", self.role)):
            if name is not None:
                parts += f" AND {column} = (SELECT id FROM name WHERE text = ?)"
                values.append(name)
        if self.since is not None:
            parts += f" AND coalesce(e.time, (SELECT active FROM session WHERE key = e.id >> {SHIFT})) >= ?"
            values.append(self.since)
        if self.failed:
            parts += f" AND e.flags & {FAILED}"
        return parts, values


class Hit(Struct, frozen=True):
    """An event that was found."""

    session: str
    agent: str
    title: str | None
    project: str | None
    event: int
    kind: str
    role: str | None
    tool: str | None
    time: int | None
    spot: Spot
    is_run: bool
    """Whether it is a sub-agent's."""
    is_id: bool = False
    """Whether its id was looked for, not its words."""


class Hits(Struct, frozen=True):
    """The best of what was found."""

    best: list[Hit]
    total: int
    is_more: bool
    """Whether there are more than that."""


def hits(connection: sqlite3.Connection, wanted: Query, only: Filter, limit: int) -> Hits:
    """What was found, the best first, so many (0: all); of very many, the most recent."""
    named = [*_by_id(connection, wanted.word, only)] if wanted.word else []
    known = {each.spot.id for each in named}
    try:
        ids, is_more = _by_words(connection, wanted.match, only)
    except sqlite3.OperationalError as error:
        if "fts5" not in str(error):
            raise
        raise UsageError(f"this cannot be looked for: {error}") from None
    rest = [id for id in ids if id not in known]
    shown = rest[: max(0, limit - len(named))] if limit else rest
    return Hits([*named, *_details(connection, shown)][: limit or None], len(named) + len(rest), is_more)


def sessions_by_recency(connection: sqlite3.Connection, only: Filter) -> list[tuple[int, str, str, str | None]]:
    """Key, agent, path and own id of the sessions that are looked at, the last active first."""
    query = (
        "SELECT s.key, s.agent, f.path, CASE WHEN s.shared > 1 THEN s.own_id END FROM session s"
        " JOIN source f ON f.id = s.source WHERE (?1 IS NULL OR s.key IN (SELECT value FROM json_each(?1)))"
        " AND s.active >= coalesce(?2, s.active) ORDER BY s.active DESC, s.id, f.path"
    )
    chosen = None if only.sessions is None else msgspec.json.encode(only.sessions).decode()
    return connection.execute(query, (chosen, only.since)).fetchall()


def at(connection: sqlite3.Connection, key: int, numbers: Sequence[int], only: Filter) -> list[Hit]:
    """The events of a session with these numbers that are looked at, in their order."""
    where, values = only.where()
    query = f"SELECT e.id FROM event e WHERE e.id IN (SELECT value FROM json_each(?)){where} ORDER BY e.id"
    ids = msgspec.json.encode([key << SHIFT | number for number in numbers]).decode()
    return _details(connection, [row[0] for row in connection.execute(query, (ids, *values))])


def _details(connection: sqlite3.Connection, ids: Sequence[int]) -> list[Hit]:
    """The events with these ids, in this order."""
    query = f"SELECT {_COLUMNS} FROM event e{_FROM} WHERE e.id = ?"
    return [_hit(connection.execute(query, (id,)).fetchone()) for id in ids]


def _by_words(connection: sqlite3.Connection, match: str, only: Filter) -> tuple[list[int], bool]:
    """The ids of the events that match, the best first, and whether there are more."""
    count = connection.execute(
        f"SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT {MANY + 1})",
        (match,),
    ).fetchone()[0]
    if count > MANY:
        return _recent(connection, match, only)
    where, values = only.where()
    newest = connection.execute("SELECT max(active) FROM session").fetchone()[0] or 0
    weights = " ".join(f"WHEN '{kind}' THEN {weight}" for kind, weight in _WEIGHTS.items())
    months = f"max(0, {newest} - coalesce(e.time, s.active)) / {_MONTH}.0"
    score = f"w.score * CASE k.text {weights} ELSE 1.0 END * (1 + 1 / (1 + {months}))"
    query = (
        "SELECT w.id FROM (SELECT rowid AS id, -bm25(words, 1.0, 0.4) AS score FROM words WHERE words MATCH ?) w"
        f" JOIN event e ON e.id = w.id{_FROM} WHERE 1{where}"
        f" ORDER BY round({score}, 6) DESC, {_ORDER}"
    )
    return [row[0] for row in connection.execute(query, (match, *values))], False


def _recent(connection: sqlite3.Connection, match: str, only: Filter) -> tuple[list[int], bool]:
    """The hits in the sessions that were active last, until there are enough."""
    where, values = only.where()
    query = (
        "SELECT w.id FROM (SELECT rowid AS id FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?) w"
        f" JOIN event e ON e.id = w.id{_FROM} WHERE 1{where} ORDER BY {_ORDER}"
    )
    found: list[int] = []
    for key, *_ in sessions_by_recency(connection, only):
        within = key << SHIFT, (key << SHIFT) + MOST
        found += [row[0] for row in connection.execute(query, (match, *within, *values))]
        if len(found) >= ENOUGH:
            return found, True
    return found, False


def _by_id(connection: sqlite3.Connection, word: str, only: Filter) -> Iterator[Hit]:
    """The events that an id names: those of a record, a call or a response; the first of a session."""
    where, values = only.where()
    queries = (
        ("SELECT event FROM ident WHERE hash = ?", hashed(word)),
        (f"SELECT key << {SHIFT} | 1 FROM session WHERE id = ?", word),
        (f"SELECT key << {SHIFT} | 1 FROM session WHERE own_id = ?", word),
    )
    done = set[int]()
    for inner, value in queries:
        query = f"SELECT {_COLUMNS} FROM event e{_FROM} WHERE e.id IN ({inner}){where} ORDER BY s.active, s.id, e.id"
        for row in connection.execute(query, (value, *values)):
            if row[9] not in done:
                done.add(row[9])
                yield msgspec.structs.replace(_hit(row), is_id=True)


def _hit(row: Sequence[Any]) -> Hit:
    (_, id, agent, title, project, path, files, shared, own, event, kind, role, tool, time, _, file, offset, length,
     words, is_run, pointer) = row  # fmt: skip
    number = event & MOST
    where = path if not file else msgspec.json.decode(files)[file] or path
    spot = Spot(event, agent, path, where, offset, length, number, own if shared > 1 else None, words, pointer or "")
    return Hit(id, agent, title, project, number, kind, role, tool, time, spot, bool(is_run))
