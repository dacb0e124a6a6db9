"""The lines of Entire's compact transcripts, as a table."""

from __future__ import annotations

from typing import Final

from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, Takes, by
from steno.model import Kind, Role

_TEXT: Final[Takes] = {"text": "body.text", "id": Read("native")}
_PROMPT = Shape(Kind.MESSAGE, HUMAN, _TEXT)
_NO_WORDS = Shape(Kind.MESSAGE, PROGRAM, _TEXT)
"""What is left of a message that held only results."""
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_CALL = Shape(
    Kind.TOOL_CALL, MODEL, {"id": Read("call"), "name": "body.tool", "input": "body.arguments"}
)  # fmt: skip
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {
        "id": Read("call"),
        "result.output": "body.content",
        "result.status": Read("body.error", {"success": False, "error": True}),
        "result.file": "body.detail",
    },
    when="result",
)


def _spoken(block: dict[str, JSON]) -> str:
    kind = block.get("type", "text")
    if kind == "text" and block.get("text") == "":
        return "no words"
    return kind if type(kind) is str else ""


RECORDS: Final[dict[str, Part | list[Part]]] = {
    "user": [
        Blocks(
            "content",
            _spoken,
            {
                "text": _PROMPT,
                "no words": _NO_WORDS,
                "image": Shape(Kind.BLOB, HUMAN, {"media_type": "body.media_type"}),
            },
            words=_PROMPT,
        ),
        Shape(Kind.LIFECYCLE, role=Role.USER, otherwise=True),
    ],
    "assistant": [
        Blocks("content", by("type"), {"text": _WORDS, "tool_use": [_CALL, _RESULT]}, words=_WORDS),
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
}
SPEC = Spec(
    name="entire",
    tell=by("type"),
    records=RECORDS,
    every={
        "ts": "time",
        "id": "response",
        "input_tokens": "usage.input",
        "output_tokens": "usage.output",
    },
    header={"cli_version": "versions", "agent": "environment.agent"},
    envelope=frozenset({"v", "agent", "cli_version", "type"}),
    pairing="embedded",
    known_by=("v", "agent", "cli_version", "type", "ts", "content"),
)
FORMAT = Format("entire", "Entire transcript", parts_of(SPEC))
