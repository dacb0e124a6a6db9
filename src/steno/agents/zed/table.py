"""The threads of Zed, as a table: a row each, whose messages are in one JSON value that may be compressed."""

from __future__ import annotations

from msgspec import UNSET

from steno.agents.zed.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by, having
from steno.model import Kind, Lifecycle, Role, ThoughtState, Usage, Visibility
from steno.model.kept import SEALED

_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_SILENT = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_WORDS = Shape(Kind.MESSAGE, MODEL, {"Text": "body.text"})
_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"Text": "body.text"})
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {"tool_use_id": "call", "content": "body.content", "is_error": "body.error", "output": "body.detail"},
)
_RESUMED = Shape(Kind.MESSAGE, PROGRAM, role=UNSET, visibility=Visibility.METADATA)
"""A word in the place of a message: the thread went on without one."""
_ASKED = {
    "Text": _PROMPT,
    # What the human pointed at: the editor puts its content there.
    "Mention": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}, at="Mention"),
    "Image": Shape(Kind.BLOB, HUMAN),
}
_ANSWERED = {
    "Text": _WORDS,
    "Thinking": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}, at="Thinking"),
    "RedactedThinking": Shape(Kind.THOUGHT, MODEL, sets={"body.state": ThoughtState.REDACTED}),
    "ToolUse": Shape(
        Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "input": "body.arguments"}, at="ToolUse"
    ),
}

# Before version 0.3

_SEGMENTS = {
    "text": Shape(Kind.MESSAGE, MODEL, {"text": "body.text"}),
    "thinking": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}),
    "redacted_thinking": Shape(Kind.THOUGHT, MODEL, sets={"body.state": ThoughtState.REDACTED}),
}
_OLD_CALL = Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "input": "body.arguments"})


def tell(message: dict[str, JSON]) -> str:
    """Whose message it is."""
    role = message.get("role")
    return role if type(role) is str else having("User", "Agent")(message)


MESSAGES: dict[str, Part | list[Part]] = {
    "User": [Blocks("User.content", having("Text", "Mention", "Image"), _ASKED), _EMPTY],
    "Agent": [
        Blocks("Agent.content", having("Text", "Thinking", "RedactedThinking", "ToolUse"), _ANSWERED),
        Blocks("Agent.tool_results", lambda _: "result", {"result": _RESULT}, keyed=True),
        _SILENT,
    ],
    "user": [
        Blocks("segments", by("type"), {"text": Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})}),
        Blocks("tool_results", lambda _: "result", {"result": _RESULT}),
        _EMPTY,
    ],
    "assistant": [
        Blocks("segments", by("type"), _SEGMENTS),
        Blocks("tool_uses", lambda _: "call", {"call": _OLD_CALL}),
        Blocks("tool_results", lambda _: "result", {"result": _RESULT}),
        _SILENT,
    ],
    "*": _EMPTY,
}


def spent(log: Log, record: dict[str, JSON], where: str) -> None:
    """What a thread took: one sum.  Where a version kept none, what the last request of each prompt took."""
    data = record.get("data")
    whole = data if type(data) is dict else {}
    total, found = whole.get("cumulative_token_usage"), whole.get("request_token_usage")
    last = list(found.values()) if type(found) is dict else found if type(found) is list else []
    for counts in [total] if any(_usage(total).values()) else last:
        if usage := _usage(counts):
            fields = {"usage": Usage(**usage), "model": log.model}
            log.emit(Kind.LIFECYCLE, Lifecycle("usage"), PROGRAM, where, fields)


def _usage(counts: JSON) -> dict[str, int]:
    held = counts if type(counts) is dict else {}
    return {field: count for name, field in _COUNTS.items() if type(count := held.get(name)) is int}


_COUNTS = {
    "input_tokens": "input",
    "output_tokens": "output",
    "cache_read_input_tokens": "cache_read",
    "cache_creation_input_tokens": "cache_write",
}
SPEC = Spec(
    name="zed",
    tell=lambda _: "",
    records={
        "thread": [
            Shape(
                Kind.LIFECYCLE,
                takes={"data.model.model": Read("log.model"), "updated_at": "time"},
                header={
                    "id": "ids.session",
                    "parent_id": "ids.parent",
                    "summary": "title",
                    "folder_paths": Read("environment.cwd", lambda value: str(value).partition("\n")[0]),
                    "data.model.provider": "provider",
                },
            ),
            Blocks("data.messages", tell, MESSAGES, words=_RESUMED),
            spent,
        ],
    },
    known_by=("threads", "data_type", "summary"),
    recognise=IDIOM.of,
    kept={
        "data.messages[].Agent.content[].Thinking.signature": SEALED,
        "data.messages[].Agent.content[].RedactedThinking": SEALED,
    },
    source=tables(Table("thread", "threads", "id", json=("data",))),
)
FORMAT = Format("zed", "Zed threads", parts_of(SPEC))
