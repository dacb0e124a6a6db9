"""How Hermes words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, Signs
from steno.model.words import words

COMPACTED = ("[CONTEXT COMPACTION - REFERENCE ONLY]", "[CONTEXT COMPACTION – REFERENCE ONLY]")
"""What stands before the summary of a conversation that was made shorter."""
SKILL = '[SYSTEM: The user has invoked the "'
TYPED = "The user has provided the following instruction alongside the skill invocation: "
"""What stands between a skill and what the human typed with it."""

IDIOM = Idiom(
    name="hermes",
    lifecycle={},
    openings={
        SKILL: Signs(injected=Injected.INSTRUCTIONS),
        **dict.fromkeys(COMPACTED, Signs(injected=Injected.NOTICE)),
        "[SYSTEM:": Signs(injected=Injected.NOTICE),
    },
    fields=words(
        """
api_call_count arguments base_url billing_provider cache_read_tokens cache_write_tokens call_id
codex_message_items codex_reasoning_items content conversations cost_source cost_status cwd end_reason ended_at
estimated_cost_usd finish_reason from function gpt human id input_tokens last_updated message_count messages model
model_config name output_tokens parent_session_id platform reasoning reasoning_content reasoning_details
reasoning_tokens response_item_id role session_id session_meta session_start source started_at system_prompt timestamp
title tool tool_call_count tool_call_id tool_calls tool_name tools value
"""
    ),
)
