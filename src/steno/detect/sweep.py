"""Finds known values again, in every shape they may have taken.  Learns values, knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from steno.detect.engine import Span
from steno.detect.gate import Gate, Word, gate
from steno.detect.seeds import Reach, Seed
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
        for kind, value in (*values, *((seed.type, seed.value) for seed in names)):
            if len(value) >= SHORTEST:
                for shape in shapes(value):
                    if len(shape) >= SHORTEST:
                        self._known.setdefault(shape, (kind, value))
        self._words = [Word(shape) for shape in self._known]
        self._gate = make(self._words)

    def find(self, text: str) -> list[Span]:
        """Every stretch that spells a known value, in order; of those that overlap, the longest."""
        if not self._words:
            return []
        spans = []
        for start, word in self._gate.hits(text):
            shape = self._words[word].text
            kind, value = self._known[shape]
            reach = self._reach.get(shape)
            if reach is not None and not reach.lets(text, start, start + len(shape)):
                continue
            spans.append(Span(start, start + len(shape), kind, CODE, value))
        return _longest(spans)


def _longest(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
        elif span.end - span.start > kept[-1].end - kept[-1].start:
            kept[-1] = span
    return kept
