"""Writes Claude Code records back as they were read, with whatever passes have changed in their events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from msgspec import UNSET

from steno.agents.claude_code.wire import NAME, RECORDS, USAGE
from steno.base.exact import JSON
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.formats.injected import joined
from steno.formats.writeback import write_back
from steno.model import Event, Lifecycle, Text, Thought, ToolCall, ToolResult, Trace


class ClaudeCodeWriter:
    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        write_back(traces, stream, report, NAME, fill)


def make(words: Sequence[str], ambient: Ambient, report: Report) -> ClaudeCodeWriter:
    if words:
        raise UsageError(f"{NAME} has no options, got {words[0]!r}")
    return ClaudeCodeWriter()


def fill(events: list[Event]) -> JSON:
    """The record these events were read from."""
    events = joined(events)
    first = events[0]
    record = first.residue
    if not isinstance(record, dict):
        return record
    whole: dict[str, JSON] = {}
    for key, value in record.items():
        if value is UNSET:
            whole[key] = _ENVELOPE[key](events) if key in _ENVELOPE else _lifecycle(first, key)
        elif key == "message" and isinstance(value, dict):
            whole[key] = _message(value, events)
        else:
            whole[key] = value
    return whole


def _detail(events: list[Event]) -> JSON:
    return next(e.body.detail for e in events if isinstance(e.body, ToolResult) and e.body.detail is not UNSET)


_ENVELOPE = {
    "timestamp": lambda events: events[0].time,
    "uuid": lambda events: events[0].native,
    "parentUuid": lambda events: events[0].parent,
    "toolUseResult": _detail,
}


def _lifecycle(event: Event, key: str) -> JSON:
    body, record = event.body, event.residue
    if isinstance(body, Lifecycle) and isinstance(record, dict):
        if key == RECORDS[record["type"]].text and body.text is not UNSET:
            return body.text
        if isinstance(body.data, dict):
            return body.data[key]
    raise AssertionError(f"a {type(body).__name__} has no {key}")


def _message(message: dict[str, JSON], events: list[Event]) -> dict[str, JSON]:
    whole: dict[str, JSON] = {}
    for key, value in message.items():
        if key == "content":
            whole[key] = _content(value, events)
        elif key == "usage" and isinstance(value, dict):
            whole[key] = {name: _tokens(name, each, events[0]) for name, each in value.items()}
        elif value is UNSET:
            whole[key] = events[0].response if key == "id" else events[0].model
        else:
            whole[key] = value
    return whole


def _tokens(name: str, value: JSON, event: Event) -> JSON:
    return getattr(event.usage, USAGE[name]) if value is UNSET else value


def _content(content: JSON, events: list[Event]) -> JSON:
    if content is UNSET:
        return _value(events[0], "content")
    if not isinstance(content, list):
        return content
    return (
        [
            {key: _value(event, key) if value is UNSET else value for key, value in block.items()}
            if isinstance(block, dict)
            else block
            for block, event in zip(content, events, strict=True)
        ]
        if content
        else content
    )


def _value(event: Event, key: str) -> JSON:
    """What stood under a key of a block."""
    match event.body:
        case Text(text):
            return text
        case Thought(_, text):
            return text
        case ToolCall(tool, arguments):
            return {"name": tool, "input": arguments, "id": event.call}[key]
        case ToolResult(content, error):
            return {"content": content, "is_error": error, "tool_use_id": event.call}[key]
        case body:
            raise AssertionError(f"a {type(body).__name__} has no {key}")
