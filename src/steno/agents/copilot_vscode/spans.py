"""The spans of a trace database, as a table: what was sent to models and tools, by chat session.

What a span is about stands in rows of its own, by name.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from steno.agents.copilot_vscode.idiom import IDIOM
from steno.base.exact import JSON
from steno.kit.database import Table, tables
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Part, Read, Shape, Spec, by, standing
from steno.kit.times import millis
from steno.model import Kind, Lifecycle, Text, ToolCall, ToolResult

_SESSION = "coalesce(chat_session_id, trace_id)"
_OF_SPAN = f"(SELECT {_SESSION} FROM spans WHERE spans.span_id = {{}}.span_id)"  # noqa: S608
_WHEN = {"start_time_ms": Read("time", millis), "span_id": Read("native"), "parent_span_id": Read("parent")}
_CHAT = Shape(
    Kind.LIFECYCLE,
    MODEL,
    {
        **_WHEN,
        "span_id": Read("response"),
        "response_model": "model",
        "input_tokens": "usage.input",
        "output_tokens": "usage.output",
        "cached_tokens": "usage.cache_read",
        "reasoning_tokens": "usage.reasoning",
    },
    header={"chat_session_id": "ids.session"},
)
_CALL = standing(Shape(Kind.TOOL_CALL, MODEL))
_RESULT = standing(Shape(Kind.TOOL_RESULT, TOOL))
_SAID = standing(Shape(Kind.MESSAGE, MODEL))
_SPAN = Shape(Kind.LIFECYCLE, takes=_WHEN, header={"chat_session_id": "ids.session"})


def remember(log: Log, row: dict[str, JSON], where: str) -> None:
    """Keep what the rows about a span need of it."""
    known: dict[Any, dict[str, Any]] = log.state if log.state is not None else {}
    log.state = known
    event = log.events[-1]
    call = row.get("tool_call_id")
    known[event.native if event.native is not UNSET else event.response] = {
        "tool": row.get("tool_name"),
        "answers": log.told == "span.chat",
        "call": call if type(call) is str and call else event.native,
        "fields": {"time": event.time, "model": event.model},
    }


def _known(log: Log, row: dict[str, JSON]) -> dict[str, Any]:
    span = row.get("span_id")
    return (log.state or {}).get(span, {}) if type(span) is str else {}


def attribute(log: Log, row: dict[str, JSON], where: str) -> None:
    """What a tool was given and gave, and what a model answered; the rest is kept."""
    key, span = row.get("key"), _known(log, row)
    fields = {name: value for name, value in span.get("fields", {}).items() if value is not UNSET}
    tool, call = span.get("tool"), span.get("call")
    if key == "gen_ai.tool.call.arguments" and type(tool) is str and (given := log.take(row, "value", where)):
        log.tools[str(call)] = log.tool(tool)
        about = {**fields, **_CALL, "call": call}
        log.emit(Kind.TOOL_CALL, ToolCall(tool, given), log.speaker(UNSET, UNSET), where, about)
    elif key == "gen_ai.tool.call.result" and type(tool) is str and (text := log.take(row, "value", where)):
        about = {**fields, **_RESULT, "call": call}
        log.emit(Kind.TOOL_RESULT, ToolResult(text), log.tool(tool), where, about)
    elif key == "gen_ai.output.messages" and span.get("answers") and (said := _said(row.get("value"))):
        about = {**fields, **_SAID}
        log.emit(Kind.MESSAGE, Text(said), log.speaker(fields.get("model", UNSET), UNSET), where, about)
    else:
        log.emit(Kind.LIFECYCLE, Lifecycle("attribute", transient=True), log.program, where, fields)


def _said(value: JSON) -> str:
    """The words among what a model answered."""
    try:
        messages = msgspec.json.decode(value) if type(value) is str else None
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return ""
    found = []
    for message in messages if type(messages) is list else ():
        inner = message.get("parts") if type(message) is dict else None
        for part in inner if type(inner) is list else ():
            text = part.get("content") if type(part) is dict and part.get("type") == "text" else None
            found += [text] if type(text) is str and text else []
    return "\n".join(found)


_AT = {"timestamp_ms": Read("time", millis)}
ROWS: dict[str, Part | list[Part]] = {
    "span": [_SPAN, remember],
    "span.chat": [_CHAT, remember],
    "attribute": attribute,
    "event": Shape(Kind.LIFECYCLE, takes=_AT),
    "event.user_message": Shape(Kind.MESSAGE, HUMAN, {**_AT, "attributes.content": "body.text"}),
}
SPANS = Spec(
    name="copilot-vscode",
    tell=lambda row: by("operation_name")(row) or ("" if "key" in row else by("name")(row)),
    records=ROWS,
    source=tables(
        Table("span", "spans", _SESSION, "start_time_ms, rowid"),
        Table("attribute", "span_attributes", _OF_SPAN.format("span_attributes")),
        Table("event", "span_events", _OF_SPAN.format("span_events"), "id", json=("attributes",)),
    ),
    known_by=("spans", "span_attributes", "span_events"),
    recognise=IDIOM.of,
)
