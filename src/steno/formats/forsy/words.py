"""The words of Forsy traces: their fields in the order of the specification, and what may stand in them.

Knows no document.  A vocabulary here is closed where its comment does not say that it is open.
"""

from __future__ import annotations

from typing import Final

from steno.model.steps import ACTIONS

VERSION: Final = "forsy-trace-v0.1"
SKILL: Final = "forsy-trace-skill"

TOP: Final = (
    "schema_version", "trace_id", "prior_trace_id", "trace_mode", "validation_level", "task", "agent_tools",
    "started_at", "ended_at", "system_prompt", "skills", "memory", "agent_config", "learning", "termination_reason",
    "steps", "final_output", "static_output", "summary", "dataset_summary",
)  # fmt: skip

STEP: Final = (
    "step", "turn", "actor", "action", "operation", "tool", "execution_mode", "parallel_group", "observation",
    "input", "input_source", "output", "state_change", "reasoning", "caused_by", "causal_type", "causal_note",
    "alternatives_considered", "success", "eval", "eval_reason", "directive", "message_role", "feedback_type",
    "feedback_content", "started_at", "ended_at", "retry_of",
)  # fmt: skip
"""Present in every step, null where nothing is known."""
ARTIFACT: Final = (
    "path", "type", "role", "related_steps", "description", "state", "hash", "content", "diff", "release_sensitivity",
)  # fmt: skip
SUMMARY: Final = (
    "total_steps", "total_turns", "positive_steps", "negative_steps", "neutral_steps", "directive_signals",
    "human_feedback", "agent_confidence", "goal_achieved", "goal_notes",
)  # fmt: skip
HUMAN_FEEDBACK: Final = {
    "corrections": "correction",
    "approvals": "approval",
    "clarifications": "clarification",
    "new_instructions": "new_instruction",
}
"""The counts of `summary.human_feedback`, and the feedback type that each of them counts."""
DATASET_SUMMARY: Final = ("title", "description", "tags", "release_tier", "validation_level")

TRACE_MODES: Final = ("live", "retraced", "hybrid")
VALIDATION_LEVELS: Final = (
    "self_traced", "retraced_from_logs", "model_reviewed", "human_reviewed", "expert_reviewed", "client_validated",
)  # fmt: skip
"""From the weakest to the strongest claim."""
TERMINATION_REASONS: Final = (
    "task_complete", "user_confirmed_done", "user_abandoned", "agent_blocked", "timeout", "error_unrecoverable",
    "partial_then_stopped", "other",
)  # fmt: skip
USER_MESSAGE, AGENT_STEP, OUTPUT, ERROR = ACTIONS
EXECUTION_MODES: Final = ("serial", "parallel")
EVALS: Final = (-1, 0, 1)
MESSAGE_ROLES: Final = (
    "direct_request", "answer_to_agent_question", "correction", "approval", "clarification", "selection",
    "status_update", "new_constraint", "other",
)  # fmt: skip
FEEDBACK_TYPES: Final = ("correction", "approval", "clarification", "new_instruction", "other")
SOURCE_ACTORS: Final = ("user", "agent", "subagent", "tool", "system", "external")
SOURCE_FIELDS: Final = ("input", "output", "observation", "directive", "feedback_content", "external")
ARTIFACT_TYPES: Final = ("created", "modified", "deleted", "observed", "generated")
SENSITIVITIES: Final = ("open", "redacted", "private", "exclude")
RELEASE_TIERS: Final = ("open_example", "research_preview", "private", "not_for_release")

ACTORS: Final = ("user", "agent", "subagent", "system")
"""Open: an actor is one of these, alone or with a name after a colon, such as `agent:main`."""
OPERATIONS: Final = (
    "plan", "analyze", "search", "read", "write", "edit", "execute", "verify", "download", "install", "ask_user",
    "answer", "select", "other",
)  # fmt: skip
"""Open: suggested."""
CAUSAL_TYPES: Final = (
    "user_request", "follow_up_user_request", "answer_to_agent_question", "execution_of_plan",
    "dependency_on_tool_result", "retry_after_failure", "correction_response", "approval_response",
    "verification_of_prior_step", "dependency_on_multiple_prior_steps", "delegation_to_subagent", "delegated_work",
    "used_subagent_result", "handoff_from_subagent", "parallel_work", "other",
)  # fmt: skip
"""Open: suggested."""
SURFACES: Final = (
    "api", "mcp_tool", "mcp_resource", "mcp_prompt", "browser", "computer_use", "cli", "file", "database",
    "spreadsheet", "search", "messaging", "other_tool", "other_surface",
)  # fmt: skip
"""No field holds them: they sort what a step's tool is."""
