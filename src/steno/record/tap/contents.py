"""What an HTTP body says, as whole messages: one document, or the events of a stream.  Knows no JSON."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Protocol

from steno.record.tap.heads import Head
from steno.record.tap.lines import Lines
from steno.record.tap.lost import LONGEST, Lost

_GZIP_BITS = 31  # zlib's word for "a gzip header comes first"
_PIECE = 1 << 20


class Content(Protocol):
    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        """The messages that these bytes complete."""

    def rest(self) -> Iterator[bytes | Lost]:
        """The messages that the end of the body completes."""


def content(head: Head) -> Content | None:
    """How to read a body, by its head; None where it holds no messages."""
    match head.value(b"content-type"):
        case b"application/json":
            plain: Content = Document()
        case b"text/event-stream":
            plain = Events()
        case _:
            return None
    match head.value(b"content-encoding"):
        case b"" | b"identity":
            return plain
        case b"gzip" | b"x-gzip":
            return Unpacked(plain)
        case _:
            return Undecoded()


class Document:
    """One message, the whole body."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        self._size += len(data)
        if self._size > self._longest:
            self._pieces.clear()
        else:
            self._pieces.append(data)
        yield from ()

    def rest(self) -> Iterator[bytes | Lost]:
        if self._size > self._longest:
            yield Lost.TOO_LONG
        elif self._size:
            yield b"".join(self._pieces)


class Events:
    """Server-sent events: a message is the data of one."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._lines, self._longest = Lines(longest, blank=True), longest
        self._data: list[bytes] = []
        self._size = 0
        self._lost = self._returned = False

    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        # A line ends with CR, LF or both, and the two may come in different pieces.
        if self._returned and data:
            data = data.removeprefix(b"\n")
            self._returned = False
        if b"\r" in data:
            self._returned = data.endswith(b"\r")
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        for line in self._lines.feed(data):
            if isinstance(line, Lost):
                self._lost = True
            elif not line:
                yield from self._event()
            elif line.startswith(b"data"):
                self._add(line)

    def rest(self) -> Iterator[bytes | Lost]:
        """An event that its stream cut off is no event."""
        yield from ()

    def _add(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        self._size += len(value) if name == b"data" else 0
        if self._size > self._longest:
            self._lost = True
            self._data.clear()
        elif name == b"data":
            self._data.append(value.removeprefix(b" "))

    def _event(self) -> Iterator[bytes | Lost]:
        if self._lost:
            yield Lost.TOO_LONG
        elif self._data:
            yield b"\n".join(self._data)
        self._data.clear()
        self._size, self._lost = 0, False


class Unpacked:
    """The same, compressed."""

    def __init__(self, plain: Content) -> None:
        self._plain = plain
        self._packed = zlib.decompressobj(_GZIP_BITS)
        self._damaged = False

    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        while data and not self._damaged:
            try:
                piece = self._packed.decompress(data, _PIECE)
            except zlib.error:
                self._damaged = True
                yield Lost.ENCODED
                return
            data = self._packed.unconsumed_tail
            yield from self._plain.feed(piece)

    def rest(self) -> Iterator[bytes | Lost]:
        if not self._damaged:
            yield from self._plain.rest()


class Undecoded:
    """A body in an encoding that is not read."""

    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        yield from ()

    def rest(self) -> Iterator[bytes | Lost]:
        yield Lost.ENCODED
