"""The events of OpenHands, as tables: actions and observations of version 0, and events of version 1 by their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, by, down
from steno.model import Kind, Role, Usage, Visibility

# Version 0

_BESIDE = frozenset({
    "agent_state_changed", "change_agent_state", "condensation", "condensation_request", "loop_recovery", "null",
    "recall", "user_rejected",
})  # fmt: skip
"""Actions and observations that are no calls of the model's, and no results of such."""


def tell(event: dict[str, JSON]) -> str:
    """The kind of an event; of version 0 it is told by what it does or saw, by whom, and because of what."""
    if type(kind := event.get("kind")) is str:
        if kind == "ActionEvent" and event.get("action", 0) is None:
            return "ActionEvent.refused"
        return f"MessageEvent.{event.get('source')}" if kind == "MessageEvent" else kind
    action, seen = event.get("action"), event.get("observation")
    if type(action) is str:
        if action in ("message", "system"):
            return f"{action}.{event.get('source')}"
        return "call" if event.get("source") == "agent" and action not in _BESIDE else _named(action)
    if type(seen) is str:
        if seen in _BESIDE or type(event.get("cause")) is not int:
            return _named(seen)
        return "result.error" if seen == "error" else "result"
    return ""


def _named(name: str) -> str:
    return name if name in ("condensation", "error", "recall") else "other"


def number(id: Any) -> str | UnsetType:
    """An id, which is a number in version 0."""
    return str(id) if type(id) is int else id if type(id) is str and id else UNSET


def _apart(args: Any) -> JSON:
    """The arguments of a call without the words that go with it."""
    return {key: value for key, value in args.items() if key != "thought"} if type(args) is dict else args


_COUNTS: Final = {
    "prompt_tokens": "input",
    "completion_tokens": "output",
    "cache_read_tokens": "cache_read",
    "cache_write_tokens": "cache_write",
    "reasoning_tokens": "reasoning",
}


def _added(stated: Iterable[JSON]) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in stated:
        if type(each) is dict:
            found.update({to: each[name] for name, to in _COUNTS.items() if type(each.get(name)) is int})
    return found


_STATED: Final = "stated"
"""That the log states sums: then none is to be made."""


def metered(log: Log, event: dict[str, JSON], where: str) -> None:
    """State the tokens of all responses so far: as the event says, or as they add up where it does not."""
    if counts := _added([down(event, ("llm_metrics", "accumulated_token_usage"))]):
        log.shared["usage"], log.state = Usage(**counts), _STATED
    response = down(event, ("tool_call_metadata", "model_response"))
    if log.state is _STATED or type(response) is not dict:
        return
    seen, total = log.state = log.state or (set[str](), Counter[str]())
    id, counts = str(response.get("id")), _added([response.get("usage")])
    if counts and id not in seen:
        seen.add(id)
        total.update(counts)
        log.shared["usage"] = Usage(**total)


def state(log: Log, event: dict[str, JSON], where: str) -> None:
    """The sums that version 1 states, one for each use of a model."""
    for way in (("value", "usage_to_metrics"), ("stats", "usage_to_metrics"), ("value", "stats", "usage_to_metrics")):
        uses = down(event, way)
        if type(uses) is dict:
            if counts := _added(down(each, ("accumulated_token_usage",)) for each in uses.values()):
                log.shared["usage"] = Usage(**counts)
            model = down(uses, ("default", "model_name")) or down(uses, ("agent", "model_name"))
            log.model = model if type(model) is str else log.model


_RESPONSE: Final[dict[str, str | Read]] = {
    "tool_call_metadata.model_response.id": Read("response"),
    "tool_call_metadata.model_response.model": Read("model"),
}
_TEXT: Final[dict[str, str | Read]] = {"args.content": "body.text"}
_RESULT: Final[dict[str, str | Read]] = {
    "cause": Read("call", number),
    "tool_call_metadata.tool_call_id": Read("call"),
    "content": "body.content",
    "extras": "body.detail",
    "extras.metadata.exit_code": Read("signs.exit", lambda code: code if type(code) is int and code >= 0 else UNSET),
    "extras.exit_code": Read("signs.exit", lambda code: code if type(code) is int and code >= 0 else UNSET),
    "success": Read("body.error", {True: False, False: True}),
}
_OTHER = Shape(Kind.LIFECYCLE, takes={"message": "body.text"})

VERSION_0: Final[dict[str, Part | list[Part]]] = {
    "system.agent": Shape(
        Kind.MESSAGE,
        PROGRAM,
        _TEXT,
        role=Role.SYSTEM,
        visibility=Visibility.INTERNAL,
        header={"args.openhands_version": "versions"},
    ),
    "message.user": Shape(Kind.MESSAGE, HUMAN, _TEXT),
    "message.environment": Shape(Kind.MESSAGE, PROGRAM, _TEXT),
    "message.agent": [metered, Shape(Kind.MESSAGE, MODEL, _TEXT | _RESPONSE)],
    "call": [
        metered,
        Shape(Kind.MESSAGE, MODEL, {"args.thought": "body.text", **_RESPONSE}, when="args.thought"),
        Shape(
            Kind.TOOL_CALL,
            MODEL,
            {
                "id": Read("call", number),
                "action": Read("body.tool"),
                "args": Read("body.arguments", _apart),
                "tool_call_metadata.tool_call_id": Read("call"),
                "tool_call_metadata.function_name": Read("body.tool"),
            }
            | _RESPONSE,
        ),
    ],
    "result": Shape(Kind.TOOL_RESULT, TOOL, _RESULT),
    "result.error": Shape(Kind.TOOL_RESULT, TOOL, _RESULT, sets={"body.error": True}),
    "error": Shape(Kind.LIFECYCLE, takes={"content": "body.text"}, name="error"),
    "condensation": _OTHER._replace(name="condensation"),
    "recall": _OTHER._replace(name="recall"),
    "other": _OTHER._replace(name="event"),
}
"""By what `tell` says of an event."""

# Version 1

_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_INJECTED = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})
_IMAGE = Shape(Kind.BLOB, HUMAN)
_THINKING = {
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "redacted_thinking": Shape(Kind.THOUGHT, MODEL),
}
_RETURNED: Final = {"tool_call_id": "call"}


def _parts(at: str, words: Shape) -> Blocks:
    return Blocks(at, by("type"), {"text": words, "image": _IMAGE._replace(actor=words.actor)}, words=words)


def _thought(above: str) -> list[Part]:
    path = f"{above}.reasoning_content" if above else "reasoning_content"
    blocks = f"{above}.thinking_blocks" if above else "thinking_blocks"
    return [Shape(Kind.THOUGHT, MODEL, {path: "body.text"}, when=path), Blocks(blocks, by("type"), _THINKING)]


def _happened(name: str, text: str = "", **more: Any) -> Shape:
    return Shape(Kind.LIFECYCLE, takes={text: "body.text"} if text else {}, name=name, **more)


_SAID: Final = [*_thought(""), _parts("thought", _WORDS)]
_CALL: Final = {"tool_call_id": "call", "tool_name": "body.tool"}

VERSION_1: Final[dict[str, Part | list[Part]]] = {
    "SystemPromptEvent": Shape(
        Kind.MESSAGE,
        PROGRAM,
        {"system_prompt.text": "body.text"},
        role=Role.SYSTEM,
        visibility=Visibility.INTERNAL,
    ),
    "MessageEvent.user": [
        _parts("llm_message.content", _PROMPT),
        _parts("extended_content", _INJECTED),
        _happened("MessageEvent", role=Role.USER, otherwise=True),
    ],
    "MessageEvent.environment": [_parts("llm_message.content", _INJECTED), _happened("MessageEvent", otherwise=True)],
    "MessageEvent.agent": [
        *_thought("llm_message"),
        _parts("llm_message.content", _WORDS),
        Shape(Kind.LIFECYCLE, MODEL, name="MessageEvent", role=Role.ASSISTANT, otherwise=True),
    ],
    "ActionEvent": [*_SAID, Shape(Kind.TOOL_CALL, MODEL, _CALL | {"action": "body.arguments"})],
    "ActionEvent.refused": [*_SAID, Shape(Kind.TOOL_CALL, MODEL, _CALL | {"tool_call.arguments": "body.arguments"})],
    "ObservationEvent": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        _RETURNED
        | {
            "observation.content": "body.content",
            "observation.is_error": "body.error",
            "observation.exit_code": Read("signs.exit", lambda code: code if type(code) is int else UNSET),
        },
    ),
    "AgentErrorEvent": Shape(Kind.TOOL_RESULT, TOOL, _RETURNED | {"error": "body.content"}, sets={"body.error": True}),
    "UserRejectObservation": Shape(
        Kind.TOOL_RESULT, TOOL, _RETURNED | {"rejection_reason": "body.content"}, sets={"body.error": True}
    ),
    "Condensation": _happened("Condensation", "summary"),
    "CondensationSummaryEvent": Shape(Kind.MESSAGE, PROGRAM, {"summary": "body.text"}),
    "CondensationRequest": _happened("CondensationRequest"),
    "ConversationErrorEvent": _happened("ConversationErrorEvent", "detail"),
    "ConversationStateUpdateEvent": [state, _happened("ConversationStateUpdateEvent", sets={"body.transient": True})],
    "InterruptEvent": _happened("InterruptEvent"),
    "LLMCompletionLogEvent": _happened("LLMCompletionLogEvent"),
    "PauseEvent": _happened("PauseEvent"),
    "TokenEvent": _happened("TokenEvent", sets={"body.transient": True}),
}
"""By the kind that an event states."""
