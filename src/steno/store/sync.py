"""Brings the catalog to what the files say: reads what changed, forgets what is gone.

A transaction holds whole files.  Whoever is killed loses what was not yet written, and the next run reads that.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from steno import __version__, registry
from steno.plugins import origin
from steno.store.catalog import transaction
from steno.store.changes import Changes

if TYPE_CHECKING:
    from steno.store.reading import Read

_TEXT: Final = 8 << 20
"""Characters of text that are written at once: few large steps leave fewer pieces of the index than many small ones."""
_FILES: Final = 64


class Synced(Struct, tag_field="schema", tag="steno.sync/1"):
    """What a run did."""

    read: int = 0
    """Files that were read."""
    unchanged: int = 0
    gone: int = 0
    sessions: int = 0
    """How many sessions the catalog now has ..."""
    events: int = 0
    """... and how many events."""


def stale(connection: sqlite3.Connection, prices: str) -> bool:
    """Whether another version of Steno, or other prices, made the rows: then every file is to be read again."""
    made = {"made_by": made_by(), "prices": prices}
    known = dict(connection.execute("SELECT key, value FROM setting"))
    if all(known.get(key) == value for key, value in made.items()):
        return False
    with transaction(connection):
        connection.execute("UPDATE source SET modified = -1")
        connection.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", made.items())
    return True


def made_by() -> str:
    """The version of Steno and of the plug-ins that read sessions: another one may see more."""
    return " ".join([__version__, *(origin(each) for each in registry.agents.plugins())])


def write(
    connection: sqlite3.Connection, changes: Changes, reads: Iterable[Read], now: str, done: Callable[[Read], None]
) -> Synced:
    """Write what was read, and take away what is gone; `done` hears of each file that is safe."""
    synced = Synced(unchanged=changes.unchanged)
    if changes.gone or changes.read:
        _write(connection, changes, reads, now, done, synced)
    query = "SELECT count(*), coalesce(sum(events), 0) FROM session"
    synced.sessions, synced.events = connection.execute(query).fetchone()
    return synced


def _write(
    connection: sqlite3.Connection,
    changes: Changes,
    reads: Iterable[Read],
    now: str,
    done: Callable[[Read], None],
    synced: Synced,
) -> None:
    from steno.store.writing import Writer  # loads what reads sessions, and most runs find nothing new

    writer = Writer(connection, now)
    if changes.gone:
        with transaction(connection):
            writer.begin()
            for path in changes.gone:
                writer.remove(path)
                synced.gone += 1
            writer.end()
    for batch in _batches(reads):
        with transaction(connection):
            writer.begin()
            for each in batch:
                synced.read += writer.put(each)
            writer.end()
        for each in batch:
            done(each)


def _batches(reads: Iterable[Read]) -> Iterator[list[Read]]:
    batch: list[Read] = []
    size = 0
    for each in reads:
        batch.append(each)
        size += sum(len(words.text) for one in each.sessions for _, words in one.rows.words)
        if size >= _TEXT or len(batch) >= _FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
