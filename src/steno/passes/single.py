"""Masks pieces of JSON one after another: what was found in one of them is known in all that follow.

For what comes while it happens, and for what is no trace.  Knows no format and nothing of where the pieces come from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from steno.detect import Finder, Level, Span, Unscannable, finders
from steno.detect.context.named import named
from steno.detect.marks import Marks
from steno.detect.seeds import Reach, Seed
from steno.model.kept import Kept, Paths
from steno.model.walk import Apart, map_strings
from steno.passes.kept import KeptValues

_REMEMBERED: Final = 4096
"""How many values are known at most: the oldest is forgotten first, and is still found if it has a known form."""


class Single:
    """One for a run: what it has found once it knows from then on.  Not for several threads at once."""

    def __init__(self, level: str, key: bytes, kept: Kept | None = None, seeds: Iterable[Seed] = ()) -> None:
        """What stands at the paths `kept` is left alone while it has the shape named there.

        `seeds` are known from the start.
        """
        self._key, self._seeds, level = key, tuple(seeds), Level(level)
        self._known: dict[tuple[str, str], None] = {}
        self._finder = _Noting(finders.finder(level), self._known)
        self._tokens = _Noting(finders.tokens(level), self._known)
        self._paths = Paths.of((kept or {},))

    def marks(self) -> Marks:
        """What is known so far, for the next piece."""
        while len(self._known) > _REMEMBERED:
            self._known.pop(next(iter(self._known)))
        found = (Seed(kind, value, Reach.ANYWHERE) for kind, value in self._known)
        return Marks(self._key, self._finder, _withheld, self._judge, (*self._seeds, *found))

    def masked(self, piece: Any, marks: Marks | None = None) -> Any:
        """The piece with every string and key masked that asks for it."""
        marks = marks or self.marks()
        kept_values = KeptValues(marks, self._tokens)
        apart = Apart(self._paths, kept_values.learn)
        piece = map_strings(piece, marks.learn, marks.learn_lines, marks.learn_pair, apart)
        if marks.nothing:
            return piece
        masking = Apart(self._paths, kept_values.mask)
        return marks.settled(lambda: map_strings(piece, marks.text, None, marks.pair, masking))

    def _judge(self, name: str, value: str) -> str | None:
        kind = named(name, value)
        if kind is not None:
            self._known.setdefault((kind, value))
        return kind


class _Noting:
    """A finder that takes note of what it finds."""

    def __init__(self, finder: Finder, known: dict[tuple[str, str], None]) -> None:
        self._finder, self._known = finder, known

    def find(self, text: str) -> list[Span]:
        spans = self._finder.find(text)
        for span in spans:
            self._known.setdefault((span.type, span.value or text[span.start : span.end]))
            for kind, _, value in span.within:
                self._known.setdefault((kind, value))
        return spans


def _withheld(length: int, error: Unscannable) -> None:
    """The placeholder says it: there is nobody else to tell in the middle of a run."""
