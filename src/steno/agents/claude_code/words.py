"""The names of fields in Claude Code's records, and in the arguments and results of its tools."""

from __future__ import annotations

from steno.model.words import words

FIELDS = words(
    """
activeForm addedBlocks addedLines addedNames additionalProperties agent_id agent_transcript_path agentId agentName
aiTitle apiErrorStatus appliedLimit atis attributionPlugin attributionSkill backgroundTaskId backupFileName backupTime
bridgeSessionId codeText compactMetadata custom_instructions customTitle deferLoading durationMs durationSeconds
elapsedTimeSeconds ephemeral_1h_input_tokens ephemeral_5m_input_tokens filePath frameUrl fullOutput gitBranch
hasOutput head_limit hook_event_name hookCount hookErrors hookEvent hookInfos hookName hookRunId inference_geo
input-messages input_schema inputSchema is_interrupt isAgent isApiErrorMessage isCompactSummary isImage isInitial
isMeta isSidechain isSnapshotUpdate isVisibleInTranscriptOnly itemCount last-assistant-message last_assistant_message
lastPrompt lastSequenceNum leafUuid logicalParentUuid maxRetries maxThinkingTokens messageId microcompactMetadata
newLines newStart newString newTodos noOutputExpected normalizedMessages notification_type novelty numFiles numLines
oldLines oldStart oldString oldTodos originalFile output_mode parentToolUseID parentUuid permissionMode
persistedOutputPath persistedOutputSize preTokens preventedContinuation prNumber prompt_id promptId prRepository prUrl
relocatedCwd removedNames replaceAll requestId resultCount retryAttempt retryInMs server_tool_use sessionId
sessionKind skillCount snapshotMessageId sourceToolAssistantUUID startLine stderr stdout stop_hook_active
stop_sequence stopReason structuredPatch taskDescription taskId taskType thinkingMetadata thread-id timeoutMs todos
tokensSaved tool_response tool_use_id toolUseID toolUseResult totalDurationMs totalLines totalTokens totalToolUseCount
trackedFileBackups trackingPath transcript_path triggers turn-id turn_id userModified userType web_fetch_requests
worktreeSession
"""
)
