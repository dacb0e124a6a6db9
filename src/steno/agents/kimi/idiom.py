"""How Kimi words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="kimi",
    lifecycle={
        "CompactionEnd": LifecycleKind.COMPACTION,
        "StepInterrupted": LifecycleKind.INTERRUPTION,
        "TurnEnd": LifecycleKind.TURN_END,
        "context.apply_compaction": LifecycleKind.COMPACTION,
        "turn.cancel": LifecycleKind.INTERRUPTION,
        "turn.ended": LifecycleKind.TURN_END,
        "turn.ended.cancelled": LifecycleKind.INTERRUPTION,
        "turn.ended.failed": LifecycleKind.ERROR,
    },
    openings={
        "<git-context>": Signs(injected=Injected.ENVIRONMENT),
        "<notification": Signs(injected=Injected.NOTICE),
        "<system-reminder>": Signs(injected=Injected.REMINDER),
        "<system>": Signs(injected=Injected.NOTICE),
    },
    fields=words(
        """
_checkpoint _system_prompt _usage action agentId agent_id append_loop_event append_message args arguments
arguments_part compactedCount content context context_tokens context_usage created_at cwd display durationMs encrypted
event extras finishReason function inputCacheCreation inputCacheRead inputOther input_cache_creation input_cache_read
input_other isError is_error max_context_tokens message messageCount messageId message_id model modelAlias name origin
output parentUuid parent_tool_call_id part payload plan_mode profileName protocol_version provider result return_value
role step stepUuid subagent_type systemPrompt systemPromptHash think thinkingEffort time timestamp token_count
token_usage tokensAfter tokensBefore toolCallId toolCalls toolName tool_call_id tool_calls toolsHash turnId turnStep
usage usageScope user_input uuid
"""
    ),
)
