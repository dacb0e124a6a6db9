"""Writes Codex records back as they were read, with whatever passes have changed in their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from msgspec import UNSET

from steno.agents.codex.wire import NAME, USAGE
from steno.base.exact import JSON
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.injected import joined
from steno.formats.writeback import write_back
from steno.model import Event, Lifecycle, Origin, Text, Thought, ToolCall, ToolResult, Trace

_INSIDE = frozenset(
    {"content", "info", "item", "last_token_usage", "payload", "raw_content", "summary", "summary_text"}
)
"""Where the reader takes values from; all else is as it was read."""
_DEEPEST = 4
"""A part of the content of the item of a payload."""


class CodexWriter:
    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        write_back(traces, stream, report, NAME, fill)


def make(words: Sequence[str], ambient: Ambient, report: Report) -> CodexWriter:
    if words:
        raise UsageError(f"{NAME} has no options, got {words[0]!r}")
    return CodexWriter()


def fill(events: list[Event]) -> JSON:
    """The record these events were read from."""
    events = joined(events)
    record = events[0].residue
    if not isinstance(record, dict):
        return record
    places = {event.origin.pointer: event for event in reversed(events) if isinstance(event.origin, Origin)}
    return _whole(record, "", events[0], places, 0)


def _whole(value: JSON, where: str, event: Event, places: dict[str, Event], depth: int) -> JSON:
    """The value with its holes filled from the event that stands here, or else around here."""
    event = places.get(where, event)
    if value is UNSET:
        return event.body.text if isinstance(event.body, Thought | Lifecycle) else UNSET
    if depth > _DEEPEST:
        return value
    if isinstance(value, dict):
        return {
            key: _value(event, key, where)
            if each is UNSET
            else _whole(each, f"{where}/{key}", event, places, depth + 1)
            if key in _INSIDE
            else each
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_whole(each, f"{where}/{index}", event, places, depth + 1) for index, each in enumerate(value)]
    return value


def _value(event: Event, key: str, where: str) -> JSON:
    """What stood under a key of an object whose events these are."""
    body = event.body
    if key == "timestamp" and where == "":
        return event.time
    if isinstance(body, Lifecycle) and isinstance(body.data, dict) and key in body.data:
        return body.data[key]
    if key in USAGE and event.usage is not UNSET:
        return getattr(event.usage, USAGE[key])
    match key:
        case "id":
            return event.call if event.native is UNSET else event.native
        case "call_id" | "callId":
            return event.call
        case "new_thread_id" | "agent_thread_id":
            return event.child_run
        case "model" if isinstance(body, Lifecycle):
            return event.model
    match body:
        case Text(text) | Thought(_, text) | Lifecycle(_, text):
            return text
        case ToolCall(tool, arguments, server):
            return {"name": tool, "namespace": server}.get(key, arguments)
        case ToolResult(content):
            return content
    raise AssertionError(f"a {type(body).__name__} has no {key}")
