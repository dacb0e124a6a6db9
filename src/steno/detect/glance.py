"""Tells at a glance what stands in a text where no word in it has to do with another.

Most words stand in ordinary text, and one expression settles most of them.  Where more may be found when something is
masked, or in another shape, others look at the whole text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from steno.detect.engine import Ask, Engine
from steno.detect.mask import masks
from steno.detect.near import Check, SignStretches
from steno.detect.spans import Span
from steno.detect.word import Hit


class Glance:
    """Asks at each word by itself all that is asked there when the whole text is looked at."""

    def __init__(self, engine: Engine, near: SignStretches) -> None:
        self._asked = _AskedAt(engine, near)

    def found(self, text: str, hits: Sequence[Hit]) -> list[Span] | None:
        """What a look finds in a text in which words stand at these places; None where only the look can tell."""
        if kept := masks(text):
            return [] if self._nothing_between(kept, text, hits) else None
        asked, end, found = self._asked, len(text), list[Span]()
        doubtful, read_up_to = False, 0
        for at, word in hits:
            asks, is_sign, _ = asked[word]
            for match, judge, trial, _ in asks:
                seen = match(text, at, end)
                if seen is None:
                    continue
                span = judge(seen, 0)
                if span is None:
                    doubtful = True
                elif trial is None:
                    return None
                else:
                    doubtful = doubtful or at < read_up_to or match(text, at, span[0]) is not None
                    read_up_to = max(read_up_to, seen.end(), span[1])
                    found.append(Span(*span, trial.row.type, trial.row.code))
            if is_sign is not None and is_sign(text, at) is not None:
                return None
        return None if found and (doubtful or self._may_change(found, hits)) else found

    def _may_change(self, found: list[Span], hits: Iterable[Hit]) -> bool:
        """Whether these findings hide one another, or a word says something else where they are masked."""
        if any(one.end > two.start for one, two in pairwise(found)):
            return True
        ends = {span.end for span in found}
        return any(at in ends or self._asked[word].to_the_end for at, word in hits)

    def _nothing_between(self, kept: list[tuple[int, int]], text: str, hits: Iterable[Hit]) -> bool:
        """Whether nothing is found where placeholders stand: each parts the text into two, but not what is around a
        sign.
        """
        begins, ends = [begin for begin, _ in kept], [0, *(end for _, end in kept)]
        begins.append(len(text))
        for at, word in hits:
            asks, is_sign, _ = self._asked[word]
            if is_sign is not None and is_sign(text, at) is not None:
                return False
            part = bisect_right(ends, at) - 1
            start, end = ends[part], begins[part]
            for match, judge, _, _ in asks if at < end else ():
                seen = match(text, at, end)
                if seen is not None and judge(seen, start) is not None:
                    return False
        return True


class _Asked(NamedTuple):
    """What is asked at a word."""

    asks: tuple[Ask, ...]
    sign: Check | None
    to_the_end: bool
    """Whether anybody who asks looks at where the text ends."""


class _AskedAt(dict[int, _Asked]):
    """What is asked at each word; known once it stands in a text."""

    def __init__(self, engine: Engine, near: SignStretches) -> None:
        super().__init__()
        self._engine, self._near = engine, near

    def __missing__(self, word: int) -> _Asked:
        asks = tuple(self._engine.asks(word))
        self[word] = asked = _Asked(asks, self._near.check(word), any(ask.to_the_end for ask in asks))
        return asked
