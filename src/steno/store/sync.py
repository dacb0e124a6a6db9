"""Brings the catalog to what the files say: reads what changed, forgets what is gone.

A transaction holds whole files.  Whoever is killed loses what was not yet written, and the next run reads that.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct, UnsetType

from steno import __version__, registry
from steno.plugins import origin
from steno.store.catalog import transaction
from steno.store.changes import Changes, File
from steno.store.listed import ARCHIVE
from steno.store.schema import UNSEEN

if TYPE_CHECKING:
    from steno.store.reading import Read
    from steno.store.writing import Writer

_TEXT: Final = 8 << 20
"""Characters of text that are written at once: few large steps leave fewer pieces of the index than many small ones."""
_FILES: Final = 64
_UNSEEN: Final = 1000
_SHARE: Final = 4
"""Where more rows of the index than these, and more than one for so many events, are of what is gone, it is made anew;
only a SQLite that cannot take them out leaves any."""


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
    looked: int | UnsetType = UNSET
    """Where secrets were looked for: in how many files, ..."""
    secrets: int | UnsetType = UNSET
    """... how many the catalog now knows of, ..."""
    unlooked: int | UnsetType = UNSET
    """... and how many files changed meanwhile or could not be read."""


def stale(connection: sqlite3.Connection, prices: str) -> bool:
    """Whether another version of Steno, or other prices, made the rows: then every file is to be read again."""
    made = {"made_by": made_by(), "prices": prices}
    known = dict(connection.execute("SELECT key, value FROM setting"))
    if _is_crowded(connection, int(known.get(UNSEEN, 0))):
        _empty(connection)
        return True
    if all(known.get(key) == value for key, value in made.items()):
        return False
    with transaction(connection):
        _read_again(connection)
        connection.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", made.items())
    return True


def _read_again(connection: sqlite3.Connection) -> None:
    """Have every file read again, and those that only the archive has."""
    connection.execute("UPDATE source SET modified = -1, mark = ''")
    connection.execute("DELETE FROM setting WHERE key = ?", (ARCHIVE,))


def _is_crowded(connection: sqlite3.Connection, unseen: int) -> bool:
    """Whether so much of the index is of texts that are gone that it weighs in the order of hits."""
    if unseen < _UNSEEN:
        return False
    events = connection.execute("SELECT coalesce(sum(events), 0) FROM session").fetchone()[0]
    return bool(unseen * _SHARE > events)


def _empty(connection: sqlite3.Connection) -> None:
    """Forget all words, so that every file is read again for them."""
    with transaction(connection):
        connection.execute("INSERT INTO words (words) VALUES ('delete-all')")
        connection.execute("UPDATE event SET words = NULL")
        connection.execute("UPDATE session SET digest = 0")
        _read_again(connection)
        connection.execute("DELETE FROM vocabulary")
        connection.execute("DELETE FROM setting WHERE key = ?", (UNSEEN,))


def made_by() -> str:
    """The version of Steno and of the plug-ins that read sessions: another one may see more."""
    return " ".join([__version__, *(origin(each) for each in registry.agents.plugins())])


def write(
    connection: sqlite3.Connection,
    changes: Changes,
    reads: Iterable[Read],
    now: str,
    done: Callable[[Read], None],
    reread: Callable[[File], Read],
    archive: str | None = None,
) -> Synced:
    """Write what was read, and take away what is gone; `done` hears of each file that is safe.

    `reread` reads a file whole of which the end alone does not do; `archive` is the state of the archive, where it was
    looked into.
    """
    synced = Synced(unchanged=changes.unchanged)
    if changes.gone or changes.read:
        _write(connection, changes, reads, now, done, synced, reread)
    if archive is not None and synced.read == len(changes.read):  # all of it is written
        with transaction(connection):
            connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (ARCHIVE, archive))
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
    reread: Callable[[File], Read],
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
    again: list[File] = []
    for batch in _batches(reads):
        again += _put(connection, writer, batch, synced)
        for each in batch:
            done(each)
    for file in again:
        _put(connection, writer, [reread(file)], synced)


def _put(connection: sqlite3.Connection, writer: Writer, batch: list[Read], synced: Synced) -> list[File]:
    """Write some files, and say which of them are to be read whole."""
    from steno.store.writing import Reread

    again: list[File] = []
    with transaction(connection):
        writer.begin()
        for each in batch:
            try:
                synced.read += writer.put(each)
            except Reread:
                again.append(each.file)
        writer.end()
    return again


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
