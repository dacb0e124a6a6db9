"""How Zed words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="zed",
    lifecycle={},
    openings={},
    fields=words(
        """
Agent Image Mention RedactedThinking Resume Text Thinking ToolUse User cache_creation_input_tokens
cache_read_input_tokens completion_mode content cumulative_token_usage data data_type detailed_summary folder_paths
id imported initial_project_snapshot input input_tokens is_error is_input_complete messages model output
output_tokens parent_id profile provider raw_input reasoning_details request_token_usage role segments signature
subagent_context summary thinking title tool_name tool_results tool_use_id tool_uses updated_at uri version
"""
    ),
)
