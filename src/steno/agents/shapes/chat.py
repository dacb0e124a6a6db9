"""Messages in the shape of a chat API: a role, a content that is a text or a list of parts, calls of functions.

Agents that keep what they send to a model keep it so: lines, items of a list, or rows.
"""

from __future__ import annotations

from typing import Final

from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Part, Shape, by
from steno.model import Kind, Role

WORDS: Final = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
THOUGHT: Final = Shape(Kind.THOUGHT, MODEL, {"think": "body.text"})
CALL: Final = Shape(
    Kind.TOOL_CALL, MODEL, {"id": "call", "function.name": "body.tool", "function.arguments": "body.arguments"}
)
CALLS: Final = Blocks("tool_calls", lambda call: "function", {"function": CALL})
RESULT: Final = Shape(Kind.TOOL_RESULT, TOOL, {"tool_call_id": "call", "content": "body.content"})
NOTHING: Final = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
"""An answer in which nothing stands is still one."""


def prompt(at: str, actor: str = HUMAN, *, otherwise: bool = False) -> Blocks:
    """What stands in the user's place: a text, or parts; `otherwise` as of `Blocks`."""
    text = Shape(Kind.MESSAGE, actor, {"text": "body.text"})
    blob = Shape(Kind.BLOB, actor, role=Role.USER)
    return Blocks(at, by("type"), {"text": text, **dict.fromkeys(MEDIA, blob)}, words=text, otherwise=otherwise)


MEDIA: Final = ("image_url", "audio_url", "video_url")


def answer(at: str = "content") -> list[Part]:
    """What the model says: a text, or parts with its thoughts among them, and the calls that it makes."""
    return [Blocks(at, by("type"), {"text": WORDS, "think": THOUGHT}, words=WORDS), CALLS, NOTHING]
