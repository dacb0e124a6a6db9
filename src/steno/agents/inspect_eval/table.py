"""The samples of an evaluation, as a table."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.archive import Archive
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Lifecycle, Role, Usage, Visibility

_COUNTS: Final = {
    "input_tokens": "input",
    "output_tokens": "output",
    "reasoning_tokens": "reasoning",
    "input_tokens_cache_read": "cache_read",
    "input_tokens_cache_write": "cache_write",
    "total_tokens": "total",
}


def whose(message: dict[str, JSON]) -> str:
    """Whose message it is; one in the user's place that a solver wrote is the program's."""
    role = message.get("role")
    if role == "user" and message.get("source") not in (None, "input"):
        return "user.made"
    return role if type(role) is str else ""


def spent(log: Log, sample: dict[str, JSON], where: str) -> None:
    """What each model took."""
    models = sample.get("model_usage")
    for model, stated in models.items() if type(models) is dict else ():
        counts = (
            {to: stated[name] for name, to in _COUNTS.items() if type(stated.get(name)) is int}
            if type(stated) is dict
            else {}
        )
        fields = {"model": model or UNSET, "usage": Usage(**counts) if counts else UNSET}
        log.emit(Kind.LIFECYCLE, Lifecycle("model_usage"), PROGRAM, where, fields)


def _said(words: Shape, **more: Part | list[Part]) -> Blocks:
    image = Shape(Kind.BLOB, words.actor, role=words.role, visibility=words.visibility)
    every: dict[str, Any] = {"text": words, "image": image, "audio": image, "video": image, "document": image, **more}
    return Blocks("content", by("type"), every, words=words)


_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_SERVED: Final[dict[str, str | Read]] = {"id": Read("call"), "name": "body.tool", "arguments": "body.arguments"}
_ANSWER: list[Part] = [
    _said(
        _WORDS,
        reasoning=Shape(Kind.THOUGHT, MODEL, {"reasoning": "body.text"}),
        tool_use=[
            Shape(Kind.TOOL_CALL, MODEL, _SERVED),
            Shape(Kind.TOOL_RESULT, TOOL, {"id": Read("call"), "result": "body.content"}, when="result"),
        ],
    ),
    Blocks(
        "tool_calls",
        by("kind"),
        {"*": Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "function": "body.tool", "arguments": "body.arguments"})},
    ),
    Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
]
_MESSAGES: Final[dict[str, Part | list[Part]]] = {
    "system": _said(
        Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, role=Role.SYSTEM, visibility=Visibility.INTERNAL)
    ),
    "user": _said(Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})),
    "user.made": _said(Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})),
    "assistant": _ANSWER,
    "tool": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "tool_call_id": "call",
            "content": "body.content",
            "error": Read("body.error", lambda error: True if type(error) is dict else UNSET),
        },
    ),
}

RECORDS: Final[dict[str, Part | list[Part]]] = {
    "header": [
        Shape(
            Kind.LIFECYCLE,
            takes={"stats.started_at": Read("time"), "eval.model": Read("model")},
            header={"eval.eval_id": "environment.eval", "eval.task": "title", "eval.packages.inspect_ai": "versions"},
        ),
        Shape(Kind.LIFECYCLE, takes={"stats.completed_at": Read("time")}, name="completed", when="stats.completed_at"),
    ],
    "session": [
        Shape(Kind.LIFECYCLE, takes={"scores": "body.data.scores"}, name="sample", header={"uuid": "ids.session"}),
        Blocks("messages", whose, _MESSAGES, every={"id": Read("native"), "model": Read("model")}),
        spent,
    ],
}
SPEC = Spec(
    name="inspect-eval",
    tell=lambda record: "",
    records=RECORDS,
    source=Archive("samples/*.json", header="header.json"),
    marked=(b"_journal/start.json",),
)
FORMAT = Format("inspect-eval", "Inspect log", parts_of(SPEC))
