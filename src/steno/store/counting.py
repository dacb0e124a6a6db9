"""Which requests count: each once, however many sessions state it.  The same rules as `steno.usage.Ledger`, on rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from steno.store.schema import SHIFT
from steno.usage import Ledger


class _Stated(Struct, frozen=True):
    """A row of the table of requests, as far as a ledger looks at it."""

    key: int
    inherited: int | None
    nested: bool
    replayed: bool
    event: int
    number: int


def recount(connection: sqlite3.Connection, keys: Iterable[int]) -> set[int]:
    """Say anew which of the requests count that have one of these keys, or inherit one; the sessions that have them."""
    changed = _stated(connection, keys)
    if not changed:
        return set()
    near = {each.key for each in changed} | {each.inherited for each in changed if each.inherited is not None}
    ledger: Ledger[None] = Ledger()
    every: Any = _stated(connection, near)  # rows have what a ledger asks of a request
    counts = {_place(each) for each in ledger.add(None, every)}
    for _, own in ledger.rest():
        counts.update(map(_place, own))
    connection.executemany(
        "UPDATE request SET counted = ? WHERE event = ? AND number = ?",
        ((_place(each) in counts, *_place(each)) for each in changed),
    )
    return {each.event >> SHIFT for each in changed}


def _place(row: Any) -> tuple[int, int]:
    return row.event, row.number


def _stated(connection: sqlite3.Connection, keys: Iterable[int]) -> list[_Stated]:
    """The rows with one of these keys, or that inherit one, in the order in which sessions are counted."""
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS wanted (key INTEGER PRIMARY KEY)")
    connection.execute("DELETE FROM wanted")
    connection.executemany("INSERT OR IGNORE INTO wanted VALUES (?)", ((key,) for key in keys))
    columns = "r.key, r.inherited, r.nested, r.replayed, r.event, r.number"
    rows = connection.execute(
        f"SELECT {columns}, f.modified, f.path, s.number FROM ("
        " SELECT * FROM request WHERE key IN (SELECT key FROM wanted)"
        " UNION SELECT * FROM request WHERE inherited IN (SELECT key FROM wanted)"
        f") r JOIN session s ON s.key = r.event >> {SHIFT} JOIN source f ON f.id = s.source"
        " ORDER BY f.modified, f.path, s.number, r.event, r.number"
    )
    return [_Stated(key, near, bool(a), bool(b), event, number) for key, near, a, b, event, number, *_ in rows]
