"""Where in a log the texts stand in which something is to be masked.  Knows lines and how they spell a text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, islice

from steno.base.exact import encode
from steno.lines.rows import Rows
from steno.lines.whole import WholeLog

Stretch = tuple[int, int, str]
"""From where to where in the log a text stands, with its quotes."""


class Plan:
    """Which texts are to be masked where they stand, by the lines that hold them.

    Lines that are spelled as JSON would spell them are planned together: each text is looked for once in all of them.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._texts: dict[int, tuple[int, list[str]]] = {}
        """How many lines there are from one on that were read together, and their texts, each as often as it stands
        there."""
        self._again: dict[int, list[str]] = {}
        """The texts of a line that was read again: those of the lines around it are looked for in it no more."""
        self._placed: dict[int, list[Stretch]] = {}
        self._spelled: dict[str, bytes] = {}

    def add(self, first: int, lines: int, texts: list[str]) -> None:
        """These texts stand in so many lines from the first on, each as often as it is given."""
        self._texts[first] = lines, texts

    def add_again(self, number: int, texts: list[str]) -> None:
        """A line holds these texts and no others, whatever was said of it before."""
        self._again[number] = texts

    def texts(self) -> Iterator[str]:
        return chain.from_iterable(chain((texts for _, texts in self._texts.values()), self._again.values()))

    def stretches(self, apart: Collection[int]) -> list[Stretch]:
        """Where the texts stand, in order, but in none of some lines.

        Raises `WholeLog` where a text is not spelled as it should be.
        """
        found: list[Stretch] = []
        holes = sorted({*apart, *self._again})
        for first, (lines, texts) in self._texts.items():
            here = self._places(first, lines, texts)
            begin = bisect_left(holes, first)
            if gone := holes[begin : bisect_left(holes, first + lines, begin)]:
                here = [each for each in here if self._rows.number(each[0]) not in gone]
            found += here
        for number in self._again.keys() - apart:
            found += self._found(number, 1, self._again[number])
        found.sort()
        return found

    def _places(self, first: int, lines: int, texts: list[str]) -> list[Stretch]:
        known = self._placed.get(first)
        if known is None:
            known = self._placed[first] = self._found(first, lines, texts)
        return known

    def _found(self, first: int, lines: int, texts: list[str]) -> list[Stretch]:
        begin, end = self._rows.extent(first)[0], self._rows.extent(first + lines - 1)[1]
        found: list[Stretch] = []
        for text, count in Counter(texts).items():
            spelled = self._spelling(text)
            # No further than the last.  Lines that have it as a key are read again, each by itself.
            places = islice(self._rows.places(begin, end, spelled), count)
            here = [(at, at + len(spelled), text) for at in places]
            if len(here) < count:
                raise WholeLog
            found += here
        return found

    def _spelling(self, text: str) -> bytes:
        known = self._spelled.get(text)
        if known is None:
            known = self._spelled[text] = encode(text)
        return known
