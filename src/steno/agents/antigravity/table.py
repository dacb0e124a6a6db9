"""The steps of an Antigravity transcript, as a table."""

from __future__ import annotations

from typing import Final

from steno.agents.antigravity.idiom import IDIOM
from steno.agents.antigravity.stored import SPEC as STORED
from steno.base.exact import JSON
from steno.contracts import Format, Parts
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.opaque import Either, Opaque
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Role

MARKS = Marks(
    "USER_REQUEST|USER_SETTINGS_CHANGE|ADDITIONAL_METADATA|SYSTEM_MESSAGE|EPHEMERAL_MESSAGE", asked=("USER_REQUEST",)
)
_OTHER = Shape(Kind.LIFECYCLE, takes={"content": "body.text"})
_TOLD = Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"})
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_CALLS = Blocks(
    "tool_calls",
    by("type"),
    {"*": Shape(Kind.TOOL_CALL, MODEL, {"name": "body.tool", "args": "body.arguments"})},
)
RECORDS: Final[dict[str, Part | list[Part]]] = {
    "USER_INPUT": Shape(Kind.MESSAGE, HUMAN, {"content": "body.text"}),
    "PLANNER_RESPONSE": [
        Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}, when="thinking"),
        Shape(Kind.MESSAGE, MODEL, {"content": "body.text"}, when="content"),
        _CALLS,
        _EMPTY,
    ],
    "CHECKPOINT": _OTHER,
    "CONVERSATION_HISTORY": _OTHER,
    "EPHEMERAL_MESSAGE": _TOLD,
    "ERROR_MESSAGE": _OTHER,
    "SYSTEM_MESSAGE": _TOLD,
    "SYSTEM": _OTHER,
    "MODEL": Shape(Kind.TOOL_RESULT, TOOL, {"content": "body.content", "status": Read("body.error", {"ERROR": True})}),
}
"""By type; what a tool did has a type of its own for each tool, and is the model's."""


def tell(step: dict[str, JSON]) -> str:
    """The type where it says what a step is, else whose step it is."""
    kind = step.get("type")
    if type(kind) is not str:
        return ""
    return kind if kind in RECORDS else "SYSTEM" if step.get("source") == "SYSTEM" else "MODEL"


TRANSCRIPT = Spec(
    name="antigravity",
    tell=tell,
    records=RECORDS,
    every={"created_at": "time"},
    marks=MARKS,
    recognise=IDIOM.of,
    pairing="positional",
    known_by=("step_index", "source", "type", "status", "created_at"),
)
SPECS = {"transcript": TRANSCRIPT, "store": STORED}
_PARTS = parts_of(SPECS)
_SEALED = Opaque("antigravity", "Antigravity encrypted its conversations")
FORMAT = Format("antigravity", "Antigravity session", Parts(**{**_PARTS, "reader": Either(_PARTS["reader"], _SEALED)}))  # type: ignore[arg-type]
