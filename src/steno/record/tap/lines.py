"""Splits a stream of bytes into lines, as they come and in bounded memory.  Knows nothing of what they hold."""

from __future__ import annotations

from collections.abc import Iterator

from steno.record.tap.lost import LONGEST, Lost


class Lines:
    """Whole lines without their line feed.  One longer than `longest` is dropped and stands as a `Lost`.

    `blank`: an empty line is one too.
    """

    def __init__(self, longest: int = LONGEST, *, blank: bool = False) -> None:
        self._longest, self._blank = longest, blank
        self._begun: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        """The lines that these bytes complete."""
        if b"\n" not in data:  # most of a long message, and the traffic waits for each copy
            self._add(data)
            return
        *whole, last = data.split(b"\n")
        for piece in whole:
            self._add(piece)
            yield from self._line(blank=self._blank)
        self._add(last)

    def rest(self) -> Iterator[bytes | Lost]:
        """What stands after the last line feed."""
        yield from self._line(blank=False)

    def _line(self, *, blank: bool) -> Iterator[bytes | Lost]:
        size, line = self._size, b"".join(self._begun)
        self._begun.clear()
        self._size = 0
        if size > self._longest:
            yield Lost.TOO_LONG
        elif size or blank:
            yield line

    def _add(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > self._longest:
            self._begun.clear()
        elif piece:
            self._begun.append(piece)
