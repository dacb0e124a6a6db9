"""Looks at bytes on their way out, and stops them if they hold what should have been masked."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, cast

from steno.base.spool import Spool
from steno.contracts import Leak

if TYPE_CHECKING:
    from steno.detect import Span
    from steno.passes.kept import Watch

PIECE = 1 << 22
OVERLAP = 1 << 16
"""How much of a piece is looked at again with the next: no secret that stands across the cut is longer."""
_IN_MEMORY = 4 * PIECE
"""What is more is held in a file without a name, which is its owner's alone and gone with the process."""


class Guard(io.RawIOBase):
    """A stream that holds all bytes back until `finish` has looked at the last of them; raises `Leak`.

    Nobody can take back what was passed on, and what the end of an output teaches may be a secret at its beginning.
    """

    def __init__(self, stream: BinaryIO, watches: Sequence[Watch]) -> None:
        self._stream, self._watches = stream, watches
        self._held = Spool(_IN_MEMORY)

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self._held.write(data)

    def finish(self) -> None:
        """Look at everything, and pass it on."""
        for begin, seen in self._pieces():
            for watch in self._watches:
                for span in watch(seen):
                    self._stop(span, begin)
        self._held.pass_on(self._stream, PIECE)
        self.close()

    def close(self) -> None:
        self._held.close()
        super().close()

    def _pieces(self) -> Iterator[tuple[int, bytes]]:
        """Where each begins, and the piece with the end of the one before."""
        self._held.seek(0)
        begin, before = 0, b""
        while piece := self._held.read(PIECE):
            yield begin, before + piece
            begin, before = begin + len(piece), piece[-OVERLAP:]

    def _stop(self, span: Span, begin: int) -> None:
        raise Leak(f"the output still holds a {span.type} ({span.code}) near byte {begin}: nothing was written")


def guarded(stream: BinaryIO, watches: Sequence[Watch]) -> tuple[BinaryIO, Guard]:
    """The guard as a stream to write to, and as itself."""
    guard = Guard(stream, watches)
    return cast(BinaryIO, guard), guard
