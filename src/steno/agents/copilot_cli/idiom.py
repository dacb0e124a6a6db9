"""How Copilot CLI words what happens."""

from __future__ import annotations

import re

from steno.idioms import Idiom
from steno.model.body import ToolResult
from steno.model.calls import words_of
from steno.model.signs import NONE, Injected, LifecycleKind, Signs
from steno.model.words import words

_EXIT = re.compile(r"<(?:exited|shellId: [^<>\n]{1,80} completed) with exit code (-?\d{1,10})>\s*\Z", re.ASCII)
_TAIL = 160


def _result(body: ToolResult, shell: bool) -> Signs:
    """The last line of a command's output says how it ended."""
    text = words_of(body.content) if shell else None
    found = _EXIT.search(text[-_TAIL:]) if text else None
    return Signs(exit=int(found[1])) if found else NONE


IDIOM = Idiom(
    name="copilot-cli",
    lifecycle={
        "abort": LifecycleKind.INTERRUPTION,
        "session.compaction_complete": LifecycleKind.COMPACTION,
        "session.error": LifecycleKind.ERROR,
        "session.shutdown": LifecycleKind.RUN_END,
        "session.title_changed": LifecycleKind.TITLE,
        "session.truncation": LifecycleKind.COMPACTION,
    },
    openings={
        "<system_notification>": Signs(injected=Injected.NOTICE),
        "<skill-context ": Signs(injected=Injected.INSTRUCTIONS),
    },
    fields=words(
        """
abort agentDescription agentDisplayName agentName allowAllPermissions apiCallId arguments assistant attachments
availableModels branch cacheReadTokens cacheWriteTokens candidateModels chosenModel codeChanges commands content context
conversationTokens copilotVersion currentModel currentTokens cwd data delivery detailedContent displayName durationMs
encryptedContent errorType filesModified gitRoot headCommit hook hookInvocationId hookType infoType input inputTokens
intentionSummary interactionId kind linesAdded linesRemoved mcpServerName mcpToolName message messageId metrics model
modelMetrics newModel operation output outputTokens parentAgentTaskId parentId parentToolCallId permission
permissionRequest previousModel producer promptRequest properties reasoning reasoningEffort reasoningOpaque
reasoningText reasoningTokens repository requestId requests restrictedProperties result selectedModel serviceRequestId
session sessionId sessionStartTime shellId shutdownType source startTime subagent success system systemTokens
timestamp tokenDetails tool toolCallId toolDefinitionsTokens toolName toolRequests toolTelemetry toolTitle
totalApiDurationMs totalNanoAiu totalPremiumRequests transformedContent turnId usage user version
"""
    ),
    result=_result,
)
