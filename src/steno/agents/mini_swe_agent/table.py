"""The messages of mini-swe-agent, as tables: those of a document, and those of the plain list that came before."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from steno.agents.mini_swe_agent.idiom import IDIOM
from steno.agents.shapes.task_runs import IN_USERS_PLACE, SYSTEM, spoken
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Part, Read, Shape, Spec, by, down
from steno.kit.times import seconds
from steno.model import Kind, Role, Thought, ThoughtState, Visibility

_CHOICES = ("extra", "response", "choices")
_REASONING = ("reasoning", "reasoning_content")


def tell(message: dict[str, JSON]) -> str:
    """Whose message it is, of the user's whether a human typed it in the middle of a run."""
    role, kind = message.get("role"), message.get("type") or message.get("object")
    if role == "user" and type(down(message, ("extra", "interrupt_type"))) is str:
        return "user.typed"
    return role if type(role) is str else kind if type(kind) is str else ""


def reasons(log: Log, message: dict[str, JSON], where: str) -> None:
    """The reasoning stands in the provider's response, which is kept beside the message."""
    choices = down(message, _CHOICES)
    first = choices[0].get("message") if type(choices) is list and choices and type(choices[0]) is dict else None
    if type(first) is dict:
        key = next((key for key in _REASONING if type(first.get(key)) is str and first[key]), None)
        if key is not None:
            text, first[key] = first[key], UNSET
            log.thoughts = True
            fields = {"role": Role.ASSISTANT, "visibility": Visibility.INTERNAL}
            actor = log.speaker(log.shared.get("model", UNSET), UNSET)
            place = f"{where}/{'/'.join(_CHOICES)}/0/message/{key}"
            log.emit(Kind.THOUGHT, Thought(ThoughtState.FULL, text), actor, place, fields)


_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_CALL = Shape(
    Kind.TOOL_CALL,
    MODEL,
    {"id": "call", "call_id": "call", "function.name": "body.tool", "function.arguments": "body.arguments"},
)
_PART = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_OUTPUT = {
    "function_call": Shape(
        Kind.TOOL_CALL, MODEL, {"call_id": "call", "name": "body.tool", "arguments": "body.arguments"}
    ),
    "message": Blocks("content", by("type"), {"output_text": _PART}),
    "reasoning": Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT),
}  # fmt: skip
_RETURNED: Final[dict[str, str | Read]] = {
    "extra.returncode": Read("signs.exit", lambda code: code if type(code) is int else UNSET),
    "extra.raw_output": "body.detail.raw_output",
}
_ENDED: Final = {"extra.exit_status": "body.data.exit_status", "extra.submission": "body.data.submission"}

MESSAGES: Final[dict[str, Part | list[Part]]] = {
    "system": SYSTEM,
    "user": IN_USERS_PLACE,
    "user.typed": spoken(Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})),
    "assistant": [
        reasons,
        spoken(_WORDS),
        Blocks("tool_calls", by("type"), {"*": _CALL}),
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
    "response": [
        Blocks("output", by("type"), _OUTPUT),
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
    "tool": Shape(Kind.TOOL_RESULT, TOOL, {"tool_call_id": "call", "content": "body.content", **_RETURNED}),
    "function_call_output": Shape(Kind.TOOL_RESULT, TOOL, {"call_id": "call", "output": "body.content", **_RETURNED}),
    "exit": Shape(Kind.LIFECYCLE, takes={"content": "body.text"} | _ENDED),
}
_RUN = Shape(
    Kind.LIFECYCLE,
    takes={
        "info.config.model.model_name": Read("log.model"),
        "info.exit_status": "body.data.exit_status",
        "info.submission": "body.data.submission",
    },
    header={
        "instance_id": "ids.session",
        "info.mini_version": "versions",
        "info.config.environment.cwd": "environment.cwd",
    },
)


def _spec(source: Document, known_by: tuple[str, ...], **more: tuple[bytes, ...]) -> Spec:
    return Spec(
        name="mini-swe-agent",
        tell=tell,
        records=MESSAGES | {"document": _RUN},
        every={
            "extra.response.created": Read("time", seconds),
            "extra.timestamp": Read("time", seconds),
            "extra.response.id": "response",
            "extra.response.model": "model",
            "extra.response.usage.prompt_tokens": "usage.input",
            "extra.response.usage.completion_tokens": "usage.output",
            "extra.response.usage.total_tokens": "usage.total",
            "extra.response.usage.prompt_tokens_details.cached_tokens": "usage.cache_read",
            "extra.response.usage.completion_tokens_details.reasoning_tokens": "usage.reasoning",
        },
        recognise=IDIOM.of,
        source=source,
        holes={Kind.THOUGHT: {"": "body.text"}},
        known_by=known_by,
        marked=more.get("marked", ()),
    )


SPECS = {
    "document": _spec(Document("messages"), ("info", "messages"), marked=(b"mini-swe-agent", b"mini_version")),
    "list": _spec(
        Document(""),
        ("role", "content"),
        marked=(b"COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", b"mswea_bash_command"),
    ),
}
FORMAT = Format("mini-swe-agent", "mini-swe-agent trajectory", parts_of(SPECS))
