"""Says where each line of a file comes from in an earlier state of it: unchanged, or rewritten by a formatter.

A formatter keeps the words and moves white space, quotes, commas and brackets.  So what is not equal line by line is
compared word by word, and a line is a rewritten one only if all its words stand in the earlier state, in a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from steno.vcs.sequence import common, ends

_TOKEN = re.compile(r"\w+|[^\w\s,;'\"`\\]")
"""Words and signs; what formatters add and take away is none: commas, semicolons, quotes, line continuations."""
_WORDY = re.compile(r"\w")
_ALNUM = re.compile(r"[^\W_]+")
_WIDTHS = (6, 3, 1)
_STRONG = 8
"""Letters and digits from which on a line may be a fixed point."""
_RARE = 2
"""How often a word may stand in a file for a row with it to be no accident."""
_ROW = 3
"""How many words such a row must have."""
_SHORT = 2
"""Letters of a word that a formatter may drop, as the prefix of a string."""


class Source(NamedTuple):
    line: int
    """Of the earlier state."""
    exact: bool
    """Whether the line is the same, and not rewritten."""


class Text:
    """The lines of a file, and its words where somebody asks for them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._counts: Counter[str] | None = None

    @property
    def counts(self) -> Counter[str]:
        """How often each word occurs."""
        if self._counts is None:
            self._counts = Counter(token for line in self.lines for token in _TOKEN.findall(line))
        return self._counts


@lru_cache(1 << 16)
def strength(line: str) -> int:
    """Letters and digits of a line."""
    return sum(map(len, _ALNUM.findall(line)))


def words(line: str) -> list[str]:
    """The words of a line, without the signs."""
    return [token for token in _TOKEN.findall(line) if _WORDY.match(token)]


class Aligned(NamedTuple):
    """Lines that are the same at both ends of two files, and the sources of those between."""

    start: int
    end: int
    middle: dict[int, Source]
    """By the number of the new line; without those that have no source."""


def align(old: Text, new: Text) -> list[Source | None]:
    """For each new line its source, or None where there is none."""
    start, end, middle = aligned(old, new)
    last, more = len(new.lines) - end, len(old.lines) - len(new.lines)
    return [
        Source(k, exact=True) if k < start else middle.get(k) if k < last else Source(k + more, exact=True)
        for k in range(len(new.lines))
    ]


def aligned(old: Text, new: Text) -> Aligned:
    start, end = ends(old.lines, new.lines)
    found: dict[int, Source] = {}
    i = j = start
    last = (len(old.lines) - end, len(new.lines) - end)
    for k, h in [*_fixed_lines(old.lines, new.lines, start, last), last]:
        if i < k and j < h:
            _align_gap(old, new, (i, k, j, h), found)
        if (k, h) != last:
            found[h] = Source(k, exact=True)
        i, j = k + 1, h + 1
    return Aligned(start, end, found)


def _fixed_lines(old: Sequence[str], new: Sequence[str], start: int, last: tuple[int, int]) -> list[tuple[int, int]]:
    """Equal lines between both ends of the files: around lines that occur once and say something."""
    old, new = old[start : last[0]], new[start : last[1]]
    if not old or not new:
        return []
    # Lines that say little are all different here, so that none of them is a fixed point.
    a = [line if strength(line) >= _STRONG else index for index, line in enumerate(old)]
    b = [line if strength(line) >= _STRONG else ~index for index, line in enumerate(new)]
    return [(start + i, start + j) for i, j in _grown(common(a, b), old, new)]


def _grown(pairs: list[tuple[int, int]], old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs, with the equal lines right behind and right before each."""
    forward: list[tuple[int, int]] = []
    i = j = 0
    for k, h in [*pairs, (len(old), len(new))]:
        while i < k and j < h and old[i] == new[j]:
            forward.append((i, j))
            i, j = i + 1, j + 1
        if k < len(old) and h < len(new):
            forward.append((k, h))
        i, j = k + 1, h + 1
    back: list[tuple[int, int]] = []
    i, j = len(old), len(new)
    for k, h in [*reversed(forward), (-1, -1)]:
        while i - 1 > k and j - 1 > h and old[i - 1] == new[j - 1]:
            i, j = i - 1, j - 1
            back.append((i, j))
        if k >= 0:
            back.append((k, h))
        i, j = k, h
    return back[::-1]


class _Words(NamedTuple):
    tokens: list[str]
    lines: list[int]
    """The line of each."""


def _words(lines: Sequence[str], start: int, end: int) -> _Words:
    tokens: list[str] = []
    places: list[int] = []
    for number in range(start, end):
        found = _TOKEN.findall(lines[number])
        tokens += found
        places += [number] * len(found)
    return _Words(tokens, places)


def _align_gap(old: Text, new: Text, gap: tuple[int, int, int, int], found: dict[int, Source]) -> None:
    """Word by word, between two fixed points."""
    i, m, j, n = gap
    a, b = _words(old.lines, i, m), _words(new.lines, j, n)
    if not a.tokens or not b.tokens:
        return
    places = _supported(a.tokens, b.tokens, common(a.tokens, b.tokens, _WIDTHS), old, new)
    starts: dict[int, int] = {}
    for place, number in enumerate(b.lines):
        starts.setdefault(number, place)
    for number in range(j, n):
        if number in starts:
            start = starts[number]
            end = start
            while end < len(b.lines) and b.lines[end] == number:
                end += 1
            tokens = [*zip(b.tokens[start:end], places[start:end], strict=True)]
            if (source := _judge(old, new.lines[number], a, tokens)) is not None:
                found[number] = source
    _fill(new.lines, j, n, found)


def _supported(a: list[str], b: list[str], pairs: list[tuple[int, int]], old: Text, new: Text) -> list[int]:
    """For each word of `b` the place of its source in `a`, or -1; rows that may be an accident do not count."""
    source = [-1] * len(b)
    row: list[tuple[int, int]] = []

    def end_row(*, at_edge: bool) -> None:
        said = [a[i] for i, _ in row if _WORDY.match(a[i])]
        rare = len(said) >= _ROW and any(old.counts[word] <= _RARE and new.counts[word] <= _RARE for word in said)
        if at_edge or rare:
            for i, j in row:
                source[j] = i

    for i, j in pairs:
        if row and not _follows(a, b, row[-1], (i, j)):
            end_row(at_edge=row[0] == (0, 0))
            row = []
        row.append((i, j))
    if row:
        end_row(at_edge=row[0] == (0, 0) or row[-1] == (len(a) - 1, len(b) - 1))
    return source


def _follows(a: list[str], b: list[str], last: tuple[int, int], next_: tuple[int, int]) -> bool:
    """Whether nothing but signs stands between two pairs."""
    between = (*a[last[0] + 1 : next_[0]], *b[last[1] + 1 : next_[1]])
    return len(between) <= 8 and not any(map(_WORDY.match, between))


def _judge(old: Text, line: str, a: _Words, tokens: list[tuple[str, int]]) -> Source | None:
    """The source of one line, if all its words have one and stand there in a row."""
    wordy = [place for token, place in tokens if _WORDY.match(token)]
    places = wordy or [place for _, place in tokens]
    if -1 in places:
        return None
    skipped = sum(
        len(a.tokens[place]) > _SHORT and bool(_WORDY.match(a.tokens[place]))
        for first, second in pairwise(places)
        for place in range(first + 1, second)
    )
    if skipped:
        return None
    number = Counter(a.lines[place] for place in places).most_common(1)[0][0]
    return Source(number, exact=old.lines[number] == line)


def _fill(lines: Sequence[str], start: int, end: int, found: dict[int, Source]) -> None:
    """A line of signs alone, such as a bracket that a formatter made, goes with the rewritten lines around it."""
    for number in range(start, end):
        if number not in found and lines[number].strip() and not _WORDY.search(lines[number]):
            before = next((found.get(k) for k in range(number - 1, start - 1, -1) if lines[k].strip()), None)
            if before is not None and not before.exact:
                found[number] = Source(before.line, exact=False)
