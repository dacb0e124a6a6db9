"""The lines of a log: where each begins, which of them are records, and how those are spelled.  Knows no format."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

import msgspec

from steno.base.exact import JSON
from steno.base.jsonl import odd

BLOCK: Final = 1 << 20
"""How many bytes of whole lines are looked at together."""

Record = dict[str, JSON]
T = TypeVar("T")

_decode = msgspec.json.Decoder().decode
_BACKSLASH: Final = ord("\\")
_BAD = (msgspec.MsgspecError, RecursionError, UnicodeError)


class Rows:
    """The lines of a log, by their numbers, from 1 on."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._begins = array("Q", [0])
        """Where each line begins, and last of all where the next one would."""
        self.blank: list[int] = []
        self.odd: list[int] = []
        """Lines that are more or less than one record."""
        self.respelled: set[int] = set()
        """Lines that JSON would spell otherwise."""

    @property
    def unended(self) -> int:
        """The number of the last line, where it has no end."""
        return 0 if self.data.endswith(b"\n") else len(self._begins) - 1

    def read(self, take: Callable[[int, Record], T]) -> Iterator[list[tuple[int, T]]]:
        """What is taken from the record of each line, some lines at a time.  To be called first, and once.

        No record is kept while the next one is read: what is made of many at once is not near when it is looked at.
        """
        again, same = msgspec.json.Encoder().encode_into, bytearray()
        for first, lines in self._blocks():
            found: list[tuple[int, T]] = []
            for number, line in enumerate(lines, first):
                try:
                    value = _decode(line)
                    again(value, same)
                    exact = same == line
                except _BAD:
                    value, exact = None, False
                if len(same) > BLOCK:
                    same = bytearray()  # it does not shrink
                if not exact:
                    spelled = bytes(line)
                    if not spelled or spelled.isspace():
                        self.blank.append(number)
                        continue
                    value = self._odd(number, spelled)
                if type(value) is dict:
                    found.append((number, take(number, value)))
                else:
                    self.odd.append(number)
            yield found

    def _blocks(self) -> Iterator[tuple[int, list[memoryview]]]:
        """Some lines, and the number of the first."""
        data, whole, start, begins = self.data, memoryview(self.data), 0, self._begins
        while start < len(data):
            number, lines, last = len(begins), list[memoryview](), start + BLOCK
            while start < min(last, len(data)):
                end = data.find(b"\n", start)
                lines.append(whole[start:end] if end >= 0 else whole[start:])
                start += len(lines[-1]) + 1
                begins.append(start)
            yield number, lines

    def _odd(self, number: int, line: bytes) -> JSON:
        """The record of a line that JSON spells otherwise, or None where its bytes say more than that."""
        self.respelled.add(number)
        found = odd(line, number, 0)
        return found.value if found.flaw is None else None

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

    def places(self, number: int, string: bytes) -> Iterator[int]:
        """Where a string, as JSON spells it with its quotes, stands in a line that is not respelled.

        A quote that a backslash stands before is none that a string begins with.
        """
        data, (begin, end) = self.data, self.extent(number)
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
            last = max(first, bisect_right(self._begins, start + BLOCK) - 1)
            yield start, self.data[start : self._begins[last]]
            first = last + 1
