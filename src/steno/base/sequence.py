"""Finds what two sequences have in common, in order.  Knows nothing of lines or words.

Items that occur once on each side are the fixed points, as in a patience diff: first runs of several items, then fewer,
then single ones; what lies between them is compared again.  The cost grows with the length, never with its square.
Items that occur several times between two fixed points are in common only where they stand next to one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence

Pair = tuple[int, int]
_PIECE = 1 << 12


def ends(a: Sequence[Hashable], b: Sequence[Hashable]) -> Pair:
    """How many items are the same at the beginning, and how many of the others at the end."""
    least = min(len(a), len(b))
    start = 0
    size = _PIECE
    # Slices are compared far quicker than items one by one: piece by piece, and the one that differs by halves.
    while size:
        if start + size <= least and a[start : start + size] == b[start : start + size]:
            start += size
        elif size == _PIECE and start + size > least:
            size = 1 << (least - start).bit_length() >> 1
        else:
            size >>= 1
    m, n, size = len(a), len(b), _PIECE
    least = min(m, n) - start
    while size:
        if size <= least and a[m - size : m] == b[n - size : n]:
            m, n, least = m - size, n - size, least - size
        else:
            size >>= 1
    return start, len(a) - m


def common(a: Sequence[Hashable], b: Sequence[Hashable], widths: Sequence[int] = (1,)) -> list[Pair]:
    """Pairs of equal items, growing on both sides.  `widths`: how many items make a fixed point, in turn."""
    found: list[Pair] = []
    waiting = [(0, len(a), 0, len(b), 0)]
    while waiting:
        i, m, j, n, level = waiting.pop()
        while i < m and j < n and a[i] == b[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        while i < m and j < n and a[m - 1] == b[n - 1]:
            m, n = m - 1, n - 1
            found.append((m, n))
        if i == m or j == n:
            continue
        fixed: list[Pair] = []
        while level < len(widths) and not fixed:
            fixed = _fixed(a, b, (i, m, j, n), widths[level])
            level += not fixed
        if not fixed:
            continue
        for k, h in fixed:
            waiting.append((i, k, j, h, level))
            found.append((k, h))
            i, j = k + 1, h + 1
        waiting.append((i, m, j, n, level))
    found.sort()
    return found


def _fixed(a: Sequence[Hashable], b: Sequence[Hashable], window: tuple[int, int, int, int], width: int) -> list[Pair]:
    """Where runs of `width` items that occur once on each side begin, as many as go in order."""
    i, m, j, n = window
    left, right = _once(a, i, m, width), _once(b, j, n, width)
    pairs = [(k, right[key]) for key, k in left.items() if k >= 0 and right.get(key, -1) >= 0]
    return increasing(pairs)


def _once(items: Sequence[Hashable], start: int, end: int, width: int) -> dict[Hashable, int]:
    """Each run by its place; -1 where it occurs more than once."""
    places: dict[Hashable, int] = {}
    for place in range(start, end - width + 1):
        key = items[place] if width == 1 else tuple(items[place : place + width])
        places[key] = -1 if key in places else place
    return places


def increasing(pairs: list[Pair]) -> list[Pair]:
    """The longest list of pairs, sorted by the first, whose second grows too."""
    tails: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        place = bisect_left(tails, value)
        if place == len(tails):
            tails.append(value)
            last.append(index)
        else:
            tails[place], last[place] = value, index
        before.append(last[place - 1] if place else -1)
    chain = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]
