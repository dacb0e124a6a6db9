"""Counts what one transcript holds.  Runs that it started count in their own files."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.awf.wire import NAME
from steno.formats.records import Record, grouped, tally
from steno.model import Event, Kind, Lifecycle, Origin, Trace


def count(trace: Trace) -> dict[str, JSON]:
    """What the file holds, in the format's own terms.  A call that is stated twice is one call."""
    every = [record for record in grouped(trace) if _is_ours(trace, record.first)]
    whole = [record for record in every if isinstance(record.first.residue, dict)]
    events = [event for record in whole for event in record.events]
    calls = [event for event in events if event.kind is Kind.TOOL_CALL]
    results = [event for event in events if event.kind is Kind.TOOL_RESULT]
    called, answered = set(_ids(calls)), set(_ids(results))
    seqs = [seq for record in whole if type(seq := record.rest.get("seq")) is int]
    return {
        "records": len(whole),
        "invalid_lines": len(every) - len(whole),
        "records_by_type": tally(record.rest.get("type") for record in whole),
        "blocks_by_type": tally(_blocks(whole)),
        "runs": len(trace.header.ids.get("run", ())),
        "child_runs": sorted({event.child_run for event in events if isinstance(event.child_run, str)}),
        "steps": sum(event.kind is Kind.SPAN_START for event in events),
        "open_steps": len(_spans(events, Kind.SPAN_START) - _spans(events, Kind.SPAN_END)),
        "tool_calls": len(called) + sum(event.call is UNSET for event in calls),
        "tool_calls_by_name": tally(event.body.tool for event in calls if hasattr(event.body, "tool")),
        "tool_calls_stated_twice": sum(_is_echo(event, "tool_use") for event in events),
        "tool_results": len(answered) + sum(event.call is UNSET for event in results),
        "unpaired_calls": len(called - answered),
        "orphan_results": len(answered - called),
        "fidelity": tally(event.fidelity for event in events if event.fidelity is not UNSET),
        "last_seq": max(seqs) if seqs else None,
    }


def _is_ours(trace: Trace, event: Event) -> bool:
    return isinstance(event.origin, Origin) and trace.header.sources[event.origin.source].format == NAME


def _ids(events: list[Event]) -> Iterator[str]:
    return (event.call for event in events if isinstance(event.call, str))


def _spans(events: list[Event], kind: Kind) -> set[JSON]:
    return {event.span for event in events if event.kind is kind}


def _is_echo(event: Event, name: str) -> bool:
    return event.echo_of is not UNSET and isinstance(event.body, Lifecycle) and event.body.name == name


def _blocks(whole: list[Record]) -> Iterator[JSON]:
    for record in whole:
        payload = record.rest.get("payload")
        blocks = payload.get("blocks") if isinstance(payload, dict) else payload
        for block in blocks if isinstance(blocks, list) else ():
            yield block.get("type") if isinstance(block, dict) else type(block).__name__
