"""The messages of gptme, as a table."""

from __future__ import annotations

from typing import Final

from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Part, Read, Shape, Spec, by
from steno.model import Kind, Role, Visibility

_TEXT: Final = {"content": "body.text"}

RECORDS: Final[dict[str, Part | list[Part]]] = {
    "system": Shape(Kind.MESSAGE, PROGRAM, _TEXT, role=Role.SYSTEM, visibility=Visibility.INTERNAL),
    "user": Shape(Kind.MESSAGE, HUMAN, _TEXT),
    "assistant": Shape(Kind.MESSAGE, MODEL, _TEXT),
    "tool": Shape(Kind.TOOL_RESULT, TOOL, {"content": "body.content", "call_id": Read("call")}),
}
SPEC = Spec(
    name="gptme",
    tell=by("role"),
    records=RECORDS,
    every={
        "timestamp": "time",
        "metadata.model": "model",
        "metadata.usage.input_tokens": "usage.input",
        "metadata.usage.output_tokens": "usage.output",
        "metadata.usage.cache_read_tokens": "usage.cache_read",
        "metadata.usage.cache_creation_tokens": "usage.cache_write",
        "metadata.usage.reasoning_tokens": "usage.reasoning",
        # Older versions state them beside the model.
        "metadata.input_tokens": "usage.input",
        "metadata.output_tokens": "usage.output",
        "metadata.cache_read_tokens": "usage.cache_read",
        "metadata.cache_creation_tokens": "usage.cache_write",
    },
    pairing="none",
    known_by=tuple(("role", "content", "timestamp", own) for own in ("pinned", "hide", "call_id")),
)
FORMAT = Format("gptme", "gptme session", parts_of(SPEC))
