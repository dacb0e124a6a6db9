"""Which of the events that steps tell of keep their order: the heaviest rising sequence.  Knows numbers alone."""

from __future__ import annotations

from collections.abc import Sequence


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
