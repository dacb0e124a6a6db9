"""The words of entries that form a tree: what each kind is about, and the names of their fields."""

from __future__ import annotations

from typing import Final

from steno.model.signs import LifecycleKind
from steno.model.words import words

LIFECYCLE: Final = {
    "compaction": LifecycleKind.COMPACTION,
    "session_info": LifecycleKind.TITLE,
    "message.assistant.aborted": LifecycleKind.INTERRUPTION,
    "message.assistant.error": LifecycleKind.ERROR,
}
FIELDS: Final = words(
    """
aborted api arguments bashExecution branch_summary branchedFrom cacheRead cacheWrite cancelled command compaction
content cost custom customType custom_message cwd data details display errorMessage exitCode firstKeptEntryId
firstKeptEntryIndex fromHook fromId fullOutputPath isError label message mimeType modelId model_change parentId
parentSession provider responseId role session session_info stopReason summary targetId thinking thinkingLevel
thinkingSignature thinking_level_change timestamp tokensBefore toolCall toolCallId toolName toolResult toolUse
totalTokens truncated usage version
"""
)
