"""The two recordings of Kimi CLI: the wire, with what happened when, and the context, with what the model saw."""

from __future__ import annotations

from collections.abc import Mapping

from steno.agents.kimi.idiom import IDIOM
from steno.agents.kimi.words import MARKS, STATE, child, tokens
from steno.agents.shapes.chat import CALL, MEDIA, RESULT, THOUGHT, WORDS, answer, prompt
from steno.base.exact import JSON
from steno.kit.log import Log
from steno.kit.rewrites import begins, goes_on
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, PARENT, PROGRAM, TOOL, Part, Read, Shape, Spec, by, down, parts
from steno.kit.times import seconds
from steno.model import Kind, Role
from steno.model.kept import ID, SEALED
from steno.model.words import words

_USED = ("input_other", "output", "input_cache_read", "input_cache_creation")
_TOKENS = tokens(*(f"token_usage.{name}" for name in _USED))
_RUNS = ("agent_id", "parent_tool_call_id", "task_tool_call_id")
_PAYLOAD, _INNER = "message.payload", "message.payload.event.payload"


def tell(record: dict[str, JSON]) -> str:
    """The kind of a record: that of its message; what a sub-agent did stands in it as a message again."""
    message = record.get("message")
    if type(message) is not dict:
        kind = record.get("type")
        return kind if type(kind) is str else ""
    kind, payload = message.get("type"), message.get("payload")
    if kind == "SubagentEvent" and type(payload) is dict and type(payload.get("event")) is dict:
        return f"SubagentEvent.{tell({'message': payload['event']})}"
    part = payload.get("type") if kind == "ContentPart" and type(payload) is dict else None
    return f"{kind}.{part}" if type(part) is str else str(kind)


def step(log: Log, record: dict[str, JSON], where: str) -> None:
    """A step begins, of the agent or of a sub-agent: what it says until the next one is one response."""
    log.state = log.state if type(log.state) is dict else {}
    log.state[log.shared.get("span")] = log.line.name


def below(log: Log, record: dict[str, JSON], where: str) -> None:
    """What a sub-agent did belongs to its run."""
    payload = down(record, ("message", "payload"))
    ids = [payload.get(key) for key in _RUNS] if type(payload) is dict else []
    if run := next((id for id in ids if type(id) is str and id), None):
        log.shared["span"] = run


def within(log: Log, record: dict[str, JSON], where: str) -> None:
    """What is said belongs to the step."""
    if type(log.state) is dict and log.shared.get("span") in log.state:
        log.shared["response"] = log.state[log.shared.get("span")]


_OTHERS = words(
    """
ApprovalRequest ApprovalRequestResolved ApprovalResponse BtwBegin BtwEnd CompactionBegin CompactionEnd HookResolved
HookTriggered MCPLoadingBegin MCPLoadingEnd MCPStatusSnapshot Notification PlanDisplay QuestionRequest StepInterrupted
StepRetry ToolCallRequest TurnEnd
"""
)


def _payloads(at: str, who: str) -> Mapping[str, Part | list[Part]]:
    """What a message says, of the agent itself or of a sub-agent."""
    kept = Shape(Kind.LIFECYCLE, rest=True, at=at)
    return {
        "TurnBegin": prompt(f"{at}.user_input", who),
        "SteerInput": prompt(f"{at}.user_input", who),
        "StepBegin": [step, Shape(Kind.LIFECYCLE, sets={"body.transient": True})],
        "ContentPart.text": [within, WORDS._replace(at=at)],
        "ContentPart.think": [within, THOUGHT._replace(at=at)],
        **{f"ContentPart.{kind}": [within, Shape(Kind.BLOB, MODEL, role=Role.ASSISTANT, at=at)] for kind in MEDIA},
        "ToolCall": [within, begins(f"{at}.function.arguments"), CALL._replace(at=at)],
        "ToolCallPart": goes_on(f"{at}.arguments_part"),
        "ToolResult": Shape(
            Kind.TOOL_RESULT,
            TOOL,
            {
                "tool_call_id": "call",
                "return_value": Read("child_run", child),
                "return_value.output": "body.content",
                "return_value.is_error": "body.error",
                "return_value.message": "body.detail.message",
                "return_value.display": "body.detail.display",
            },
            at=at,
        ),
        "StatusUpdate": Shape(Kind.LIFECYCLE, takes=_TOKENS, sets={"body.transient": True}, at=at),
        **dict.fromkeys(_OTHERS, kept),
    }


WIRE = Spec(
    name="kimi",
    tell=tell,
    records={
        "state": STATE,
        "metadata": Shape(Kind.LIFECYCLE, header={"protocol_version": "versions"}, rest=True),
        **_payloads(_PAYLOAD, HUMAN),
        **{f"SubagentEvent.{kind}": [below, *parts(part)] for kind, part in _payloads(_INNER, PARENT).items()},
    },
    every={"timestamp": Read("time", seconds)},
    known_by=(("message.type=TurnBegin", "timestamp"), ("type=metadata", "protocol_version")),
    envelope=frozenset({"type", "timestamp"}),
    marks=MARKS,
    recognise=IDIOM.of,
    kept={
        f"{_PAYLOAD}.encrypted": SEALED,
        f"{_INNER}.encrypted": SEALED,
        f"{_PAYLOAD}.message_id": ID,
        **{f"{_PAYLOAD}.{key}": ID for key in _RUNS},
    },
    holes={Kind.LIFECYCLE: {"arguments_part": "body.text"}},
    source=Beside(state="state.json"),
)

_KEPT = Shape(Kind.LIFECYCLE, rest=True)
CONTEXT = Spec(
    name="kimi",
    tell=by("role"),
    records={
        "state": STATE,
        "_system_prompt": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}, role=Role.SYSTEM),
        "_checkpoint": _KEPT,
        "_usage": _KEPT,
        "user": prompt("content"),
        "assistant": answer(),
        "tool": RESULT,
    },
    known_by=(("role=_checkpoint", "id"), ("role=_usage", "token_count"), ("role=_system_prompt", "content")),
    envelope=frozenset({"role"}),
    marks=MARKS,
    recognise=IDIOM.of,
    kept={"content[].encrypted": SEALED},
    source=Beside(state="state.json"),
)
