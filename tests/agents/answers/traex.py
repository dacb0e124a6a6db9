"""TraeX, which writes what Codex writes."""

from __future__ import annotations

from tests.agents.answers._counted import counted
from tests.given.figures import Figure

FIGURES: dict[str, Figure | None] = counted(
    "traex",
    "records invalid_json_lines records_by_type first_timestamp last_timestamp tokens tokens_sum_of_last_deduped "
    "user_messages assistant_messages thinking_blocks tool_calls tool_results unpaired_calls orphan_results "
    "self_contained_calls rollbacks turns_aborted compacted_records session_ids cli_versions models",
)
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {
    ("0718538ee84f", "format"): ("codex", "nothing in its 4,790 bytes names the agent: its place does"),
}
