"""Claude Code."""

from __future__ import annotations

from tests.agents.answers._counted import counted
from tests.given.figures import Figure

FIGURES: dict[str, Figure | None] = counted(
    "claude-code",
    "records invalid_json_lines records_by_type first_timestamp last_timestamp tokens tokens_max_rule user_messages "
    "user_messages_main user_records assistant_records assistant_messages tool_calls tool_results tool_result_errors "
    "unpaired_calls orphan_results thinking_blocks thinking_blocks_empty_text images branch_points "
    "dangling_parent_records root_records compact_boundaries session_ids versions models",
)
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {
    ("eced33039384", "format"): (
        "none",
        "a summary made by hand: none of its lines has the keys of a record of this agent",
    ),
}
