"""The end of a transcript that was cut off while it was written: what is whole stays, what is not is kept beside it.

Knows lines and bytes; what an event means is not asked.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from steno.record.descriptor import read_range, write_all

_READ: Final = 1 << 20
_FLAGS: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class _Whole(Struct):
    """The least that makes a JSON object an event."""

    seq: int
    type: str


_whole = msgspec.json.Decoder(_Whole).decode


def repair(descriptor: int, path: Path) -> None:
    """Make the file end with a line end.  Raises `OSError`, and then nothing is lost.

    A whole event that lacks only its line end gets it.  Anything else after the last line end goes, byte for byte and
    as a line of its own, to the end of `<file>.torn`, and is cut off only when it is safely there.
    """
    size = os.fstat(descriptor).st_size
    start = _last_line(descriptor, size)
    if start == size:
        return
    tail = read_range(descriptor, start, size)
    if _is_whole(tail):
        os.write(descriptor, b"\n")
        return
    _keep(path.with_name(path.name + ".torn"), tail)
    os.ftruncate(descriptor, start)


def unwritten(descriptor: int, end: int, line: bytes | bytearray) -> bool:
    """Take back the part of a line that was written behind `end`; whether the file is as it was before.

    Only what is that line's own is cut off: another program may have appended in between.
    """
    try:
        size = os.fstat(descriptor).st_size
        if size == end:
            return True
        if size < end or not line.startswith(read_range(descriptor, end, size)):
            return False
        os.ftruncate(descriptor, end)
    except OSError:
        return False
    return True


def _last_line(descriptor: int, size: int) -> int:
    """Where the bytes after the last line end begin."""
    end = size
    while end:
        start = max(0, end - _READ)
        found = read_range(descriptor, start, end).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _is_whole(tail: bytes) -> bool:
    try:
        _whole(tail)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return True


def _keep(path: Path, tail: bytes) -> None:
    descriptor = os.open(path, _FLAGS, 0o600)
    try:
        write_all(descriptor, tail + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
