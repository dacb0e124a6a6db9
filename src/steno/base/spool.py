"""Holds bytes until they may go on: few in memory, many in a file without a name.  Knows nothing of what they are."""

from __future__ import annotations

import io
from typing import BinaryIO, cast


class Spool(io.RawIOBase):
    """A stream that is written, and read from its beginning.

    The file is its owner's alone, and gone with the process.  As `tempfile.SpooledTemporaryFile`, which costs start-up:
    ten modules, for outputs that nearly always fit into memory.
    """

    def __init__(self, most: int) -> None:
        """`most`: how many bytes stay in memory."""
        self._most = most
        self._held: BinaryIO = io.BytesIO()

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        taken = self._held.write(data)
        if isinstance(self._held, io.BytesIO) and self._held.tell() > self._most:
            self._held = _on_disk(self._held)
        return taken

    def read(self, size: int = -1) -> bytes:
        return self._held.read(size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._held.seek(offset, whence)

    def tell(self) -> int:
        return self._held.tell()

    def pass_on(self, stream: BinaryIO, piece: int) -> None:
        """Write everything to a stream."""
        self.seek(0)
        while data := self.read(piece):
            stream.write(data)

    def close(self) -> None:
        self._held.close()
        super().close()


def _on_disk(held: io.BytesIO) -> BinaryIO:
    from tempfile import TemporaryFile  # costs start-up, and few outputs are so large

    file = cast(BinaryIO, TemporaryFile())  # noqa: SIM115  closed with the spool
    file.write(held.getbuffer())
    return file
