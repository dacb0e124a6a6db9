"""What can be asked of any agent's log: whether calls come before results, time goes forward, all is understood."""

from __future__ import annotations

from collections.abc import Iterator

from steno.contracts import Finding
from steno.formats.records import grouped
from steno.model import Event, Kind, Origin, Trace, Unknown


def at(event: Event, pointer: str, message: str) -> Finding:
    """A finding in the record of an event."""
    return Finding(pointer, message, event.origin.line if isinstance(event.origin, Origin) else None)


def uncalled(trace: Trace) -> Iterator[tuple[Event, str]]:
    """Results whose call does not stand before them, each with the id of that call."""
    calls = set()
    for event in trace.events:
        if event.kind is Kind.TOOL_CALL:
            calls.add(event.call)
        elif event.kind is Kind.TOOL_RESULT and isinstance(event.call, str) and event.call not in calls:
            yield event, event.call


def backwards(trace: Trace, pointer: str, slack: float = 0) -> Iterator[Finding]:
    """Records that are older than the one before them, by more than some seconds."""
    before = None
    for record in grouped(trace):
        moment = record.first.instant()
        if moment is None:
            continue
        if before is not None and (before[0] - moment).total_seconds() > slack:
            yield at(record.first, pointer, f"{record.first.time} is before {before[1]}, the time of the line above")
        before = (moment, record.first.time)


def unknown(trace: Trace, pointer: str | None = None) -> Iterator[Finding]:
    """Records, or parts of them, that the reader did not understand; `pointer` where it is always the same."""
    for event in trace.events:
        if isinstance(event.body, Unknown) and isinstance(event.origin, Origin):
            where = event.origin.pointer if pointer is None else pointer
            yield at(event, where, f"not understood: {event.body.name}")
