"""Spells what an event holds as Open-Token content, and counts what of it will not be read back."""

from __future__ import annotations

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.counter import LossCounter
from steno.formats.open_token import losses
from steno.formats.open_token.options import Internal, Options
from steno.formats.open_token.payload import spell_arguments, spell_blob, without_binary
from steno.formats.open_token.plan import Plan, Slot
from steno.formats.open_token.rows import Content
from steno.formats.open_token.wire import MISSING_END, MISSING_RESULT, PLACEHOLDER
from steno.model import (
    Blob,
    Event,
    Kind,
    Lifecycle,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
)


def content_of(event: Event, slot: Slot, plan: Plan, options: Options, counter: LossCounter) -> Content:
    """The content of an exported event."""
    body = event.body
    if type(body) is Text:
        return {"mime": "text/plain", "text": body.text}
    if type(body) is ToolResult:
        return _result(body, slot, counter)
    if type(body) is ToolCall:
        return structured(_call(body, event))
    if type(body) is Lifecycle:
        said: dict[str, JSON] = {"lifecycle": body.name}
        if body.text is not UNSET:
            said["text"] = body.text
        if body.data is not UNSET:
            said["data"] = body.data
        return structured(said)
    if isinstance(body, Thought):
        return thought(body, options.internal, counter)
    if isinstance(body, Span):
        return structured(_span(body, event, slot, plan, counter))
    if isinstance(body, Blob):
        return structured(spell_blob(body))
    raise AssertionError(f"a {type(body).__name__} is not exported")


def plain(text: str) -> Content:
    return {"mime": "text/plain", "text": text}


def structured(data: JSON) -> Content:
    return {"mime": "application/json", "data": data}


def _call(body: ToolCall, event: Event) -> dict[str, JSON]:
    arguments, encoding = spell_arguments(body.arguments)
    data: dict[str, JSON] = {"tool_name": body.tool, "arguments": arguments}
    if encoding is not None:
        data["arguments_encoding"] = encoding
    if body.server is not UNSET:
        data["server"] = body.server
    if event.call is not UNSET:
        data["native_call_id"] = event.call
    if event.call_ids is not UNSET:
        data["call_ids"] = event.call_ids
    return data


def _result(body: ToolResult, slot: Slot, counter: LossCounter) -> Content:
    if body.detail is not UNSET and not any("message" in aside.get("tool_result", ()) for aside in slot.asides):
        counter.add(losses.BODY, "/events/*/body/detail")
    if body.error is not UNSET and not any("error" in aside.get("tool_result", ()) for aside in slot.asides):
        counter.add(losses.BODY, "/events/*/body/error")
    if body.missing:
        if body.content is not UNSET:
            counter.add(losses.BODY, "/events/*/body/content")
        return structured(MISSING_RESULT)
    if isinstance(body.content, str):
        return plain(body.content)
    if (text := only_text(body.content)) is not None:
        counter.add(losses.UNWRAPPED, "/events/*/body/content")
        return plain(text)
    if body.content is UNSET:
        return {"mime": "text/plain"}
    try:
        content = without_binary(body.content)
    except RecursionError:
        content = body.content
    if content is not body.content:
        counter.add(losses.BINARY, "/events/*/body/content")
    return structured(content)


def only_text(content: JSON) -> str | None:
    """The text of a result that is nothing but one part of text."""
    if type(content) is not list or len(content) != 1 or type(part := content[0]) is not dict:
        return None
    text = part.get("text")
    return text if part.get("type") in _TEXTS and len(part) == 2 and isinstance(text, str) else None


_TEXTS = ("text", "input_text", "output_text")


def thought(body: Thought, internal: Internal, counter: LossCounter) -> Content:
    """A thought as far as the options let it be seen."""
    shown = internal is Internal.FULL or (internal is Internal.SUMMARY and body.state is ThoughtState.SUMMARY)
    if shown and isinstance(body.text, str):
        if body.state not in (ThoughtState.FULL, ThoughtState.SUMMARY):
            counter.add(losses.BODY, "/events/*/body/state")
        return plain(body.text)
    encrypted = internal is Internal.FULL and body.state is ThoughtState.ENCRYPTED
    if body.state is not ThoughtState.REDACTED and not encrypted:
        counter.add(losses.THOUGHT, "/events/*/body/state")
    if body.text is not UNSET:
        counter.add(losses.THOUGHT, "/events/*/body/text")
    return structured(PLACEHOLDER)


def _span(body: Span, event: Event, slot: Slot, plan: Plan, counter: LossCounter) -> dict[str, JSON]:
    data = {} if body.data is UNSET else body.data
    if body.data is not UNSET and not data:
        counter.add(losses.BODY, "/events/*/body/data")
    if event.kind is Kind.SPAN_START:
        own: dict[str, JSON] = {"span_name": body.name}
        if event.span is not UNSET:
            own["native_span_id"] = event.span
        if any(type(data.get(key)) is str for key in ("span_name", "native_span_id")):
            counter.add(losses.BODY, "/events/*/body/data")
        if body.missing:
            counter.add(losses.BODY, "/events/*/body/missing")
        return {**data, **own}
    started = plan.spans.started.get(slot.span or "")
    if body.name != (started[1] if started else "span"):
        counter.add(losses.BODY, "/events/*/body/name")
    if body.missing:
        if data:
            counter.add(losses.BODY, "/events/*/body/data")
        return MISSING_END
    return data
