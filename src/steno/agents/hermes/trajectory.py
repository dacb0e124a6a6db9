"""Trajectories of Hermes in the shape of ShareGPT, as a table: calls and results are elements of texts, without ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.exact import JSON, BadJSON, decode
from steno.kit.document import Documents
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Shape, Spec, by, standing
from steno.model import Kind, Role, Text, Thought, ThoughtState, ToolCall, ToolResult

_CALL, _THOUGHT = Shape(Kind.TOOL_CALL, MODEL), Shape(Kind.THOUGHT, MODEL)
_RESULT = Shape(Kind.TOOL_RESULT, TOOL)
_ELEMENT = {name: re.compile(rf"<{name}>\s*(.*?)\s*</{name}>", re.DOTALL) for name in ("tool_call", "tool_response")}


def _elements(text: JSON, name: str) -> Iterator[JSON]:
    """What stands in the elements of a text: JSON where it is any, else the words."""
    # Without a last closing tag no search can succeed: so none is made that looks through the text in vain.
    end = text.rfind(f"</{name}>") if type(text) is str else -1
    for found in _ELEMENT[name].finditer(text, 0, end + len(name) + 3) if end >= 0 else ():
        try:
            yield decode(found[1].encode("utf-8", "surrogatepass")).value
        except BadJSON:
            yield found[1]


def calls(log: Log, turn: dict[str, JSON], where: str) -> None:
    """The thought and the calls in what the model said, beside its words, which hold them."""
    text = body.text if log.events and isinstance(body := log.events[-1].body, Text) else ""
    if text.startswith("<think>") and (thought := text[len("<think>") : text.find("</think>")].strip()):
        log.thoughts = True
        log.emit(
            Kind.THOUGHT, Thought(ThoughtState.FULL, thought), log.actor(MODEL), f"{where}/value", standing(_THOUGHT)
        )
    for call in _elements(text, "tool_call"):
        if type(call) is dict and type(call.get("name")) is str:
            body = ToolCall(call["name"], call.get("arguments", {}))
            log.emit(Kind.TOOL_CALL, body, log.actor(MODEL), f"{where}/value", standing(_CALL))


def results(log: Log, turn: dict[str, JSON], where: str) -> None:
    """The results in what the tools said."""
    for result in _elements(turn.get("value"), "tool_response"):
        content = result.get("content", result) if type(result) is dict else result
        log.emit(Kind.TOOL_RESULT, ToolResult(content), log.actor(TOOL), f"{where}/value", standing(_RESULT))


def _said(actor: str, role: Role | None = None) -> Shape:
    return Shape(Kind.MESSAGE, actor, {"value": "body.text"}, role=role)


SPOKEN = Spec(
    name="hermes",
    tell=by("from"),
    records={
        "document": Shape(Kind.LIFECYCLE, rest=True, header={"model": "environment.model"}),
        "system": _said(PROGRAM, Role.SYSTEM),
        "human": _said(HUMAN),
        "gpt": [_said(MODEL), calls],
        "tool": [results, Shape(Kind.LIFECYCLE, TOOL, role=Role.TOOL, otherwise=True)],
    },
    known_by=(("conversations", "completed"), ("conversations", "source", "tools")),
    pairing="positional",
    source=Documents(None, "conversations"),
)
