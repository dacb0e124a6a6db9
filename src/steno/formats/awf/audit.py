"""Joins AWF's audit trail to a transcript: when a run began and ended, who started it, how it ended.

The trail is a file of its own (`audit.jsonl`) with two lines for every run of the machine.  What it says stays apart:
its events stand in a second source.
"""

from __future__ import annotations

from typing import BinaryIO

from msgspec import UNSET, UnsetType, structs

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.records import records
from steno.model import Actor, ActorKind, Event, Kind, Lifecycle, Origin, Source, Trace

NAME = "awf-audit"
STARTED, COMPLETED = "workflow.started", "workflow.completed"
_ACTOR = "audit"


def join(trace: Trace, stream: BinaryIO, place: Place, report: Report) -> Trace:
    """The trace with what the trail says of its runs: beginnings before everything, ends after it.

    Lines about other runs are nobody's business here; a line that cannot be read is reported.
    """
    runs = trace.header.ids.get("run", ())
    size, found = 0, []
    for line in records(stream, place, report):
        size = line.offset + line.length
        record = line.value
        if isinstance(record, dict) and isinstance(run := record.get("execution_id"), str) and run in runs:
            found.append(line)
    if not found:
        return trace
    source = len(trace.header.sources)
    events = [_event(line, source) for line in found]
    first = [event for event in events if _name(event) == STARTED]
    last = [event for event in events if _name(event) != STARTED]
    main = [event for event in first if _data(event).get("execution_id") == runs[0]]
    header = structs.replace(
        trace.header,
        title=trace.header.title or (_text(_data(main[0]).get("workflow_name")) if main else UNSET),
        started=trace.header.started or (main[0].time if main else UNSET),
        actors={**trace.header.actors, _ACTOR: Actor(ActorKind.SYSTEM, "awf")},
        sources=(*trace.header.sources, Source(NAME, place.path or UNSET, size)),
    )
    return structs.replace(trace, header=header, events=(*first, *trace.events, *last))


def _event(line: Line, source: int) -> Event:
    record: dict[str, JSON] = line.value  # type: ignore[assignment]
    name, time = _text(record.get("event")), _text(record.get("timestamp"))
    data = {key: value for key, value in record.items() if not (key == "event" and name) and key != "timestamp"}
    return Event(
        uid=f"audit/{line.name}",
        kind=Kind.LIFECYCLE,
        body=Lifecycle(name or "audit", data=data),
        origin=Origin(source, line.number, line.offset, line.length),
        actor=_ACTOR,
        time=time,
    )


def _name(event: Event) -> str:
    return event.body.name if isinstance(event.body, Lifecycle) else ""


def _data(event: Event) -> dict[str, JSON]:
    return event.body.data if isinstance(event.body, Lifecycle) and isinstance(event.body.data, dict) else {}


def _text(value: JSON) -> str | UnsetType:
    return value if isinstance(value, str) and value else UNSET
