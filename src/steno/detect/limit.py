"""Gives up on a text that takes too long.  No signal and no thread: who looks at a text in many ways asks first."""

from __future__ import annotations

import time
from collections.abc import Callable

from steno.detect.spans import Unscannable

SECONDS = 60.0
"""Long enough for hundreds of megabytes; what takes longer has more shapes than it can be worth."""


class Limit:
    """The time that a finder has for one text.  A look that has begun comes to its end: it takes linear time."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._end = 0.0

    def start(self) -> None:
        """A new text."""
        self._end = self._clock() + self._seconds

    def check(self) -> None:
        """Before the next look at it; raises `Unscannable`."""
        if self._clock() > self._end:
            raise Unscannable(f"scanning took longer than {self._seconds:g} seconds")
