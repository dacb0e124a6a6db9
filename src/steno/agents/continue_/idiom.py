"""How Continue words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.words import words

IDIOM = Idiom(
    name="continue",
    lifecycle={},
    openings={},
    fields=words(
        """
cacheWriteTokens cachedTokens canceled completionTokens content contextItems description done editorState errored
function history imageUrl message output parsedArgs promptLogs promptTokens promptTokensDetails reasoning role
sessionId status thinking title toolCall toolCallId toolCallStates toolCalls totalCost usage workspaceDirectory
"""
    ),
)
