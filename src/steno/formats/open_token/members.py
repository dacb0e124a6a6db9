"""Small objects whose keys are few and whose values are ids or counts: laid out once, and filled in for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from msgspec import UNSET, Struct, UnsetType


class Members(Struct, frozen=True):
    """How such an object is laid out."""

    shown: bytes
    """In the document ..."""
    hashed: bytes
    """... and in the hash."""
    order: Callable[[Any], Any] | None
    """Sorts its members for the hash, where they are not."""

    def filled(self, values: tuple[Any, ...]) -> tuple[bytes, bytes]:
        """In the document and in the hash."""
        return self.shown % values, self.hashed % (values if self.order is None else self.order(values))


def sorting(keys: Iterable[str]) -> Callable[[Any], Any] | None:
    """What sorts values by these keys, where they are not sorted."""
    given = [*keys]
    names = sorted(given)
    return None if given == names else itemgetter(*map(given.index, names))


_LARGEST = 10**15 - 1
"""A larger number may be beyond 2^53."""
_COUNT = frozenset({int, UnsetType})

Counted = tuple[int | UnsetType, ...]


class Counts:
    """Some counts of tokens, of which not all may be known.  `lay_out` is asked once for those that are."""

    def __init__(self, names: Iterable[str], lay_out: Callable[[list[str]], Members]) -> None:
        self._names, self._lay_out = [*names], lay_out
        self._known: dict[tuple[type, ...], Members] = {}

    def spelled(self, counts: Counted) -> tuple[bytes, bytes] | None:
        """In the document and in the hash: nothing where none is known; None where RFC 8785 may spell one in another
        way.
        """
        kinds = tuple(map(type, counts))
        if UnsetType in kinds:
            counts = tuple(count for count in counts if count is not UNSET)
            if not counts:
                return b"", b""
        members = self._known.get(kinds)
        if members is None:
            if not _COUNT.issuperset(kinds):
                return None
            names = [name for name, kind in zip(self._names, kinds, strict=True) if kind is int]
            members = self._known[kinds] = self._lay_out(names)
        if min(counts) < 0 or max(counts) > _LARGEST:  # type: ignore[type-var, operator]
            return None
        return members.filled(counts)
