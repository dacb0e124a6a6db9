"""Finds secrets and personal data in one text, in linear time.  Knows texts and detectors, nothing of traces."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from steno.detect.gate import Gate, Hit, Word, gate
from steno.detect.pii import PII
from steno.detect.rule import TYPES, Detector, Level
from steno.detect.rules import TOKENS

UNSCANNED = "unscanned"
"""The placeholder's type for what could not be scanned and is withheld for that reason."""

PLACEHOLDER = re.compile(rf"\[REDACTED:(?:{'|'.join((*TYPES, UNSCANNED))}):[0-9a-f]{{8}}(?:[0-9a-f]{{4}})?\]")


class Unscannable(ValueError):
    """An engine could not scan a text.  Its content must be withheld."""


class Span(NamedTuple):
    start: int
    end: int
    type: str
    code: str
    value: str = ""
    """What the stretch says, where it is spelled otherwise: decoded, unescaped, put together."""

    @property
    def rule(self) -> str:
        """The code of what found it."""
        return self.code


class Finder(Protocol):
    """The seam: any engine that takes a text and says what in it must be masked."""

    def find(self, text: str) -> list[Span]:
        """In order, without overlap, nothing of a placeholder that stands there already; raises `Unscannable`.

        What is left when every span is replaced by a placeholder has no further finding.
        """
        ...


class Engine:
    """Tries each detector where one of its anchors stands."""

    def __init__(
        self, level: Level, rules: Iterable[Detector] = (*TOKENS, *PII), make: Callable[[Sequence[Word]], Gate] = gate
    ) -> None:
        self._blocks: dict[Word, list[Detector]] = defaultdict(list)
        self._rules: dict[Word, list[Detector]] = defaultdict(list)
        for rule in rules:
            if level.includes(rule.level):
                for word in words_of(rule):
                    (self._blocks if rule.block else self._rules)[word].append(rule)
        self._words = sorted({*self._blocks, *self._rules})
        self._gate = make(self._words)

    def find(self, text: str) -> list[Span]:
        hits = self._gate.hits(text)
        if not hits:
            return []
        found = merged(self._scan(text, hits, self._blocks, 0, len(text)))
        # A placeholder ends a word.  So does every finding, because a placeholder takes its place: what stands
        # between them is scanned by itself until nothing more is found there.
        kept = [Span(*match.span(), "", "") for match in PLACEHOLDER.finditer(text)]
        gaps = list(_gaps(merged([*found, *kept]), 0, len(text)))
        while gaps:
            start, end = gaps.pop()
            first = bisect_left(hits, (start,))
            here = merged(self._scan(text, hits[first : bisect_left(hits, (end,))], self._rules, start, end))
            if here:
                found += here
                gaps += _gaps(here, start, end)
        return sorted(found)

    def _scan(
        self, text: str, hits: Iterable[Hit], rules: dict[Word, list[Detector]], start: int, end: int
    ) -> Iterator[Span]:
        """The findings between two places, as if the text began and ended there."""
        done: dict[str, int] = {}
        for at, word in hits:
            for rule in rules.get(self._words[word], ()):
                if at < done.get(rule.code, 0):
                    continue
                first = _reached(text, at, start, rule.back) if rule.back else at
                if not (rule.glued or _begins(text, first, start)):
                    continue
                if found := _compiled(rule.pattern, rule.caseless).match(text, first, end):
                    done[rule.code] = found.end()
                    span = rule.extent(found)
                    if span and _stands(text, span, rule, start, end):
                        done[rule.code] = max(found.end(), span[1])
                        yield Span(*span, rule.type, rule.code)


def words_of(rule: Detector) -> Iterator[Word]:
    """What a gate must look for, so that the detector is tried where it must be."""
    yield from (Word(anchor, rule.caseless) for anchor in rule.anchors)
    yield from (Word(row, rule.caseless, True) for row in rule.gates)


@cache
def _compiled(pattern: str, caseless: bool) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | (re.IGNORECASE if caseless else 0))


_ESCAPE = re.compile(r"(?:\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m)\Z")


def _begins(text: str, at: int, start: int) -> bool:
    """Whether a word begins here: the letter before it may end an escape, such as `\\n`, `%3D` or a colour."""
    if at == start or not _word(text[at - 1]):
        return True
    return _ESCAPE.search(text, max(start, at - 12), at) is not None


_REACH = 160
"""How many characters before its anchor a detector may look at."""


def _reached(text: str, at: int, start: int, back: str) -> int:
    """Where the pattern begins whose anchor stands here: not within an escape, such as `\\n` or `%3D`."""
    behind = _backwards(back).match(text[max(start, at - _REACH) : at][::-1])
    first = at - behind.end() if behind else at
    if first > start and text[first - 1] in "\\%" and (escape := _OPENS.match(text, first - 1)):
        return min(escape.end(), at)
    return first


@cache
def _backwards(expression: str) -> re.Pattern[str]:
    return re.compile(expression)


_OPENS = re.compile(r"\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}")


def _stands(text: str, span: tuple[int, int], rule: Detector, start: int, end: int) -> bool:
    """Whether what stands around a finding lets it be one."""
    if not (rule.glued or span[1] == end or not _word(text[span[1]])):
        return False
    return rule.before is None or rule.before(text[max(start, span[0] - _BEFORE) : span[0]])


_BEFORE = 48


def _word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def merged(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans as one that covers them all and is named after the longest."""
    whole: list[Span] = []
    longest = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        size = span.end - span.start
        if not whole or span.start >= whole[-1].end:
            whole.append(span)
            longest = size
            continue
        last = whole[-1]
        name = span if size > longest else last
        longest = max(size, longest)
        end = max(last.end, span.end)
        value = name.value if (name.start, name.end) == (last.start, end) else ""
        whole[-1] = Span(last.start, end, name.type, name.code, value)
    return whole


def _gaps(spans: list[Span], start: int, end: int) -> Iterator[tuple[int, int]]:
    for span in spans:
        if start < span.start:
            yield start, span.start
        start = span.end
    if start < end:
        yield start, end
