"""The file of a transcript, opened to be continued.  Knows names, permissions and locks, nothing of events."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from steno.base.files import private_directory, resolved
from steno.record.error import RecordError
from steno.record.lock import Held, Lock
from steno.record.seq import highest
from steno.record.torn import repair

# Not through a link, and never waiting on a FIFO that nobody reads.
_FLAGS: Final = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_SEGMENTS: Final = 1000


class Target(NamedTuple):
    path: Path
    descriptor: int
    lock: Lock
    seq: int
    """The highest in the file."""
    size: int

    def close(self) -> None:
        os.close(self.descriptor)
        self.lock.release()

    def drop(self) -> None:
        """Let go of it in the child of a fork: the file and the lock are the parent's."""
        os.close(self.descriptor)
        self.lock.drop()


def opened(path: Path, *, shared: bool, durable: bool) -> Target:
    """The file, or with `shared` the first of its segments that nobody writes; raises `RecordError`.

    `durable` makes the name of a new file safe too.
    """
    for each in _segments(path) if shared else (path,):
        try:
            return _opened(each, durable)
        except Held:
            if not shared:
                raise
        except (OSError, ValueError) as error:
            raise RecordError(f"{each}: {_reason(error)}; the event was not recorded") from error
    raise RecordError(f"{path}: {_SEGMENTS} recorders already share this file, which is the limit")


def _segments(path: Path) -> Iterator[Path]:
    yield path
    yield from (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in range(1, _SEGMENTS))


def _opened(path: Path, durable: bool) -> Target:
    resolved(path.parent)  # raises where another user leads us elsewhere
    private_directory(path.parent)
    with contextlib.ExitStack() as undo:
        descriptor = os.open(path, _FLAGS, 0o600)
        undo.callback(os.close, descriptor)
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise RecordError(f"{path}: not a regular file, so events cannot be appended to it")
        lock = Lock(path)
        undo.callback(lock.release)
        if status.st_mode & 0o077:
            os.fchmod(descriptor, 0o600)
        repair(descriptor, path)
        size = os.fstat(descriptor).st_size
        seq = highest(descriptor, size)
        if durable and not size:
            _sync_folder(path.parent)
        undo.pop_all()
    return Target(path, descriptor, lock, seq, size)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _reason(error: OSError | ValueError) -> str:
    if not isinstance(error, OSError):
        return str(error)
    if error.errno == errno.ELOOP:
        return "a symbolic link: name the file itself"
    if error.errno == errno.EPERM and not error.filename:
        return "others can read it, and it is not yours to make private"
    return (error.strerror or str(error)).lower()
