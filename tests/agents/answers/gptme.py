"""gptme."""

from __future__ import annotations

from steno.model import Kind
from tests.given.figures import Figure, added, in_records, tokens

FIGURES: dict[str, Figure | None] = {
    "messages_by_role": in_records("role"),
    "tool_role_records": lambda session: sum(1 for _ in session.of(Kind.TOOL_RESULT)),
    "cost_total": added("metadata.cost"),
    "tokens": tokens(
        input_tokens="input",
        output_tokens="output",
        cache_read_tokens="cache_read",
        cache_creation_tokens="cache_write",
    ),
    # Local times without a zone name no moment, so no one is the first; as texts they are in order.
    "first_timestamp": lambda session: min(str(event.time) for event in session.events),
    "last_timestamp": lambda session: max(str(event.time) for event in session.events),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
