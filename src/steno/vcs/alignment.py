"""Says where each line of a file comes from in an earlier state of it: unchanged, or rewritten by a formatter.

A formatter keeps the words and moves white space, quotes, commas and brackets.  So what is not equal line by line is
compared word by word, and a line is a rewritten one only if all its words stand in the earlier state, in a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from steno.base.sequence import common, ends

_WORD = r"""(?![bBfFrRuU]{1,2}['"])\w+"""
_WORDS = re.compile(_WORD)
_TOKEN = re.compile(rf"""{_WORD}|[^\w\s,;'"`\\]""")
"""Words and signs; what formatters add and take away is none: commas, semicolons, quotes and the letters before them,
line continuations."""
_SPELLED = re.compile(r"\b\d\w*[A-Z]\w*|#[0-9a-fA-F]*[A-F][0-9a-fA-F]*\b")
"""Numbers and colours whose letters a formatter makes small."""
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
_IMPORT = re.compile(r'\s*(?:(?:import|from|use|using|pub|export|mod|#\s*include)\b|(?:\w+ )?"[^"]+"$)|.*\brequire\(')
"""A line that names what others provide; in Go, a path alone does."""
_FEW = 8
"""How many lines with a word are looked at."""
_LONG = 1 << 10
"""Letters from which on the words of a line are not kept for the next time."""


class Source(NamedTuple):
    line: int
    """Of the earlier state."""
    exact: bool
    """Whether the line is the same, and not rewritten."""
    further: tuple[int, ...] = ()
    """The other lines that it has words of, where several were joined."""


class Text:
    """The lines of a file, and its words where somebody asks for them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self._tokens: dict[int, tuple[str, ...]] = {}
        self._counts: Counter[str] | None = None

    def tokens(self, number: int) -> tuple[str, ...]:
        """The words and signs of a line."""
        known = self._tokens.get(number)
        if known is None:
            known = self._tokens[number] = tokens(self.lines[number])
        return known

    @property
    def counts(self) -> Counter[str]:
        """How often each word occurs."""
        if self._counts is None:
            self._counts = Counter(token for number in range(len(self.lines)) for token in self.tokens(number))
        return self._counts


@lru_cache(1 << 16)
def strength(line: str) -> int:
    """Letters and digits of a line."""
    return sum(map(len, _ALNUM.findall(line)))


def tokens(line: str) -> tuple[str, ...]:
    """The words and signs of a line, equal however it is formatted."""
    return _split(line) if len(line) > _LONG else _split_before(line)


def _split(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(_small(line)))


def _small(line: str) -> str:
    if line == line.lower():  # as most lines are; to look for numbers takes far longer
        return line
    return _SPELLED.sub(lambda found: found[0].lower(), line)


_split_before = lru_cache(1 << 15)(_split)


def words(line: str) -> list[str]:
    """The words of a line, without the signs."""
    return _WORDS.findall(_small(line))


class Aligned(NamedTuple):
    """Lines that are the same at both ends of two files, and the sources of those between."""

    start: int
    end: int
    middle: dict[int, Source]
    """By the number of the new line; without those that have no source."""


def aligned(old: Text, new: Text) -> Aligned:
    start, end = ends(old.lines, new.lines)
    found: dict[int, Source] = {}
    i = j = start
    last = (len(old.lines) - end, len(new.lines) - end)
    for k, h in [*_fixed_lines(old, new, start, last), last]:
        if i < k and j < h:
            _align_gap(old, new, (i, k, j, h), found)
        if (k, h) != last:
            found[h] = Source(k, exact=old.lines[k] == new.lines[h])
        i, j = k + 1, h + 1
    _follow_sorted(old, new, (start, last), found)
    return Aligned(start, _slid(old.lines, new.lines, start, end, found), found)


def _follow_sorted(old: Text, new: Text, between: tuple[int, tuple[int, int]], found: dict[int, Source]) -> None:
    """Formatters put the lines that name what others provide in order, and the names in them, and split them."""
    start, (m, n) = between
    after = [k for k in range(start, n) if k not in found and _IMPORT.match(new.lines[k])]
    if not after:
        return
    same = {source.line for source in found.values() if source.exact}
    places: dict[str, list[int]] = {}
    for number in range(start, m):
        if number not in same and _IMPORT.match(old.lines[number]):
            for word in set(old.tokens(number)):
                places.setdefault(word, []).append(number)
    for number in after:
        near = min((places.get(word, []) for word in new.tokens(number)), key=len, default=[])
        having = [k for k in near if _names(old, k, new, number)] if len(near) <= _FEW else []
        if len(having) == 1:
            found[number] = Source(having[0], exact=old.lines[having[0]] == new.lines[number])


def _names(old: Text, i: int, new: Text, j: int) -> bool:
    """Whether a line says the same as another one in any order, or some of the names of its list."""
    a, b = old.tokens(i), new.tokens(j)
    return sorted(a) == sorted(b) or ("," in old.lines[i] and set(b) < set(a))


def _slid(old: Sequence[str], new: Sequence[str], start: int, end: int, found: dict[int, Source]) -> int:
    """Puts lines that were added as far down as they go, as where nothing else has changed; how many stay at the end.

    Equal lines at the end of the files are found from the end, so the bracket before new lines may be taken for theirs.
    """
    first = last = len(new) - end
    while first > start and first - 1 not in found:
        first -= 1
    at = len(old) - end
    if first == last or (found[first - 1].line if first > start else start - 1) != at - 1:
        return end
    for _ in range(min(end, last - first)):
        if new[first] != new[last]:
            break
        found[first] = Source(at, exact=True)
        first, last, at, end = first + 1, last + 1, at + 1, end - 1
    return end


def _fixed_lines(old: Text, new: Text, start: int, last: tuple[int, int]) -> list[tuple[int, int]]:
    """Lines with the same words between both ends of the files: around lines that occur once and say something."""
    if start in last:
        return []
    # Compared by their words: where everything moves to the right, a line may look like another one by accident.
    a, b = ([*map(text.tokens, range(start, end))] for text, end in zip((old, new), last, strict=True))
    lines, others = old.lines[start : last[0]], new.lines[start : last[1]]
    pairs = common(_points(lines, a, 1), _points(others, b, -1))
    return [(start + i, start + j) for i, j in _grown(_grown(pairs, lines, others), a, b)]


def _points(lines: Sequence[str], said: Sequence[tuple[str, ...]], side: int) -> list[Hashable]:
    """What each line says; those that say little are all different, so that none of them is a fixed point."""
    return [
        words if strength(line) >= _STRONG else side * number
        for number, (line, words) in enumerate(zip(lines, said, strict=True), 1)
    ]


def _grown(pairs: list[tuple[int, int]], old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
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


def _words(text: Text, start: int, end: int) -> _Words:
    said: list[str] = []
    places: list[int] = []
    for number in range(start, end):
        found = text.tokens(number)
        said += found
        places += [number] * len(found)
    return _Words(said, places)


def _align_gap(old: Text, new: Text, gap: tuple[int, int, int, int], found: dict[int, Source]) -> None:
    """Word by word, between two fixed points."""
    i, m, j, n = gap
    a, b = _words(old, i, m), _words(new, j, n)
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
            said = [*zip(b.tokens[start:end], places[start:end], strict=True)]
            if (source := _judge(old, new.lines[number], a, said)) is not None:
                found[number] = source
    for number in _shortened(a, places, {number: found[number] for number in starts if number in found}):
        del found[number]
    _fill(new.lines, j, n, found)


def _supported(a: list[str], b: list[str], pairs: list[tuple[int, int]], old: Text, new: Text) -> list[int]:
    """For each word of `b` the place of its source in `a`, or -1; rows that may be an accident do not count."""
    rows: list[list[tuple[int, int]]] = []
    for pair in pairs:
        if rows and _follows(a, b, rows[-1][-1], pair):
            rows[-1].append(pair)
        else:
            rows.append([pair])
    source = [-1] * len(b)
    for row in rows:
        said = [a[i] for i, _ in row if _WORDY.match(a[i])]
        at_edge = row[0] == (0, 0) or row[-1] == (len(a) - 1, len(b) - 1)
        rare = len(said) >= _ROW and any(old.counts[word] <= _RARE and new.counts[word] <= _RARE for word in said)
        if at_edge or rare:
            for i, j in row:
                source[j] = i
    return source


def _follows(a: list[str], b: list[str], last: tuple[int, int], next_: tuple[int, int]) -> bool:
    """Whether nothing but signs stands between two pairs."""
    between = (*a[last[0] + 1 : next_[0]], *b[last[1] + 1 : next_[1]])
    return len(between) <= 8 and not any(map(_WORDY.match, between))


def _judge(old: Text, line: str, a: _Words, said: list[tuple[str, int]]) -> Source | None:
    """The source of one line, if all its words have one and stand there in a row."""
    wordy = [place for token, place in said if _WORDY.match(token)]
    places = wordy or [place for _, place in said]
    if -1 in places:
        return None
    skipped = sum(
        len(a.tokens[place]) > _SHORT and bool(_WORDY.match(a.tokens[place]))
        for first, second in pairwise(places)
        for place in range(first + 1, second)
    )
    if skipped:
        return None
    (number, _), *further = Counter(a.lines[place] for place in places).most_common()
    return Source(number, old.lines[number] == line, tuple(other for other, _ in further))


def _shortened(a: _Words, places: Sequence[int], found: Mapping[int, Source]) -> list[int]:
    """Lines that lack words of the line that they seem to come from, with no other line to have them.

    A formatter drops no word.  Who does so writes another line, though it begins like the one that was there.
    """
    kept = set(places)
    lost = {
        line for place, (word, line) in enumerate(zip(a.tokens, a.lines, strict=True))
        if place not in kept and len(word) > _SHORT and _WORDY.match(word)
    }  # fmt: skip
    takers = Counter(line for source in found.values() for line in (source.line, *source.further))
    return [
        number for number, source in found.items()
        if not source.exact and any(takers[line] == 1 and line in lost for line in (source.line, *source.further))
    ]  # fmt: skip


def _fill(lines: Sequence[str], start: int, end: int, found: dict[int, Source]) -> None:
    """A line of signs alone, such as a bracket that a formatter made, goes with the rewritten lines around it."""
    for number in range(start, end):
        if number not in found and lines[number].strip() and not words(lines[number]):
            before = next((found.get(k) for k in range(number - 1, start - 1, -1) if lines[k].strip()), None)
            if before is not None and not before.exact:
                found[number] = Source(before.line, exact=False)
