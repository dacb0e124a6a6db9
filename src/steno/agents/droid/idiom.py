"""How Droid words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="droid",
    lifecycle={"compaction_state": LifecycleKind.COMPACTION},
    openings={"<system-reminder>": Signs(injected=Injected.REMINDER)},
    fields=words(
        """
assistantActiveTimeMs autonomyMode autonomyLevel cacheCreationTokens cacheReadTokens compaction_state content cwd
hostId inputTokens interactionMode message messageIndex model outputTokens owner parentId providerLock
reasoningEffort removedCount role session_start session_end sessionTitle specModeModel summaryText thinkingTokens
timestamp title tokenUsage tool_result tool_use tool_use_id todo_state todos version visibility
"""
    ),
)
