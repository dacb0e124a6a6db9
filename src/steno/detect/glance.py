"""Tells at a glance that a text holds nothing: where its words stand, no detector finds anything, and none is a sign.

Most words stand in ordinary text, and one expression settles most of them.  Where there is anything at all, others look
at the whole text: what is masked in it changes what is found beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from steno.detect.engine import Ask, Engine
from steno.detect.mask import masked
from steno.detect.near import SignStretches
from steno.detect.word import Hit


class Glance:
    """Asks at each word by itself all that is asked there when the whole text is looked at."""

    def __init__(self, engine: Engine, near: SignStretches) -> None:
        self._asks = _Asks(engine, near)

    def shows_nothing(self, text: str, hits: Iterable[Hit]) -> bool:
        """Whether a look at a text in which words stand at these places finds nothing and makes no view."""
        asks = self._asks
        for at, word in hits:
            for match, counts in asks[word]:
                found = match(text, at)
                if found is not None and counts(found):
                    return False
        return not masked(text)  # each placeholder parts a text into two


class _Asks(dict[int, tuple[Ask, ...]]):
    """What is asked at each word; known once it stands in a text."""

    def __init__(self, engine: Engine, near: SignStretches) -> None:
        super().__init__()
        self._engine, self._near = engine, near

    def __missing__(self, word: int) -> tuple[Ask, ...]:
        self[word] = asks = (*self._engine.asks(word), *self._near.asks(word))
        return asks
