"""The parts of OpenCode's messages, as tables: the same in files, in rows and in exports, at one place or another.

A call and its result are one part.  The tokens of a step are those of its message once more: they stay in the part.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from steno.base.exact import JSON
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Part, Read, Shape, Takes, joined
from steno.kit.times import millis
from steno.model import Kind, Role
from steno.model.signs import Injected, Signs

Parts = dict[str, Part | list[Part]]
DONE, FAILED = ("completed", "success"), ("error",)


def tell(part: dict[str, JSON]) -> str:
    """The kind of a part: its type, of a call also how far it came, of a text also whether the program wrote it."""
    kind, state = part.get("type"), part.get("state")
    if kind == "tool":
        status = state.get("status") if type(state) is dict else None
        return f"tool.{status}" if type(status) is str and status in DONE + FAILED else "tool"
    if kind == "text" and (part.get("synthetic") is True or part.get("ignored") is True):
        return "text.synthetic"
    return kind if type(kind) is str else ""


def elsewhere(url: Any) -> Any:
    """Where a file is, unless its bytes stand in the address itself."""
    return url if type(url) is str and not url.startswith("data:") else UNSET


_START = _END = Read("time", millis)
_WRITTEN: Takes = {"text": "body.text", "time.start": _START}
_FILE: Takes = {"mime": "body.media_type", "url": Read("body.uri", elsewhere)}
_STEP = Shape(Kind.LIFECYCLE, sets={"body.transient": True})
_CALL = Shape(
    Kind.TOOL_CALL,
    MODEL,
    {
        "tool": "body.tool",
        "state.input": "body.arguments",
        "state.metadata.sessionId": Read("child_run"),
        "state.time.start": _START,
    },
)
_RETURNED: Takes = {
    "state.metadata.exit": Read("signs.exit"),  # before the details are taken as a whole
    "state.metadata": "body.detail",
    "state.time.end": _END,
}
_RESULT = Shape(Kind.TOOL_RESULT, TOOL, {**_RETURNED, "state.output": "body.content"})
_FAILURE = Shape(Kind.TOOL_RESULT, TOOL, {**_RETURNED, "state.error": "body.content"}, sets={"body.error": True})
_BOTH = {
    "agent": Shape(Kind.LIFECYCLE, name="agent"),
    "compaction": Shape(Kind.LIFECYCLE, name="compaction"),
    "patch": Shape(Kind.LIFECYCLE, name="patch"),
    "retry": Shape(Kind.LIFECYCLE, name="retry", takes={"error.data.message": "body.text", "time.created": _START}),
    "snapshot": _STEP,
    "step-start": _STEP,
    "step-finish": _STEP,
}
USER: Final[Parts] = {
    **_BOTH,
    "text": Shape(Kind.MESSAGE, HUMAN, _WRITTEN),
    "text.synthetic": Shape(Kind.MESSAGE, PROGRAM, _WRITTEN, sets={"signs": Signs(injected=Injected.NOTICE)}),
    # What a command stands for, which a sub-agent is given.
    "subtask": Shape(
        Kind.MESSAGE, PROGRAM, {"prompt": "body.text"}, sets={"signs": Signs(injected=Injected.INSTRUCTIONS)}
    ),
    "file": Shape(Kind.BLOB, HUMAN, _FILE),
}
ASSISTANT: Final[Parts] = {
    **{kind: shape._replace(role=Role.ASSISTANT) for kind, shape in _BOTH.items()},
    "text": Shape(Kind.MESSAGE, MODEL, _WRITTEN),
    "text.synthetic": Shape(Kind.MESSAGE, PROGRAM, _WRITTEN, role=Role.ASSISTANT),
    "reasoning": Shape(Kind.THOUGHT, MODEL, _WRITTEN),
    "file": Shape(Kind.BLOB, MODEL, _FILE, role=Role.ASSISTANT),
    "tool": _CALL,
    "tool.completed": [_CALL, _RESULT],
    "tool.success": [_CALL, _RESULT],
    "tool.error": [_CALL, _FAILURE],
}
BY_ROLE: Final = {"user": USER, "assistant": ASSISTANT}

# Version 2, where a message is one row with its content

_V2_CALL = Shape(
    Kind.TOOL_CALL,
    MODEL,
    {
        "name": "body.tool",
        "state.input": "body.arguments",
        "state.structured.sessionId": Read("child_run"),
        "time.created": _START,
    },
)
_V2_RETURNED: Takes = {
    "state.structured.exit": Read("signs.exit"),
    "state.content": "body.content",
    "state.structured": "body.detail",
    "time.completed": _END,
}
_V2_RESULT = Shape(Kind.TOOL_RESULT, TOOL, _V2_RETURNED)
CONTENT: Final[Parts] = {
    "text": Shape(Kind.MESSAGE, MODEL, {"text": "body.text"}),
    "reasoning": Shape(Kind.THOUGHT, MODEL, {"text": "body.text", "time.created": _START}),
    "tool": _V2_CALL,
    "tool.completed": [_V2_CALL, _V2_RESULT],
    "tool.error": [_V2_CALL, _V2_RESULT._replace(sets={"body.error": True})],
}


def below(place: str, part: Any) -> Any:
    """An entry whose shapes stand some keys further down in the record."""
    if isinstance(part, Shape):
        return part._replace(takes={joined(place, path): field for path, field in part.takes.items()})
    return [below(place, each) for each in part] if isinstance(part, list) else part
