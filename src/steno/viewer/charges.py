"""What each answer of a model took and cost, by where the log states it."""

from __future__ import annotations

from msgspec import Struct

from steno.model import Trace
from steno.prices import Prices
from steno.usage import charge, requests
from steno.usage.request import Key


class Charged(Struct, frozen=True):
    """One answer."""

    key: Key
    """The same wherever the same answer is stated."""
    output: int
    context: int
    """Every token of its prompt."""
    cost: float | None
    """None where nobody knows."""
    is_least: bool = False
    """Whether it cost more than that."""
    model: str | None = None


def charged(trace: Trace, prices: Prices, first: int = 0) -> dict[int, Charged]:
    """The answers of a trace, by the place of the event that states each; the first event has the place `first`."""
    found = {each.event: each for each in requests(trace, nested=True)}
    made: dict[int, Charged] = {}
    for at, event in enumerate(trace.events, first):
        request = found.get(event.uid)
        if request is not None:
            price = charge(request, prices)
            known = None if isinstance(price, str) else price
            made[at] = Charged(
                request.key,
                request.output,
                request.input + request.cache_read + request.cache_write + request.cache_write_1h,
                None if known is None else known.usd,
                known is None or known.more is not None,
                request.model,
            )
    return made
