"""How the events of Claude managed agents word what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import LifecycleKind
from steno.model.words import words

IDIOM = Idiom(
    name="claude-managed",
    lifecycle={
        "session.error": LifecycleKind.ERROR,
        "session.status_terminated": LifecycleKind.RUN_END,
        "span.model_request_end.failed": LifecycleKind.ERROR,
        "session.status_idle": LifecycleKind.TURN_END,
        "agent.thread_context_compacted": LifecycleKind.COMPACTION,
        "user.interrupt": LifecycleKind.INTERRUPTION,
    },
    openings={},
    fields=words(
        """
active_seconds agent agent_name cache_creation content description error evaluated_permission evaluation explanation
id input is_error iteration kind list_cost max_iterations mcp_server_name message model_request_end
model_request_start_id model_usage name outcome_id processed_at raw result retry_status role rubric server_tool_use
session_thread_id status_idle stop_reason system text time tool tool_result tool_use tool_use_id type usage user
"""
    ),
)
