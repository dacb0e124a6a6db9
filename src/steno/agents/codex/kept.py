"""Where Codex's records hold ids, encrypted content and images, which redaction leaves alone, and pieces of streams."""

from __future__ import annotations

from steno.model.kept import HASH, ID, IMAGE, SEALED, Kept, paths, under

_ITEM: Kept = {
    **paths(
        "id", "call_id", "callId", "metadata.turn_id", "internal_chat_message_metadata_passthrough.turn_id",
        shape=ID,
    ),
    **paths("encrypted_content", "content[].encrypted_content", "output[].encrypted_content", shape=SEALED),
    **paths("content[].image_url", "output[].image_url", "result", shape=IMAGE),
    **paths("ghost_commit.id", "ghost_commit.parent", shape=HASH),
}  # fmt: skip
"""In a response item, or in an item of a turn."""

_PAYLOAD: Kept = {
    **under(["", "item.", "replacement_history[]."], _ITEM),
    **paths(
        "agent_thread_id", "context_window.window_id", "event_id", "first_window_id", "forked_from_id", "goal.threadId",
        "history_base.thread_id", "item_id", "memory_citation.rolloutIds[]", "new_thread_id", "parent_thread_id",
        "previous_window_id", "receiver_thread_id", "sender_thread_id", "session_id",
        "source.subagent.thread_spawn.parent_thread_id", "target_item_id", "thread_id", "threadId", "turn_id", "turnId",
        "window_id",
        shape=ID,
    ),
    **paths("images[]", "result.Ok.content[].data", shape=IMAGE),
    **paths("git.commit_hash", "target.sha", "comp_hash", shape=HASH),
}  # fmt: skip

KEPT: Kept = {
    **under(["events[].residue.", "events[].residue.payload.", "events[].body.data."], _PAYLOAD),
    "events[].residue.metadata.turn_id": ID,
    "events[].body.content[].encrypted_content": SEALED,
    "header.environment.git_commit[]": HASH,
    "header.environment.history_base.thread_id": ID,
}
"""Paths in the trace that is read from such a file: what is left of a record, and what its events took from it."""

STREAMS = ("payload.delta", "payload.chunk")
"""Words of the model, and the output of a command in base64."""
