"""When what is written is made safe against a loss of power.  Knows a descriptor and seqs, no events.

A line that was written survives the death of its process whatever is chosen here.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from typing import Final, Literal

from steno.record.error import RecordError

Fsync = Literal["never", "interval", "always"]
INTERVAL: Final = 0.05
_datasync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class Sync:
    """Syncs for many records at once: whoever comes while a sync is going on shares the next one."""

    def __init__(self, written: Callable[[], tuple[int, int]], failed: Callable[[OSError], RecordError]) -> None:
        """`written` says the last seq and the descriptor, -1 where there is none; `failed` makes and keeps an error."""
        self._written, self._failed = written, failed
        self._turn = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.done = 0
        """The last seq that is safe."""

    def until(self, seq: int) -> None:
        """Return when this seq is safe; raises `RecordError`."""
        if self.done >= seq:
            return
        with self._turn:
            if self.done < seq:
                self._now()

    def soon(self) -> None:
        """See to it that all that is written is safe in a twentieth of a second."""
        if self._thread is None:
            thread = threading.Thread(target=self._later, name="steno-sync", daemon=True)
            self._thread = thread
            try:
                thread.start()
            except RuntimeError:
                # No threads are started any more when the interpreter ends.
                self._thread = None
                self.until(self._written()[0])

    def close(self, let_go: Callable[[], None]) -> None:
        """Sync a last time and have the file closed, whatever comes of it; raises `RecordError`."""
        self._stop.set()
        with self._turn:
            try:
                self._now()
            finally:
                let_go()

    def forked(self) -> None:
        self._turn, self._thread, self._stop = threading.Lock(), None, threading.Event()

    def _now(self) -> None:
        seq, descriptor = self._written()
        if descriptor < 0:
            return
        try:
            _datasync(descriptor)
        except OSError as error:
            raise self._failed(error) from error
        self.done = max(self.done, seq)

    def _later(self) -> None:
        """The thread: lives as long as there is something to sync."""
        while not self._stop.wait(INTERVAL):
            # A failure is kept in the figures, and closing tries again and says so.
            with contextlib.suppress(RecordError):
                self.until(self._written()[0])
            self._thread = None
            # Looked at after that: what is written from now on starts a thread of its own.
            if self._written()[0] <= self.done or self._thread is not None:
                return
            self._thread = threading.current_thread()
