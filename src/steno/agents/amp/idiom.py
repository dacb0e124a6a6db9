"""How Amp words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="amp",
    lifecycle={},
    openings={},
    fields=words(
        """
absolutePath agentMode cacheCreationInputTokens cacheReadInputTokens clientVersion complete content created credits
currentlyVisibleFiles directoryEntries displayName endTime env error events inputTokens isDirectory maxInputTokens
messageId meta nextMessageId operationType outputTokens platform progress provider repository role run sentAt
signature startTime state status stopReason thinking title tool_result tool_use toolUseID totalInputTokens traces
trackFiles trees turnElapsedMs usage usageLedger userState
"""
    ),
)
