"""Where a record holds ids and hashes: what redaction leaves alone."""

from __future__ import annotations

from steno.formats.opentraces.wire import NAME, OWN
from steno.model.kept import HASH, ID, Kept, paths, under

_ADDRESS = ("context_node_id", "system_prompt_hash")
_RECORD: Kept = {
    **paths("trace_id", "session_id", shape=ID),
    **paths("content_hash", "task.base_commit", "environment.vcs.base_commit", "outcome.commit_sha", shape=HASH),
    **paths("system_prompts{}", f"metadata.{OWN}.hash", "context_tree_summary.active_path_leaf_id", shape=ID),
    **paths("patches[].patch_id", "patches[].tool_call_id", "git_links[].revision", shape=ID),
    **paths("patches[].snapshot_before_id", "patches[].snapshot_after_id", "patches[].superseded_by[]", shape=ID),
    **paths("patches[].anchor.commit_sha", "patches[].anchor.blob_sha", "patches[].anchor.git_patch_id", shape=HASH),
    "attribution.revision.revision": ID,
    "attribution.files[].conversations[].ranges[].content_hash": ID,
    **under(
        [f"metadata.{OWN}."], paths("header.ids.*[]", "beside[].span", "beside[].call", "beside[].child_run", shape=ID)
    ),
    **under([f"metadata.{OWN}."], paths("parent.trace_id", "parent.session_id", "patches{}", shape=ID)),
    **under([f"metadata.{OWN}.subagents[]."], paths("trace_id", "session_id", shape=ID)),
}
_STEP: Kept = {
    **paths(*_ADDRESS, "subagent_trajectory_ref", shape=ID),
    **paths("tool_calls[].tool_call_id", "observations[].source_call_id", shape=ID),
}

KEPT: Kept = {
    **under([f"header.residue.{NAME}.record."], _RECORD),
    **under(["events[].residue."], _STEP),
}
"""Paths in the trace that is read from such a file."""
