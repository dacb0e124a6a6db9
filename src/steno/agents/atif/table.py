"""The steps of a trajectory, as a table."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Role, Visibility

_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})


def _message(words: Shape) -> Blocks:
    """A step's message: a text, or since version 1.6 a list of parts."""
    image = Shape(Kind.BLOB, words.actor, {"source.media_type": "body.media_type", "source.path": "body.uri"})
    return Blocks("message", by("type"), {"text": words, "image": image}, words=words)


def tell(step: dict[str, JSON]) -> str:
    """Whose step it is, and whether it was copied from the part before."""
    source = step.get("source")
    copied = ".copied" if step.get("is_copied_context") is True and source == "user" else ""
    return f"{source}{copied}" if type(source) is str else ""


def named(log: Log, document: dict[str, JSON], where: str) -> None:
    """The model of all steps that name none."""
    agent = document.get("agent")
    model = agent.get("model_name") if type(agent) is dict else None
    if type(model) is str and model:
        log.model = model


def _run(refs: JSON) -> str | UnsetType:
    """The session of the sub-agent that a result stands for."""
    first = refs[0] if type(refs) is list and refs else refs
    found = first.get("session_id") if type(first) is dict else None
    return found if type(found) is str and found else UNSET


_CALL = Shape(
    Kind.TOOL_CALL, MODEL, {"tool_call_id": "call", "function_name": "body.tool", "arguments": "body.arguments"}
)  # fmt: skip
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {
        "source_call_id": "call",
        "content": "body.content",
        "subagent_trajectory_ref": Read("child_run", _run),
    },
)

RECORDS: Final[dict[str, Part | list[Part]]] = {
    "document": [
        named,
        Shape(
            Kind.LIFECYCLE,
            takes={"agent.model_name": Read("model"), "final_metrics": "body.data.final_metrics"},
            header={
                "session_id": "ids.session",
                "trajectory_id": "ids.trajectory",
                "agent.name": "environment.agent",
                "agent.version": "versions",
            },
        ),
    ],
    "user": _message(Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})),
    "user.copied": _message(Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})),
    "system": _message(
        Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, role=Role.SYSTEM, visibility=Visibility.INTERNAL)
    ),
    "agent": [
        Shape(Kind.THOUGHT, MODEL, {"reasoning_content": "body.text"}, when="reasoning_content"),
        _message(_WORDS),
        Blocks("tool_calls", by("type"), {"*": _CALL}),
        Blocks("observation.results", by("type"), {"*": _RESULT}),
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
}
SPEC = Spec(
    name="atif",
    tell=tell,
    records=RECORDS,
    every={
        "timestamp": "time",
        "model_name": "model",
        "metrics.prompt_tokens": "usage.input",
        "metrics.completion_tokens": "usage.output",
        "metrics.cached_tokens": "usage.cache_read",
    },
    source=Document("steps"),
    known_by=("schema_version", "agent", "steps"),
    marked=(b"ATIF-v",),
)
FORMAT = Format("atif", "ATIF trajectory", parts_of(SPEC))
