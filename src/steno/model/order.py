"""The order of a log: where it begins, where its responses end, and where derived events go among observed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from steno.model.body import Lifecycle
from steno.model.event import Event, Origin
from steno.model.trace import Trace


def firsts(trace: Trace) -> tuple[str, ...]:
    """The uid of the first event of each source: what is said there holds for all of it."""
    found: dict[int, str] = {}
    for event in trace.events:
        if isinstance(event.origin, Origin) and event.origin.source not in found:
            found[event.origin.source] = event.uid
            if len(found) == len(trace.header.sources):
                break
    return tuple(found.values())


def response_ends(events: Sequence[Event]) -> list[int]:
    """For each event the position right after its response: its other blocks, and the ticks between them."""
    ends = list(range(1, len(events) + 1))
    members: list[int] = []
    for index, event in enumerate(events):
        if event.response is not UNSET:
            if members and event.response != events[members[0]].response:
                _close(members, ends)
                members = []
            members.append(index)
        elif members and not (isinstance(event.body, Lifecycle) and event.body.transient):
            _close(members, ends)
            members = []
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
