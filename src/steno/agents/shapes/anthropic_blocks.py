"""The blocks of Anthropic's messages, which several agents keep as the provider has them."""

from __future__ import annotations

from typing import Final

from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Shape, by
from steno.model import Kind, ThoughtState
from steno.model.kept import SEALED
from steno.model.kept import Shape as Kept

PROMPT: Final = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
INJECTED: Final = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})
WORDS: Final = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
CALL: Final = Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "input": "body.arguments"})
RESULT: Final = Shape(
    Kind.TOOL_RESULT, TOOL, {"tool_use_id": "call", "content": "body.content", "is_error": "body.error"}
)
ANSWERED: Final = {
    "text": WORDS,
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "redacted_thinking": Shape(Kind.THOUGHT, MODEL, sets={"body.state": ThoughtState.REDACTED}),
    "tool_use": CALL,
}
ASKED: Final = {
    "text": PROMPT,
    "image": Shape(Kind.BLOB, HUMAN, {"source.media_type": "body.media_type"}),
    "document": Shape(Kind.BLOB, HUMAN, {"source.media_type": "body.media_type"}),
    "tool_result": RESULT,
}


def answered(at: str) -> Blocks:
    """What the model says, in the list at a path."""
    return Blocks(at, by("type"), ANSWERED, words=WORDS)


def asked(at: str) -> Blocks:
    """What it is told."""
    return Blocks(at, by("type"), ASKED, words=PROMPT)


def kept(at: str) -> dict[str, Kept]:
    """Where signatures and thoughts stand that nobody here can read."""
    return {f"{at}[].signature": SEALED, f"{at}[].data": SEALED}
