"""Where a hook log holds ids and hashes: what redaction leaves alone."""

from __future__ import annotations

from steno.model.kept import HASH, ID, Kept, paths, under

_EVENT: Kept = paths(
    "session_id", "thread-id", "turn_id", "turn-id", "prompt_id", "agent_id", "tool_use_id", "tool_call_id", "task_id",
    shape=ID,
)  # fmt: skip

KEPT: Kept = {
    **under(["events[].residue.event.", "events[].body.data."], _EVENT),
    "events[].residue.run": ID,
    "events[].body.data.head": HASH,
    **paths("events[].body.data.files[].sha256", "events[].body.detail.files[].sha256", shape=HASH),
    **paths("events[].residue.files[].sha256", shape=HASH),
}
"""Paths in the trace that is read from such a log."""
