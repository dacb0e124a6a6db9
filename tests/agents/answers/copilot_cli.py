"""GitHub Copilot CLI."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from steno.agents.shapes.session_words import METRICS
from steno.model import ActorKind, Kind, Lifecycle, Role
from tests.given.figures import Figure, Session

_NAMES = {
    "input": "inputTokens",
    "output": "outputTokens",
    "cache_read": "cacheReadTokens",
    "cache_write": "cacheWriteTokens",
    "reasoning": "reasoningTokens",
}


def _tokens(session: Session) -> dict[str, Any]:
    """What the log says of each model, with the counts that the policy comes to."""
    (said,) = [
        record.rest["data"]["modelMetrics"] for record in session.records if record.rest["type"] == "session.shutdown"
    ]
    found: dict[str, Any] = {model: {**each} for model, each in said.items()}
    for each in (each for each in session.requests if each.usage.input is not UNSET):
        usage = {_NAMES[key]: count for key, count in asdict(each.usage).items() if count is not UNSET}
        found[str(each.model)]["usage"] = usage
    return found


def _answers(session: Session, *, below: bool = False) -> int:
    answers = [record for record in session.records if record.rest["type"] == "assistant.message"]
    assert all(event.role is Role.ASSISTANT for record in answers for event in record.events)
    return sum(not below or record.first.span is not UNSET for record in answers)


def _prompts(session: Session) -> int:
    (actors,) = [trace.header.actors for trace in session.traces]
    said = [event for event in session.of(Kind.MESSAGE) if event.role is Role.USER]
    return sum(actors[event.actor].kind is ActorKind.HUMAN for event in said)


def _output(session: Session) -> int:
    """Of the answers themselves, which a statement at the end adds up."""
    stated = [event for event in session.events if event.usage is not UNSET]
    own = [event for event in stated if not (isinstance(event.body, Lifecycle) and event.body.name == METRICS)]
    return sum(int(event.usage.output or 0) for event in own if event.usage is not UNSET)


FIGURES: dict[str, Figure | None] = {
    "assistant_messages": _answers,
    "assistant_messages_subagent": lambda session: _answers(session, below=True),
    "distinct_message_ids": lambda session: len({event.response for event in session.events} - {UNSET}),
    "output_tokens_sum": _output,
    "user_messages": _prompts,
    "subagents_started": lambda session: sum(1 for _ in session.of(Kind.SPAN_START)),
    # Without those that stand in a record of their own.
    "thinking_blocks": lambda session: sum(
        getattr(event.origin, "pointer", "") == "/data" for event in session.of(Kind.THOUGHT)
    ),
    "tokens": _tokens,
}
_TRIMMED = "a composite of real lines, whose ids and times were cut: [trimmed for fixture] stands for each of them"
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {
    ("496eb198f6a7", "last_timestamp"): ("2025-12-18T21:32:20.000Z", _TRIMMED),
}
