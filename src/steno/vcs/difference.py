"""What differs between two texts, in whole lines.  Knows nothing of who wrote them."""

from __future__ import annotations

from typing import NamedTuple

from steno.base.sequence import ends

_END = "\n"


class Middle(NamedTuple):
    """The lines of two texts between those that both begin with and those that both end with."""

    start: int
    """How many lines both begin with."""
    removed: list[str]
    added: list[str]


def middle(old: str, new: str) -> Middle:
    """As it would be found by comparing lines, but for the cost: a file is long, and a change of it short."""
    old, new = old + _END, new + _END  # each line has an end, also the last one
    first, same = ends(old, new)
    start = old.rfind(_END, 0, first) + 1
    i, j = len(old) - same, len(new) - same
    # What both begin with may take the beginning of a line that both end with.
    if (part := first - start) and min(i, j) == first and old[i - part : i] == new[j - part : j]:
        i, j = i - part, j - part
    if not (_begins(old, i) and _begins(new, j)):
        further = old.find(_END, i) + 1 - i
        i, j = i + further, j + further
    return Middle(old.count(_END, 0, start), old[start:i].split(_END)[:-1], new[start:j].split(_END)[:-1])


def _begins(text: str, place: int) -> bool:
    """Whether a line begins there."""
    return not place or text[place - 1] == _END
