"""Mistral Vibe."""

from __future__ import annotations

from tests.given.figures import Figure, in_records, tokens

FIGURES: dict[str, Figure | None] = {
    # What stands in the file beside is of the session, and no record of the log.
    "records": lambda session: sum(record.first.origin.source == 0 for record in session.records),  # type: ignore[union-attr]
    "messages_by_role": in_records("role"),
    "tokens": tokens(
        session_prompt_tokens="input", session_completion_tokens="output", session_total_llm_tokens="total"
    ),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
