"""Tells at a glance that a text holds nothing: where its words stand, no detector finds anything, and none is a sign.

Most words stand in ordinary text, and one expression settles most of them.  Where there is anything at all, others look
at the whole text: what is masked in it changes what is found beside it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from steno.detect.engine import Ask, Engine
from steno.detect.mask import masks
from steno.detect.near import Check, SignStretches
from steno.detect.word import Hit


class Glance:
    """Asks at each word by itself all that is asked there when the whole text is looked at."""

    def __init__(self, engine: Engine, near: SignStretches) -> None:
        self._asked = _Asked(engine, near)

    def shows_nothing(self, text: str, hits: Iterable[Hit]) -> bool:
        """Whether a look at a text in which words stand at these places finds nothing and makes no view."""
        if kept := masks(text):
            return self._nothing_between(kept, text, hits)
        asked, end = self._asked, len(text)
        for at, word in hits:
            asks, is_sign = asked[word]
            for match, counts in asks:
                found = match(text, at, end)
                if found is not None and counts(found, 0):
                    return False
            if is_sign is not None and is_sign(text, at) is not None:
                return False
        return True

    def _nothing_between(self, kept: list[tuple[int, int]], text: str, hits: Iterable[Hit]) -> bool:
        """The same where placeholders stand: each parts the text into two, but not what is around a sign."""
        begins, ends = [begin for begin, _ in kept], [0, *(end for _, end in kept)]
        begins.append(len(text))
        for at, word in hits:
            asks, is_sign = self._asked[word]
            if is_sign is not None and is_sign(text, at) is not None:
                return False
            part = bisect_right(ends, at) - 1
            start, end = ends[part], begins[part]
            for match, counts in asks if at < end else ():
                found = match(text, at, end)
                if found is not None and counts(found, start):
                    return False
        return True


class _Asked(dict[int, tuple[tuple[Ask, ...], Check | None]]):
    """What is asked at each word; known once it stands in a text."""

    def __init__(self, engine: Engine, near: SignStretches) -> None:
        super().__init__()
        self._engine, self._near = engine, near

    def __missing__(self, word: int) -> tuple[tuple[Ask, ...], Check | None]:
        self[word] = asked = (*self._engine.asks(word),), self._near.check(word)
        return asked
