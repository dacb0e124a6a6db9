"""How a Forsy trace lies in the model: which field goes where.  Its words are in `words`."""

from __future__ import annotations

from typing import Final

NAME: Final = "forsy"

IDS: Final = {
    "trace_id": "trace",
    "prior_trace_id": "prior_trace",
    "collection_id": "collection",
    "prior_collection_id": "prior_collection",
}
"""Fields of the top that are ids, with their namespaces in the header."""
JUDGED_TOP: Final = (
    "trace_mode", "validation_level", "task", "skills", "memory", "agent_config", "learning", "termination_reason",
    "final_output", "dataset_summary",
)  # fmt: skip
"""Fields of the top that are notes of the same key on the whole trace."""
JUDGED_SUMMARY: Final = ("agent_confidence", "goal_achieved", "goal_notes")
"""Fields of the summary that are; the others are counts."""
SOURCE: Final = "source"
SOURCE_STEP: Final = "source_step"
"""Where an input comes from: a uid in the model, the number of a step in the file."""
ROLES: Final = {
    "self_traced": "agent",
    "retraced_from_logs": "agent",
    "model_reviewed": "model",
    "human_reviewed": "human",
    "expert_reviewed": "expert",
    "client_validated": "client",
}
"""Who has the last word on what a file says, by its validation level."""
UNSTATED: Final = "No request is recorded."
"""The task of a trace that has none: the specification asks for a text.  It is read as no task."""
UNNAMED: Final = "unnamed"
"""A reviewer whom the file does not name."""
HASH: Final = "sha256:"
"""What stands before a hash."""
