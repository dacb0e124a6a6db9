"""The lines of a log: where each begins, which of them are records, and how those are spelled.  Knows no format."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.jsonl import glued, odd

BLOCK: Final = 1 << 15
"""How many bytes of whole lines are read at once: few enough that their records are still near when they are used."""
PART: Final = 1 << 18
"""How many bytes of whole lines are looked at together."""

Record = dict[str, JSON]

_decode = msgspec.json.Decoder().decode
_decode_lines = msgspec.json.Decoder().decode_lines
_encode_lines = msgspec.json.Encoder().encode_lines
_BACKSLASH: Final = ord("\\")
_BAD = (msgspec.MsgspecError, RecursionError, UnicodeError)


class Some(NamedTuple):
    """Some lines."""

    first: int
    """The number of the first."""
    size: int
    """In bytes."""
    records: list[Record | None]
    """None for a line that is more or less than one."""
    exact: bool
    """Whether each is one, and spelled as JSON would."""


class Rows:
    """The lines of a log, by their numbers, from 1 on."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.blank: list[int] = []
        self.odd: list[int] = []
        """Lines that are more or less than one record."""
        self.more: dict[int, list[Record]] = {}
        """The records of those that are more: that hold several, or one that says something twice."""
        self.respelled: set[int] = set()
        """Lines that JSON would spell otherwise."""

    @cached_property
    def _begins(self) -> array[int]:
        """Where each line begins, and last of all where the next one would."""
        begins, find = array("Q", [0]), self.data.find
        at = find(b"\n")
        while at >= 0:
            begins.append(at + 1)
            at = find(b"\n", at + 1)
        if begins[-1] < len(self.data):
            begins.append(len(self.data) + 1)
        return begins

    @property
    def unended(self) -> int:
        """The number of the last line, where it has no end."""
        return 0 if self.data.endswith(b"\n") else len(self._begins) - 1

    def read(self) -> Iterator[Some]:
        """All lines.  To be called first, and once."""
        start, number = 0, 1
        while start < len(self.data):
            end = self.data.find(b"\n", start + BLOCK - 1) + 1 or len(self.data)
            exact = self._exact(start, end)
            records = exact or list(self._each(number, start, end))
            yield Some(number, end - start, records, bool(exact))
            number, start = number + len(records), end

    def _exact(self, start: int, end: int) -> list[Record | None]:
        """The records of lines of which each is one, and spelled as JSON would; none where any is not."""
        if end - start > 2 * BLOCK:
            return []  # a long line is not copied
        block = self.data[start:end]
        try:
            records = _decode_lines(block)
            return records if _encode_lines(records) == block and {*map(type, records)} == {dict} else []
        except _BAD:
            return []

    def _each(self, first: int, start: int, end: int) -> Iterator[Record | None]:
        """The same, line by line, whatever they are."""
        again, same = msgspec.json.Encoder().encode_into, bytearray()
        for number, line in enumerate(self._split(start, end), first):
            try:
                value = _decode(line)
                again(value, same)
                exact = same == line
            except _BAD:
                value, exact = None, False
            if not exact:
                spelled = bytes(line)
                if not spelled or spelled.isspace():
                    self.blank.append(number)
                    yield None
                    continue
                value = self._odd(number, spelled)
            if type(value) is dict:
                yield value
            else:
                self.odd.append(number)
                yield None

    def _split(self, start: int, end: int) -> Iterator[memoryview]:
        whole = memoryview(self.data)
        while start < end:
            stop = self.data.find(b"\n", start, end)
            yield whole[start : stop if stop >= 0 else end]
            start = stop + 1 if stop >= 0 else end

    def _odd(self, number: int, line: bytes) -> JSON:
        """The record of a line that JSON spells otherwise, or None where its bytes say something else than one."""
        self.respelled.add(number)
        found = odd(line, number, 0)
        if found.flaw is None:
            return found.value
        held = (each.value for each in (glued(found) if found.value is UNSET else [found]))
        if records := [value for value in held if type(value) is dict]:
            self.more[number] = records
        return None

    def extent(self, number: int) -> tuple[int, int]:
        """Where a line begins, and where the next one would."""
        return self._begins[number - 1], self._begins[number]

    def line(self, number: int) -> bytes:
        """A line without its end."""
        return self.data[self._begins[number - 1] : self._begins[number] - 1]

    def record(self, number: int) -> Record:
        """The record of a line that is one."""
        line = self.line(number)
        value = odd(line, number, 0).value if number in self.respelled else _decode(line)
        assert type(value) is dict  # noqa: S101  it was one before
        return value

    def places(self, begin: int, end: int, string: bytes) -> Iterator[int]:
        """Where a string, as JSON spells it with its quotes, stands in lines that are not respelled.

        A quote that a backslash stands before is none that a string begins with.
        """
        data = self.data
        at = data.find(string, begin, end)
        while at >= 0:
            if data[at - 1] != _BACKSLASH:
                yield at
            at = data.find(string, at + len(string) - 1, end)

    def number(self, place: int) -> int:
        """The number of the line in which a byte stands."""
        return bisect_right(self._begins, place)

    def parts(self) -> Iterator[tuple[int, bytes]]:
        """All of the log in parts that end with a line, each with where it begins."""
        first = 1
        while first < len(self._begins):
            start = self._begins[first - 1]
            last = max(first, bisect_right(self._begins, start + PART) - 1)
            yield start, self.data[start : self._begins[last]]
            first = last + 1
