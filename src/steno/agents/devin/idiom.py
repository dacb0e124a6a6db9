"""How Devin words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="devin",
    lifecycle={},
    openings={},
    fields=words(
        """
agent agent_mode arguments backend_type cache_creation_tokens cache_read_tokens cached_tokens chat_message
completion_tokens content created_at extensions extra final_metrics generation_model hidden input_tokens
is_user_input last_activity_at main_chain_id message message_id message_nodes metadata metrics model_name node_id
observation output_tokens parent_node_id prompt_tokens reasoning_content role session_id source step_id steps success
telemetry thinking timestamp tool_call_id tool_calls tool_result tool_use total_time_ms working_directory
"""
    ),
)
