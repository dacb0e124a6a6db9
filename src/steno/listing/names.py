"""How short an id may be and still name one session alone."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

_SHORTEST = 8


def short_ids(ids: Iterable[str]) -> dict[str, str]:
    """For each id the shortest beginning, of eight characters or more, that no other id has."""
    ids = sorted(set(ids))
    shared = [0, *(_common(a, b) for a, b in pairwise(ids)), 0]
    return {id: id[: max(_SHORTEST, shared[i] + 1, shared[i + 1] + 1)] for i, id in enumerate(ids)}


def _common(a: str, b: str) -> int:
    """How many characters are the same at the beginning; fewer where that makes no difference."""
    if a[:_SHORTEST] != b[:_SHORTEST]:
        return 0
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
