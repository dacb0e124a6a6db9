"""What a log repeats of another one, from which it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from steno.model.event import Event, Kind, Origin
from steno.model.trace import Trace


def marked(trace: Trace, origin: Trace) -> Trace:
    """A trace in which is marked what another one says too, from its beginning on and without a gap.

    The times of a copy may be those of the original or its own, and do not count.
    """
    own, other = trace.events, origin.events
    start = _second(own)
    length = max((_length(own, start, other, place) for place in {0, _second(other)}), default=0)
    copied = range(start, start + length)
    if not any(own[index].kind is not Kind.LIFECYCLE for index in copied):
        return trace
    events = list(own)
    for index in copied:
        events[index] = replace(own[index], signs=replace(own[index].signs, replayed=True))
    return replace(trace, events=tuple(events))


def _second(events: Sequence[Event]) -> int:
    """Where the second record begins: the first says what the log is."""
    offset = events[0].origin.offset if events and isinstance(events[0].origin, Origin) else 0
    for index, event in enumerate(events):
        if isinstance(event.origin, Origin) and event.origin.offset != offset:
            return index
    return len(events)


def _length(own: Sequence[Event], start: int, other: Sequence[Event], place: int) -> int:
    number = 0
    for one, two in zip(own[start:], other[place:], strict=False):
        if (one.kind, one.role, one.call, one.body) != (two.kind, two.role, two.call, two.body):
            break
        number += 1
    return number
