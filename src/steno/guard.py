"""Looks at bytes on their way out, and stops them if they hold what should have been masked."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO, cast

from steno.contracts import Leak

if TYPE_CHECKING:
    from steno.detect import Span
    from steno.passes.kept import Watch

PIECE = 1 << 22
OVERLAP = 1 << 16
"""How much of a piece is looked at again with the next: no secret that stands across the cut is longer."""


class Guard(io.RawIOBase):
    """A stream that passes bytes on after it has looked at them; raises `Leak`.  `finish` looks at the rest."""

    def __init__(self, stream: BinaryIO, watches: Sequence[Watch]) -> None:
        self._stream, self._watches = stream, watches
        self._waiting: list[bytes] = []
        self._size = 0
        self._seen = b""
        self._done = 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._waiting.append(bytes(data))
        self._size += len(data)
        if self._size >= PIECE:
            self.finish()
        return len(data)

    def finish(self) -> None:
        """Look at what is waiting, and pass it on."""
        piece = b"".join(self._waiting)
        self._waiting, self._size = [], 0
        if not piece:
            return
        seen = self._seen + piece
        for watch in self._watches:
            for span in watch(seen):
                self._stop(span)
        self._stream.write(piece)
        self._done += len(piece)
        self._seen = piece[-OVERLAP:]

    def _stop(self, span: Span) -> None:
        raise Leak(f"the output still holds a {span.type} ({span.code}) near byte {self._done}: nothing was written")


def guarded(stream: BinaryIO, watches: Sequence[Watch]) -> tuple[BinaryIO, Guard]:
    """The guard as a stream to write to, and as itself."""
    guard = Guard(stream, watches)
    return cast(BinaryIO, guard), guard
