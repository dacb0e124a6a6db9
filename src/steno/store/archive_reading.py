"""Reads a file of another program's as it was at one moment, although that program may be writing it."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from steno.base.files import Unreadable, regular
from steno.formats.heads import DATABASE
from steno.kit.database import opened as opened_database
from steno.store.objects import LARGEST, Objects
from steno.store.versions import Journal, Version

_TRIES = 5
_TICK = 50_000_000
"""Nanoseconds within which a file may change and keep its time."""
_LOGS = ("-wal", "-journal")


class State(Struct, frozen=True):
    """A state of a file, whose pieces are kept."""

    hash: str
    size: int
    mtime: int
    mark: str
    after: str = ""
    parts: tuple[str, ...] = ()


def mark(path: Path) -> str | None:
    """What changes when a file does, or the log of a database beside it; None where there is no such file."""
    try:
        marks = [_mark(path.stat())]
    except (OSError, ValueError):
        return None
    for end in _LOGS:
        try:
            marks.append(_mark(os.stat(f"{path}{end}")))  # noqa: PTH116  for every file at every run
        except OSError:
            continue
    return "+".join(marks)


def _mark(status: os.stat_result) -> str:
    return f"{status.st_size}.{status.st_mtime_ns}.{status.st_ctime_ns}.{status.st_ino}"


def kept(path: Path, objects: Objects, journal: Journal, after: str, scratch: Path) -> State:
    """Keep the state of a file, which may begin with a known state; raises `Unreadable` where it cannot be read, or
    changed whenever it was.

    The state was there at one moment.  That is known where the file did not change meanwhile, or where it was read
    twice and was the same: bytes that were added behind it make no difference.
    """
    for number in range(_TRIES):
        if number:
            time.sleep(0.02 * number)
        with open(regular(path), "rb", buffering=0) as file:
            if os.pread(file.fileno(), len(DATABASE), 0) == DATABASE:
                state = _of_database(path, os.fstat(file.fileno()), objects, scratch, is_busy=number == _TRIES - 1)
            else:
                state = _of_file(_Open(file.fileno(), path), objects, journal, after)
        if state is not None:
            return state
    raise Unreadable(f"{path}: it changed whenever it was read; its last state is not archived")


# Files


class _Open(NamedTuple):
    file: int
    path: Path


def _of_file(file: _Open, objects: Objects, journal: Journal, after: str) -> State | None:
    """The state of an open file; None where it changed too much."""
    seen = mark(file.path)
    status = os.fstat(file.file)
    size, is_settled = status.st_size, _is_settled(status)
    whole, start = _begun(file, size, journal.states.get(after))
    parts = []
    if not start and after and (known := _hash(file, 0, size)).hexdigest() in journal.states:
        whole, after, start = known, known.hexdigest(), size  # as it once was
    for offset in range(start, size, LARGEST):
        piece = _piece(file, offset, min(LARGEST, size - offset))
        whole.update(piece)
        parts.append(objects.put(piece))
    is_steady = is_settled and _mark(os.fstat(file.file)) == _mark(status)
    if not is_steady and (_hash(file, 0, size).digest() != whole.digest() or os.fstat(file.file).st_size < size):
        return None
    is_same = is_settled and seen == mark(file.path) and seen is not None and seen.startswith(_mark(status))
    return State(
        whole.hexdigest(), size, status.st_mtime_ns, seen if seen and is_same else "", after if start else "",
        tuple(parts),
    )  # fmt: skip


def _begun(file: _Open, size: int, before: Version | None) -> tuple[hashlib._Hash, int]:
    """The hash of what a file begins with, where that is a known state, and how long that is."""
    if before is not None and before.size <= size:
        begun = _hash(file, 0, before.size)
        if begun.hexdigest() == before.hash:
            return begun, before.size
    return hashlib.sha256(), 0


def _is_settled(status: os.stat_result) -> bool:
    """Whether every change from now on gives the file another time."""
    return time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _TICK


def _hash(file: _Open, start: int, end: int) -> hashlib._Hash:
    whole = hashlib.sha256()
    for offset in range(start, end, LARGEST):
        whole.update(_piece(file, offset, min(LARGEST, end - offset)))
    return whole


def _piece(file: _Open, offset: int, size: int) -> bytes:
    """Bytes of a file; fewer where it has been cut off meanwhile, which the comparison of hashes or times shows."""
    found = bytearray()
    try:
        while len(found) < size and (more := os.pread(file.file, size - len(found), offset + len(found))):
            found += more
    except OSError as error:
        raise Unreadable(f"{file.path}: {(error.strerror or str(error)).lower()}") from None
    return bytes(found)


# Databases


def _of_database(path: Path, status: os.stat_result, objects: Objects, scratch: Path, *, is_busy: bool) -> State | None:
    """The state of a database with what its log holds, as SQLite copies it; None where it changed meanwhile.

    One that is busy is read as every other program reads it, within a transaction: its log allows that without keeping
    the writer waiting.  Otherwise nobody is asked for a lock.
    """
    if not _is_settled(status):
        time.sleep(_TICK / 1e9)
    before = mark(path)
    is_shared = is_busy and all(os.path.exists(f"{path}{end}") for end in ("-wal", "-shm"))  # noqa: PTH110
    try:
        with _copy(path, scratch, is_shared=is_shared) as copy:
            is_same = before is not None and mark(path) == before
            if not is_same and not is_shared:
                return None
            whole, parts = hashlib.sha256(), []
            with copy.open("rb") as stream:
                while piece := stream.read(LARGEST):
                    whole.update(piece)
                    parts.append(objects.put(piece))
            known = before if before is not None and is_same else ""
            return State(whole.hexdigest(), copy.stat().st_size, status.st_mtime_ns, known, "", tuple(parts))
    except sqlite3.Error as error:
        raise Unreadable(f"{path}: SQLite cannot copy it: {error}") from None


@contextmanager
def _copy(path: Path, scratch: Path, *, is_shared: bool) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=".copy-", dir=scratch) as folder:  # which nobody else can look into
        copy = Path(folder, "copy.db")
        shared = closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) if is_shared else None
        with shared or opened_database(BytesIO(), str(path), {}) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        yield copy
