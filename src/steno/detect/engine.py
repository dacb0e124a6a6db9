"""Finds secrets and personal data in one text, in linear time.  Knows texts and detectors, nothing of traces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple, Protocol

from steno.detect.gate import Gate
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


class Finder(Protocol):
    """The seam: any engine that takes a text and says what in it must be masked."""

    def find(self, text: str) -> list[Span]:
        """In order, without overlap, nothing of a placeholder that stands there already; raises `Unscannable`.

        What is left when every span is replaced by a placeholder has no further finding.
        """
        ...


class Engine:
    """Tries each detector where one of its anchors stands, with Python's own `re`."""

    def __init__(self, level: Level, rules: Iterable[Detector] = (*TOKENS, *PII)) -> None:
        self._blocks: dict[str, list[Detector]] = defaultdict(list)
        self._rules: dict[str, list[Detector]] = defaultdict(list)
        for rule in rules:
            if level.includes(rule.level):
                for anchor in rule.anchors:
                    (self._blocks if rule.block else self._rules)[anchor].append(rule)
        self._gate = Gate({*self._blocks, *self._rules})

    def find(self, text: str) -> list[Span]:
        anchors = self._gate.present(text)
        if not anchors:
            return []
        found = _merged(_scan(text, anchors, self._blocks))
        # A placeholder ends a word.  So does every finding, because a placeholder takes its place: what stands
        # between them is scanned by itself until nothing more is found there.
        kept = [Span(*match.span(), "", "") for match in PLACEHOLDER.finditer(text)]
        gaps = list(_gaps(_merged([*found, *kept]), 0, len(text)))
        while gaps:
            start, end = gaps.pop()
            here = [
                Span(span.start + start, span.end + start, span.type, span.code)
                for span in _merged(_scan(text[start:end], anchors, self._rules))
            ]
            if here:
                found += here
                gaps += _gaps(here, start, end)
        return sorted(found)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


def _scan(text: str, anchors: list[str], rules: dict[str, list[Detector]]) -> Iterator[Span]:
    for anchor in anchors:
        for rule in rules.get(anchor, ()):
            match = _compiled(rule.pattern).match
            at = text.find(anchor)
            while at >= 0:
                after = at + len(anchor)
                if (rule.glued or _begins(text, at)) and (found := match(text, at)):
                    after = max(after, found.end())
                    span = rule.extent(found)
                    if span and (rule.glued or not _word(text[span[1] : span[1] + 1])):
                        after = max(after, span[1])
                        yield Span(*span, rule.type, rule.code)
                at = text.find(anchor, after)


_ESCAPE = re.compile(r"(?:\\(?:[nrtbf]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,8}m)\Z")


def _begins(text: str, at: int) -> bool:
    """Whether a word begins here: the letter before it may end an escape, such as `\\n`, `%3D` or a colour."""
    return not _word(text[at - 1 : at]) or _ESCAPE.search(text, max(0, at - 12), at) is not None


def _word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Overlapping spans as one that covers them all and is named after the longest."""
    merged: list[Span] = []
    longest = 0
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        size = span.end - span.start
        if not merged or span.start >= merged[-1].end:
            merged.append(span)
            longest = size
            continue
        last = merged[-1]
        name = span if size > longest else last
        longest = max(size, longest)
        merged[-1] = Span(last.start, max(last.end, span.end), name.type, name.code)
    return merged


def _gaps(spans: list[Span], start: int, end: int) -> Iterator[tuple[int, int]]:
    for span in spans:
        if start < span.start:
            yield start, span.start
        start = span.end
    if start < end:
        yield start, end
