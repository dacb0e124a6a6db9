"""The words and shapes of an AWF transcript line.  Knows how a line is spelled, not what it means."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from steno.base.exact import JSON

NAME: Final = "awf"

RUN: Final = ("run.started", "run.completed")
STEP: Final = ("step.started", "step.completed", "step.call_workflow.started", "step.call_workflow.completed")
MESSAGE: Final = {"message.user": "user", "message.assistant": "assistant"}
"""Each with the role its payload must state."""
TOOL: Final = ("tool.call", "tool.result")
TYPES: Final = frozenset((*RUN, *STEP, *MESSAGE, *TOOL))

BLOCKS: Final = {
    "text": ("text",),
    "thinking": ("thinking",),
    "tool_use": ("tool_name", "tool_id", "tool_input"),
    "tool_result": ("tool_id", "tool_content"),
    "command": ("command",),
    "stream": ("chunk", "text"),
}
"""The block types, each with the fields it may fill.  A stream's piece is written as `text`, as the prose says; the
field table calls it `chunk`, so both are read."""
EVERY_BLOCK: Final = ("type", "fidelity")
FIDELITIES: Final = frozenset(("router", "agent_emitted"))
KINDS: Final = frozenset(
    ("agent", "command", "operation", "terminal", "parallel", "for_each", "while", "call_workflow")
)
"""The step kinds that AWF itself has.  The list is open: a custom step's kind is its own name."""

ENVELOPE: Final = (
    "seq", "run_id", "parent_run_id", "child_run_id", "type", "path", "iteration", "timestamp", "payload",
)  # fmt: skip
STEP_FIELDS: Final = ("name", "kind", "error", "result")
MESSAGE_FIELDS: Final = ("role", "blocks")
TOOL_FIELDS: Final = ("name", "call_id", "input", "output", "error", "fidelity")
BLOCK_FIELDS: Final = (
    "type", "fidelity", "text", "thinking", "tool_name", "tool_id", "tool_input", "tool_content", "command", "chunk",
)  # fmt: skip


# gc stays on: a payload is the caller's own object and may be part of a cycle until it has been encoded.
class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line.  The fields stand in the order in which they are written."""

    seq: int
    run_id: str
    parent_run_id: str = ""
    """Left out of the line where it is empty, as is `child_run_id`."""
    child_run_id: str = ""
    type: str
    path: str
    iteration: int
    timestamp: str
    payload: JSON


line = msgspec.json.Encoder().encode
"""An event as the bytes of its line, without the line end."""

_UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)


def is_uuid4(value: JSON) -> bool:
    return isinstance(value, str) and _UUID4.fullmatch(value) is not None


SYSTEM: Final = "system"
"""The field in which Steno's own recordings say whether a block of a prompt is the system prompt."""


def seems_instructed(blocks: Sequence[JSON]) -> bool:
    """Whether a prompt of these blocks is read as the human's words and, behind them, the system prompt."""
    kinds = [block.get("type") if isinstance(block, dict) and SYSTEM not in block else None for block in blocks]
    return kinds == ["text", "text"] and isinstance(text := blocks[1].get("text"), str) and text != ""


class Payload(enum.Enum):
    """What a payload is taken for."""

    NONE = "null"
    BLOCKS = "an array of blocks"
    MESSAGE = "a message"
    TOOL = "a tool call or result"
    STEP = "a step"
    ANY = "no known shape"


def dispatch(payload: JSON) -> Payload:
    """The shape of a payload by its keys, whatever the event's type says; the first that fits counts."""
    if payload is None:
        return Payload.NONE
    if isinstance(payload, list):
        return Payload.BLOCKS
    if isinstance(payload, dict):
        for key, shape in _PROBES:
            if key in payload:
                return shape
    return Payload.ANY


_PROBES: Final = (("role", Payload.MESSAGE), ("call_id", Payload.TOOL), ("kind", Payload.STEP))
