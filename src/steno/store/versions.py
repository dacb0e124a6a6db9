"""The journal of the archive: which state of which file was seen when.  Lines of JSON that are only ever added.

A line is written whole under a lock, and carries the hash of itself.  A run that is killed leaves at most the beginning
of one line at the end, which nobody reads and the next run takes away.
"""

from __future__ import annotations

import enum
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from steno.base.files import private_directory
from steno.base.ids import sha256
from steno.base.learned import learned
from steno.errors import Unwritable
from steno.store.objects import synced

_SUM = b',"sum":"'
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Version(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A state of a file, or that the file was gone."""

    number: int = 0
    """Of the line, from 1: so that a missing line is noticed."""
    agent: str
    session: str
    """The id that the name of the session's own file has."""
    main: str
    """That file."""
    path: str
    """The file this is a state of: the same, or one that belongs to it."""
    state: int
    """Of the session, from 1: files that were archived in one go have the same number."""
    time: str
    """When it was seen."""
    hash: str = ""
    """The SHA-256 of its bytes; empty where the file was gone."""
    size: int = 0
    after: str = ""
    """The hash of the state that it begins with, where the file has grown."""
    parts: tuple[str, ...] = ()
    """The pieces that follow, by name."""
    mtime: int = 0
    """When the file was written, in nanoseconds."""
    mark: str = ""
    """What changes when the file does; empty where a change could have gone unnoticed."""

    @property
    def is_gone(self) -> bool:
        return not self.hash

    @property
    def role(self) -> str:
        """`main` or `side`."""
        return "main" if self.path == self.main else "side"


class Change(enum.Enum):
    """How a state came about."""

    NEW = "new"
    GROWN = "grown"
    """What was there is there, and more behind it."""
    REWRITTEN = "rewritten"
    BACK = "back"
    """As it was seen once before."""
    GONE = "gone"


class Flaw(Struct, frozen=True):
    """A line of the journal that cannot be believed."""

    line: int
    why: str


class Journal:
    """What the journal says, as far as it was read."""

    def __init__(self, folder: Path) -> None:
        """Reads nothing yet; `read` does."""
        self.path = folder / "versions.jsonl"
        self.versions: list[Version] = []
        """Every state, in order; one that was only seen again is there once."""
        self.sessions: dict[str, dict[str, list[Version]]] = {}
        """By the session's own file and by file, the states."""
        self.states: dict[str, Version] = {}
        """By hash, the first version that says what it is made of."""
        self.flaws: list[Flaw] = []
        self._marks: dict[tuple[str, str], str] = {}
        self._changes: dict[int, Change] = {}
        self._newest: dict[str, int] = {}
        self._offset = self._lines = self._number = 0

    def read(self) -> None:
        """Read what was added since; the beginning of a line is not there yet."""
        try:
            with self.path.open("rb") as stream:
                stream.seek(self._offset)
                for line in stream:
                    if not line.endswith(b"\n"):
                        break
                    self._offset += len(line)
                    self._lines += 1
                    self._add(line)
        except FileNotFoundError:
            return

    def check_end(self) -> None:
        """Note where the end of the last line is damaged, which looks like one that was never finished."""
        try:
            with self.path.open("rb") as stream:
                stream.seek(self._offset)
                rest = stream.read()
            _decoded(rest[:-1] + b"\n")
        except (OSError, ValueError, msgspec.MsgspecError):
            return
        self.flaws.append(Flaw(self._lines + 1, "its end is damaged"))

    def _add(self, line: bytes) -> None:
        try:
            version = _decoded(line)
        except (ValueError, msgspec.MsgspecError) as error:
            self.flaws.append(Flaw(self._lines, str(error)))
            self._number += 1
            return
        if version.number != self._number + 1:
            self.flaws.append(Flaw(self._lines, f"its number is {version.number}, expected {self._number + 1}"))
        self._number = version.number
        self._marks[version.main, version.path] = version.mark
        states = self.sessions.setdefault(version.main, {}).setdefault(version.path, [])
        if states and states[-1].hash == version.hash:
            return  # the same state, seen again
        self._changes[version.number] = _change(states, version)
        self._newest[version.main] = max(version.state, self._newest.get(version.main, 0))
        states.append(version)
        self.versions.append(version)
        if version.hash:
            self.states.setdefault(version.hash, version)

    def latest(self, main: str, path: str) -> Version | None:
        """The state in which a file was last seen; None where it never was, or was gone."""
        states = self.sessions.get(main, {}).get(path)
        return states[-1] if states and not states[-1].is_gone else None

    def mark(self, main: str, path: str) -> str:
        """The mark with which a file was last seen."""
        return self._marks.get((main, path), "")

    def newest(self, main: str) -> int:
        """The number of a session's last state; 0 where there is none."""
        return self._newest.get(main, 0)

    def change(self, version: Version) -> Change:
        """How a state came about."""
        return self._changes[version.number]

    def append(self, versions: Sequence[Version]) -> None:
        """Add states, all or none; whoever calls holds the lock and has read to the end.  Raises `OSError`."""
        lines = b"".join(_encoded(replace(each, number=self._number + count)) for count, each in enumerate(versions, 1))
        is_new = not self.path.exists()
        descriptor = os.open(self.path, _FLAGS, 0o600)
        try:
            os.ftruncate(descriptor, self._offset)  # the beginning of a line that a killed run has left
            try:
                _write(descriptor, lines)
                os.fsync(descriptor)
            except BaseException:
                os.ftruncate(descriptor, self._offset)
                raise
        finally:
            os.close(descriptor)
        if is_new:
            synced(self.path.parent)
        self.read()


def _change(before: Sequence[Version], version: Version) -> Change:
    last = next((each.hash for each in reversed(before) if each.hash), "")
    if version.is_gone:
        return Change.GONE
    if not last:
        return Change.NEW
    if version.after == version.hash:
        return Change.BACK
    return Change.GROWN if version.after == last else Change.REWRITTEN


def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _encoded(version: Version) -> bytes:
    fields = {name: value for name, value in asdict(version).items() if value not in ("", 0, ())}
    # Not msgspec, which refuses names of files that are no text.
    body = json.dumps(fields, separators=(",", ":")).encode()
    return body[:-1] + _SUM + sha256(body).encode() + b'"}\n'


def _decoded(line: bytes) -> Version:
    body, found, sum = line.rpartition(_SUM)
    body += b"}"
    if not found or sum != sha256(body).encode() + b'"}\n':
        raise ValueError("its bytes are not those that were written")
    return msgspec.convert(json.loads(body), learned(Version))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The right to write to the archive: waits for whoever has it.  The system lets go of it when its holder dies."""
    try:
        import fcntl
    except ImportError:
        raise Unwritable(f"{folder}: this system has no file locks, so nothing can be archived safely") from None
    private_directory(folder)
    descriptor = os.open(folder / "lock", _FLAGS, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
