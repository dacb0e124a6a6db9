"""Pairs the items of two sequences, in order: first by their strictest keys, what is left between by looser ones.

Knows keys alone.  The cost grows with the length: a square is compared only where it is small.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from steno.base.sequence import Pair, common, increasing

Keys = Sequence[Hashable]
"""One key for each item; items with equal keys may be paired."""

_WIDTHS: Final = (4, 2, 1)
"""How many items in a row make a fixed point: a run of several says more than one."""
_SQUARE: Final = 4096
"""So many comparisons at most, where every item is held against every other."""


def aligned(tiers: Iterable[tuple[Keys, Keys]]) -> list[Pair]:
    """Pairs of places, growing on both sides.  Each tier has the keys of all items of both sides."""
    pairs: list[Pair] = []
    for a, b in tiers:
        more = [pair for gap in _gaps(pairs, len(a), len(b)) for pair in _within(a, b, gap)]
        pairs = sorted([*pairs, *more])
    return pairs


_Gap = tuple[int, int, int, int]


def _gaps(pairs: Sequence[Pair], m: int, n: int) -> Iterator[_Gap]:
    """What lies between pairs, where both sides have something."""
    for (i, j), (k, h) in pairwise([(-1, -1), *pairs, (m, n)]):
        if k - i > 1 and h - j > 1:
            yield i + 1, k, j + 1, h


def _within(a: Keys, b: Keys, gap: _Gap) -> list[Pair]:
    """Fixed points first; then what repeats itself between them."""
    i, m, j, n = gap
    left, right = a[i:m], b[j:n]
    found = common(left, right, _WIDTHS)
    for inner in _gaps(list(found), len(left), len(right)):
        found += _repeated(left, right, inner)
    return [(i + k, j + h) for k, h in sorted(found)]


def _repeated(a: Keys, b: Keys, gap: _Gap) -> list[Pair]:
    i, m, j, n = gap
    if (m - i) * (n - j) <= _SQUARE:
        return _longest(a, b, gap)
    waiting: dict[Hashable, deque[int]] = {}
    for h in range(j, n):
        waiting.setdefault(b[h], deque()).append(h)
    # The first of a kind with the first, the second with the second: not always the most, but never a square.
    return increasing([(k, waiting[a[k]].popleft()) for k in range(i, m) if waiting.get(a[k])])


def _longest(a: Keys, b: Keys, gap: _Gap) -> list[Pair]:
    """As many pairs as there can be."""
    i, m, j, n = gap
    best = [[0] * (n - j + 1) for _ in range(m - i + 1)]
    for k in reversed(range(m - i)):
        for h in reversed(range(n - j)):
            equal = a[i + k] == b[j + h]
            best[k][h] = best[k + 1][h + 1] + 1 if equal else max(best[k + 1][h], best[k][h + 1])
    found, k, h = list[Pair](), 0, 0
    while best[k][h]:
        if a[i + k] == b[j + h]:
            found.append((i + k, j + h))
            k, h = k + 1, h + 1
        elif best[k + 1][h] >= best[k][h + 1]:
            k += 1
        else:
            h += 1
    return found
