"""How Grok words what happens."""

from __future__ import annotations

from typing import Final

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

REASONS: Final = {
    "environment_context": Injected.ENVIRONMENT,
    "project_instructions": Injected.INSTRUCTIONS,
    "system_reminder": Injected.REMINDER,
}
"""What the program wrote in the user's place, by the reason that it gives."""
IDIOM = Idiom(
    name="grok",
    lifecycle={
        "update.compaction_checkpoint": LifecycleKind.COMPACTION,
        "update.turn_completed": LifecycleKind.TURN_END,
    },
    openings={
        "<user_info>": Signs(injected=Injected.ENVIRONMENT),
        "<git_status>": Signs(injected=Injected.ENVIRONMENT),
        "<system-reminder>": Signs(injected=Injected.REMINDER),
        "<agent_skills>": Signs(injected=Injected.INSTRUCTIONS),
        "<mcp_servers>": Signs(injected=Injected.ENVIRONMENT),
    },
    fields=words(
        """
action agent_name arguments backend_tool_call cachedReadTokens chat_format_version content costUsdTicks created_at
current_model_id encrypted_content generated_title git_remotes git_root_dir grok_home head_branch head_commit info
inputTokens kind last_active_at method model_fingerprint model_id modelUsage num_chat_messages num_messages
outputTokens params parent_session_id prior_turn_interrupt prompt_id prompt_index rawInput rawOutput
reasoning reasoningTokens reasoning_content reasoning_effort request_id sandbox_profile session_kind session_summary
sessionUpdate status summary summary_text synthetic_reason system target_file timestamp title tool_call
tool_call_id tool_call_update tool_calls tool_result tool_type toolCallId update updated_at usage
"""
    ),
)
