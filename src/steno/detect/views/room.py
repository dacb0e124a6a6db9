"""How much of a text that was compressed is looked at, so that a small one cannot become a huge one."""

from __future__ import annotations

from steno.detect.spans import Unscannable

TIMES, SMALL = 16, 1 << 14
"""How many times larger than its code a text may be, and how large that of a small one."""


class Room:
    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, size: int) -> None:
        """Raises `Unscannable` where there is no more room: what cannot be looked at does not leave."""
        self.left -= size
        if self.left < 0:
            raise Unscannable("a compressed text in it is too large to scan")
