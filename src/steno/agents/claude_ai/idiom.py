"""How exports of Claude.ai word what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="claude-ai",
    lifecycle={},
    openings={},
    fields=words(
        """
account assistant attachments chat_messages citations content created_at current_leaf_message_uuid display_content
extracted_content file_name file_size file_type file_uuid files human input integration_name is_error message name
parent_message_uuid sender start_timestamp stop_timestamp summaries text thinking token_budget tool_result tool_use
tool_use_id updated_at uuid voice_note
"""
    ),
)
