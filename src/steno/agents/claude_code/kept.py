"""Where Claude Code's records hold ids, signatures and images: what redaction leaves alone."""

from __future__ import annotations

from steno.model.kept import HASH, ID, IMAGE, SEALED, Kept, paths, under

_DETAIL: Kept = {
    **paths(
        "agentId", "backgroundTaskId", "newTodos[].id", "oldTodos[].id", "results[].tool_use_id", "task.id",
        "task.task_id", "taskId",
        shape=ID,
    ),
    **paths("file.base64", "[].data", "[].source.data", "content[].data", "content[].source.data", shape=IMAGE),
}  # fmt: skip
"""In `toolUseResult`."""

_MESSAGE: Kept = {
    **paths("id", "content[].id", "content[].tool_use_id", shape=ID),
    **paths("content[].signature", "content[].data", shape=SEALED),
    **paths("content[].source.data", "content[].content[].source.data", shape=IMAGE),
}

_RECORD: Kept = {
    **paths("uuid", "parentUuid", "logicalParentUuid", "leafUuid", "sourceToolAssistantUUID", shape=ID),
    **paths("refusedUserMessageUuid", "retractedMessageUuids[]", "supersedesUuids[]", shape=ID),
    **paths(
        "compactMetadata.preservedMessages.allUuids[]", "compactMetadata.preservedMessages.anchorUuid",
        "compactMetadata.preservedMessages.uuids[]", "compactMetadata.preservedSegment.anchorUuid",
        "compactMetadata.preservedSegment.headUuid", "compactMetadata.preservedSegment.tailUuid",
        shape=ID,
    ),
    **paths(
        "agentId", "sessionId", "session_id", "requestId", "promptId", "messageId", "snapshot.messageId",
        "snapshotMessageId", "interruptedMessageId", "toolUseID", "parentToolUseID", "sourceToolUseID",
        "error.requestID", "error.requestId", "error.request_id", "error.error.request_id",
        "microcompactMetadata.compactedToolIds[]", "worktreeSession.sessionId", "attachment.source_uuid",
        "attachment.taskId", "attachment.toolUseID",
        shape=ID,
    ),
    "worktreeSession.originalHeadCommit": HASH,
    "attachment.prompt[].source.data": IMAGE,
    **under(["message."], _MESSAGE),
    **under(["toolUseResult."], _DETAIL),
}  # fmt: skip

_HOLDERS = ("", "data.", "data.message.", "data.normalizedMessages[].")
"""A tick of a sub-agent holds records of its own."""

KEPT: Kept = {
    **under([f"events[].residue.{holder}" for holder in _HOLDERS], _RECORD),
    **under(["events[].body.data."], _RECORD),
    **under(["events[].body.detail."], _DETAIL),
}
"""Paths in the trace that is read from such a file: what is left of a record, and what its events took from it."""
