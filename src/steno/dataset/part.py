"""Part files: the rows of one shard, cleared, and an index of them.  Each appears whole or not at all, for its owner.

The index appears last: where it lies, the shard is finished.  Beside them may lie what was seen in its sessions, for
whoever makes one of them anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from steno.base.files import Unreadable, opened, written
from steno.base.ids import sha256
from steno.base.learned import learned
from steno.dataset.about import About
from steno.dataset.gate import Cleared, Finding, Gate, Kept, Tampered
from steno.dataset.lessons import Taught
from steno.detect.remembered import Memory

VERSION = 2

Memories = dict[int, Memory]
"""Where in its sessions something was found, by member."""


class RowEntry(Struct, array_like=True, kw_only=True):
    """What the plan knows of a row."""

    id: str
    content: bytes
    """The hash of what makes it a duplicate of another."""
    offset: int
    length: int
    session: int
    """Which of the index's sessions it is of."""
    size: int
    """Of its payload, in bytes."""
    overlap: int = 0
    """How many runs of words it has in common with texts that no row may hold."""
    signature: bytes = b""
    findings: list[Finding] = []


class SessionEntry(Struct, kw_only=True, omit_defaults=True):
    """What became of a session."""

    member: int
    """Which of the shard's sessions it is."""
    name: str
    """Its file: for the owner alone."""
    id: str = ""
    """As rows name it."""
    about: list[About] = []
    """Of each of its traces."""
    filtered: str = ""
    """The filter that left it out."""
    losses: dict[str, int] = {}
    masked: dict[str, int] = {}
    taught: list[Taught] = []
    """What was masked in it, and may stand in others."""
    characters: int = 0
    size: int = 0


class Quarantined(Struct, kw_only=True, omit_defaults=True):
    """What was not let through, and why.  For the owner alone."""

    member: int
    name: str
    reason: str
    row: int = -1
    """Which row of the session; all of them where it is negative."""
    findings: list[Finding] = []


class Index(Struct, kw_only=True):
    version: int = VERSION
    digest: str
    """Of everything that the rows depend on."""
    policy: str
    sha256: str = ""
    """Of the rows."""
    sessions: list[SessionEntry] = []
    rows: list[RowEntry] = []
    quarantined: list[Quarantined] = []
    stood: list[str] = []
    """Words in ids and sealed bytes that look like tokens and are none."""


class PartWriter:
    """Takes the rows of a shard."""

    def __init__(self, digest: str, policy: str) -> None:
        self.index = Index(digest=digest, policy=policy)
        self._rows: list[bytes] = []
        self._size = 0

    def add(self, row: Cleared, entry: RowEntry) -> None:
        """A row that was cleared; nothing else can be added."""
        if not isinstance(row, Cleared):
            raise TypeError("a part takes rows that the gate has cleared, and no others")
        entry.offset, entry.length = self._size, len(row.data)
        self._rows += [row.data, b"\n"]
        self._size += len(row.data) + 1
        self.index.rows.append(entry)

    @property
    def data(self) -> bytes:
        """The rows so far, as the part will have them."""
        return b"".join(self._rows)

    def finish(self, stem: Path, memories: Memories) -> None:
        data = self.data
        self.index.sha256 = sha256(data)
        with written(rows_of(stem)) as stream:
            stream.write(data)
        if memories:
            with written(seen_of(stem)) as stream:
                stream.write(msgspec.msgpack.encode(memories))
        with written(index_of(stem)) as stream:
            stream.write(msgspec.msgpack.encode(self.index))


def rows_of(stem: Path) -> Path:
    return stem.with_suffix(".rows")


def index_of(stem: Path) -> Path:
    return stem.with_suffix(".index")


def seen_of(stem: Path) -> Path:
    return stem.with_suffix(".seen")


def read_seen(stem: Path) -> Memories:
    """What was seen in the sessions of a part; nothing where that cannot be read: then they are looked at again."""
    try:
        with opened(seen_of(stem)) as stream:
            return msgspec.msgpack.decode(stream.read(), type=learned(Memories))
    except (Unreadable, msgspec.MsgspecError):
        return {}


def finished(stem: Path, digest: str) -> bool:
    """Whether a shard is done, and done as it is wanted."""
    try:
        found = read_index(stem)
        return found.digest == digest and rows_of(stem).stat().st_size == _size(found)
    except (Unreadable, OSError, msgspec.MsgspecError):
        return False


def read_index(stem: Path) -> Index:
    with opened(index_of(stem)) as stream:
        return msgspec.msgpack.decode(stream.read(), type=learned(Index))


def _size(index: Index) -> int:
    return index.rows[-1].offset + index.rows[-1].length + 1 if index.rows else 0


def cleared(stem: Path, gate: Gate, policy: str, wanted: Iterable[int]) -> list[Cleared]:
    """Rows of a part, by number; raises `Tampered`."""
    index = read_index(stem)
    with open(rows_of(stem), "rb") as stream:
        data = stream.read()
    numbers = list(wanted)
    places = [(index.rows[number].offset, index.rows[number].length) for number in numbers]
    return gate.restored(data, Kept(index.policy, index.sha256, places), policy)


__all__ = [
    "Index", "Memories", "PartWriter", "Quarantined", "RowEntry", "SessionEntry", "Tampered", "cleared", "finished",
    "index_of", "read_index", "read_seen", "rows_of", "seen_of",
]  # fmt: skip
