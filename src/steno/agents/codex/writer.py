"""Writes Codex records back as they were read, with whatever passes have changed in their events."""

from __future__ import annotations

from steno.agents.codex.wire import CALLS, EVENTS, NAME, RECORDS, RESULTS, STATEMENTS, TURN_ITEMS, USAGE
from steno.kit.writing import Inverse, WriteBack
from steno.model import Kind

_ID = ("native", "call")
_STATED = {each.text: "body.text" for each in STATEMENTS.values()}
"""The keys of words that an event states."""
_SHAPES = (*RECORDS.values(), *EVENTS.values(), *TURN_ITEMS.values())

WRITER = WriteBack(
    NAME,
    Inverse(
        {"timestamp": "time", "id": _ID, "payload.id": _ID, "payload.item.id": _ID},
        {
            Kind.MESSAGE: {"text": "body.text", "content": "body.text", **_STATED},
            Kind.THOUGHT: {"": "body.text", **_STATED},
            Kind.TOOL_CALL: {
                "name": "body.tool",
                "namespace": "body.server",
                "call_id": "call",
                **{call.arguments: "body.arguments" for call in CALLS.values()},
            },
            Kind.TOOL_RESULT: {"call_id": "call", **dict.fromkeys(RESULTS.values(), "body.content")},
            Kind.LIFECYCLE: {
                "": "body.text",
                "call_id": "call",
                "callId": "call",
                "model": "model",
                **_STATED,
                **{shape.child: "child_run" for shape in _SHAPES if shape.child},
                **{shape.text: "body.text" for shape in _SHAPES if shape.text},
                **{f"info.last_token_usage.{key}": f"usage.{name}" for key, name in USAGE.items()},
            },
        },
    ),
)
make = WRITER.make
