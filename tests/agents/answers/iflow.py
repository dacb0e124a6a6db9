"""iFlow CLI, counted as Claude Code is."""

from __future__ import annotations

from tests.given.figures import Figure, Session, tokens


def _typed(name: str) -> Figure:
    return lambda session: sum(record.rest.get("type") == name for record in session.records)


def _answers(session: Session) -> int:
    """Ids of messages: also of those that only say a call again."""
    return len({record.first.response for record in session.records if record.rest.get("type") == "assistant"})


FIGURES: dict[str, Figure | None] = {
    "assistant_messages": _answers,
    "assistant_records": _typed("assistant"),
    "user_records": _typed("user"),
    "tokens": tokens(
        input_tokens="input",
        output_tokens="output",
        cache_creation_input_tokens="cache_write",
        cache_read_input_tokens="cache_read",
    ),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
