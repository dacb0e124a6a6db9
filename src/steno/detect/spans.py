"""What a finder says: stretches of a text, and how those that overlap are put together.  Finds nothing itself."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple, Protocol, runtime_checkable

from steno.detect.rule import SECRET

SWEPT = "SEC900"
"""The code of a value that was found elsewhere, or named, and stands here too."""


class Unscannable(ValueError):
    """An engine could not scan a text.  Its content must be withheld."""


class FoundValue(NamedTuple):
    """A value, by what it is and what found it."""

    type: str
    code: str
    value: str


class Span(NamedTuple):
    start: int
    end: int
    type: str
    code: str
    value: str = ""
    """What the stretch says, where it is spelled otherwise: decoded, unescaped, put together."""
    within: tuple[FoundValue, ...] = ()
    """The secrets that were found inside it, or across its ends, under other names."""

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


Look = Callable[[], list[Span]]
"""Says what stands in a text; raises `Unscannable`."""


@runtime_checkable
class Many(Finder, Protocol):
    """A finder that looks at many texts faster than at one after the other."""

    def looks(self, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
        """Those of the texts in which there may be something, each with what finds it there."""
        ...


def looks(finder: Finder, texts: Iterable[str]) -> Iterator[tuple[str, Look]]:
    """The same for any finder."""
    if isinstance(finder, Many):
        return finder.looks(texts)
    return ((text, partial(finder.find, text)) for text in texts)


def merged(spans: Iterable[Span], text: str = "") -> list[Span]:
    """Spans without overlap that cover all of these, which stand in this text.

    Secrets outrank everything else: where they overlap, the secret stays as it was found, and what is left of the other
    still says the whole of it.  Within one class, those that overlap are one, named after the longest, or the first by
    code; it remembers what the others said.
    """
    spans = sorted(spans)
    if all(one.end <= two.start for one, two in pairwise(spans)):
        return spans
    secrets = _joined_where_they_overlap([span for span in spans if span.type in SECRET], text)
    others = _joined_where_they_overlap([span for span in spans if span.type not in SECRET], text)
    if not secrets or not others:
        return secrets or others
    holes = [(span.start, span.end) for span in secrets]
    return sorted([*secrets, *(part for span in others for part in outside(span, holes, text))])


def _joined_where_they_overlap(spans: list[Span], text: str) -> list[Span]:
    whole: list[Span] = []
    group: list[Span] = []
    end = -1
    for span in sorted(spans, key=lambda span: (span.start, -span.end, span.code)):
        if group and span.start >= end:
            whole.append(_as_one(group, end, text))
            group = []
        group.append(span)
        end = max(end, span.end)
    return [*whole, _as_one(group, end, text)] if group else whole


def _as_one(group: list[Span], end: int, text: str) -> Span:
    if len(group) == 1:
        return group[0]
    start = group[0].start
    name = max(group, key=lambda span: span.end - span.start)  # of several, the first
    exact = (name.start, name.end) == (start, end)
    value = name.value if exact else ""
    values = {FoundValue(span.type, span.code, span.value or text[span.start : span.end]): None for span in group}
    values |= {each: None for span in group for each in span.within}
    own = (value or text[start:end], "")
    within = tuple(each for each in values if each.type in SECRET and each.value not in own)
    return Span(start, end, name.type, name.code, value, within)


def outside(span: Span, holes: list[tuple[int, int]], text: str) -> Iterator[Span]:
    """The parts of a span that do not lie in holes, which are in order; each says the whole of it."""
    start, value = span.start, span.value
    at = max(0, bisect_left(holes, (start,)) - 1)
    while at < len(holes) and holes[at][0] < span.end:
        begins, ends = holes[at]
        at += 1
        if start < ends:
            value = value or text[span.start : span.end]
            if start < begins:
                yield span._replace(start=start, end=begins, value=value)
            start = ends
    if start < span.end:
        yield span._replace(start=start, value=value) if start > span.start else span
