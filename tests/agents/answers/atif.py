"""ATIF."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Kind, Role
from tests.given.figures import Figure, Session, by_role, in_records, tokens


def _results(session: Session) -> list[object]:
    return [event.call for event in session.of(Kind.TOOL_RESULT)]


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: len(session.records) - 1,  # the document itself is one
    "user_messages": by_role(Role.USER),
    "assistant_messages": by_role(Role.ASSISTANT),
    "agent_name": lambda session: session.traces[0].header.environment["agent"][0],
    "observation_results": lambda session: len(_results(session)),
    "observation_results_without_call_id": lambda session: _results(session).count(UNSET),
    "tool_results": lambda session: len(set(_results(session)) - {UNSET}),
    "orphan_results": lambda session: len(
        set(_results(session)) - {UNSET} - {event.call for event in session.of(Kind.TOOL_CALL)}
    ),
    "copied_context_steps": lambda session: sum(
        isinstance(record.rest, dict) and record.rest.get("is_copied_context") is True for record in session.records
    ),
    "steps_by_source": in_records("source"),
    "tokens": tokens(prompt_tokens="input", completion_tokens="output"),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
