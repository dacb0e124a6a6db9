"""Up to where a log that grows was read, and what was written to it since.  Knows lines and files, not their words."""

from __future__ import annotations

import enum
import os
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from steno.base.files import regular
from steno.errors import Unreadable
from steno.model import Event, Origin, Trace
from steno.model.merge import moved

_MARK: Final = 64
_MOST: Final = 64 << 20
"""So many bytes are taken at once; the rest comes the next time."""


class Change(enum.Enum):
    """What became of a file since it was looked at last."""

    NONE = "none"
    GROWN = "grown"
    REPLACED = "replaced"
    """Another file, or shorter, or rewritten."""
    GONE = "gone"


class State(Struct, frozen=True):
    """A file as it was found."""

    inode: int
    size: int
    modified: int

    @classmethod
    def of(cls, path: Path) -> State | None:
        """None where there is no file."""
        try:
            status = os.stat(path)  # noqa: PTH116  asked again and again
        except OSError:
            return None
        return cls(status.st_ino, status.st_size, status.st_mtime_ns)


class Seam(Struct, frozen=True):
    """Where a log of lines was read up to: behind the end of a line."""

    offset: int
    line: int
    """How many lines there are before it."""
    mark: bytes
    """The bytes before it, by which it is known again."""


def seam(trace: Trace, path: Path) -> Seam | None:
    """Where the reading of a log ended; None where the file is no log of lines, or its last line has no end."""
    origins = [event.origin for event in trace.events if isinstance(event.origin, Origin) and event.origin.source == 0]
    if not origins or not trace.header.sources or trace.header.sources[0].path != str(path):
        return None
    last = max(origins, key=lambda each: (each.offset, each.line))
    end = last.offset + last.length
    try:
        head, mark = _bytes(path, 0, 1), _bytes(path, max(0, end - _MARK), min(end, _MARK))
    except Unreadable:
        return None
    if head != b"{" or not mark.endswith(b"\n") or not last.line or not last.length:
        return None
    return Seam(end, last.line, mark)


def appended(path: Path, at: Seam) -> tuple[bytes, Seam] | None:
    """The whole lines behind a seam, and where they end; None where what stands before it is not what was read."""
    if at.mark != _bytes(path, max(0, at.offset - _MARK), min(at.offset, _MARK)):
        return None
    data = _bytes(path, at.offset, _MOST)
    data = data[: data.rfind(b"\n") + 1]  # the agent is still writing the rest
    if not data:
        return b"", at
    end = at.offset + len(data)
    mark = (at.mark + data)[-_MARK:] if end >= _MARK else at.mark + data
    return data, Seam(end, at.line + data.count(b"\n"), mark)


def placed(trace: Trace, at: Seam) -> Trace:
    """The trace of what was written behind a seam, as part of the whole: under names of its own, at its real place."""
    return replace(trace, events=tuple(_placed(event, at) for event in trace.events))


def _placed(event: Event, at: Seam) -> Event:
    event = moved(event, f"+{at.offset}", 0)
    origin = event.origin
    if isinstance(origin, Origin):
        origin = replace(origin, line=origin.line + at.line, offset=origin.offset + at.offset)
    return replace(event, origin=origin)


def _bytes(path: Path, offset: int, size: int) -> bytes:
    descriptor = regular(path)
    try:
        return os.pread(descriptor, size, offset)
    except OSError as error:
        raise Unreadable(f"{path}: {(error.strerror or str(error)).lower()}") from None
    finally:
        os.close(descriptor)
