"""The words of session events: what each kind is about, and the names of their fields."""

from __future__ import annotations

from typing import Final

from steno.model.signs import Injected, LifecycleKind, Signs
from steno.model.words import words

METRICS: Final = "model_metrics"
"""What an event is called that says what one model took in a run."""
RESUMED: Final = "session.resume"
"""Where the next run begins."""
LIFECYCLE: Final = {
    "abort": LifecycleKind.INTERRUPTION,
    "session.compaction_complete": LifecycleKind.COMPACTION,
    "session.error": LifecycleKind.ERROR,
    "session.shutdown": LifecycleKind.RUN_END,
    "session.title_changed": LifecycleKind.TITLE,
    "session.truncation": LifecycleKind.COMPACTION,
}
OPENINGS: Final = {
    "<system_notification>": Signs(injected=Injected.NOTICE),
    "<skill-context ": Signs(injected=Injected.INSTRUCTIONS),
}
FIELDS: Final = words(
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
)
