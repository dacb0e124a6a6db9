"""Codex."""

from __future__ import annotations

from tests.agents.answers._counted import counted
from tests.given.figures import Figure

FIGURES: dict[str, Figure | None] = counted(
    "codex",
    "records invalid_json_lines records_by_type first_timestamp last_timestamp tokens tokens_sum_of_last_deduped "
    "user_messages assistant_messages thinking_blocks tool_calls tool_results unpaired_calls orphan_results "
    "self_contained_calls rollbacks turns_aborted compacted_records session_ids cli_versions models",
)
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {
    ("0766bcddca2d", "format"): (
        "none",
        "a summary made by hand: none of its lines has the keys of a record of this agent",
    ),
}
