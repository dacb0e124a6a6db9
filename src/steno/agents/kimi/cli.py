"""The two recordings of Kimi CLI: the wire, with what happened when, and the context, with what the model saw."""

from __future__ import annotations

from collections.abc import Mapping

from steno.agents.kimi.idiom import IDIOM
from steno.agents.kimi.words import MARKS, STATE, child
from steno.base.exact import JSON
from steno.kit.log import Log
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, PARENT, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.kit.times import seconds
from steno.model import Kind, Role
from steno.model.kept import ID, SEALED
from steno.model.words import words

_TEXT, _THOUGHT = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"}), Shape(Kind.THOUGHT, MODEL, {"think": "body.text"})
_CALL = Shape(
    Kind.TOOL_CALL, MODEL, {"id": "call", "function.name": "body.tool", "function.arguments": "body.arguments"}
)  # fmt: skip


def _prompt(actor: str, at: str) -> Blocks:
    text = Shape(Kind.MESSAGE, actor, {"text": "body.text"})
    blob = Shape(Kind.BLOB, actor, role=Role.USER)
    return Blocks(at, by("type"), {"text": text, "image_url": blob, "video_url": blob}, words=text)


# The wire

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


class _State(dict[str, tuple[str, str]]):
    """By sub-agent, and for the agent itself: the step that it is in, and the call whose arguments may go on."""


def _of(log: Log) -> tuple[_State, str]:
    if type(log.state) is not _State:
        log.state = _State()
    return log.state, log.shared.get("span") or ""


def step(log: Log, record: dict[str, JSON], where: str) -> None:
    """A step begins: what the model says until the next one is one response."""
    state, span = _of(log)
    state[span] = (log.line.name, "")


def within(log: Log, record: dict[str, JSON], where: str) -> None:
    """What is said belongs to the step."""
    state, span = _of(log)
    if span in state:
        log.shared["response"] = state[span][0]


def called(at: str) -> Part:
    """A call begins, and its arguments may go on in later records."""
    way = at.split(".")

    def begin(log: Log, record: dict[str, JSON], where: str) -> None:
        arguments = _down(record, [*way, "function"]).get("arguments")
        if type(arguments) is str and type(_down(record, [*way, "function"]).get("name")) is str:
            state, span = _of(log)
            log.pieces.goes_on(log, Kind.TOOL_CALL, log.line.name, arguments, where, {})
            state[span] = (state.get(span, (log.line.name, ""))[0], log.line.name)

    return begin


def goes_on(at: str) -> Part:
    """The arguments of the last call go on."""
    way, pointer = at.split("."), "/" + at.replace(".", "/")

    def more(log: Log, record: dict[str, JSON], where: str) -> None:
        state, span = _of(log)
        payload, (_, call) = _down(record, way), state.get(span, ("", ""))
        if call and type(payload.get("arguments_part")) is str and payload["arguments_part"]:
            text = log.take(payload, "arguments_part", pointer)
            log.pieces.goes_on(log, Kind.TOOL_CALL, call, str(text), pointer, {})
        else:
            log.unknown(log.told)

    return more


def _down(value: JSON, way: list[str]) -> dict[str, JSON]:
    for key in way:
        value = value.get(key) if type(value) is dict else None
    return value if type(value) is dict else {}


def _payloads(at: str, who: str) -> Mapping[str, Part | list[Part]]:
    """What a message says, of the agent itself or of a sub-agent."""
    kept = Shape(Kind.LIFECYCLE, rest=True, at=at)
    return {
        "TurnBegin": _prompt(who, f"{at}.user_input"),
        "SteerInput": _prompt(who, f"{at}.user_input"),
        "StepBegin": [step, Shape(Kind.LIFECYCLE, sets={"body.transient": True})],
        "ContentPart.text": [within, _TEXT._replace(at=at)],
        "ContentPart.think": [within, _THOUGHT._replace(at=at)],
        "ContentPart": [within, Shape(Kind.BLOB, MODEL, role=Role.ASSISTANT, at=at)],
        "ToolCall": [within, called(at), _CALL._replace(at=at)],
        "ToolCallPart": goes_on(at),
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
        "StatusUpdate": Shape(
            Kind.LIFECYCLE,
            takes={
                "token_usage.input_other": "usage.input",
                "token_usage.output": "usage.output",
                "token_usage.input_cache_read": "usage.cache_read",
                "token_usage.input_cache_creation": "usage.cache_write",
            },
            sets={"body.transient": True},
            at=at,
        ),
        **dict.fromkeys(
            sorted(
                words(
                    """
            ApprovalRequest ApprovalRequestResolved ApprovalResponse BtwBegin BtwEnd CompactionBegin
            CompactionEnd HookResolved HookTriggered MCPLoadingBegin MCPLoadingEnd MCPStatusSnapshot
            Notification PlanDisplay QuestionRequest StepInterrupted StepRetry ToolCallRequest
            TurnEnd
            """
                )
            ),
            kept,
        ),
    }


WIRE = Spec(
    name="kimi",
    tell=tell,
    records={
        "state": STATE,
        "metadata": Shape(Kind.LIFECYCLE, header={"protocol_version": "versions"}, rest=True),
        **_payloads(_PAYLOAD, HUMAN),
        **{f"SubagentEvent.{kind}": part for kind, part in _payloads(_INNER, PARENT).items()},
    },
    every={
        "timestamp": Read("time", seconds),
        f"{_PAYLOAD}.task_tool_call_id": Read("span"),
        f"{_PAYLOAD}.parent_tool_call_id": Read("span"),
        f"{_PAYLOAD}.agent_id": Read("span"),
    },
    known_by=(("message.type=TurnBegin", "timestamp"), ("type=metadata", "protocol_version")),
    envelope=frozenset({"type", "timestamp"}),
    marks=MARKS,
    recognise=IDIOM.of,
    kept={f"{_PAYLOAD}.encrypted": SEALED, f"{_INNER}.encrypted": SEALED, f"{_PAYLOAD}.message_id": ID},
    holes={Kind.LIFECYCLE: {"arguments_part": "body.text"}},
    source=Beside(state="state.json"),
)

# The context

_KEPT = Shape(Kind.LIFECYCLE, rest=True)
CONTEXT = Spec(
    name="kimi",
    tell=by("role"),
    records={
        "state": STATE,
        "_system_prompt": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}, role=Role.SYSTEM),
        "_checkpoint": _KEPT,
        "_usage": _KEPT,
        "user": _prompt(HUMAN, "content"),
        "assistant": [
            Blocks("content", by("type"), {"text": _TEXT, "think": _THOUGHT}, words=_TEXT),
            Blocks("tool_calls", by("type"), {"function": _CALL}),
            Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
        ],
        "tool": Shape(Kind.TOOL_RESULT, TOOL, {"tool_call_id": "call", "content": "body.content"}),
    },
    known_by=(("role=_checkpoint", "id"), ("role=_usage", "token_count"), ("role=_system_prompt", "content")),
    envelope=frozenset({"role"}),
    marks=MARKS,
    recognise=IDIOM.of,
    kept={"content[].encrypted": SEALED},
    source=Beside(state="state.json"),
)
