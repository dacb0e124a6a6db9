"""How Mistral Vibe words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="vibe",
    lifecycle={},
    openings={
        "<vibe_warning>": Signs(injected=Injected.REMINDER),
        "<user_cancellation>": Signs(injected=Injected.NOTICE),
    },
    fields=words(
        """
active_model arguments config content end_time environment function git_branch git_commit images index injected
message_id meta name parent_session_id reasoning_content reasoning_message_id reasoning_signature reasoning_state role
session_completion_tokens session_id session_prompt_tokens start_time stats steps system_prompt title title_source
tool_call_id tool_calls tools_available total_messages user_display_content username working_directory
"""
    ),
)
