"""The sessions of Devin's command line, as tables: the messages of its database, and the steps of a transcript."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.devin.idiom import IDIOM
from steno.agents.shapes import anthropic_blocks as blocks
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.document import Document
from steno.kit.table import MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by, down
from steno.kit.times import seconds
from steno.model import Kind, Role
from steno.model.kept import SEALED

_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_SILENT = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_SYSTEM = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, role=Role.SYSTEM)


def _said(at: str, shape: Shape) -> Blocks:
    """What stands at a path: a text, or a list of blocks with texts."""
    return Blocks(at, by("type"), {"text": shape}, words=shape)


def _number(value: Any) -> str | UnsetType:
    return str(value) if type(value) is int else UNSET


# The database

_FAILED = {True: False, False: True}
_CALL = Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "arguments": "body.arguments"})
_FUNCTION = Shape(
    Kind.TOOL_CALL, MODEL, {"id": "call", "function.name": "body.tool", "function.arguments": "body.arguments"}
)
_CALLS = {"call": _CALL, "function": _FUNCTION}


def of_node(record: dict[str, JSON]) -> str:
    """Whose message it is; in the user's place also whether the human typed it."""
    role = down(record, ("chat_message", "role"))
    if role == "user" and down(record, ("chat_message", "metadata", "is_user_input")) is not True:
        return "user.injected"
    return role if type(role) is str else ""


NODES: dict[str, Part | list[Part]] = {
    "session": Shape(
        Kind.LIFECYCLE,
        takes={"model": Read("log.model")},
        header={"id": "ids.session", "title": "title", "working_directory": "environment.cwd"},
    ),
    "node": _EMPTY,
    "node.system": [_said("chat_message.content", _SYSTEM), _EMPTY],
    "node.user": [_said("chat_message.content", blocks.PROMPT), _EMPTY],
    "node.user.injected": [_said("chat_message.content", blocks.INJECTED), _EMPTY],
    "node.assistant": [
        Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}, at="chat_message.thinking", when="thinking"),
        _said("chat_message.content", blocks.WORDS),
        Blocks("chat_message.tool_calls", lambda call: "function" if "function" in call else "call", _CALLS),
        _SILENT,
    ],
    "node.tool": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "tool_call_id": "call",
            "content": "body.content",
            "metadata.extensions.chisel/tool_result_meta.success": Read("body.error", _FAILED),
        },
        at="chat_message",
    ),
}
_METRICS = "chat_message.metadata.metrics"
STORE = Spec(
    name="devin",
    tell=of_node,
    records=NODES,
    every={
        "created_at": Read("time", seconds),
        "chat_message.metadata.created_at": "time",
        "node_id": Read("native", _number),
        "parent_node_id": Read("parent", _number),
        "chat_message.metadata.generation_model": "model",
        f"{_METRICS}.input_tokens": "usage.input",
        f"{_METRICS}.output_tokens": "usage.output",
        f"{_METRICS}.cache_read_tokens": "usage.cache_read",
        f"{_METRICS}.cache_creation_tokens": "usage.cache_write",
    },
    known_by=("sessions", "message_nodes", "chat_message"),
    recognise=IDIOM.of,
    kept={"chat_message.thinking.signature": SEALED},
    source=tables(
        Table("session", "sessions", "id"),
        Table("node", "message_nodes", "session_id", "created_at, rowid", ("chat_message",)),
    ),
)

# A transcript

_STEP: list[Part] = [
    Shape(Kind.THOUGHT, MODEL, {"reasoning_content": "body.text"}, when="reasoning_content"),
    _said("message", blocks.WORDS),
    Blocks(
        "tool_calls",
        lambda _: "call",
        {
            "call": Shape(
                Kind.TOOL_CALL,
                MODEL,
                {"tool_call_id": "call", "function_name": "body.tool", "arguments": "body.arguments"},
            )
        },
    ),
    Blocks("tool_use", lambda _: "call", {"call": blocks.CALL}),
    Blocks(
        "observation.results",
        lambda _: "result",
        {"result": Shape(Kind.TOOL_RESULT, TOOL, {"source_call_id": "call", "content": "body.content"})},
    ),
    Blocks("tool_result", lambda _: "result", {"result": blocks.RESULT}),
    _SILENT,
]
TRANSCRIPT = Spec(
    name="devin",
    tell=by("source"),
    records={
        "document": Shape(
            Kind.LIFECYCLE,
            name="transcript",
            takes={"agent.model_name": Read("log.model")},
            header={
                "session_id": "ids.session",
                "agent.version": "versions",
                "working_directory": "environment.cwd",
                "cwd": "environment.cwd",
            },
        ),
        "user": [_said("message", blocks.PROMPT), _EMPTY],
        "system": [_said("message", _SYSTEM), _EMPTY],
        "agent": _STEP,
    },
    every={
        "timestamp": "time",
        "created_at": "time",
        "step_id": Read("native", _number),
        "model_name": "model",
        "extra.generation_model": "model",
        "metrics.prompt_tokens": "usage.input",
        "metrics.completion_tokens": "usage.output",
        "metrics.cached_tokens": "usage.cache_read",
    },
    known_by=(("steps", "agent"), ("steps", "session_id"), ("steps", "working_directory")),
    # Others have such documents too, and may speak of it.
    marked=(b'"name":"devin', b'"name": "devin', b'"name":"Devin', b'"name": "Devin', b"You are Devin"),
    recognise=IDIOM.of,
    source=Document("steps"),
)
SPECS = {"store": STORE, "transcript": TRANSCRIPT}
FORMAT = Format("devin", "Devin session", parts_of(SPECS))
