"""How Posit Assistant words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="posit-assistant",
    lifecycle={},
    openings={},
    fields=words(
        """
assistant cacheReadTokens cacheWrite1hTokens cacheWrite5mTokens cacheWriteTokens content conversation gitBranch id
image input inputTokens isActive kind lmMessageIds mediaType message messages metadata modeState model modelId modelName
output outputTokens parentId parentTreeId positai providerId providerMetadata providerName providerOptions reasoning
role root schemaVersion summary task text timestamp title tool-call tool-result toolCallId toolName totalTokens usage
user value
"""
    ),
)
