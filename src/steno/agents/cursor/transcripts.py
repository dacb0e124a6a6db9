"""The transcripts of Cursor's agent, as tables: lines of JSON, and older ones as texts.  Neither has ids or times."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from steno.agents.cursor.idiom import IDIOM
from steno.agents.cursor.words import MARKS
from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.kit.text import TextLines
from steno.model import Kind, Role
from steno.model.kept import ID

_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_ANSWER = {
    "text": _WORDS,
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "tool_use": Shape(Kind.TOOL_CALL, MODEL, {"name": "body.tool", "input": "body.arguments"}),
}
_ASKED = {
    "text": _PROMPT,
    "tool_result": Shape(Kind.TOOL_RESULT, TOOL, {"content": "body.content", "is_error": "body.error"}),
}
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)


def has_results(lines: Sequence[Line]) -> bool:
    """Whether a transcript holds results: most hold none, and then no call waits for one."""
    found = (line.value.get("message") for line in lines if type(line.value) is dict)
    contents = (message.get("content") for message in found if type(message) is dict)
    blocks = (block for content in contents if type(content) is list for block in content)
    return any(type(block) is dict and block.get("type") == "tool_result" for block in blocks)


def joins(log: Log, record: dict[str, JSON], where: str) -> None:
    """Results answer calls in their order, where there are any."""
    log.pairing = "positional" if log.state else "none"


LINES = Spec(
    name="cursor",
    tell=by("role"),
    records={
        "user": Blocks("message.content", by("type"), _ASKED, words=_PROMPT),
        "assistant": [joins, Blocks("message.content", by("type"), _ANSWER, words=_WORDS), _EMPTY],
        "": Shape(Kind.LIFECYCLE, name="event", rest=True),
    },
    known_by=(("role=user", "message.content"), ("role=assistant", "message.content")),
    marks=MARKS,
    recognise=IDIOM.of,
    pairing="none",
    scan=has_results,
    kept={"message.content[].tool_use_id": ID},
)

# Texts

_SAID = {"[Thinking]": "thinking", "[Tool call]": "call", "[Tool result]": "result"}
_HEADS = {"user:": "user", "assistant:": "assistant"}


def cut(line: str, before: str) -> tuple[str, bool]:
    """A speaker has a line of its own; of an answer, what is no text has a label."""
    if line in _HEADS:
        return f"{_HEADS[line]}:", True
    current = before.removesuffix(":")
    if current in ("", "user"):
        return current or "before", before.endswith(":")
    label = next((kind for start, kind in _SAID.items() if line.startswith(start)), "")
    if label:
        return label, True
    return ("assistant", before.endswith(":")) if before.endswith(":") else (before, False)


def _name(text: object) -> str | UnsetType:
    """The name of the tool, after the label."""
    first = text.partition("\n")[0].partition("]")[2].strip() if type(text) is str else ""
    return first or UNSET


_HEAD = Shape(Kind.LIFECYCLE, name="speaker", sets={"body.transient": True})
TEXTS: dict[str, Part | list[Part]] = {
    "before": Shape(Kind.LIFECYCLE, takes={"text": "body.text"}, name="before"),
    "user:": _HEAD,
    "assistant:": _HEAD,
    "user": _PROMPT,
    "assistant": _WORDS,
    "thinking": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}),
    "call": Shape(Kind.TOOL_CALL, MODEL, {"text": Read("body.tool", _name)}),
    "result": Shape(Kind.TOOL_RESULT, TOOL, {"text": "body.content"}),
}
TEXT = Spec(
    name="cursor",
    tell=lambda record: "",
    records=TEXTS,
    marked=(b"user:\n<user_query>",),
    marks=MARKS,
    recognise=IDIOM.of,
    pairing="positional",
    source=TextLines(cut),
)
