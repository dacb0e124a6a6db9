"""Tells where in many texts the words of a gate stand: all are looked at together, once.  Knows gates, no rules."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from steno.detect.word import Gate, Hit, characters

_BLOCK = 1 << 20
_BETWEEN = b"\x01"
"""No class has it: so a row at the beginning of a text is never taken for the rest of one that began in the text
before, and what stands in one text is found in all of them together."""


def hits_in(gate: Gate, texts: Iterable[str]) -> Iterator[tuple[str, list[Hit]]]:
    """Each of the texts in which any word of the gate stands, with the places where one does, in characters."""
    for block in _blocks(texts):
        if len(block) == 1:
            if hits := gate.hits(block[0]):
                yield block[0], hits
            continue
        spelled = [text.encode("utf-8", "surrogatepass") for text in block]
        begins = list(accumulate((len(each) + 1 for each in spelled), initial=0))
        places = gate.places(_BETWEEN.join(spelled))
        last, here = -1, list[Hit]()
        for start, word in places:
            # An expression is reported where it ends: behind the last character of a text, at the latest.
            if start >= begins[last + 1]:
                if here:
                    yield block[last], characters(spelled[last], here)
                last, here = bisect_right(begins, start) - 1, []
            here.append((start - begins[last], word))
        if here:
            yield block[last], characters(spelled[last], here)


def may_match(gate: Gate, texts: Iterable[str]) -> Iterator[str]:
    """Those of the texts in which any word of the gate stands."""
    return (text for text, _ in hits_in(gate, texts))


def _blocks(texts: Iterable[str]) -> Iterator[list[str]]:
    """As many at a time as are looked at together; a long one by itself, because they are put together in one copy."""
    texts = list(texts)
    ends = list(accumulate(map(len, texts)))
    first = done = 0
    while first < len(texts):
        last = max(bisect_left(ends, done + _BLOCK, first), first + 1)
        yield texts[first:last]
        first, done = last, ends[last - 1]
