"""How Cursor words what happens."""

from __future__ import annotations

from steno.idioms import Idiom
from steno.model.signs import Injected, Signs
from steno.model.words import words

IDIOM = Idiom(
    name="cursor",
    lifecycle={},
    openings={
        "<user_info>": Signs(injected=Injected.ENVIRONMENT),
        "<system_reminder>": Signs(injected=Injected.REMINDER),
        "<open_and_recently_viewed_files>": Signs(injected=Injected.EDITOR),
        "<attached_files>": Signs(injected=Injected.EDITOR),
        "<rules>": Signs(injected=Injected.INSTRUCTIONS),
    },
    fields=words(
        """
agentId agentKv aiService allComposers assistant attachedCodeChunks blobs bubble bubbleId bubbles capabilities
chatTitle checkpointId codeBlocks composer composerData composerId content context conversation createdAt
fullConversationHeadersOnly headers inputTokens isAgentic lastSendTime lastUpdatedAt latestRootBlobId message
messageType meta mode modelConfig modelInfo modelName modelType outputTokens params rawArgs rawText reasoning redacted
relevantFiles requestId result richText role selections status tabId tabs thinking timingInfo tokenCount tool
toolCallId toolFormerData toolName tool_result tool_use turn_ended unifiedMode usageData usageUuid value
"""
    ),
)
