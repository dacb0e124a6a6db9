"""The records of Cursor, as tables: bubbles of the editor, messages of the command line, and transcripts."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.agents.cursor.idiom import IDIOM
from steno.agents.cursor.stores import COMMAND_LINE, EDITOR
from steno.agents.cursor.transcripts import LINES, TEXT
from steno.agents.cursor.words import MARKS
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Part, Read, Shape, Spec, by, joined
from steno.kit.times import epoch, millis
from steno.model import Kind, Role, ThoughtState

# Bubbles

_ROLES = {1: "user", 2: "ai", "user": "user", "ai": "ai"}


def _role(bubble: JSON) -> str:
    kind = bubble.get("type") if type(bubble) is dict else None
    return _ROLES.get(kind, "other") if type(kind) in (int, str) else "other"


def _filled(value: Any) -> Any:
    return value if type(value) in (str, dict) and value else UNSET


def _word(value: Any) -> Any:
    return value if type(value) is str and value else UNSET


def _count(value: Any) -> Any:
    return value if type(value) is int and value > 0 else UNSET


_ABOUT = {
    "createdAt": Read("time", epoch),
    "timestamp": Read("time", epoch),
    "bubbleId": Read("native", _word),
    "id": Read("native", _word),
    "modelType": Read("model", _word),
    "modelInfo.modelName": Read("model", _word),
    "tokenCount.inputTokens": Read("usage.input", _count),
    "tokenCount.outputTokens": Read("usage.output", _count),
}
"""What a bubble says of all that is in it.  Most counts are zero, which stands for none."""
_CALL: dict[str, str | Read] = {
    "name": "body.tool",
    "toolCallId": Read("call", _word),
    "params": Read("body.arguments", _filled),
    "rawArgs": Read("body.arguments", _filled),
}
_RESULT: dict[str, str | Read] = {
    "toolCallId": Read("call", _word),
    "result": "body.content",
    "status": Read("body.error", {"completed": False, "error": True}),
}


def _bubble(at: str = "") -> dict[str, list[Part]]:
    """What a bubble becomes, which stands at a path of its record."""
    words, data = {"text": "body.text"}, joined(at, "toolFormerData")
    return {
        "user": [Shape(Kind.MESSAGE, HUMAN, words, at=at)],
        "ai": [
            Shape(Kind.THOUGHT, MODEL, {"thinking.text": "body.text"}, at=at, when="thinking.text"),
            Shape(Kind.MESSAGE, MODEL, words, at=at, when="text"),
            Shape(Kind.TOOL_CALL, MODEL, _CALL, at=data, when="name"),
            Shape(Kind.TOOL_RESULT, TOOL, _RESULT, at=data, when="result"),
            Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, name="bubble", at=at, otherwise=True),
        ],
    }


def _conversation(at: str) -> Blocks:
    return Blocks(at, _role, {**_bubble(), "other": Shape(Kind.LIFECYCLE, name="bubble")}, every=_ABOUT)


def _session(log: Log, record: dict[str, JSON], where: str) -> None:
    """The id of a conversation, which is in the key of its row."""
    key = record.get("key")
    if type(key) is str:
        log.note("ids.session", key.split(":")[1] if ":" in key else None)


_COMPOSER = Shape(
    Kind.LIFECYCLE,
    takes={"createdAt": Read("time", millis)},
    name="composer",
    header={"name": "title", "composerId": "ids.session"},
)
_STALE = Shape(Kind.LIFECYCLE, name="stale", sets={"body.transient": True})
_OWN = _bubble("value")
BUBBLES: dict[str, Part | list[Part]] = {
    "composer": [
        _COMPOSER._replace(at="value"),
        Shape(Kind.LIFECYCLE, otherwise=True),
        _conversation("value.conversation"),
        _session,
    ],
    "inline": [_COMPOSER, _conversation("conversation")],
    "tab": [
        Shape(
            Kind.LIFECYCLE,
            takes={"lastSendTime": Read("time", millis)},
            name="tab",
            header={"chatTitle": "title", "tabId": "ids.session"},
        ),
        _conversation("bubbles"),
    ],
    "bubble": [Shape(Kind.LIFECYCLE, name="bubble"), _session],
    "bubble.user": [*_OWN["user"], _session],
    "bubble.ai": [*_OWN["ai"], _session],
    "stale": _STALE,
    "item": Shape(Kind.LIFECYCLE, name="item"),
}

# Messages of the command line

_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_SYSTEM = Shape(Kind.MESSAGE, takes={"text": "body.text"}, role=Role.SYSTEM)
_ANSWER = {
    "text": _WORDS,
    "reasoning": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}),
    "redacted-reasoning": Shape(Kind.THOUGHT, MODEL, sets={"body.state": ThoughtState.REDACTED}),
    "tool-call": Shape(
        Kind.TOOL_CALL, MODEL, {"toolCallId": "call", "toolName": "body.tool", "args": "body.arguments"}
    ),
}  # fmt: skip
_OUTPUT = Shape(
    Kind.TOOL_RESULT, TOOL, {"toolCallId": "call", "result": "body.content", "isError": "body.error"}
)  # fmt: skip
MESSAGES: dict[str, Part | list[Part]] = {
    "meta": Shape(
        Kind.LIFECYCLE,
        takes={"value.createdAt": Read("time", millis)},
        header={"value.agentId": "ids.session", "value.name": "title"},
    ),
    "blob": Shape(Kind.LIFECYCLE, sets={"body.transient": True}),
    "blob.system": Blocks("data.content", by("type"), {"text": _SYSTEM}, words=_SYSTEM),
    "blob.user": Blocks("data.content", by("type"), {"text": _PROMPT, "image": Shape(Kind.BLOB, HUMAN)}, words=_PROMPT),
    "blob.assistant": Blocks("data.content", by("type"), _ANSWER, words=_WORDS),
    "blob.tool": Blocks("data.content", by("type"), {"tool-result": _OUTPUT}),
    "stale": _STALE,
}

STORE = Spec(
    name="cursor",
    tell=lambda record: _role(record.get("value")),
    records=BUBBLES,
    every={f"value.{path}": target for path, target in _ABOUT.items()},
    known_by=(("cursorDiskKV",), ("ItemTable", "composerData"), ("ItemTable", "chatdata")),
    marks=MARKS,
    recognise=IDIOM.of,
    pairing="embedded",
    source=EDITOR,
)
CHAT = Spec(
    name="cursor",
    tell=by("data.role"),
    records=MESSAGES,
    known_by=("blobs", "meta"),
    marked=(b"7b226167656e744964", b"CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)"),
    marks=MARKS,
    recognise=IDIOM.of,
    source=COMMAND_LINE,
)
SPECS = {"transcript": LINES, "text": TEXT, "store": STORE, "chat": CHAT}
FORMAT = Format("cursor", "Cursor session", parts_of(SPECS))
