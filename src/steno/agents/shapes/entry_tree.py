"""Entries that name the entry they follow, so that a file is a tree: what Pi writes, and those that grew out of it.

Version 1 has entries without ids, in the order of the file; since version 2 each has an `id` and a `parentId`.
"""

from __future__ import annotations

from typing import Any, Final

from steno.base.exact import JSON
from steno.formats.injected import Marks
from steno.idioms import Idiom
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Role, Visibility
from steno.model.kept import ID, SEALED

_CUT_SHORT = frozenset({"aborted", "error"})


def tell(entry: dict[str, JSON]) -> str:
    """The kind of an entry: its type, of a message also whose it is, of an answer also whether it was cut short."""
    kind, message = entry.get("type"), entry.get("message")
    if type(message) is not dict:
        return kind if type(kind) is str else ""
    role, stop = message.get("role"), message.get("stopReason")
    ended = f".{stop}" if role == "assistant" and type(stop) is str and stop in _CUT_SHORT else ""
    return f"{kind}.{role}{ended}"


_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_INJECTED = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_IMAGE = Shape(Kind.BLOB, HUMAN, {"mimeType": "body.media_type"})
_KEPT = Shape(Kind.LIFECYCLE, rest=True)

_ANSWER = {
    "text": _WORDS,
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "toolCall": Shape(
        Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "arguments": "body.arguments"}
    ),
}  # fmt: skip
_BLOCKS = Blocks("message.content", by("type"), _ANSWER, words=_WORDS)
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
"""An answer in which nothing stands still took its tokens."""
_ENDED = Shape(Kind.LIFECYCLE, PROGRAM, {"errorMessage": "body.text"}, role=Role.ASSISTANT, at="message")

RECORDS: Final[dict[str, Part | list[Part]]] = {
    "session": Shape(
        Kind.LIFECYCLE,
        rest=True,
        takes={"cwd": Read("signs.cwd"), "modelId": Read("log.model")},
        header={
            "id": "ids.session",
            "parentSession": "ids.forked_from",
            "branchedFrom": "ids.forked_from",
            "cwd": "environment.cwd",
            "provider": "provider",
        },
    ),
    "message.user": Blocks("message.content", by("type"), {"text": _PROMPT, "image": _IMAGE}, words=_PROMPT),
    "message.assistant": [_BLOCKS, _EMPTY],
    "message.assistant.aborted": [_BLOCKS, _ENDED],
    "message.assistant.error": [_BLOCKS, _ENDED],
    "message.toolResult": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {"toolCallId": "call", "content": "body.content", "isError": "body.error", "details": "body.detail"},
        at="message",
    ),
    # The human's own command, typed to the program: it begins no turn.
    "message.bashExecution": Shape(
        Kind.LIFECYCLE,
        HUMAN,
        {"command": "body.text", "exitCode": Read("signs.exit"), "cancelled": Read("signs.interrupted")},
        visibility=Visibility.PUBLIC,
        at="message",
        rest=True,
    ),
    "message.custom": Blocks("message.content", by("type"), {"text": _INJECTED}, words=_INJECTED),
    "custom_message": Blocks("content", by("type"), {"text": _INJECTED}, words=_INJECTED),
    "compaction": Shape(Kind.LIFECYCLE, takes={"summary": "body.text"}, rest=True),
    "branch_summary": Shape(Kind.LIFECYCLE, takes={"summary": "body.text"}, rest=True),
    "model_change": _KEPT._replace(takes={"modelId": Read("log.model")}),
    "session_info": _KEPT._replace(takes={"name": "body.text"}, header={"name": "title"}),
    "thinking_level_change": _KEPT,
    "custom": _KEPT,
    "label": _KEPT,
    "leaf": _KEPT,
}
"""By type, and by role where it is a message."""


def spec(name: str, idiom: Idiom, records: dict[str, Part | list[Part]], marks: Marks, **more: Any) -> Spec:
    """The table of an agent that writes such entries, with records of its own."""
    return Spec(
        name=name,
        tell=tell,
        records=RECORDS | records,
        every={
            "timestamp": "time",
            "id": "native",
            "parentId": "parent",
            "message.model": "model",
            "message.responseId": "response",
            "message.stopReason": Read("signs.stop"),
            "message.usage.input": "usage.input",
            "message.usage.output": "usage.output",
            "message.usage.cacheRead": "usage.cache_read",
            "message.usage.cacheWrite": "usage.cache_write",
            "message.usage.totalTokens": "usage.total",
        },
        envelope=frozenset({"type", "id", "parentId", "timestamp", "role"}),
        marks=marks,
        recognise=idiom.of,
        kept={
            "message.content[].thinkingSignature": SEALED,
            "message.content[].textSignature": SEALED,
            "firstKeptEntryId": ID,
            "fromId": ID,
            "targetId": ID,
        },
        known_by=(
            ("type=session", "id", "timestamp", "cwd"),
            ("type=message", "id", "parentId", "timestamp", "message.role"),
        ),
        **more,
    )
