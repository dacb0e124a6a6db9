"""Bodies of HTTP/1.1 messages: where one ends in a stream of bytes, and its content.  Reads no socket."""

from __future__ import annotations

from typing import Protocol

_LONGEST_LINE = 1 << 14


class Broken(ValueError):
    """A body whose framing makes no sense."""


class Body(Protocol):
    """One body that comes in pieces."""

    @property
    def done(self) -> bool:
        """Whether its last byte has come."""

    def take(self, data: bytes) -> tuple[int, bytes]:
        """How many of these bytes belong to it, and the content in them; raises `Broken`."""


class Sized:
    """A body of a stated length."""

    def __init__(self, length: int) -> None:
        self._left = length

    @property
    def done(self) -> bool:
        return self._left == 0

    def take(self, data: bytes) -> tuple[int, bytes]:
        used = min(self._left, len(data))
        self._left -= used
        return used, data[:used]


class Endless:
    """A body that ends with its connection."""

    done = False

    def take(self, data: bytes) -> tuple[int, bytes]:
        return len(data), data


class Chunked:
    """A body in chunks, each after a line that states its size."""

    def __init__(self) -> None:
        self.done = False
        self._left = 0
        self._line = b""
        self._trailing = self._closing = False

    def take(self, data: bytes) -> tuple[int, bytes]:
        used, content = 0, []
        while used < len(data) and not self.done:
            if self._left:
                piece = data[used : used + self._left]
                self._left -= len(piece)
                self._closing = not self._left
                used += len(piece)
                content.append(piece)
                continue
            end = data.find(b"\n", used) + 1
            self._line += data[used : end or len(data)]
            used = end or len(data)
            if len(self._line) > _LONGEST_LINE:
                raise Broken("a line of a chunk is too long")
            if end:
                self._read(self._line)
                self._line = b""
        return used, b"".join(content)

    def _read(self, line: bytes) -> None:
        text = line[:-2] if line.endswith(b"\r\n") else None
        if text is None or (self._closing and text):
            raise Broken("a chunk has the wrong length")
        if self._closing:
            self._closing = False
        elif self._trailing:
            self.done = not text
        else:
            size = text.partition(b";")[0].strip(b" \t")
            if not size or len(size) > 15 or size.strip(b"0123456789abcdefABCDEF"):
                raise Broken("the size of a chunk is not a number")
            self._left = int(size, 16)
            self._trailing = not self._left
