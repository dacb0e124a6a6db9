"""Long repetitions in a text: what stands in a few of them stands in all, so no finder has to look at each.

A text that says the same thing a million times has a million places to look at.  A finder is shown the beginning and
the end of such a stretch, put together where nobody can tell; what it finds in the middle counts for what was left out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import AnyStr, Generic, NamedTuple

from steno.detect.spans import Span

KEEP = 1 << 14
"""How much of a repetition is kept at each of its ends: twice as far as anything reaches that a finder looks at."""
LONGEST = 1 << 12
"""How long may be what is repeated."""
_STEP = 1 << 14
"""A repetition that is longer than this, and than what is kept of it, is not overlooked."""
_SHORT = 2 * KEEP + _STEP
"""In a text no longer than this, none is looked for."""
_STEPS = (840, 60, 12, 2, 1)
"""What is left out is so many times what is repeated, where that is short: findings may keep step with two of it, or
three, and the last ones end as they would."""
_MOST = 12
_PROBE = 64
_TRIES = 32


class Repeat(NamedTuple):
    start: int
    end: int
    period: int


class _Joint(NamedTuple):
    """Where something was left out."""

    at: int
    """In the short text."""
    gone: int
    """How many characters: a multiple of the period."""
    period: int


class Fold(Generic[AnyStr]):
    """A text without most of its repetitions."""

    def __init__(self, text: AnyStr, repeats: list[Repeat]) -> None:
        pieces: list[AnyStr] = []
        self._joints: list[_Joint] = []
        done = size = 0
        for start, end, period in repeats:
            unit = period * next(each for each in _STEPS if each * period <= KEEP)
            gone = (end - start - 2 * KEEP) // unit * unit
            pieces.append(text[done : start + KEEP])
            size += start + KEEP - done
            done = start + KEEP + gone
            self._joints.append(_Joint(size, gone, period))
        pieces.append(text[done:])
        self.text: AnyStr = text[:0].join(pieces)
        self._at = [joint.at for joint in self._joints]
        self._gone = list(accumulate((joint.gone for joint in self._joints), initial=0))

    def in_original(self, found: list[Span]) -> list[Span]:
        """What was found in the short text, where the whole one has it."""
        if not found:
            return []
        spans = list(self._placed(found))
        for number, joint in enumerate(self._joints):
            spans += self._repeated(found, joint, self._gone[number])
        return sorted(spans)

    def _placed(self, found: list[Span]) -> Iterator[Span]:
        for span in found:
            first, last = bisect_right(self._at, span.start), bisect_left(self._at, span.end)
            if first < last and span.end - span.start <= _around(self._joints[first].period) // 2:
                continue  # it goes over a joint, as others like it do in what was left out: it counts as one of those
            shifted = span._replace(start=span.start + self._gone[first], end=span.end + self._gone[last])
            yield shifted._replace(value="") if first < last else shifted

    def _repeated(self, found: list[Span], joint: _Joint, before: int) -> Iterator[Span]:
        """What was left out, by what stands before the joint."""
        at, gone, period = joint
        reach = _around(period)
        here = found[bisect_left(found, (at - reach,)) : bisect_left(found, (at,))]
        here = [span for span in here if span.end - span.start <= reach // 2]
        steps = range(period, min(reach // 2, _MOST * period) + 1, period)
        step = next((step for step in steps if gone % step == 0 and _keeps(here, at, reach, step)), 0)
        if not step:
            # Findings that do not keep step with what is repeated: all of it is one.
            last = here[-1]
            start, end = min(last.start, at) if last.end > at else at, max(last.end, at)
            yield Span(start + before, end + gone + before, last.type, last.code)
            return
        for span in here:
            if span.start >= at - step:
                first = 0 if span.end > at else 1
                for times in range(first, gone // step + 1):
                    yield _moved(span, before + times * step)


def _keeps(here: list[Span], at: int, reach: int, step: int) -> bool:
    """Whether the findings before a joint are the same some steps further on."""
    late = [span[:4] for span in here if span.start >= at - reach + step]
    return late == [_moved(span, step)[:4] for span in here if span.start < at - step]


def _around(period: int) -> int:
    """How far before a joint findings are compared: some periods."""
    return (LONGEST // period + 1) * period


def _moved(span: Span, by: int) -> Span:
    return span._replace(start=span.start + by, end=span.end + by)


def folded(find: Callable[[AnyStr], list[Span]], text: AnyStr) -> list[Span]:
    """What a finder finds in a text, of which it is not shown every repetition."""
    found = list(repeats(text)) if len(text) > _SHORT else []
    if not found:
        return find(text)
    fold = Fold(text, found)
    return fold.in_original(find(fold.text))


def repetitive(text: str) -> bool:
    """Whether a finder would not be shown all of a text."""
    return len(text) > _SHORT and next(repeats(text), None) is not None


def repeats(text: AnyStr) -> Iterator[Repeat]:
    """The stretches of a text that repeat something, in order and apart, from which it is worth to leave something out.

    Looks at a few places only: what is so long cannot lie between two of them.
    """
    at = done = 0
    while at + _STEP < len(text):
        period = _period(text, at)
        if period:
            start, end = _extent(text, at, period, done)
            if end - start >= _SHORT:
                yield Repeat(start, end, period)
            done = at = max(end, at + _STEP)
        else:
            at += _STEP


def _period(text: AnyStr, at: int) -> int:
    """After how many characters the text repeats itself from a place on, for a whole step; 0 where it does not."""
    probe = text[at : at + _PROBE]
    next_ = at
    for _ in range(_TRIES):
        next_ = text.find(probe, next_ + 1, at + LONGEST + _PROBE)
        if next_ < 0:
            return 0
        if text[at : at + _STEP // 2] == text[next_ : next_ + _STEP // 2]:
            return next_ - at
    return 0


def _extent(text: AnyStr, at: int, period: int, least: int) -> tuple[int, int]:
    """From where to where it does."""
    start, end, size = at, at + period, _STEP
    while size:
        if end + size <= len(text) and text[end : end + size] == text[end - period : end - period + size]:
            end += size
        else:
            size //= 2
    size = _STEP
    while size:
        if start - size >= least and text[start - size : start] == text[start - size + period : start + period]:
            start -= size
        else:
            size //= 2
    return start, end
