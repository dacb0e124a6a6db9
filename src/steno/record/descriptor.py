"""Reads and writes bytes by descriptor, in as many calls as it takes.  Opens no file."""

from __future__ import annotations

import errno
import os

_READ = 1 << 20


def write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write all of it; raises `OSError`.  A pipe takes no more than it has room for, and a disk may become full."""
    left = memoryview(data)
    while left:
        written = os.write(descriptor, left)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        left = left[written:]


def read_range(descriptor: int, start: int, end: int) -> bytes:
    """The bytes from `start` to `end`, or to the end of the file where that comes first."""
    pieces = []
    while start < end and (piece := os.pread(descriptor, min(_READ, end - start), start)):
        pieces.append(piece)
        start += len(piece)
    return b"".join(pieces)
