"""The requests and tool calls that the catalog holds, as rows for figures.  A sub-agent's are its session's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

from msgspec import Struct

from steno.stats import NO_TOOL, UNSTATED, Called, Requested
from steno.stats.figures import root_of
from steno.store.schema import MOST, REPLAYED, SHIFT
from steno.store.table import parents
from steno.usage import Missing


class Session(Struct, frozen=True):
    """A session or a sub-agent, as rows name it."""

    name: str
    """The id of the session that started it, and began with nobody above it."""
    agent: str
    project: str
    title: str


Sessions = dict[int, Session]


def sessions(connection: sqlite3.Connection, wanted: Callable[[str, str], bool]) -> Sessions:
    """Those that are wanted by agent and project, by key."""
    query = "SELECT key, id, own_id, parent, agent, project, title FROM session ORDER BY parent IS NOT NULL, key"
    rows = connection.execute(query).fetchall()
    above = parents([row[:4] for row in rows])
    known = {row[0]: row for row in rows}
    found: Sessions = {}
    for key, _, _, _, agent, project, _ in rows:
        if wanted(agent, project or ""):
            root = known[root_of(key, above)]
            name = root[3] if root[3] is not None and root[0] not in above else root[1]
            found[key] = Session(name, agent, project or UNSTATED, root[6] or "")
    return found


def requested(connection: sqlite3.Connection, of: Sessions) -> Iterator[Requested]:
    """The requests of some sessions, each that counts once."""
    names = _Names(connection)
    for row in connection.execute(
        "SELECT event, model, time, stated_input, input, cache_read, cache_write + cache_write_1h, output, reasoning,"
        " missing, usd, is_floor, unpriced, tool, waited FROM request WHERE counted"
    ):
        event, model, time, *tokens, missing, usd, is_floor, unpriced, tool, waited = row
        session = of.get(event >> SHIFT)
        if session is None:
            continue
        why = names[missing]
        stated, fresh, read, write, output, reasoning = tokens if why != Missing.COUNT.value else (0,) * 6
        yield Requested(
            session=session.name,
            agent=session.agent,
            project=session.project,
            model=names[model] or UNSTATED,
            tool=names[tool] or NO_TOOL,
            moment=time,
            input=fresh,
            cache_read=read,
            cache_write=write,
            output=output,
            reasoning=reasoning,
            stated_input=stated,
            is_shared=why == Missing.SHARE.value,
            usd=usd,
            unpriced=names[unpriced],
            partly=why if is_floor and usd is not None else None,
            waited=waited,
            event=event & MOST,
        )


def called(connection: sqlite3.Connection, of: Sessions) -> Iterator[Called]:
    """The tool calls of some sessions, in order; those that a session repeats from another are left out."""
    names = _Names(connection)
    for event, result, failed, latency, key, tool, model, time, source in connection.execute(
        "SELECT c.event, c.result, c.failed, c.latency, c.key, e.tool, e.model, e.time, e.file"
        " FROM call c JOIN event e ON e.id = c.event WHERE NOT e.flags & ? ORDER BY c.event",
        (REPLAYED,),
    ):
        session = of.get(event >> SHIFT)
        if session is None:
            continue
        yield Called(
            session=session.name,
            agent=session.agent,
            project=session.project,
            model=names[model] or UNSTATED,
            tool=names[tool] or "",
            moment=time,
            key=key,
            run=f"{event >> SHIFT} {source}",
            event=event & MOST,
            result=None if result is None else result & MOST,
            failed=None if failed is None else bool(failed),
            latency=latency,
        )


class _Names(dict[int | None, str | None]):
    """Texts by number, asked for when they are needed: there are many paths among them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__({None: None})
        self._base = connection

    def __missing__(self, number: int | None) -> str | None:
        row = self._base.execute("SELECT text FROM name WHERE id = ?", (number,)).fetchone()
        self[number] = None if row is None else row[0]
        return self[number]
