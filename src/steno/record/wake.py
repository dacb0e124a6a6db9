"""Waits until a file may have changed: by inotify where there is one, by the clock else.  Reads no file."""

from __future__ import annotations

import os
import select
import sys
import threading
from pathlib import Path
from typing import Any, Protocol

OFTEN = 0.1
"""Seconds between two looks, if nothing reports changes."""
SELDOM = 2.0
"""And where inotify does: a file server's other clients change files without a word to it."""

_MODIFY, _ATTRIB, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE, _MOVE_SELF = 0x2, 0x4, 0x40, 0x80, 0x100, 0x200, 0x800
_OF_FILE = _MODIFY | _ATTRIB | _MOVE_SELF
_OF_FOLDER = _CREATE | _DELETE | _MOVED_FROM | _MOVED_TO
_DRAIN = 1 << 16


class Wake(Protocol):
    def watch(self, path: Path) -> None:
        """Look at this name, and at the file that has it now.  Called again when another file has it."""
        ...

    def wait(self) -> None:
        """Return when the file may have changed, or `close` was called.  Raises `BrokenPipeError` where nobody reads
        the descriptor that was handed in any more."""
        ...

    def close(self) -> None:
        """End a `wait`, also one of another thread, and all later ones."""
        ...


def wake(*, sink: int | None = None, inotify: bool = True) -> Wake:
    """The best there is on this machine.  A pipe that nobody reads any more, given as `sink`, ends the wait."""
    if inotify and sys.platform == "linux":
        try:
            return Inotify(sink)
        except (OSError, AttributeError):
            pass  # none here, or the user's number of them is used up
    return Polling(sink)


class Polling:
    """Looks ten times a second."""

    def __init__(self, sink: int | None = None) -> None:
        self._closed = threading.Event()
        self._poll = _watching(sink)

    def watch(self, path: Path) -> None:
        pass

    def wait(self) -> None:
        if self._poll is not None:
            _heard(self._poll.poll(0))
        self._closed.wait(OFTEN)

    def close(self) -> None:
        self._closed.set()


class Inotify:
    """Told by the kernel: of the file when it is written to, of its folder when names come and go."""

    def __init__(self, sink: int | None = None) -> None:
        import ctypes  # costs start-up, and only following needs it

        libc = ctypes.CDLL(None, use_errno=True)
        self._add, self._remove, self._errno = libc.inotify_add_watch, libc.inotify_rm_watch, ctypes.get_errno
        self._kernel = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._kernel < 0:
            raise OSError(self._errno(), "no inotify")
        self._stop = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._poll = _watching(sink) or select.poll()
        self._poll.register(self._kernel, select.POLLIN)
        self._poll.register(self._stop, select.POLLIN)
        self._file = self._folder = -1

    def watch(self, path: Path) -> None:
        self._folder = self._moved(self._folder, path.parent, _OF_FOLDER)
        self._file = self._moved(self._file, path, _OF_FILE)

    def _moved(self, old: int, path: Path, mask: int) -> int:
        """A watch on what has this name now, instead of the old one; -1 where there is nothing."""
        new = int(self._add(self._kernel, os.fsencode(path), mask))
        if old not in (-1, new):
            self._remove(self._kernel, old)  # fails where the kernel has forgotten it already
        return new

    def wait(self) -> None:
        # A folder that is not there yet cannot be watched.
        seconds = SELDOM if self._folder >= 0 else OFTEN
        for descriptor, _ in _heard(self._poll.poll(seconds * 1000)):
            if descriptor == self._kernel:
                os.read(self._kernel, _DRAIN)  # which event it was does not matter: the file says what it holds

    def close(self) -> None:
        os.eventfd_write(self._stop, 1)

    def __del__(self) -> None:
        # Not in `close`: another thread may be waiting on them.
        for name in ("_kernel", "_stop"):
            if getattr(self, name, -1) >= 0:
                os.close(getattr(self, name))


def _watching(sink: int | None) -> Any:
    if sink is None or not hasattr(select, "poll"):
        return None
    poll = select.poll()
    poll.register(sink, 0)  # an error is told whatever one asks for
    return poll


def _heard(events: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if any(event & select.POLLERR for _, event in events):
        raise BrokenPipeError
    return events
