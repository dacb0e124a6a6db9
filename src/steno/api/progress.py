"""How far a verb is: what it does now, and how much of that is done.  Shows nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import BinaryIO, Protocol

Fraction = Callable[[], float | None]
"""How much is done, from 0 to 1; None where that is not known."""


class Progress(Protocol):
    """Takes what is being done now, how much of it is done, and of how many bytes, if that is known."""

    def __call__(self, label: str, done: Fraction | float | None = None, total: int = 0) -> None: ...


def silent(label: str, done: Fraction | float | None = None, total: int = 0) -> None:
    """Where nobody asks how far it is."""


def of_file(stream: BinaryIO, size: int) -> Fraction:
    """How far a file has been read.  It asks the descriptor, so it may be called from another thread."""

    def fraction() -> float | None:
        try:
            return os.lseek(stream.fileno(), 0, os.SEEK_CUR) / size if size else None
        except (OSError, ValueError):  # a decompressed stream has no descriptor, a finished one is closed
            return None

    return fraction


class Amount:
    """How many bytes of many files are done."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._done = 0
        self._now: tuple[int, Fraction] = (0, lambda: 0)

    def begin(self, stream: BinaryIO, size: int) -> None:
        """The next file; what came before it is done."""
        self._done += self._now[0]
        self._now = (size, of_file(stream, size))

    def __call__(self) -> float | None:
        size, fraction = self._now
        return (self._done + size * (fraction() or 0)) / self.total if self.total else None
