"""How Warp words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="warp",
    lifecycle={},
    openings={},
    fields=words(
        """
ActionResult CurrentTime Directory ExecutionEnvironment Git ProjectRules Query action_id ai_metadata byok_tokens
coding_model_id completed_ts context context_window_usage conversation_data conversation_id
conversation_usage_metadata credits_spent exchange_id exit_code head home_dir input last_modified_at model_id
output_status planning_model_id pwd referenced_attachments server_conversation_token start_ts stylized_command
stylized_output text token_usage tool_usage_metadata warp_tokens was_summarized working_directory
"""
    ),
)
