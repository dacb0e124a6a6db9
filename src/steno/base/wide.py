"""Texts of two or four bytes a character, read as UTF-8.  Knows encodings, not what is written in them."""

from __future__ import annotations

import codecs
import io
from typing import BinaryIO

from steno.base.files import ahead, peek
from steno.base.jsonl import BUFFER

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks.  That of UTF-16 begins that of UTF-32, so it comes last."""
_UNMARKED = 32
"""So many bytes, every other of them NUL, are UTF-16 without a mark."""


def as_utf8(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or what it says in UTF-8 where its first bytes are those of UTF-16 or UTF-32."""
    stream = ahead(stream, _UNMARKED)
    encoding = _encoding(peek(stream, _UNMARKED))
    return io.BufferedReader(_Recoded(stream, encoding), BUFFER) if encoding else stream


def _encoding(head: bytes) -> str:
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    first, second = head[::2], head[1::2]
    if len(head) == _UNMARKED and b"\0" not in first and not any(second):
        return "utf-16-le"
    if len(head) == _UNMARKED and b"\0" not in second and not any(first):
        return "utf-16-be"
    return ""


class _Recoded(io.RawIOBase):
    """What is no character of the encoding becomes a mark that says so."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._ready and not self._ended:
            data = self._stream.read(BUFFER)
            self._ended = not data
            self._ready = self._decode(data, self._ended).encode()
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size
