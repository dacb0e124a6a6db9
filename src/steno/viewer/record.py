"""Which events stand in one record of a log: they follow one another, and the first holds what is left of it."""

from __future__ import annotations

from collections.abc import Sequence

from steno.model import Event, Origin


def record_of(events: Sequence[Event], at: int) -> range:
    """The places of the events of the record in which one stands."""
    spot = _spot(events[at])
    first, last = at, at + 1
    while spot is not None and first > 0 and _spot(events[first - 1]) == spot:
        first -= 1
    while spot is not None and last < len(events) and _spot(events[last]) == spot:
        last += 1
    return range(first, last)


def _spot(event: Event) -> tuple[int, int, int] | None:
    origin = event.origin
    return (origin.source, origin.line, origin.offset) if isinstance(origin, Origin) else None
