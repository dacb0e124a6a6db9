"""Finds known values again, in every shape they may have taken.  Learns values, knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from steno.detect.engine import Span
from steno.detect.gate import Gate, Word, gate
from steno.detect.seeds import Reach, Seed
from steno.detect.some import some
from steno.detect.spelling import shapes

SHORTEST = 8
"""A shorter value stands in too many texts by chance."""

CODE = "SEC900"


class Sweep:
    """Values to find wherever they stand again.  The shapes of one value share its name."""

    def __init__(
        self,
        values: Iterable[tuple[str, str]],
        make: Callable[[Sequence[Word]], Gate] = gate,
        names: Sequence[Seed] = (),
    ) -> None:
        """`values` are pairs of a type and a value; values that are too short are not looked for.

        `names` may be short: each is found where its reach lets it stand, and longer ones in their other shapes too.
        """
        self._known: dict[str, tuple[str, str]] = {}
        self._reach: dict[str, Reach] = {}
        for seed in names:
            self._known.setdefault(seed.value, (seed.type, seed.value))
            self._reach[seed.value] = seed.reach
        self._values = self._learn(values)
        """The shapes of values, whoever else is called so."""
        self._learn((seed.type, seed.value) for seed in names)
        self._words = [Word(shape) for shape in self._known]
        self._gate = make(self._words)

    def _learn(self, values: Iterable[tuple[str, str]]) -> set[str]:
        found: set[str] = set()
        for kind, value in values:
            if len(value) >= SHORTEST:
                long = [shape for shape in shapes(value) if len(shape) >= SHORTEST]
                found.update(long)
                for shape in long:
                    self._known.setdefault(shape, (kind, value))
        return found

    def some(self, texts: Iterable[str]) -> Iterator[str]:
        """Those of some texts in which a known value may stand."""
        return some(self._gate, texts) if self._words else iter(())

    def find(self, text: str) -> list[Span]:
        """Every stretch that spells a known value, in order; of those that overlap, the longest."""
        if not self._words:
            return []
        spans = []
        for start, word in self._gate.hits(text):
            shape = self._words[word].text
            reach = self._reach.get(shape)
            if reach is None or reach.lets(text, start, start + len(shape)):
                spans.append(Span(start, start + len(shape), *self._said(shape)))
        return _longest(spans)

    def values(self, data: bytes) -> list[Span]:
        """Every stretch of a text in UTF-8 that spells a value, with offsets in bytes; names are left out."""
        if not self._words:
            return []
        spans = []
        for start, word in self._gate.places(data):
            shape = self._words[word].text
            if shape in self._values:
                spans.append(Span(start, start + len(shape.encode("utf-8", "surrogatepass")), *self._said(shape)))
        return _longest(spans)

    def _said(self, shape: str) -> tuple[str, str, str]:
        kind, value = self._known[shape]
        return kind, CODE, value


def _longest(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
        elif span.end - span.start > kept[-1].end - kept[-1].start:
            kept[-1] = span
    return kept
