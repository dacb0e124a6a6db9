"""Writes the records of a hook log back as they were read, with whatever passes have changed in their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.hooks.wire import NAME
from steno.formats.writeback import write_back
from steno.model import Event, Lifecycle, Origin, Text, ToolCall, ToolResult, Trace


class HooksWriter:
    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        write_back(traces, stream, report, NAME, fill)


def make(words: Sequence[str], ambient: Ambient, report: Report) -> HooksWriter:
    if words:
        raise UsageError(f"{NAME} has no options, got {words[0]!r}")
    return HooksWriter()


def fill(events: list[Event]) -> JSON:
    """The record these events were read from."""
    record = events[0].residue
    if not isinstance(record, dict):
        return record
    places = {event.origin.pointer: event for event in events if isinstance(event.origin, Origin)}
    whole: dict[str, JSON] = {}
    for key, value in record.items():
        if key == "time" and value is UNSET:
            whole[key] = events[0].time
        elif key == "files" and value is UNSET:
            whole[key] = _files(events)
        elif key == "event" and isinstance(value, dict):
            whole[key] = {name: _whole(name, each, events[0], places) for name, each in value.items()}
        else:
            whole[key] = value
    return whole


def _whole(key: str, value: JSON, first: Event, places: dict[str, Event]) -> JSON:
    if value is UNSET:
        return _value(places.get(f"/event/{key}", first), key)
    if isinstance(value, list):
        return [
            _value(places[f"/event/{key}/{index}"], key) if each is UNSET else each for index, each in enumerate(value)
        ]
    return value


def _files(events: list[Event]) -> JSON:
    for event in events:
        match event.body:
            case ToolResult(_, _, {"files": files}) | Lifecycle("files", _, {"files": files}):
                return files
            case ToolResult(_, _, str(withheld)):
                return withheld  # all of what the tool returned is one placeholder
    raise AssertionError("no event holds the files")


def _value(event: Event, key: str) -> JSON:
    """What stood under a key of the event."""
    if key == "model":
        return event.model
    match event.body:
        case Text(text):
            return text
        case ToolCall(tool, given):
            return {"tool_name": tool, "tool_input": given, "tool_use_id": event.call}[key]
        case ToolResult(content):
            return event.call if key == "tool_use_id" else content
        case Lifecycle(_, text, data):
            return data[key] if isinstance(data, dict) and key in data else text
        case body:
            raise AssertionError(f"a {type(body).__name__} has no {key}")
