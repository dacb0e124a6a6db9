"""Puts what events hold back into the record that they were read from."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.awf import stated
from steno.model import Event, Lifecycle, Origin, Span, Text, Thought, ToolCall, ToolResult


def fill(events: list[Event]) -> JSON:
    """The record these events were read from."""
    first = events[0]
    record = first.residue
    if not isinstance(record, dict):
        return record
    places = {event.origin.pointer: event for event in events if isinstance(event.origin, Origin)}
    whole: dict[str, JSON] = {}
    for key, value in record.items():
        if key == "payload":
            whole[key] = _payload(value, first, places)
        elif value is UNSET:
            whole[key] = {"timestamp": first.time, "iteration": first.iteration, "child_run_id": first.child_run}[key]
        else:
            whole[key] = value
    return whole


def _payload(payload: JSON, first: Event, places: dict[str, Event]) -> JSON:
    if isinstance(payload, list):
        return _blocks(payload, "/payload", places)
    if not isinstance(payload, dict):
        return payload
    whole: dict[str, JSON] = {}
    for key, value in payload.items():
        if key == "blocks" and isinstance(value, list):
            whole[key] = _blocks(value, "/payload/blocks", places)
        elif key == "usage" and first.usage is not UNSET:
            whole[key] = stated.filled(value, first)
        else:
            whole[key] = _value(first, key) if value is UNSET else value
    return whole


def _blocks(blocks: list[JSON], where: str, places: dict[str, Event]) -> list[JSON]:
    whole = []
    for index, block in enumerate(blocks):
        event = places.get(f"{where}/{index}")
        if event is not None and isinstance(block, dict):
            block = {key: _value(event, key) if value is UNSET else value for key, value in block.items()}
        whole.append(block)
    return whole


def _value(event: Event, key: str) -> JSON:
    """What stood under a key of a payload or a block."""
    if key == "fidelity":
        return event.fidelity
    if key == "call_id":
        return event.call
    if key == "model":
        return event.model
    if key == "tool_id":
        return event.call_ids["block"] if isinstance(event.call_ids, dict) else event.call
    match event.body:
        case Text(text) | Thought(_, text):
            return text
        case ToolCall(tool, arguments):
            return tool if key in ("name", "tool_name") else arguments
        case ToolResult(content, _, detail):
            return content if key != "error" or detail is UNSET else detail
        case Span(name, data):
            return name if key == "name" else _of(data, key)
        case Lifecycle(_, text, data):
            return text if key in ("text", "chunk") else _of(data, key)
    raise AssertionError(f"a {type(event.body).__name__} has no {key}")


def _of(data: Any, key: str) -> JSON:
    return data[key]
