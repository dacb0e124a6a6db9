"""Puts the values of events and header back into the Open-Token objects they were read from."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.open_token.payload import spell_arguments
from steno.formats.open_token.wire import BINARY, CONVERSATION, PARTICIPANT, TOKENS
from steno.model import Blob, Event, Header, Lifecycle, Span, Text, Thought, ToolCall, ToolResult


def event(read: Event, record: dict[str, JSON]) -> dict[str, JSON]:
    """The event as it was read, with whatever passes have changed in it."""
    whole: dict[str, JSON] = {}
    for key, value in record.items():
        if key == "content" and type(value) is dict:
            whole[key] = _content(read, value)
        elif key == "links" and type(value) is dict:
            links = {"parent_id": read.parent, "replies_to": read.replies_to}
            whole[key] = _filled(value, links)
        elif key == "usage" and type(value) is dict:
            whole[key] = _filled(value, {name: getattr(read.usage, at, UNSET) for name, at in TOKENS.items()})
        elif value is UNSET:
            whole[key] = read.native if key == "id" else read.time
        else:
            whole[key] = value
    return _filled(whole, {})


def _filled(record: dict[str, JSON], values: dict[str, Any]) -> dict[str, JSON]:
    """A record with its holes filled; a hole for which there is no value any more is left out."""
    found = {key: values.get(key, UNSET) if value is UNSET else value for key, value in record.items()}
    return {key: value for key, value in found.items() if value is not UNSET}


def _content(read: Event, content: dict[str, JSON]) -> dict[str, JSON]:
    whole: dict[str, JSON] = {}
    for key, value in content.items():
        if value is UNSET:
            whole[key] = _value(read, key)
        elif key == "data" and type(value) is dict:
            whole[key] = _data(read, value)
        else:
            whole[key] = value
    return _filled(whole, {})


def _value(read: Event, key: str) -> JSON:
    """What stood under `text` or `data`."""
    match read.body:
        case Text(text) | Thought(text=text):
            return text
        case ToolResult(content):
            return content
        case Lifecycle(_, text, data):
            return text if key == "text" else data
        case body:
            raise AssertionError(f"a {type(body).__name__} has no {key}")


def _data(read: Event, data: dict[str, JSON]) -> dict[str, JSON]:
    match read.body:
        case ToolCall(tool, arguments, server):
            values = {"tool_name": tool, "native_call_id": read.call, "server": server, "call_ids": read.call_ids}
            if data.get("arguments_encoding") is UNSET:
                spelled, encoding = spell_arguments(arguments)
                values |= {"arguments": spelled, "arguments_encoding": UNSET if encoding is None else encoding}
            else:
                values["arguments"] = arguments
            return _filled(data, values)
        case Lifecycle(_, text, inner):
            return _filled(data, {"text": text, "data": inner})
        case Blob() as blob:
            return _filled(data, {key: getattr(blob, name) for key, name in BINARY.items()})
        case Span(name, moved):
            values = {} if moved is UNSET else moved
            whole = _filled(data, {"span_name": name, "native_span_id": read.span, **values})
            return {**whole, **{key: value for key, value in values.items() if key not in whole}}
        case _:
            return data


def conversation(header: Header, record: dict[str, JSON], redaction: JSON | None) -> dict[str, JSON]:
    """The conversation object with what the header says now."""
    values: dict[str, Any] = {key: getattr(header, name) for key, name in CONVERSATION.items()}
    values["id"] = next(iter(header.ids.get("conversation", ())), UNSET)
    whole = _filled(record, {**values, "redaction": UNSET if redaction is None else redaction})
    added = {key: value for key, value in values.items() if key not in record and value is not UNSET}
    if redaction is not None:
        added["redaction"] = redaction
    return {**whole, **added}


def participants(header: Header, records: JSON) -> JSON:
    """The participants with what the header says of them now.

    An id may be masked in one place and withheld in the other: then the actors, who stand in the order of the
    participants, are told by their number.
    """
    if type(records) is not list:
        return records
    whole, actors, seen = [], list(header.actors.values()), set[str]()
    for record in records:
        key = record.get("actor_id") if type(record) is dict else None
        if isinstance(key, str):
            known = header.actors.get(key)
            if known is None and UNSET in record.values() and len(seen) < len(actors):
                known = actors[len(seen)]
            if known is not None:
                seen.add(key)
                record = _filled(record, {key: getattr(known, name) for key, name in PARTICIPANT.items()})
        whole.append(record)
    return whole
