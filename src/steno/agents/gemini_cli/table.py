"""The chats of Gemini CLI, as tables: a JSON document, lines of JSON, and what `-o stream-json` prints."""

from __future__ import annotations

from typing import Final

from steno.agents.gemini_cli import chat
from steno.agents.gemini_cli.idiom import IDIOM
from steno.agents.gemini_cli.stream import SPEC as STREAM
from steno.agents.shapes.content_parts import answered
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.table import MODEL, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Role, ThoughtState
from steno.model.kept import ID

_CHANGES = ("messages", "summary")


def tell(record: dict[str, JSON]) -> str:
    """The kind of a record: a message's type, or what it changes."""
    kind = record.get("type")
    if type(kind) is str:
        return f"{kind}.silent" if kind == "gemini" and record.get("content") in ("", []) else kind
    if type(given := record.get("$set")) is dict:
        return next((f"$set.{key}" for key in _CHANGES if key in given), "$set")
    return "$rewindTo" if "$rewindTo" in record else "session" if "sessionId" in record else ""


_FAILED = {"error": True, "success": False}
_CALL = Shape(
    Kind.TOOL_CALL,
    MODEL,
    {"id": Read("call"), "name": "body.tool", "args": "body.arguments", "agentId": Read("child_run")},
)
_WORDS = "result.0.functionResponse.response."


def _result(content: str) -> list[Part]:
    takes: dict[str, str | Read] = {
        "id": Read("call"),
        content: "body.content",
        "resultDisplay": "body.detail",
        "status": Read("body.error", _FAILED),
        "timestamp": Read("time"),
    }
    return [_CALL, Shape(Kind.TOOL_RESULT, TOOL, takes)]


_CALLS = Blocks(
    "toolCalls",
    lambda call: answered(call.get("result")),
    {
        "output": _result(_WORDS + "output"),
        "error": _result(_WORDS + "error"),
        "parts": _result("result"),
        "none": _CALL,
    },
)
_THOUGHT = Shape(
    Kind.THOUGHT,
    MODEL,
    {"description": "body.text", "timestamp": Read("time")},
    sets={"body.state": ThoughtState.SUMMARY},
)
_THOUGHTS = Blocks("thoughts", by("type"), {"*": _THOUGHT})
_ANSWER = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_HELD = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, sets={"body.transient": True})
"""What a history holds beside words, such as a call in the words of the API: it is among the message's calls too."""
_SAID = Blocks(
    "content",
    lambda part: "thought" if part.get("thought") is True else "text" if "text" in part else "held",
    {"text": _ANSWER, "thought": _THOUGHT._replace(takes={"text": "body.text"}), "held": _HELD},
    words=_ANSWER,
)
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
MESSAGES: Final[dict[str, Part | list[Part]]] = {
    "user": [chat.follows, chat.prompt],
    "gemini": [chat.follows, _THOUGHTS, _SAID, _CALLS, _EMPTY],
    "gemini.silent": [chat.follows, _THOUGHTS, _CALLS, _EMPTY],
    "info": [chat.follows, chat.notice],
    "error": [chat.follows, chat.notice],
    "warning": [chat.follows, chat.notice],
}
_OF_MESSAGES: Final[dict[str, str | Read]] = {
    "timestamp": Read("time"),  # thoughts and results have times of their own
    "id": "native",
    "model": "model",
    "tokens.input": "usage.input",
    "tokens.output": "usage.output",
    "tokens.cached": "usage.cache_read",
    "tokens.thoughts": "usage.reasoning",
    "tokens.total": "usage.total",
}
_QUOTED: dict[str, Part | list[Part]] = {"user": [chat.follows, chat.quoted]}
_COPIED = Blocks(
    "$set.messages",
    tell,
    MESSAGES | _QUOTED,
    every={path: Read(field) if isinstance(field, str) else field for path, field in _OF_MESSAGES.items()},
    again="id",
)
_SESSION = Shape(
    Kind.LIFECYCLE,
    rest=True,
    takes={"startTime": Read("time")},
    header={"sessionId": "ids.session", "summary": "title"},
)
_SET = Shape(Kind.LIFECYCLE, at="$set", rest=True, header={"summary": "title"})
CHANGES: Final[dict[str, Part | list[Part]]] = {
    "session": [chat.begins, _SESSION],
    "$set": _SET._replace(sets={"body.transient": True}),
    "$set.summary": _SET._replace(takes={"summary": "body.text"}),
    "$set.messages": [chat.replaced, _SET, _COPIED],
    "$rewindTo": chat.rewinds,
}

LINES = Spec(
    name="gemini-cli",
    tell=tell,
    records=MESSAGES | CHANGES,
    every=_OF_MESSAGES,
    rewritten="id",
    envelope=frozenset({"messages"}),
    marks=chat.MARKS,
    recognise=IDIOM.of,
    log=chat.Chat,
    pairing="embedded",
    kept={
        "toolCalls[].result[].functionResponse.id": ID,
        "$set.messages[].toolCalls[].result[].functionResponse.id": ID,
        "projectHash": ID,
        "$rewindTo": ID,
    },
    holes={Kind.MESSAGE: {"content": "body.text", "text": "body.text"}, Kind.LIFECYCLE: {"content": "body.text"}},
    known_by=(
        ("sessionId", "projectHash", "startTime"),
        ("type=gemini", "id", "timestamp", "content"),
        ("type=user", "id", "timestamp", "content"),
    ),
    marked=(b'"projectHash"', b'"gemini"'),
)
DOCUMENT = LINES._replace(
    records=MESSAGES | {"document": [chat.begins, _SESSION]},
    rewritten="",
    source=Document("messages"),
    known_by=(("sessionId", "projectHash", "messages"), ("lastUpdated", "messages")),
)
SPECS = {"document": DOCUMENT, "lines": LINES, "stream": STREAM}
FORMAT = Format("gemini-cli", "Gemini CLI session", parts_of(SPECS))
