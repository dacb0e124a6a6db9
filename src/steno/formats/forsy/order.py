"""Which of the events in steps keep their order: the longest or heaviest rising sequence.  Knows no step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime


def unbroken(moments: Sequence[datetime | None]) -> set[int]:
    """The positions of as many instants as can be that never go back from one to the next."""
    tops: list[datetime] = []
    """The earliest instant with which a sequence of each length can end."""
    ends: list[int] = []
    before: list[int] = []
    for position, moment in enumerate(moments):
        before.append(-1)
        if moment is None:
            continue
        length = bisect_right(tops, moment)
        before[position] = ends[length - 1] if length else -1
        tops[length : length + 1], ends[length : length + 1] = [moment], [position]
    kept, position = set[int](), ends[-1] if ends else -1
    while position >= 0:
        kept.add(position)
        position = before[position]
    return kept


def rising(places: Sequence[int], weights: Sequence[int]) -> set[int]:
    """The positions in `places` that rise from one to the next and weigh the most together; places are all different.

    n log n: a tree over the places holds the best sequence that ends at or before each.
    """
    rank = {place: index for index, place in enumerate(sorted(places), 1)}
    best: list[tuple[int, int]] = [(0, -1)] * (len(places) + 1)
    before: list[int] = []
    last = (0, -1)
    for position, (place, weight) in enumerate(zip(places, weights, strict=True)):
        found, at = (0, -1), rank[place] - 1
        while at > 0:
            found = max(found, best[at])
            at -= at & -at
        before.append(found[1])
        mine = (found[0] + weight, position)
        last = max(last, mine)
        at = rank[place]
        while at < len(best):
            best[at] = max(best[at], mine)
            at += at & -at
    kept, position = set[int](), last[1]
    while position >= 0:
        kept.add(position)
        position = before[position]
    return kept
