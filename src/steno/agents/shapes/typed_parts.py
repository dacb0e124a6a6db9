"""Rows of messages whose parts stand in one column, each with a type and data: what Crush keeps, and its ancestor.

Tokens are those of the session: counters that each request sets anew, so that they are no sum.
"""

from __future__ import annotations

from typing import Any, Final

from steno.base.exact import JSON
from steno.idioms import Idiom
from steno.kit.database import Table, tables
from steno.kit.log import Child
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec
from steno.kit.times import epoch
from steno.model import Kind, Role, Visibility
from steno.model.kept import ID, SEALED

_CUT_SHORT = frozenset({"canceled", "error", "permission_denied"})


def tell(row: dict[str, JSON]) -> str:
    """The kind of a row: of a message whose it is, and whether it sums up what was before it."""
    role = row.get("role")
    summary = role == "assistant" and row.get("is_summary_message") == 1
    return ("summary" if summary else role) if type(role) is str else ""


def _tell_part(part: dict[str, JSON]) -> str:
    """The type of a part; of an end also whether it was an early one."""
    kind, data = part.get("type"), part.get("data")
    reason = data.get("reason") if type(data) is dict else None
    early = kind == "finish" and type(reason) is str and reason in _CUT_SHORT
    return f"finish.{reason}" if early else kind if type(kind) is str else ""


_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"data.text": "body.text"})
_WORDS = Shape(Kind.MESSAGE, MODEL, {"data.text": "body.text"})
_END = Shape(
    Kind.LIFECYCLE,
    PROGRAM,
    {"data.message": "body.text", "data.reason": Read("signs.stop"), "data.time": Read("time", epoch)},
    sets={"body.transient": True},
)
_ENDED = _END._replace(role=Role.ASSISTANT)
_CUT = _ENDED._replace(sets={})
_COMMON: Final[dict[str, Part]] = {
    "finish": _END,
    "binary": Shape(Kind.BLOB, HUMAN, {"data.MIMEType": "body.media_type"}),
    "image_url": Shape(Kind.BLOB, HUMAN, {}),
    # The human's own command, typed to the program: it begins no turn.
    "shell_command": Shape(
        Kind.LIFECYCLE,
        HUMAN,
        {"data.command": "body.text", "data.exit_code": Read("signs.exit")},
        visibility=Visibility.PUBLIC,
    ),
}
_ANSWER: Final[dict[str, Part]] = _COMMON | {
    "text": _WORDS,
    "reasoning": Shape(Kind.THOUGHT, MODEL, {"data.thinking": "body.text"}),
    "tool_call": Shape(
        Kind.TOOL_CALL, MODEL, {"data.id": Read("call"), "data.name": "body.tool", "data.input": "body.arguments"}
    ),
    "finish": _ENDED,
    "finish.canceled": _CUT,
    "finish.error": _CUT,
    "finish.permission_denied": _CUT,
}  # fmt: skip
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {
        "data.tool_call_id": Read("call"),
        "data.content": "body.content",
        "data.is_error": Read("body.error"),
        "data.metadata": "body.detail",
    },
)
_EMPTY = Shape(Kind.LIFECYCLE, PROGRAM, otherwise=True)
_SAID = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)


def _message(parts: dict[str, Part], empty: Shape = _EMPTY) -> list[Part]:
    return [Blocks("parts", _tell_part, parts), empty]


RECORDS: Final[dict[str, Part | list[Part]]] = {
    "session": Shape(
        Kind.LIFECYCLE,
        takes={"prompt_tokens": Read("usage.input"), "completion_tokens": Read("usage.output")},
        header={"id": "ids.session", "parent_session_id": "ids.parent", "title": "title"},
        rest=True,
    ),
    "file": Shape(Kind.LIFECYCLE, takes={"content": "body.text"}, rest=True),
    "read": Shape(Kind.LIFECYCLE, sets={"body.transient": True}),
    "message.user": _message(_COMMON | {"text": _PROMPT}),
    "message.assistant": _message(_ANSWER, _SAID),
    "message.summary": _message(_ANSWER, _SAID),
    "message.tool": _message(_COMMON | {"tool_result": _RESULT}),
    "message.system": _message(_COMMON | {"text": _WORDS._replace(actor=PROGRAM, role=Role.SYSTEM)}),
}


def spec(name: str, idiom: Idiom, **more: Any) -> Spec:
    """The table of an agent that keeps such rows."""
    return Spec(
        name=name,
        tell=tell,
        records=RECORDS,
        every={"created_at": Read("time", epoch), "id": Read("native"), "model": "model"},
        header={"provider": "provider"},
        envelope=frozenset({"id", "session_id", "prompt_tokens", "completion_tokens", "created_at"}),
        recognise=idiom.of,
        pairing="id-in-turn",
        kept={"parts[].data.signature": SEALED, "parts[].data.thought_signature": SEALED, "summary_message_id": ID},
        known_by=("parent_session_id", "prompt_tokens", "completion_tokens", "parts"),
        log=Child,
        source=tables(
            Table("session", "sessions", "id"),
            Table("file", "files", "session_id", "created_at, rowid", optional=True),
            Table("read", "read_files", "session_id", "read_at", optional=True),
            Table("message", "messages", "session_id", "created_at, rowid", json=("parts",)),
        ),
        **more,
    )
