"""Writes the records of a hook log back as they were read, with whatever passes have changed in their events."""

from __future__ import annotations

from steno.formats.hooks.wire import LIFECYCLE, NAME, RESULTS
from steno.kit.writing import Inverse, WriteBack
from steno.model import Kind

WRITER = WriteBack(
    NAME,
    Inverse(
        {"time": "time", "event.model": "model"},
        {
            Kind.MESSAGE: {"": "body.text"},
            Kind.TOOL_CALL: {"tool_name": "body.tool", "tool_input": "body.arguments", "tool_use_id": "call"},
            Kind.TOOL_RESULT: {
                "tool_use_id": "call",
                "/files": "body.detail.files",
                **dict.fromkeys(RESULTS.values(), "body.content"),
            },
            Kind.LIFECYCLE: {"": "body.data.files", **{key: "body.text" for key in LIFECYCLE.values() if key}},
        },
    ),
)
make = WRITER.make
