"""The commits that `steno link` proved to hold lines of sessions, as the catalog has them.  Knows no repository."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from msgspec import Struct

from steno.listing.seen import State


class Proof(Struct, frozen=True):
    """A commit that holds lines of a session."""

    path: str
    """Of the session's file."""
    hash: str
    tier: str
    lines: int
    evidence: str
    """How many lines rest on which, as JSON."""
    time: int
    """When it was committed, in seconds since the epoch."""


def unread(connection: sqlite3.Connection, found: Iterable[State]) -> tuple[list[State], list[str]]:
    """Which memories of `steno link` are new or changed, and which are gone."""
    known = {path: (path, size, modified) for path, size, modified in connection.execute(_KNOWN)}
    new = [each for each in found if known.pop(each[0], None) != each]
    return new, list(known)


_KNOWN = "SELECT path, size, modified FROM memory"


def put(connection: sqlite3.Connection, memory: State, proofs: Sequence[Proof]) -> None:
    """What a memory says now, in the place of what it said before; writes into an open transaction."""
    remove(connection, memory[0])
    (id,) = connection.execute(
        "INSERT INTO memory (path, size, modified) VALUES (?, ?, ?) RETURNING id", memory
    ).fetchone()
    connection.executemany(
        "INSERT OR REPLACE INTO linked VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((id, each.path, each.hash, each.tier, each.lines, each.evidence, each.time) for each in proofs),
    )


def remove(connection: sqlite3.Connection, path: str) -> None:
    """Forget what a memory said."""
    connection.execute("DELETE FROM memory WHERE path = ?", (path,))
