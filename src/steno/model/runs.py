"""Which spans of a trace are runs of other agents.  Knows events and actors, no format."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from steno.model.body import Span
from steno.model.event import Event, Kind
from steno.model.trace import ActorKind, Trace

SUB_AGENT: Final = "sub-agent"
"""The name of a span that is another agent's run."""
_START: Final = Kind.SPAN_START  # an attribute of an Enum is slow, and this one is asked for every event


def runs(trace: Trace) -> frozenset[str]:
    """The spans that are runs of other agents."""
    found: set[str] = set()
    for event in trace.events:
        if event.child_run is not UNSET:
            found.add(event.child_run)
        if event.kind is _START and isinstance(event.body, Span) and event.body.name == SUB_AGENT:
            found |= {event.span} if isinstance(event.span, str) else set()
    models = (each for each in trace.header.actors.values() if each.kind is ActorKind.MODEL)
    return frozenset(found | {each.instance for each in models if isinstance(each.instance, str)})


def run_of(event: Event, known: frozenset[str]) -> str | None:
    """The run that an event belongs to; None for the session's own."""
    span = event.span
    return span if span is not UNSET and span in known else None
