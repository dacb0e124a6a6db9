"""Entire's compact transcripts."""

from __future__ import annotations

from steno.model import Kind, Role, Text
from tests.given.figures import Figure, Session, by_role, tokens

READS = "entire"


def _agents(session: Session) -> list[str]:
    return [name for trace in session.traces for name in trace.header.environment["agent"]]


FIGURES: dict[str, Figure | None] = {
    "agents": _agents,
    "assistant_records": by_role(Role.ASSISTANT),
    "text_blocks": lambda session: sum(event.role is Role.ASSISTANT for event in session.of(Kind.MESSAGE)),
    "user_messages_with_text": lambda session: sum(
        event.role is Role.USER and isinstance(event.body, Text) and event.body.text != ""
        for event in session.of(Kind.MESSAGE)
    ),
    "tokens": tokens(input_tokens="input", output_tokens="output"),
    "tokens_naive_sum_all_records": None,  # wrong on purpose
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
