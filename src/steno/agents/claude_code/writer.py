"""Writes Claude Code records back as they were read, with whatever passes have changed in their events."""

from __future__ import annotations

from steno.agents.claude_code.wire import NAME, RECORDS, USAGE
from steno.kit.writing import Inverse, WriteBack
from steno.model import Kind

WRITER = WriteBack(
    NAME,
    Inverse(
        {
            "timestamp": "time",
            "uuid": "native",
            "parentUuid": "parent",
            "message.id": "response",
            "message.model": "model",
            **{f"message.usage.{key}": f"usage.{name}" for key, name in USAGE.items()},
        },
        {
            Kind.MESSAGE: {"": "body.text", "text": "body.text"},
            Kind.THOUGHT: {"thinking": "body.text"},
            Kind.TOOL_CALL: {"name": "body.tool", "input": "body.arguments", "id": "call"},
            Kind.TOOL_RESULT: {
                "content": "body.content",
                "is_error": "body.error",
                "tool_use_id": "call",
                "/toolUseResult": "body.detail",
            },
            Kind.LIFECYCLE: {shape.text: "body.text" for shape in RECORDS.values() if shape.text},
        },
    ),
)
make = WRITER.make
