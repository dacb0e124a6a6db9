"""Where a transcript holds ids: what redaction leaves alone."""

from __future__ import annotations

from steno.model.kept import ID, Kept, paths, under

_BLOCK: Kept = paths("tool_id", shape=ID)

KEPT: Kept = {
    **under(["events[].residue."], paths("run_id", "parent_run_id", "child_run_id", "payload.call_id", shape=ID)),
    **under(["events[].residue.payload.blocks[].", "events[].residue.payload[]."], _BLOCK),
    "events[].body.data.execution_id": ID,
}
"""Paths in the trace that is read from such a file, and from the audit trail beside it."""
