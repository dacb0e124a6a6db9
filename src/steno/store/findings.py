"""What was found in sessions that should not leave, as the catalog has it: which rule, where, how often.

No value is kept, nor a hash, a length or a place in a text that would help to find one.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections import Counter
from typing import Final

import msgspec
from msgspec import Struct

from steno.listing.seen import State
from steno.store.catalog import transaction
from steno.store.changes import states_of
from steno.store.schema import MOST, SHIFT


class Unlooked(Struct, frozen=True):
    """A file in which nobody has looked as it is."""

    source: int
    agent: str
    states: list[State]
    """Of itself, which comes first, and of what is read with it."""
    files: list[str]
    """All files that its sessions stand in, itself first."""
    archive: str = ""
    """The folder of the archive that has it, where it is nowhere else."""

    def __str__(self) -> str:
        return self.files[0]


class Finding(Struct, frozen=True):
    """Something that was found once."""

    rule: str
    type: str
    file: str = ""
    """The file that it stands in ..."""
    offset: int = -1
    """... and at which byte; -1 where it was found in an event."""
    session: str = ""
    event: int = 0
    """The session and the number of that event."""


class Looked(Struct, frozen=True):
    """What was found in a file, which did not change meanwhile."""

    unlooked: Unlooked
    found: list[Finding]


_UNLOOKED: Final = """
SELECT f.id, f.agent, f.path, f.size, f.modified, f.beside, f.is_archived,
    (SELECT json_group_array(json(s.files)) FROM session s WHERE s.source = f.id)
FROM source f LEFT JOIN looked l ON l.source = f.id
WHERE f.why = '' AND (l.made_by IS NULL OR l.made_by <> ?) ORDER BY f.modified, f.path
"""


def unlooked(connection: sqlite3.Connection, made_by: str, archive: str) -> list[Unlooked]:
    """The files in which nobody has looked, or another version of Steno; some may only be in the archive."""
    found: list[Unlooked] = []
    for row in connection.execute(_UNLOOKED, (made_by,)):
        source, agent, path, size, modified, beside, is_archived, files = row
        named = [each for one in msgspec.json.decode(files) for each in one[1:] if each]
        states = [(path, size, modified), *states_of(beside)]
        every = list(dict.fromkeys((path, *named)))
        found.append(Unlooked(source, agent, states, every, archive if is_archived else ""))
    return found


def had_findings(connection: sqlite3.Connection) -> bool:
    """Whether anybody ever looked."""
    return connection.execute("SELECT 1 FROM looked LIMIT 1").fetchone() is not None


def put(connection: sqlite3.Connection, looked: Looked, made_by: str) -> bool:
    """Write down what was found; False where the file is another one in the catalog by now."""
    source, (_, size, modified) = looked.unlooked.source, looked.unlooked.states[0]
    with transaction(connection):
        query = "SELECT 1 FROM source WHERE id = ? AND path = ? AND size = ? AND modified = ?"
        if connection.execute(query, (source, looked.unlooked.files[0], size, modified)).fetchone() is None:
            return False
        forget(connection, source)
        events = _Events(connection, source)
        counts = Counter((*events.of(each), each.rule, each.type) for each in looked.found)
        connection.executemany(
            "INSERT INTO finding VALUES (?, ?, ?, ?, ?)", ((*each, count) for each, count in counts.items() if each[0])
        )
        connection.execute("INSERT INTO looked VALUES (?, ?)", (source, made_by))
    return True


def forget(connection: sqlite3.Connection, source: int) -> None:
    """What was found in a file that has changed: nobody has looked at what is in it now."""
    connection.execute("DELETE FROM looked WHERE source = ?", (source,))
    connection.execute("DELETE FROM finding WHERE session IN (SELECT key FROM session WHERE source = ?)", (source,))


_STANDING: Final = (
    "SELECT offset, length, id FROM event WHERE id BETWEEN ? AND ? AND file = ? AND offset IS NOT NULL"
    " AND length IS NOT NULL ORDER BY id"
)


class _Events:
    """Finds the event in which something stands; of those that one record gave, the first."""

    def __init__(self, connection: sqlite3.Connection, source: int) -> None:
        query = "SELECT key, id, own_id, files FROM session WHERE source = ? ORDER BY number"
        self._base = connection
        self._sessions = connection.execute(query, (source,)).fetchall()
        self._known: dict[str, tuple[list[int], list[tuple[int, int]]]] = {}

    def of(self, finding: Finding) -> tuple[int, int]:
        """The key of a session, and the event in it, whose number is 0 where it stands in none."""
        if finding.offset < 0:
            named = (key for key, id, own, _ in self._sessions if finding.session in (own, id))
            key = next(named, self._first)
            return key, key << SHIFT | finding.event
        starts, events = self._in(finding.file)
        at = bisect_right(starts, finding.offset) - 1
        if at >= 0 and finding.offset < events[at][0]:
            return events[at][1] >> SHIFT, events[at][1]
        return self._first, self._first << SHIFT

    @property
    def _first(self) -> int:
        return self._sessions[0][0] if self._sessions else 0

    def _in(self, file: str) -> tuple[list[int], list[tuple[int, int]]]:
        """Where the events of a file begin, in order, and for each where it ends and its id."""
        if file not in self._known:
            found = dict[int, tuple[int, int]]()
            for key, _, _, files in self._sessions:
                named = msgspec.json.decode(files)
                place = named.index(file) if file in named else 0
                for offset, length, id in self._base.execute(_STANDING, (key << SHIFT, (key << SHIFT) + MOST, place)):
                    found.setdefault(offset, (offset + length, id))
            starts = sorted(found)
            self._known[file] = starts, [found[each] for each in starts]
        return self._known[file]
