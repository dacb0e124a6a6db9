"""Counts what a hook log holds."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON
from steno.formats.records import grouped, tally
from steno.model import Event, Kind, Lifecycle, ToolResult, Trace


def count(trace: Trace) -> dict[str, JSON]:
    """What the log holds, by the names of the agent's own events."""
    every = list(grouped(trace))
    whole = [record for record in every if isinstance(record.first.residue, dict)]
    told = [event for record in whole if isinstance(event := record.rest.get("event"), dict)]
    times = [record.first.time for record in whole if isinstance(record.first.time, str)]
    files = list(states(trace.events))
    return {
        "records": len(whole),
        "invalid_json_lines": len(every) - len(whole),
        "events_by_name": tally(event.get("hook_event_name", event.get("type")) for event in told),
        "events_without_json": sum("raw" in record.rest for record in whole),
        "events_omitted": sum("omitted" in record.rest for record in whole),
        "sessions": list(trace.header.ids.get("session", ())),
        "tool_calls": sum(event.kind is Kind.TOOL_CALL for event in trace.events),
        "tool_results": sum(event.kind is Kind.TOOL_RESULT for event in trace.events),
        "file_states": len(files),
        "contents_kept": len({hash for _, state in files if (hash := _kept(state)) is not None}),
        "first_timestamp": min(times, default=None),
        "last_timestamp": max(times, default=None),
    }


def _kept(state: dict[str, JSON]) -> str | None:
    """The hash of a file's contents, where they were kept."""
    hash = state.get("sha256")
    return hash if isinstance(hash, str) and "omitted" not in state else None


def states(events: tuple[Event, ...]) -> Iterator[tuple[Event, dict[str, JSON]]]:
    """Every file of which the log says how it was."""
    for event in events:
        match event.body:
            case ToolResult(_, _, {"files": [*found]}) | Lifecycle("files", _, {"files": [*found]}):
                yield from ((event, each) for each in found if isinstance(each, dict))
