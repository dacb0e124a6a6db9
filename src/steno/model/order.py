"""Where derived events go among observed ones.  The order of observed events never changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from steno.model.body import Lifecycle
from steno.model.event import Event


def response_ends(events: Sequence[Event]) -> list[int]:
    """For each event the position right after its response: its other blocks, and the ticks between them."""
    ends = list(range(1, len(events) + 1))
    members: list[int] = []
    for index, event in enumerate(events):
        if members and event.response is not UNSET and event.response == events[members[0]].response:
            members.append(index)
        elif not (members and isinstance(event.body, Lifecycle) and event.body.transient):
            _close(members, ends)
            members = [index]
    _close(members, ends)
    return ends


def _close(members: list[int], ends: list[int]) -> None:
    for index in members:
        ends[index] = members[-1] + 1


def inserted(events: Sequence[Event], additions: Mapping[int, Sequence[Event]]) -> tuple[Event, ...]:
    """The events with others put in before the given positions."""
    whole: list[Event] = []
    start = 0
    for position in sorted(additions):
        whole += events[start:position]
        whole += additions[position]
        start = position
    return (*whole, *events[start:])
