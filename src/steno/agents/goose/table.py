"""The messages of Goose, as tables: rows of its database, and lines of the versions before it."""

from __future__ import annotations

from typing import Any

from steno.agents.goose.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.log import Child
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, joined
from steno.kit.times import epoch
from steno.model import Kind, Role, ThoughtState
from steno.model.kept import SEALED

Records = dict[str, Part | list[Part]]


def _tell(content: str, metadata: str) -> Any:
    """Whose a message is, and whether the human sees it; what is no message has no role."""

    def tell(record: dict[str, JSON]) -> str:
        role, about = record.get("role"), record.get(metadata)
        if type(role) is not str or content not in record:
            return "session"
        hidden = type(about) is dict and about.get("userVisible") is False
        return f"{role}.hidden" if hidden and role == "user" else role

    return tell


_TEXT = {"text": "body.text"}
_IMAGE = Shape(Kind.BLOB, HUMAN, {"mimeType": "body.media_type"})
_CALL = Shape(
    Kind.TOOL_CALL,
    MODEL,
    {"id": "call", "toolCall.value.name": "body.tool", "toolCall.value.arguments": "body.arguments"},
)
_NO_CALL = Shape(Kind.LIFECYCLE, PROGRAM, {"toolCall.error": "body.text"}, role=Role.ASSISTANT)
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {
        "id": "call",
        "toolResult.value.isError": Read("body.error"),
        "toolResult.value.structuredContent": "body.detail",
        "toolResult.value.content": "body.content",
    },
)
_PLAIN = Shape(Kind.TOOL_RESULT, TOOL, {"id": "call", "toolResult.value": "body.content"})
"""As older versions have it: the content alone."""
_FAILURE = Shape(
    Kind.TOOL_RESULT, TOOL, {"id": "call", "toolResult.error": "body.content"}, sets={"body.error": True}
)  # fmt: skip
_NOTE = Shape(Kind.LIFECYCLE)
_COMMON: Records = {
    "image": _IMAGE,
    "toolResponse": _RESULT,
    "toolResponse.plain": _PLAIN,
    "toolResponse.error": _FAILURE,
    "toolConfirmationRequest": _NOTE._replace(takes={"prompt": "body.text"}),
    "actionRequired": _NOTE,
    "systemNotification": _NOTE._replace(takes={"msg": "body.text"}),
    "conversationCompacted": _NOTE._replace(takes={"msg": "body.text"}),
    "summarizationRequested": _NOTE._replace(takes={"msg": "body.text"}),
    "contextLengthExceeded": _NOTE._replace(takes={"msg": "body.text"}),
}
_PROMPT: Records = {**_COMMON, "text": Shape(Kind.MESSAGE, HUMAN, _TEXT)}
_HIDDEN: Records = {**_COMMON, "text": Shape(Kind.MESSAGE, PROGRAM, _TEXT)}
_ANSWER: Records = {
    **_COMMON,
    "text": Shape(Kind.MESSAGE, MODEL, _TEXT),
    "image": _IMAGE._replace(actor=MODEL, role=Role.ASSISTANT),
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "redactedThinking": Shape(Kind.THOUGHT, MODEL, sets={"body.state": ThoughtState.ENCRYPTED}),
    "toolRequest": _CALL,
    "toolRequest.error": _NO_CALL,
    "frontendToolRequest": _CALL,
    "frontendToolRequest.error": _NO_CALL,
}
_TOOLS = {"toolRequest": "toolCall", "frontendToolRequest": "toolCall", "toolResponse": "toolResult"}


def _tell_content(block: dict[str, JSON]) -> str:
    """The type of a block; of a call or a result also that an error stands in its place, or nothing but the content."""
    kind = block.get("type")
    if type(kind) is not str:
        return ""
    outcome = block.get(_TOOLS.get(kind, ""))
    if type(outcome) is not dict:
        return kind
    plain = kind == "toolResponse" and type(outcome.get("value")) is list
    return f"{kind}.error" if outcome.get("status") == "error" else f"{kind}.plain" if plain else kind


_SAID = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_SESSION = Shape(
    Kind.LIFECYCLE,
    name="session",
    takes={
        "accumulated_total_tokens": Read("usage.total"),
        "accumulated_input_tokens": Read("usage.input"),
        "accumulated_output_tokens": Read("usage.output"),
        "working_dir": Read("signs.cwd"),
        "model_config_json.model_name": Read("log.model"),
        "created_at": Read("time", epoch),
    },
    header={
        "id": "ids.session",
        "working_dir": "environment.cwd",
        "description": "title",
        "name": "title",
        "provider_name": "provider",
    },
    rest=True,
)


def _messages(content: str, before: str = "") -> Records:
    found: Records = {
        "user": [Blocks(content, _tell_content, _PROMPT), _SAID._replace(actor=PROGRAM, role=Role.USER)],
        "user.hidden": [Blocks(content, _tell_content, _HIDDEN), _SAID._replace(actor=PROGRAM, role=Role.USER)],
        "assistant": [Blocks(content, _tell_content, _ANSWER), _SAID],
    }
    return {joined(before, kind): entry for kind, entry in found.items()}


_COUNTS = frozenset({"accumulated_total_tokens", "accumulated_input_tokens", "accumulated_output_tokens"})
_FIXED: dict[str, Any] = {
    "recognise": IDIOM.of,
    "log": Child,
    "envelope": _COUNTS | {"id", "working_dir", "created_at"},
}

LINES = Spec(
    "goose",
    _tell("content", "metadata"),
    {"session": _SESSION, **_messages("content")},
    every={"created": Read("time", epoch), "id": Read("native")},
    kept={"content[].signature": SEALED, "content[].data": SEALED},
    known_by=(("working_dir", "description", "message_count"), ("working_dir", "accumulated_total_tokens")),
    **_FIXED,
)
STORE = Spec(
    "goose",
    _tell("content_json", "metadata_json"),
    {"session": _SESSION, **_messages("content_json", "message")},
    every={"created_timestamp": Read("time", epoch), "message_id": Read("native")},
    kept={"content_json[].signature": SEALED, "content_json[].data": SEALED},
    known_by=("working_dir", "content_json", "created_timestamp", "accumulated_total_tokens"),
    source=tables(
        Table(
            "session",
            "sessions",
            "id",
            json=("extension_data", "recipe_json", "user_recipe_values_json", "model_config_json"),
        ),
        Table("message", "messages", "session_id", "created_timestamp, id", json=("content_json", "metadata_json")),
    ),
    **_FIXED,
)
SPECS = {"store": STORE, "lines": LINES}
FORMAT = Format("goose", "Goose session", parts_of(SPECS))
