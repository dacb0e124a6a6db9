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
_checkpoint _system_prompt _usage agentId agent_id append_loop_event append_message arguments_part compactedCount
context_tokens context_usage created_at display durationMs encrypted extras finishReason function inputCacheCreation
inputCacheRead inputOther input_cache_creation input_cache_read input_other isError max_context_tokens messageCount
messageId message_id modelAlias parentUuid parent_tool_call_id part plan_mode profileName protocol_version return_value
stepUuid systemPrompt systemPromptHash think thinkingEffort token_count tokensAfter tokensBefore toolCallId toolCalls
toolName toolsHash turnId turnStep usageScope user_input
"""
    ),
)
