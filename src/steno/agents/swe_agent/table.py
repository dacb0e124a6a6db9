"""What a trajectory of SWE-agent holds, as a table: its history, and those steps that the history lacks."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import UNSET, UnsetType

from steno.agents.shapes.task_runs import IN_USERS_PLACE, SYSTEM, spoken
from steno.agents.swe_agent.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.log import Log
from steno.kit.table import MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Lifecycle, Role, Visibility
from steno.model.signs import Injected


def tell(record: dict[str, JSON]) -> str:
    """Whose message it is and whether it is of a demonstration; a step is of nobody's."""
    role = record.get("role")
    if type(role) is not str:
        return "step" if "action" in record or "observation" in record else ""
    shown = record.get("is_demo") is True or record.get("message_type") == "demonstration"
    return f"{role}.demo" if shown else role


def _did(record: dict[str, JSON]) -> str:
    """What is the same in a message and in the step that it is repeated in."""
    action = record.get("action")
    return action.strip() if type(action) is str else ""


def acted(log: Log, message: dict[str, JSON], where: str) -> None:
    """Take note of what the history has."""
    log.state = log.state if log.state is not None else Counter()
    log.state[_did(message)] += 1


def step(log: Log, record: dict[str, JSON], where: str) -> None:
    """A step of the trajectory: a repeat of what the history has, or words that stand only here."""
    known: Counter[str] = log.state if log.state is not None else Counter()
    if known[_did(record)] > 0:
        known[_did(record)] -= 1
        log.emit(Kind.LIFECYCLE, Lifecycle("step", transient=True), PROGRAM, where)
        return
    response = log.take(record, "response", where)
    if response:
        fields = {"role": Role.ASSISTANT, "visibility": Visibility.PUBLIC, "model": log.model}
        log.words(response, log.speaker(log.model, UNSET), f"{where}/response", fields)
    if observation := log.take(record, "observation", where):
        fields = {"role": Role.USER, "visibility": Visibility.INTERNAL}
        log.words(observation, PROGRAM, f"{where}/observation", fields)


def _one(ids: JSON) -> str | UnsetType:
    """The call that a result answers: one, as each has a message of its own."""
    return ids[0] if type(ids) is list and ids and type(ids[0]) is str and ids[0] else UNSET


_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_SHOWN = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, visibility=Visibility.INTERNAL)
"""Of a demonstration: nobody said it here, and none of its calls was made."""
_CALL = Shape(
    Kind.TOOL_CALL, MODEL, {"id": Read("call"), "function.name": "body.tool", "function.arguments": "body.arguments"}
)  # fmt: skip
_THINKING = {
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "redacted_thinking": Shape(Kind.THOUGHT, MODEL),
}

RECORDS: Final[dict[str, Part | list[Part]]] = {
    "document": Shape(
        Kind.LIFECYCLE,
        takes={
            "info.exit_status": "body.data.exit_status",
            "info.submission": "body.data.submission",
            "info.model_stats.tokens_sent": "usage.input",
            "info.model_stats.tokens_received": "usage.output",
            "replay_config.agent.model.name": Read("log.model"),
        },
    ),
    "system": SYSTEM,
    "user": IN_USERS_PLACE,
    "assistant": [
        acted,
        Blocks("thinking_blocks", by("type"), _THINKING),
        spoken(_WORDS),
        Blocks("tool_calls", by("type"), {"*": _CALL}),
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
    "tool": Shape(Kind.TOOL_RESULT, TOOL, {"tool_call_ids": Read("call", _one), "content": "body.content"}),
    "user.demo": spoken(_SHOWN),
    "assistant.demo": spoken(_SHOWN._replace(role=Role.ASSISTANT)),
    "tool.demo": spoken(_SHOWN._replace(role=Role.TOOL)),
    "step": [step, Shape(Kind.LIFECYCLE, otherwise=True)],
}
SPEC = Spec(
    name="swe-agent",
    tell=tell,
    records=RECORDS,
    every={
        "is_demo": Read("signs.injected", {True: Injected.INSTRUCTIONS}),
        "message_type": Read("signs.injected", {"demonstration": Injected.INSTRUCTIONS}),
    },
    recognise=IDIOM.of,
    pairing="id-in-turn",
    source=Document("history", "trajectory"),
    holes={Kind.MESSAGE: {"": "body.text"}},
    known_by=("trajectory.action", "trajectory.observation", "trajectory.thought"),
)
FORMAT = Format("swe-agent", "SWE-agent trajectory", parts_of(SPEC))
