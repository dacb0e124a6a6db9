"""Tells which of many texts a finder must look at: all are looked at together, once.  Knows gates, no rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from steno.detect.word import Gate

_BLOCK = 1 << 20
_LONG = 1 << 11
"""A longer text hardly ever has no word at all: it is not looked at twice."""
_BETWEEN = b"\x01"
"""No class has it: so a row at the beginning of a text is never taken for the rest of one that began in the text
before, and what stands in one text is found in all of them together."""


def may_match(gate: Gate, texts: Iterable[str]) -> Iterator[str]:
    """Those of the texts in which any word of the gate stands, and others perhaps."""
    block: list[str] = []
    spelled: list[bytes] = []
    size = 0
    for text in texts:
        if len(text) >= _LONG:
            yield text
            continue
        block.append(text)
        spelled.append(text.encode("utf-8", "surrogatepass"))
        size += len(spelled[-1])
        if size >= _BLOCK:
            yield from _may_match(gate, block, spelled)
            block, spelled, size = [], [], 0
    yield from _may_match(gate, block, spelled)


def _may_match(gate: Gate, texts: list[str], spelled: list[bytes]) -> Iterator[str]:
    begins = list(accumulate((len(each) + 1 for each in spelled), initial=0))
    last = -1
    for start, _ in gate.places(_BETWEEN.join(spelled)):
        # An expression is reported where it ends: behind the last character of a text, at the latest.
        if start >= begins[last + 1]:
            last = bisect_right(begins, start) - 1
            yield texts[last]
