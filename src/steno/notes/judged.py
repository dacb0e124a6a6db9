"""Which fields somebody may judge afterwards.  The others stand in the log, or follow from it or from reviews."""

from __future__ import annotations

from typing import Final

OF_STEP: Final = (
    "eval", "eval_reason", "directive", "success", "observation", "state_change", "reasoning",
    "alternatives_considered", "operation", "surface", "causal_type", "causal_note", "message_role", "feedback_type",
    "feedback_content", "caused_by", "retry_of",
)  # fmt: skip
LINKS: Final = ("caused_by", "retry_of")
"""Those of them whose values are the uids of other steps."""
OF_WHOLE: Final = (
    "task", "learning", "goal_achieved", "goal_notes", "termination_reason", "dataset_summary", "skills", "memory",
)  # fmt: skip
