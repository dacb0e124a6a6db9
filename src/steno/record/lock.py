"""One writer per file: a lock file beside it that names the writer.  Knows nothing of what is written.

The system lets go of the lock when its holder dies, however it dies.  The file may stay behind; it means nothing then.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

from steno.record.error import RecordError

_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
_TRIES: Final = 100


class Held(RecordError):
    """Another recorder writes this file."""


class Lock:
    """The right to write a file, for as long as this object is not released."""

    def __init__(self, path: Path) -> None:
        """Take it; raises `Held` where another recorder has it, in this process or in any other, and `OSError`."""
        self._path = path.with_name(path.name + ".lock")
        self._descriptor = -1
        self._descriptor = _locked(self._path, path)
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        if self._descriptor >= 0:
            # The name first: whoever opens the file between these two lines sees that it has no name, and tries again.
            with contextlib.suppress(OSError):
                self._path.unlink()
            self.drop()

    def drop(self) -> None:
        """Close the descriptor and leave the file: in the child of a fork it is the parent's."""
        # Forgotten first: one that is closed twice may be somebody else's by then.
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        self.drop()  # whoever was interrupted while it opened a file does not hold it


def _locked(lock: Path, path: Path) -> int:
    try:
        import fcntl
    except ImportError:
        raise RecordError(f"{path}: this system has no file locks, so nothing can be recorded safely") from None
    for _ in range(_TRIES):
        descriptor = os.open(lock, _FLAGS, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _named(descriptor, lock):
                return descriptor
        except OSError as error:
            holder = _holder(descriptor)
            os.close(descriptor)
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            raise Held(
                f"{path}: {holder} is recording to this file; close it first, or open both with shared=True"
            ) from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)
    raise RecordError(f"{lock}: the lock file keeps disappearing")


def _named(descriptor: int, lock: Path) -> bool:
    """Whether the file still has its name: its last holder may have taken it away while it was being opened."""
    try:
        return os.path.samestat(os.fstat(descriptor), lock.lstat())
    except FileNotFoundError:
        return False


def _holder(descriptor: int) -> str:
    pid = os.pread(descriptor, 32, 0).strip()
    if not pid.isdigit():
        return "another process"  # it has the lock and has not written its number yet
    return "this process" if int(pid) == os.getpid() else f"process {int(pid)}"
