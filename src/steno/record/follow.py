"""Follows a file of lines that grows, and can go on from an offset.  Knows bytes and line ends, not what they say."""

from __future__ import annotations

import enum
import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from steno.base.files import Unreadable, opened
from steno.record.wake import Wake, wake

_PIECE = 1 << 20
_MARK = 64


class Change(enum.Enum):
    """What happened to the file, besides growing."""

    WAITING = "the file does not exist yet: waiting for it"
    TAKEN_BACK = "its unfinished last line was removed"
    TRUNCATED = "it was truncated: reading from its start"
    REWRITTEN = "it was rewritten: reading from its start"
    GONE = "it was deleted or moved: waiting for a new file of that name"
    REPLACED = "another file took its name: reading that one from its start"


Tell = Callable[[Change, int], None]
"""Called with a change, and how many bytes of an unfinished line it removed."""


class Follower:
    """`for offset, line in Follower(path): ...` gives every line of a file, and waits for more.

    A line comes when it is whole, its line end included.  `offset` is where the next one begins: a later follower that
    starts there misses nothing and repeats nothing.  After a change that is told as such, offsets count from the new
    start.  `close` ends it, from any thread.  With `grows` off it ends where the file ended when it was opened.
    """

    def __init__(
        self, path: Path, *, grows: bool = True, tell: Tell = lambda change, lost: None, waker: Wake | None = None
    ) -> None:
        self._path, self._grows, self._tell = path, grows, tell
        self._wake = waker if waker is not None or not grows else wake()
        self._stack = ExitStack()
        self._file: int | None = None
        self._end: int | None = None
        self._closed = self._gone = False
        self.offset = self._seen = 0
        self._mark = b""
        self._counted = (0, 1)

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._stack.close()
        self._file = None

    def close(self) -> None:
        self._closed = True
        if self._wake is not None:
            self._wake.close()

    def open(self) -> bool:
        """Whether the file is there; it is open and watched from now on.  Raises `Unreadable` where it cannot be read,
        and where it is missing and not waited for."""
        if self._file is not None:
            return True
        self._watch()  # its name, before the look whether it is there
        if self._grows and _missing(self._path):
            return False
        try:
            stream = self._stack.enter_context(opened(self._path))
        except Unreadable:
            if self._grows and _missing(self._path):
                return False  # gone between two looks
            raise
        if not isinstance(getattr(stream, "raw", None), io.FileIO):
            raise Unreadable(f"{self._path}: compressed, so it cannot be followed; `steno show` reads it")
        self._file = stream.fileno()
        self._end = None if self._grows else self.size()
        self._watch()  # the file itself, before it is read
        return True

    def _watch(self) -> None:
        if self._wake is not None:
            self._wake.watch(self._path)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        told = False
        while not self._closed:
            if not self.open():
                if not told:
                    self._tell(Change.WAITING, 0)
                told = True
            else:
                yield from self._news()
                yield from self._whole()
            if self._wake is None:
                return
            if not self._closed:
                self._wake.wait()

    def seek(self, offset: int) -> None:
        """Begin there; the file is open."""
        self._restart(offset)
        self._mark = self._at(max(0, offset - _MARK), min(offset, _MARK))

    def head(self, size: int) -> bytes:
        """The first bytes of the file."""
        return self._at(0, size)

    def begins(self, offset: int) -> bool:
        """Whether a line may begin there: after a line end, or where one is still to come."""
        return offset == 0 or self._at(offset - 1, 1) == b"\n" or self._at(offset, 1) in (b"", b"\r", b"\n")

    def size(self) -> int:
        return os.fstat(self._descriptor()).st_size

    def last(self, count: int) -> int:
        """Where the last `count` lines begin.  One that has not ended counts only where it is not waited for."""
        position = self.size() if self._end is None else self._end
        if not position:
            return 0
        if not count and not self._grows:
            return position
        # The last line's own end too, where it has one that counts.
        missing = count if count and not self._grows and self._at(position - 1, 1) != b"\n" else count + 1
        while position > 0:
            start = max(0, position - _PIECE)
            piece = self._at(start, position - start)
            found = piece.count(b"\n")
            if found >= missing:
                index = len(piece)
                for _ in range(missing):
                    index = piece.rfind(b"\n", 0, index)
                return start + index + 1
            missing -= found
            position = start
        return 0

    def number(self, offset: int) -> int:
        """Of the line that begins at an offset, counted from 1."""
        position, number = self._counted if self._counted[0] <= offset else (0, 1)
        while position < offset and (piece := self._at(position, min(_PIECE, offset - position))):
            number += piece.count(b"\n")
            position += len(piece)
        self._counted = (position, number)
        return number

    def unfinished(self) -> int:
        """How many bytes there are of a last line without an end."""
        if self._file is None:
            return 0
        return max(0, (self.size() if self._end is None else self._end) - self.offset)

    def rest(self) -> bytes:
        """That line, as far as it is there."""
        return self._at(self.offset, left) if (left := self.unfinished()) else b""

    def _restart(self, offset: int) -> None:
        self.offset = self._seen = offset
        self._mark = b""
        self._counted = (0, 1)

    def _news(self) -> Iterator[tuple[int, bytes]]:
        """See what became of the file since the last look; gives what is left of one that was replaced."""
        if self.offset <= self.size() < self._seen:
            lost, self._seen = self._seen - self.offset, self.offset
            self._tell(Change.TAKEN_BACK, lost)
        if not self._grows:
            return
        try:
            now = self._path.stat()
        except OSError:
            if not self._gone:
                self._tell(Change.GONE, 0)  # whoever has it open may still write to it
            self._gone = True
            return
        self._gone = False
        if not os.path.samestat(now, os.fstat(self._descriptor())):
            yield from self._whole()
            lost = self.unfinished()
            self._stack.close()
            self._file = None
            self._again(Change.REPLACED, lost)
            self.open()

    def _again(self, change: Change, lost: int = 0) -> None:
        self._restart(0)
        self._tell(change, lost)

    def _whole(self) -> Iterator[tuple[int, bytes]]:
        """The lines that have ended since the last look."""
        while self._file is not None:
            if self._seen > self.offset:
                # The line's beginning was seen earlier: only its end is looked for.
                piece = self._at(self._seen, _PIECE)
                if b"\n" not in piece:
                    self._seen += len(piece)
                    if piece:
                        continue
                    return
            # Also what was seen before is read here: a writer may have taken it back since.
            piece = self._after_mark(self._seen - self.offset + _PIECE)
            end = piece.rfind(b"\n") + 1
            if not end:
                self._seen = max(self._seen, self.offset + len(piece))
                if len(piece) < _PIECE:
                    return
            for line in io.BytesIO(memoryview(piece)[:end]):
                start = self.offset
                self.offset = self._seen = start + len(line)
                self._mark = line[-_MARK:]
                yield start, line

    def _after_mark(self, size: int) -> bytes:
        """The bytes at `offset`.  The last ones that were given must still stand before it: if not, the file has been
        written anew, perhaps longer than it was, and is read from its start."""
        mark = len(self._mark)
        found = self._at(self.offset - mark, mark + size)
        if found.startswith(self._mark):
            return found[mark:]
        self._again(Change.TRUNCATED if self.size() < self.offset else Change.REWRITTEN)
        return self._at(0, size)

    def _at(self, position: int, size: int) -> bytes:
        descriptor = self._descriptor()
        if self._end is not None:
            size = min(size, self._end - position)
        os.lseek(descriptor, position, os.SEEK_SET)
        pieces = []
        while size > 0 and (piece := os.read(descriptor, size)):
            pieces.append(piece)
            size -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def _descriptor(self) -> int:
        if self._file is None:
            raise ValueError("the file is not open")
        return self._file


def _missing(path: Path) -> bool:
    """Whether there is no such file; what else is wrong with it, opening it says."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False
