"""What an Open-Token event holds, as a body of the model; what is understood is moved out of the event."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.formats.open_token import asides
from steno.formats.open_token.payload import is_binary, only, restore_arguments
from steno.formats.open_token.wire import BINARY, THOUGHT
from steno.model import (
    Blob,
    Body,
    Kind,
    Lifecycle,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Unknown,
)

Read = tuple[Kind, Body]
About = dict[str, JSON]


class Context:
    """What other events say of one: asides, and the source's own ids of calls and spans."""

    def __init__(self, ids: set[str]) -> None:
        self.ids = ids
        self.asides: dict[str, About] = {}
        """By the id of the event they reply to."""
        self.echoes: dict[int, str] = {}
        """The id of that event, by the place of the aside in the order."""
        self._calls: dict[str, str | UnsetType] = {}
        self._spans: dict[str, str] = {}
        self.span_names: dict[str, str] = {}

    def look(self, index: int, event: dict[str, JSON]) -> None:
        """Take note of an event before any is read."""
        links = event.get("links")
        call = links.get("call_id") if type(links) is dict else None
        span = links.get("span_id") if type(links) is dict else None
        if (aside := asides.read(event)) is not None and aside[0] in self.ids:
            target, said = aside
            self.echoes[index] = target
            self.asides.setdefault(target, {}).update(said)
            result = said.get("tool_result")
            if type(call) is str and type(result) is dict and result.get("orphan") is True:
                native = result.get("native_call_id", UNSET)
                self._calls.setdefault(call, native if type(native) is str else UNSET)
        kind, data = event.get("type"), _data(event)
        if type(data) is not dict:
            return
        if kind == "tool_use" and type(call) is str and type(native := data.get("native_call_id")) is str:
            self._calls.setdefault(call, native)
        elif kind == "span_start" and type(span) is str:
            if type(native := data.get("native_span_id")) is str:
                self._spans.setdefault(span, native)
            if type(name := data.get("span_name")) is str:
                self.span_names.setdefault(span, name)

    def join(self, kind: Kind, event: dict[str, JSON], links: dict[str, JSON], found: dict[str, Any]) -> None:
        """The source's own ids of the event's call and span, where some event tells them."""
        if type(call := links.get("call_id")) is str:
            found["call"] = self._calls.get(call, call)
        if type(span := links.get("span_id")) is str:
            found["span"] = self._spans.get(span, span)
        data = _data(event)
        if kind is Kind.TOOL_CALL and type(data) is dict:
            native = data.get("native_call_id")
            if type(native) is str and found.setdefault("call", native) == native:
                data["native_call_id"] = UNSET
            further = data.get("call_ids")
            if type(further) is dict and all(type(each) is str for each in further.values()):
                found["call_ids"], data["call_ids"] = further, UNSET


def _data(event: dict[str, JSON]) -> JSON:
    content = event.get("content")
    return content.get("data") if type(content) is dict else None


def body_of(event: dict[str, JSON], about: About, context: Context) -> Read:
    """Kind and body of an event; unknown, with everything left in place, where it is not one of Open-Token's."""
    kind, content = event.get("type"), event.get("content")
    read = _READ.get(kind) if type(kind) is str else None
    if read is not None and type(content) is dict:
        links = event.get("links")
        span = links.get("span_id") if type(links) is dict else None
        found = read(content, about, event.get("role"), context.span_names.get(span) if type(span) is str else None)
        if found is not None:
            return found
    return Kind.UNKNOWN, Unknown(kind if type(kind) is str else "untyped event")


def _message(content: dict[str, JSON], about: About, role: JSON, _: str | None) -> Read | None:
    text, data = content.get("text"), content.get("data")
    if role == THOUGHT:
        return _thought(content, about)
    if type(text) is str:
        content["text"] = UNSET
        return Kind.MESSAGE, Text(text)
    if type(data) is dict and is_binary(data) and "text" not in content:
        found = {name: data[key] for key, name in BINARY.items() if key in data}
        content["data"] = {key: part if key == "omitted" else UNSET for key, part in data.items()}
        return Kind.BLOB, Blob(**{"media_type": UNSET, **found})
    return None


def _thought(content: dict[str, JSON], about: About) -> Read | None:
    text = content.get("text")
    if type(text) is str:
        content["text"] = UNSET
        summary = about.get("thought") == "summary"
        return Kind.THOUGHT, Thought(ThoughtState.SUMMARY if summary else ThoughtState.FULL, text)
    if only(content.get("data"), "redacted"):
        encrypted = about.get("reason") == asides.ENCRYPTED["reason"]
        return Kind.THOUGHT, Thought(ThoughtState.ENCRYPTED if encrypted else ThoughtState.REDACTED)
    return None


def _tool_use(content: dict[str, JSON], about: About, role: JSON, _: str | None) -> Read | None:
    data = content.get("data")
    if type(data) is not dict or type(tool := data.get("tool_name")) is not str:
        return None
    data["tool_name"] = UNSET
    arguments: JSON | UnsetType = UNSET
    if "arguments" in data:
        spelled, encoding = data["arguments"], data.get("arguments_encoding", UNSET)
        arguments, data["arguments"] = restore_arguments(spelled, encoding), UNSET
        if arguments is not spelled:
            data["arguments_encoding"] = UNSET
    server = data.get("server")
    if type(server) is str:
        data["server"] = UNSET
    return Kind.TOOL_CALL, ToolCall(tool, arguments, server if type(server) is str else UNSET)


def _tool_result(content: dict[str, JSON], about: About, role: JSON, _: str | None) -> Read | None:
    text, data = content.get("text"), content.get("data", UNSET)
    outcome = about.get("tool_result", {})
    error = outcome.get("error")
    error = error if type(error) is bool else UNSET
    message = outcome.get("message")
    detail = message if error is True and type(message) is str else UNSET
    if type(text) is str:
        content["text"] = UNSET
        return Kind.TOOL_RESULT, ToolResult(text, error, detail)
    if "text" in content:
        return None
    if only(data, "missing_result") and about.get("literal") != "missing_result":
        return Kind.TOOL_RESULT, ToolResult(UNSET, error, missing=True)
    if data is not UNSET:
        content["data"] = UNSET
    return Kind.TOOL_RESULT, ToolResult(data, error, detail)


def _span_start(content: dict[str, JSON], about: About, role: JSON, name: str | None) -> Read | None:
    data = content.get("data", UNSET)
    if type(data) is not dict:
        return Kind.SPAN_START, Span(name or "span")
    own = {key for key in ("span_name", "native_span_id") if type(data.get(key)) is str}
    name = data["span_name"] if "span_name" in own else name
    content["data"] = dict.fromkeys(data, UNSET)
    return Kind.SPAN_START, Span(name or "span", {key: data[key] for key in data if key not in own} or UNSET)


def _span_end(content: dict[str, JSON], about: About, role: JSON, name: str | None) -> Read | None:
    data = content.get("data", UNSET)
    if only(data, "missing_end") and about.get("literal") != "missing_end":
        return Kind.SPAN_END, Span(name or "span", missing=True)
    if type(data) is not dict or not data:
        return Kind.SPAN_END, Span(name or "span")
    content["data"] = dict.fromkeys(data, UNSET)
    return Kind.SPAN_END, Span(name or "span", data)


def _annotation(content: dict[str, JSON], about: About, role: JSON, _: str | None) -> Read | None:
    text, data = content.get("text", UNSET), content.get("data", UNSET)
    if type(data) is dict and type(name := data.get("lifecycle")) is str and text is UNSET:
        inner = data.get("text", UNSET)
        if data.keys() <= {"lifecycle", "text", "data", "truncated"} and (inner is UNSET or type(inner) is str):
            body = Lifecycle(name, inner, data.get("data", UNSET))
            content["data"] = {key: part if key in ("lifecycle", "truncated") else UNSET for key, part in data.items()}
            return Kind.LIFECYCLE, body
    if text is not UNSET and type(text) is not str:
        return None
    for key in ("text", "data"):
        if key in content:
            content[key] = UNSET
    return Kind.LIFECYCLE, Lifecycle("annotation", text, data)


_READ = {
    "message": _message,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "span_start": _span_start,
    "span_end": _span_end,
    "annotation": _annotation,
}
