"""How a session in the catalog is called, so that a command finds it."""

from __future__ import annotations

import sqlite3

from steno.listing.names import short_ids


def short(connection: sqlite3.Connection, id: str) -> str:
    """The shortest beginning, of eight characters or more, that no other session's id has."""
    near = connection.execute(
        "SELECT max(id) FROM session WHERE id < ?1 UNION ALL SELECT min(id) FROM session WHERE id > ?1", (id,)
    )
    return short_ids([id, *(other for (other,) in near if other)])[id]


def is_alone(connection: sqlite3.Connection, id: str) -> bool:
    """Whether only one session has this id."""
    return len(connection.execute("SELECT 1 FROM session WHERE id = ? LIMIT 2", (id,)).fetchall()) == 1
