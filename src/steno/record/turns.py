"""Lets threads that all record at once take turns.  Knows a lock and how many events there are, none of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _thread import RLock

_NEAR: Final = 4
"""Events between two waits that belong to the same crowd."""
_CROWD: Final = 2
"""So many such waits in a row, and it is one."""
TURN: Final = 0.001
"""Seconds for which one thread records alone while there is a crowd."""


class Turns:
    """Waits for a lock that another thread holds.

    A lock that goes from thread to thread with every event makes the system switch threads twice for each, which costs
    several times what the event does.  So in a crowd those that wait stand aside for a while, the longer the more they
    are, and who has the lock records many events before it goes on.  A thread that only meets another one by chance
    waits no longer than for its event.
    """

    def __init__(self, pause: Callable[[float], object] = time.sleep) -> None:
        self._pause = pause
        # Changed without a lock: what is lost by that is one good guess.
        self._last = self._row = 0
        self._aside: list[None] = []

    def wait(self, lock: RLock, seq: int) -> bool:
        """Acquire the lock, which is then held: always true, as of `acquire`.  `seq` is that of the last event."""
        near, self._last = seq - self._last <= _NEAR, seq
        self._row = self._row + 1 if near else 0
        if self._row > _CROWD:
            self._stand_aside()
            if lock.acquire(blocking=False):
                return True
        return lock.acquire()

    def _stand_aside(self) -> None:
        # A list, not a number: threads may add to it and take from it at the same time.
        self._aside.append(None)
        try:
            self._pause(TURN * len(self._aside))
        finally:
            self._aside.pop()
