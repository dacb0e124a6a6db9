"""Lines of JSON with their byte ranges.  Never skips a byte and never stops at a bad line; judges nothing."""

from __future__ import annotations

import enum
import io
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, count
from typing import BinaryIO

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON, BadJSON, decode, plain
from steno.base.scan import tokens

BUFFER = 1 << 20
_BATCH = 1 << 15
"""About so many bytes of lines are decoded at once."""
_END = ord("\n")
_ESCAPE = b"\\u00"


_decoder, _encoder = msgspec.json.Decoder(), msgspec.json.Encoder()
_decode, _encode_into = _decoder.decode, _encoder.encode_into
_decode_lines, _encode_lines = _decoder.decode_lines, _encoder.encode_lines


class Flaw(enum.Enum):
    """What keeps the bytes of a line from being, all of them, a JSON value."""

    BOM = "byte order mark"
    BLANK = "blank"
    BAD = "not JSON"
    CUT = "cut off"
    DUPLICATE = "duplicate key"
    GLUED = "glued"


# No line can be part of a cycle, so the collector need not look at any.
class Line(Struct, frozen=True, gc=False):
    number: int
    """Counted from 1; a run of blank lines has the number of its first."""
    offset: int
    length: int
    """The line ending included: lengths add up to the size of the stream."""
    value: JSON | UnsetType
    """UNSET where the line holds no JSON value."""
    flaw: Flaw | None = None
    message: str = ""
    raw: bytes = b""
    """The bytes of a flawed line: its value, if any, does not say everything."""
    part: int = 0
    """Counted from 0: which one it is of the objects that stand in one line without a line end between them."""
    file: int = 0
    """Counted from 1: which one of the files beside the main one it stands in."""

    @property
    def name(self) -> str:
        """What no other line of the session is called."""
        if not self.part and not self.file:
            return str(self.number)
        name = f"{self.number}#{self.part}" if self.part else f"{self.number}"
        return f"{self.file}/{name}" if self.file else name


class Part(Struct, frozen=True):
    """Whole lines of a file."""

    offset: int
    end: int
    number: int
    """How many lines stand before it."""


class Excerpt(io.BytesIO):
    """Some lines of a file, which keep their numbers and offsets."""

    def __init__(self, file: BinaryIO, parts: Iterable[Part]) -> None:
        self.parts: list[tuple[Part, bytes]] = []
        for part in parts:
            file.seek(part.offset)
            self.parts.append((part, file.read(part.end - part.offset)))
        super().__init__(b"".join(data for _, data in self.parts))


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Every byte of the stream, as lines in order."""
    if not isinstance(stream, Excerpt):
        return _lines(stream, 0, 0)
    return chain.from_iterable(_lines(io.BytesIO(data), part.number, part.offset) for part, data in stream.parts)


def _lines(stream: BinaryIO, number: int, offset: int) -> Iterator[Line]:
    """Those of a stream before which so many lines and bytes stand."""
    first = stream.readline()
    if not offset and first.startswith(b"\xef\xbb\xbf"):
        yield Line(1, 0, 3, UNSET, Flaw.BOM, "the file begins with a byte order mark", first[:3])
        first, offset = first[3:] or stream.readline(), 3
    batch, singly = [first] if first else [], _Singly()
    del first  # a long line is not kept while its value is used
    while batch:
        lengths = [len(data) for data in batch]
        if singly.hopeful and (values := _together(batch)) is not None:
            batch.clear()
            yield from singly.ended()
            yield from map(Line, count(number + 1), accumulate(lengths, initial=offset), lengths, values)
            del values
        else:
            yield from singly.lines(batch, number, offset)
        number, offset = number + len(lengths), offset + sum(lengths)
        batch = stream.readlines(_BATCH)
    yield from singly.ended()


class _Singly:
    """Decodes lines one by one, and puts blank ones in a row together."""

    def __init__(self) -> None:
        self._failed = self._alike = 0
        """How many batches could not be decoded together, and how many in a row could have been since then."""
        self._blank: Line | None = None
        self._same = bytearray()

    @property
    def hopeful(self) -> bool:
        """Whether the next batch may well be decoded together: each time that fails it takes longer to try again."""
        return self._alike >= self._failed

    def lines(self, batch: list[bytes], number: int, offset: int) -> Iterator[Line]:
        """Some lines, before which so many lines and bytes stand.  Takes them out of the batch."""
        same, alike = self._same, True
        self._failed += self.hopeful
        batch.reverse()
        while batch:
            data = batch.pop()
            number += 1
            length = len(data)
            # The common line, without a call: it decodes, and encodes to the same bytes, but for escapes.
            try:
                value = _decode(data)
                _encode_into(value, same)
                same.append(_END)
                line = None
                if same != data:
                    alike = False
                    line = None if _says(data, same) else odd(data, number, offset)
            except (msgspec.MsgspecError, RecursionError, UnicodeError):
                alike, value, line = False, UNSET, odd(data, number, offset)
            data = b""  # as above
            if length > BUFFER:
                same.clear()
            if line is not None and line.flaw is Flaw.BLANK:
                self._blank = line if self._blank is None else replace(self._blank, length=self._blank.length + length)
            else:
                yield from self.ended()
                if line is None:
                    yield Line(number, offset, length, value)
                elif line.value is UNSET and (parts := glued(line)):
                    yield from parts
                else:
                    yield line
            offset += length
        self._alike = self._alike + 1 if alike else 0

    def ended(self) -> Iterator[Line]:
        """The blank lines that stand before the next line."""
        if self._blank is not None:
            yield self._blank
            self._blank = None


def _together(batch: list[bytes]) -> list[JSON] | None:
    """The values of lines that all encode to the very same bytes; None where one does not, or is long."""
    data = b"".join(batch)
    if len(data) > BUFFER:
        return None
    try:
        values: list[JSON] = _decode_lines(data)
        return values if len(values) == len(batch) and _encode_lines(values) == data else None
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def _says(data: bytes, compact: bytearray) -> bool:
    """Whether a line spells what these bytes do, with other escapes or with white space between its tokens."""
    if _ESCAPE in data and compact == plain(data):
        return True
    found = msgspec.json.format(data, indent=-1)
    return len(found) + 1 == len(compact) and compact.startswith(found)


def odd(data: bytes, number: int, offset: int) -> Line:
    """A line that did not come back byte for byte: white space, other escapes, odd numbers, or not JSON at all."""
    length, body = len(data), data.rstrip(b"\r\n")
    if not body.strip(b" \t\r\n"):
        return Line(number, offset, length, UNSET, Flaw.BLANK, "blank line", data)
    try:
        value, duplicate = decode(body)
    except BadJSON as error:
        where = f" at byte {error.position + 1}" if error.position is not None else ""
        if not data.endswith(b"\n"):
            message = f"the last line is cut off: {error}{where}"
            return Line(number, offset, length, UNSET, Flaw.CUT, message, data)
        return Line(number, offset, length, UNSET, Flaw.BAD, f"not JSON: {error}{where}", data)
    if duplicate is not None:
        return Line(number, offset, length, value, Flaw.DUPLICATE, f"the key {duplicate!r} appears twice", data)
    return Line(number, offset, length, value)


def glued(line: Line) -> list[Line]:
    """The objects that make up a line, where it is nothing but several of them: a line end between them was lost.

    The white space behind an object is its own, so that their lengths add up to the line's.
    """
    data, found, start = line.raw, list[Line](), 0
    while data[start : start + 1] == b"{":
        parts = tokens(data, start)
        end = len(data) - len(data[parts.end :].lstrip())
        try:
            value, duplicate = decode(data[start : parts.end])
        except BadJSON:
            return []
        flaw = Flaw.GLUED if found else None
        message = f"object {len(found) + 1} of the line, expected one" if found else ""
        raw = b""
        if duplicate is not None:
            flaw, message, raw = Flaw.DUPLICATE, f"the key {duplicate!r} appears twice", data[start:end]
        found.append(Line(line.number, line.offset + start, end - start, value, flaw, message, raw, len(found)))
        start = end
    return found if start == len(data) and len(found) > 1 else []
