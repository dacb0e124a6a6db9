"""How a session in the catalog is called, so that a command finds it."""

from __future__ import annotations

import sqlite3

from steno.errors import NotFound
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


def key_of(connection: sqlite3.Connection, word: str) -> int | None:
    """The key of the session whose id is this, or alone begins so; None where there is none.  Raises `NotFound`."""
    if word.startswith("@"):
        number = 0 if word == "@latest" else int(word[2:]) - 1 if word[2:].isdecimal() and word[1] == "-" else -1
        query = "SELECT s.key FROM session s JOIN source f ON f.id = s.source WHERE NOT f.is_run"
        row = connection.execute(f"{query} ORDER BY active DESC LIMIT 1 OFFSET ?", (number,)).fetchone()
        if number < 0 or row is None:
            raise NotFound(f"{word!r} is neither @latest nor @-N of a session", "`steno ls` lists the sessions")
        return int(row[0])
    exact = connection.execute("SELECT key FROM session WHERE id = ? LIMIT 2", (word,)).fetchall()
    found = (
        exact
        or connection.execute(
            "SELECT key FROM session WHERE id >= ?1 AND substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 2", (word,)
        ).fetchall()
    )
    if len(found) > 1 and word:
        raise NotFound(f"several session ids begin with {word!r}", "give more of the id")
    return int(found[0][0]) if len(found) == 1 else None
