"""Files: opens what may be read, writes atomically and for the owner only."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from steno.base.jsonl import BUFFER
from steno.errors import Unreadable as Unreadable

_ZSTD, _GZIP = b"\x28\xb5\x2f\xfd", b"\x1f\x8b"
_GZIP_BITS = 31  # zlib's word for "a gzip header comes first"
_PIECE = 1 << 10
"""So little is unpacked at a time: it may be a thousand times as much, or a hundred thousand."""
_FREELY, _TIMES = 1 << 28, 200
"""How much a file may expand to, and how many times its size beyond that: no log is packed so well, and a bomb is."""


class Expands(OSError):
    """Compressed data that expands to more than anybody meant to write."""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A regular file, for reading, decompressed where its first bytes say so; raises `Unreadable`."""
    with open(regular(path), "rb", buffering=BUFFER) as stream:
        yield decompressed(stream)


def regular(path: Path) -> int:
    """The descriptor of a regular file, for reading; raises `Unreadable`."""
    try:
        # Not open(): it would wait for ever on a FIFO that nobody writes to.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError) as error:
        reason = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
        raise Unreadable(f"{path}: {reason}") from None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        kind = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
        raise Unreadable(f"{path}: {kind}, expected a session file")
    return descriptor


def standard_input() -> BinaryIO:
    """The bytes of standard input."""
    return sys.stdin.buffer


def decompressed(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or its gzip or Zstandard contents."""
    head = peek(stream, 4)
    if head.startswith(_GZIP):
        inner = _Forgiving(_Frames(stream, lambda: zlib.decompressobj(_GZIP_BITS)), (EOFError, OSError, zlib.error))
    elif head.startswith(_ZSTD):
        import zstandard  # costs start-up, and few files need it

        frames = _Frames(stream, zstandard.ZstdDecompressor().decompressobj)
        inner = _Forgiving(frames, (EOFError, OSError, zstandard.ZstdError))
    else:
        return stream
    return io.BufferedReader(inner, BUFFER)


def peek(stream: BinaryIO, size: int) -> bytes:
    """The next bytes of a buffered stream, left in place."""
    if isinstance(stream, io.BytesIO):
        at = stream.tell()
        head = stream.read(size)  # not its buffer: who asks for that has all of it copied
        stream.seek(at)
        return head
    if isinstance(stream, io.BufferedReader):
        return stream.peek(size)[:size]
    raise TypeError(f"cannot look ahead in a {type(stream).__name__}")


def whole(stream: BinaryIO) -> bytes:
    """All bytes of a stream at which somebody may have looked, but from which nobody has read.

    A file's are read at once: behind what was looked at, a buffer would read the rest and copy both together.
    """
    if isinstance(stream, io.BufferedReader) and isinstance(stream.raw, io.FileIO) and stream.raw.seekable():
        stream.raw.seek(0)
        return stream.raw.readall()
    return stream.read()


def ahead(stream: BinaryIO, size: int) -> BinaryIO:
    """The same bytes, as a stream in which `peek` sees that many: a pipe or a small buffer shows fewer."""
    if isinstance(stream, io.BytesIO) or isinstance(getattr(stream, "raw", None), _Forgiving):
        return stream
    if isinstance(stream, io.BufferedReader) and len(peek(stream, size)) == size:
        return stream
    return io.BufferedReader(_Forgiving(stream, ()), BUFFER)


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Frame(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class _Frames:
    """Compressed frames, one after another, in pieces small enough that little is lost before a damaged one.

    The libraries' own readers will not do: one ends silently inside a truncated frame, the other drops what it has.
    """

    def __init__(self, stream: BinaryIO, begin: Callable[[], _Frame]) -> None:
        self._stream, self._begin = stream, begin
        self._frame = begin()
        self._ready, self._given = b"", 0
        self._packed = self._unpacked = 0

    def read(self, size: int, /) -> bytes:
        while self._given == len(self._ready):
            packed = self._frame.unused_data if self._frame.eof else b""
            if not packed:
                packed = self._stream.read(_PIECE)
                self._packed += len(packed)
            if not packed:
                if not self._frame.eof:
                    raise EOFError("the data ends in the middle of a frame")
                return b""
            if self._frame.eof:
                self._frame = self._begin()
            self._ready, self._given = self._frame.decompress(packed), 0
            self._count(len(self._ready))
        data = self._ready[self._given : self._given + size]
        self._given += len(data)
        return data

    def _count(self, size: int) -> None:
        self._unpacked += size
        if self._unpacked > max(_FREELY, _TIMES * self._packed):
            raise Expands(
                f"cut off at {_FREELY >> 20} MB, {_TIMES} times its size or more: unpack it yourself to read the rest"
            )


class _Forgiving(io.RawIOBase):
    """A decompressor whose damaged or truncated end is the end of the data.  `damage` says what was wrong."""

    def __init__(self, inner: _Readable, errors: tuple[type[Exception], ...]) -> None:
        self._inner, self._errors = inner, errors
        self.damage: str | None = None

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        filled = 0
        # To the brim: a decompressor or a pipe gives few bytes at a time, and `peek` shows one filling.
        while filled < len(buffer) and not self.damage:
            try:
                data = self._inner.read(min(len(buffer) - filled, BUFFER))
            except self._errors as error:
                self.damage = str(error)
                break
            if not data:
                break
            buffer[filled : filled + len(data)] = data
            filled += len(data)
        return filled


def damage(stream: BinaryIO) -> str | None:
    """What was wrong with the compressed bytes behind a stream that has been read to its end."""
    raw = getattr(stream, "raw", None)
    return raw.damage if isinstance(raw, _Forgiving) else None


def nearest(name: str, here: Path, home: Path) -> Path | None:
    """The nearest file of a name from a folder upwards, as far as its repository or the home folder goes.

    Where the folder lies in neither, only itself counts: what stands above may be anybody's.
    """
    folders = [here, *here.parents]
    ends = [number for number, folder in enumerate(folders) if folder == home or (folder / ".git").exists()]
    within = folders[: ends[0] + 1] if ends else folders[:1]
    return next((folder / name for folder in within if (folder / name).is_file()), None)


class Elsewhere(PermissionError):
    """Another user's link or folder stands on the way to an output.  `strerror` says what to do."""


def resolved(path: Path) -> Path:
    """Where a path leads, every link on the way followed; raises `Elsewhere` where another user made one of them.

    Root's links are the system's own.  A folder of another user into which everybody may write is refused too: whoever
    likes may put something else in the place of what is written.
    """
    if not hasattr(os, "geteuid"):
        return path.resolve()
    here, links = Path(path.absolute().anchor), 0
    left = list(reversed(path.absolute().parts[1:]))
    while left:
        part = left.pop()
        if part == "..":
            here = here.parent
            continue
        target = _link(here / part)
        if target is None:
            here /= part
            continue
        links += 1
        if links > _LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        here = Path(target.anchor) if target.is_absolute() else here
        left.extend(reversed(target.parts[1:] if target.is_absolute() else target.parts))
    _check_folder(here.parent)
    return here


_LINKS = 40  # as many as Linux follows


def _link(path: Path) -> Path | None:
    """What a symbolic link names; None where there is no link."""
    try:
        status = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISLNK(status.st_mode):
        return None
    if status.st_uid not in (0, os.geteuid()):
        why = f"the path goes through another user's symbolic link (uid {status.st_uid}); name the file itself"
        raise Elsewhere(errno.EPERM, why, str(path))
    return path.readlink()


def _check_folder(folder: Path) -> None:
    try:
        status = folder.stat()
    except OSError:
        return  # making the file says it better
    everybody = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    if everybody and status.st_uid not in (0, os.geteuid()):
        whose = f"the folder belongs to another user (uid {status.st_uid}) and is writable by everybody"
        raise Elsewhere(errno.EPERM, f"{whose}; choose another", str(folder))


_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that appears whole or not at all: 0600, synced, then renamed into place; raises `Elsewhere`.

    A link of this name is replaced, not followed.
    """
    folder = resolved(path.parent)
    _check_folder(folder)
    path = folder / path.name
    # As `tempfile.mkstemp` makes one, which costs start-up: ten modules, for every command.
    name = f"{path.parent}{os.sep}.{path.name}.{os.urandom(4).hex()}"
    descriptor = os.open(name, _NEW, 0o600)
    try:
        with open(descriptor, "wb", buffering=BUFFER) as stream:
            yield stream
            stream.flush()
            os.fsync(descriptor)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def private_directory(path: Path) -> Path:
    """The directory, made 0700 where it was missing, and so is every one above it that was."""
    for each in (*reversed(path.parents), path):
        each.mkdir(mode=0o700, exist_ok=True)
    return path
