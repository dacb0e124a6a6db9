"""Where two runs part, and who made them: the model, the environment, or whoever asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from steno.base.sequence import Pair
from steno.compare.items import Item, What
from steno.compare.result import Changed, Divergence, Who

if TYPE_CHECKING:
    from steno.compare.traces import Half

_Candidate = tuple[float, Divergence]


class Parting:
    """Looks at everything that differs in the order in which it happened."""

    def __init__(
        self, a: Half, b: Half, pairs: Sequence[Pair], matched: Sequence[Pair], changed: Sequence[tuple[Changed, Item]]
    ) -> None:
        self._a, self._b, self._pairs, self._changed = a, b, pairs, changed
        self._behind = _behind(matched, len(b.trace.events))

    def first(self, *, calls: bool = False) -> Divergence | None:
        """The first difference, or the first in `calls` and their results."""
        wanted = (What.CALL,) if calls else tuple(each for each in What if each is not What.ASIDE)
        candidates = [*self._of_pairs(wanted), *self._of_gaps(wanted)]
        return min(candidates, key=lambda each: each[0], default=(0, None))[1]

    def _of_pairs(self, wanted: tuple[What, ...]) -> Iterator[_Candidate]:
        for each, item in self._changed:
            if item.what not in wanted:
                continue
            if each.of:
                at = item.returned_at if item.returned_at >= 0 else self._behind[each.b.number - 1]
                yield at, Divergence(Who.ENVIRONMENT, "result", each.a, each.b, each.texts)
            else:
                yield item.at, Divergence(_who(item), item.what.value, each.a, each.b, each.texts)

    def _of_gaps(self, wanted: tuple[What, ...]) -> Iterator[_Candidate]:
        """What only one side has between two pairs, beside what the other has there."""
        ends = [*self._pairs, (len(self._a.items), len(self._b.items))]
        i = j = 0
        for k, h in ends:
            one = next((item for item in self._a.items[i:k] if item.what in wanted), None)
            two = next((item for item in self._b.items[j:h] if item.what in wanted), None)
            if one is not None or two is not None:
                yield self._gap(one, two)
            i, j = k + 1, h + 1

    def _gap(self, one: Item | None, two: Item | None) -> _Candidate:
        places = [float(one.at)] if one is not None else []
        places += [self._behind[two.at]] if two is not None else []
        both = [item for item in (one, two) if item is not None]
        # Whoever speaks from outside explains why the model did something else.
        item = next((each for each in both if _who(each) is not Who.MODEL), both[0])
        return min(places), Divergence(
            _who(item), item.what.value,
            None if one is None else self._a.shown(one), None if two is None else self._b.shown(two),
            (None if one is None else one.text, None if two is None else two.text),
        )  # fmt: skip


def _who(item: Item) -> Who:
    match item.what:
        case What.PROMPT:
            return Who.HUMAN
        case What.WORDS | What.THOUGHT | What.CALL:
            return Who.MODEL
        case What.GIVEN | What.ASIDE:
            return Who.ENVIRONMENT


def _behind(matched: Sequence[Pair], count: int) -> list[float]:
    """Where each event of B would stand in A: behind the last one before it that both have."""
    counterparts = {j: i for i, j in matched}
    found, last = list[float](), -1
    for at in range(count):
        last = max(last, counterparts.get(at, -1))
        found.append(last + 0.5)
    return found
