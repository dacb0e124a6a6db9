"""Finds secrets and personal data in one text, in linear time.  Knows texts and detectors, nothing of traces."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from steno.detect.context import CONTEXT
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
        self,
        level: Level,
        rules: Iterable[Detector] = (*TOKENS, *CONTEXT, *PII),
        make: Callable[[Sequence[Word]], Gate] = gate,
    ) -> None:
        wanted: dict[Word, list[Detector]] = defaultdict(list)
        for rule in rules:
            if level.includes(rule.level):
                for word in words_of(rule):
                    wanted[word].append(rule)
        words = sorted(wanted)
        self._rules = [[rule for rule in wanted[word] if not rule.block] for word in words]
        self._blocks = {index: [rule for rule in wanted[word] if rule.block] for index, word in enumerate(words)}
        self._blocks = {index: found for index, found in self._blocks.items() if found}
        self._gate = make(words)

    def find(self, text: str) -> list[Span]:
        hits = self._gate.hits(text)
        if not hits:
            return []
        blocks = [hit for hit in hits if hit[1] in self._blocks]
        found = merged(self._scan(text, blocks, self._blocks, 0, len(text), [])) if blocks else []
        # A placeholder ends a word.  So does every finding, because a placeholder takes its place: what stands
        # between them is scanned by itself until nothing more is found there.
        kept = [Span(*match.span(), "", "") for match in PLACEHOLDER.finditer(text)] if "[REDACTED:" in text else []
        stretches = [(0, len(text), hits)]
        if found or kept:
            stretches = list(_stretches(text, merged([*found, *kept]), 0, len(text), hits, hits))
        while stretches:
            start, end, here = stretches.pop()
            still: list[Hit] = []
            if spans := merged(self._scan(text, here, self._rules, start, end, still)):
                found += spans
                stretches += _stretches(text, spans, start, end, still, hits)
        return sorted(found)

    def _scan(
        self,
        text: str,
        hits: Iterable[Hit],
        rules: list[list[Detector]] | dict[int, list[Detector]],
        start: int,
        end: int,
        still: list[Hit],
    ) -> Iterator[Span]:
        """The findings between two places, as if the text began and ended there.

        `still` gets the hits that may have another outcome in a part of this stretch that begins before them.  Where no
        word began, none will; and a pattern that matched nothing here matches nothing in less, unless it looks at the
        end of the text or begins before its anchor.
        """
        done: dict[str, int] = {}
        for hit in hits:
            at, again = hit[0], False
            for rule in rules[hit[1]]:
                if at < done.get(rule.code, 0):
                    again = True
                    continue
                first = _reached(text, at, start, rule.back) if rule.back else at
                if not (rule.glued or _begins(text, first, start)):
                    again = again or bool(rule.back)
                    continue
                match = _compiled(rule.pattern, rule.caseless).match
                found = match(text, first, end)
                again = again or bool(rule.back) or _bounded(rule.pattern)
                if found is not None:
                    done[rule.code] = found.end()
                    span = rule.extent(found)
                    if span and _stands(text, span, rule, start, end):
                        done[rule.code] = max(found.end(), span[1])
                        again = again or match(text, first, span[0]) is not None
                        yield Span(*span, rule.type, rule.code)
                    else:
                        again = True
            if again:
                still.append(hit)


def words_of(rule: Detector) -> Iterator[Word]:
    """What a gate must look for, so that the detector is tried where it must be."""
    yield from (Word(anchor, rule.caseless) for anchor in rule.anchors)
    yield from (Word(row, rule.caseless, True) for row in rule.gates)


@cache
def _compiled(pattern: str, caseless: bool) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | (re.IGNORECASE if caseless else 0))


@cache
def _bounded(pattern: str) -> bool:
    """Whether the pattern may look at where the text ends."""
    return re.search(r"\\[ZbB]|[$^]", pattern) is not None


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
    """Overlapping spans as one that covers them all and is named after the longest, or the first by code."""
    spans = list(spans)
    if len(spans) < 2:
        return spans
    whole: list[Span] = []
    longest = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end, span.code)):
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


def _stretches(
    text: str, spans: list[Span], start: int, end: int, still: list[Hit], hits: list[Hit]
) -> Iterator[tuple[int, int, list[Hit]]]:
    """What is left between the findings, each with the hits to try there; stretches without any are left out."""
    first = 0
    for a, b in _gaps(spans, start, end):
        first = bisect_left(still, (a,), first)
        last = bisect_left(still, (b,), first)
        here = still[first:last]
        if a > start and _word(text[a - 1]) and still is not hits:
            # A word begins where a finding ended in the middle of one.
            here = hits[bisect_left(hits, (a,)) : bisect_left(hits, (a + 1,))] + [hit for hit in here if hit[0] > a]
        if here:
            yield a, b, here
        first = last


def _gaps(spans: list[Span], start: int, end: int) -> Iterator[tuple[int, int]]:
    for span in spans:
        if start < span.start:
            yield start, span.start
        start = span.end
    if start < end:
        yield start, end
