"""Claude managed agents."""

from __future__ import annotations

from steno.model import Role
from tests.given.figures import Figure, in_records, tokens

FIGURES: dict[str, Figure | None] = {
    "records_by_type": in_records("kind"),
    "assistant_messages": lambda session: sum(
        record.rest.get("kind") == "message" and any(event.role is Role.ASSISTANT for event in record.events)
        for record in session.records
    ),
    "tokens": tokens(
        input_tokens="input",
        output_tokens="output",
        cache_creation_input_tokens="cache_write",
        cache_read_input_tokens="cache_read",
    ),
    "model_requests": lambda session: len(session.requests),
    "thread_ids": lambda session: list(session.traces[0].header.ids.get("thread", ())),
    "thinking_blocks_with_text": None,
    "tokens_outcome_evaluation": None,  # what a grader took, beside the agent
    "tokens_session_usage_last": None,  # another count, which is not used
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
