"""The logs of Kiro, as tables: one for each layout that its command line and its editor have had."""

from __future__ import annotations

from steno.agents.kiro.idiom import IDIOM, OPENINGS
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.document import Document
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, PARENT, TOOL, Blocks, Part, Read, Shape, Spec, by, having
from steno.kit.times import millis, seconds
from steno.model import Kind, Role
from steno.model.kept import SEALED

_FAILED = {"success": False, "Success": False, "error": True, "Error": True}
_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_SILENT = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)

# Lines of the command line, with what is known of the session beside them

_SAID = Shape(Kind.MESSAGE, HUMAN, {"data": "body.text"})
_IMAGE = Shape(Kind.BLOB, HUMAN)
_ANSWERED = {
    "text": Shape(Kind.MESSAGE, MODEL, {"data": "body.text"}),
    "thinking": Shape(Kind.THOUGHT, MODEL, {"data.text": "body.text", "data.modelId": "model"}),
    "toolUse": Shape(
        Kind.TOOL_CALL,
        MODEL,
        {"data.toolUseId": "call", "data.name": "body.tool", "data.input": "body.arguments"},
    ),
}
_RETURNED = {
    "text": Shape(Kind.MESSAGE, HUMAN, {"data": "body.text"}),
    "image": _IMAGE,
    "toolResult": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "data.toolUseId": "call",
            "data.content": "body.content",
            "data.status": Read("body.error", _FAILED),
        },
    ),
}
LINES = Spec(
    name="kiro",
    tell=by("kind"),
    records={
        "meta": Shape(
            Kind.LIFECYCLE,
            takes={
                "session_state.rts_model_state.model_info.model_id": Read("log.model"),
                "session_created_reason": Read("log.human", {"subagent": PARENT}),
            },
            header={
                "session_id": "ids.session",
                "parent_session_id": "ids.parent",
                "cwd": "environment.cwd",
                "title": "title",
            },
        ),
        "Prompt": [Blocks("data.content", by("kind"), {"text": _SAID, "image": _IMAGE}), _EMPTY],
        "AssistantMessage": [Blocks("data.content", by("kind"), _ANSWERED), _SILENT],
        "ToolResults": [Blocks("data.content", by("kind"), _RETURNED), _EMPTY],
    },
    every={"data.message_id": "native", "data.meta.timestamp": Read("time", seconds), "created_at": "time"},
    known_by=("version=v1", "kind", "data.message_id", "data.content"),
    recognise=IDIOM.of,
    kept={"data.content[].data.signature": SEALED},
    source=Beside(meta="{stem}.json"),
)

# A conversation in one object, as it is exported and as the database of the command line holds it

_CALL = Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "args": "body.arguments"})
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {"tool_use_id": "call", "content": "body.content", "status": Read("body.error", _FAILED)},
)
_ENTRY: list[Part] = [
    Shape(
        Kind.MESSAGE,
        HUMAN,
        {"content.Prompt.prompt": "body.text", "timestamp": "time"},
        at="user",
        when="content.Prompt.prompt",
        header={"env_context.env_state.current_working_directory": "environment.cwd"},
    ),
    Shape(
        Kind.MESSAGE,
        HUMAN,
        {"content.CancelledToolUses.prompt": "body.text", "timestamp": "time"},
        at="user",
        when="content.CancelledToolUses.prompt",
    ),
    Blocks("user.content.ToolUseResults.tool_use_results", lambda _: "result", {"result": _RESULT}),
    Blocks("user.content.CancelledToolUses.tool_use_results", lambda _: "result", {"result": _RESULT}),
    *(
        Shape(
            Kind.MESSAGE,
            MODEL,
            {
                f"assistant.{kind}.content": "body.text",
                f"assistant.{kind}.message_id": "native",
                "request_metadata.stream_end_timestamp_ms": Read("time", millis),
                "request_metadata.model_id": Read("model"),
            },
            when=f"assistant.{kind}.content",
        )
        for kind in ("Response", "ToolUse")
    ),
    Blocks("assistant.ToolUse.tool_uses", lambda _: "call", {"call": _CALL}),
    _EMPTY,
]


def _conversation(at: str = "") -> list[Part]:
    return [Blocks(f"{at}history", lambda _: "entry", {"entry": _ENTRY}), _EMPTY]


EXPORT = Spec(
    name="kiro",
    tell=having("history"),
    records={"history": _conversation()},
    header={"conversation_id": "ids.session"},
    every={"model_info.model_id": Read("log.model")},
    known_by=("conversation_id", "history"),
    recognise=IDIOM.of,
)
STORE = Spec(
    name="kiro",
    tell=lambda _: "",
    records={"conversation": _conversation("value.")},
    header={"conversation_id": "ids.session", "key": "environment.cwd"},
    every={"created_at": Read("time", millis), "value.model_info.model_id": Read("log.model")},
    known_by=("conversations_v2", "conversation_id"),
    recognise=IDIOM.of,
    source=tables(
        Table("conversation", "conversations_v2", "conversation_id", "updated_at, rowid", ("value",), optional=True),
        Table("conversation", "conversations", "key", json=("value",), optional=True),
    ),
)

# Documents of the editor

_TYPED = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_LOGGED = Shape(Kind.MESSAGE, MODEL, {"completion": "body.text", "modelTitle": "model"}, when="completion")
_TURNED = Shape(Kind.TOOL_RESULT, TOOL, {"content": "body.content", "toolCallId": "call"}, at="message")
EDITOR = Spec(
    name="kiro",
    tell=by("message.role"),
    records={
        "document": Shape(
            Kind.LIFECYCLE,
            name="session",
            header={"sessionId": "ids.session", "title": "title", "workspaceDirectory": "environment.cwd"},
        ),
        "user": [
            Blocks("message.content", by("type"), {"text": _TYPED, "imageUrl": _IMAGE}, words=_TYPED),
            _EMPTY,
        ],
        "assistant": [
            Blocks("message.content", by("type"), {"text": _WORDS}, words=_WORDS),
            Blocks("promptLogs", lambda _: "log", {"log": [_LOGGED, _EMPTY]}),
            _SILENT,
        ],
        "tool": _TURNED,
    },
    every={"message.id": "native"},
    known_by=("sessionId", "workspaceDirectory", "history"),
    marked=(b'"executionId"',),  # others have such documents too
    marks=Marks("kiro-ide-message", asked=("kiro-ide-message",), openings=OPENINGS),
    recognise=IDIOM.of,
    source=Document("history"),
)
CHAT = Spec(
    name="kiro",
    tell=by("role"),
    records={
        "document": Shape(
            Kind.LIFECYCLE,
            name="execution",
            takes={"metadata.modelId": Read("log.model"), "metadata.startTime": Read("time", millis)},
            header={"executionId": "ids.session"},
        ),
        "human": Shape(Kind.MESSAGE, HUMAN, {"content": "body.text"}),
        "bot": Shape(Kind.MESSAGE, MODEL, {"content": "body.text"}),
        "tool": Shape(Kind.TOOL_RESULT, TOOL, {"content": "body.content"}),
    },
    known_by=("executionId", "chat"),
    marks=Marks("kiro-ide-message", asked=("kiro-ide-message",), openings=OPENINGS),
    recognise=IDIOM.of,
    source=Document("chat"),
)
SPECS = {"lines": LINES, "export": EXPORT, "store": STORE, "editor": EDITOR, "chat": CHAT}
FORMAT = Format("kiro", "Kiro session", parts_of(SPECS))
