"""Where an Open-Token document holds ids and hashes: what redaction leaves alone."""

from __future__ import annotations

from steno.formats.open_token.wire import NAME
from steno.model.kept import HASH, ID, Kept, paths, under

_EVENT: Kept = {
    **paths(
        "id", "links.parent_id", "links.replies_to", "links.call_id", "links.span_id", "content.data.native_call_id",
        "content.data.native_span_id", "content.data.call_ids.*",
        shape=ID,
    ),
    "content.data.sha256": HASH,
}  # fmt: skip

KEPT: Kept = {
    **under(["events[].residue.", "events[].residue.event."], _EVENT),
    "events[].body.data.tool_result.native_call_id": ID,
    f"header.residue.{NAME}.document.conversation.id": ID,
    f"header.residue.{NAME}.document.integrity.events_hash": HASH,
    f"header.residue.{NAME}.document.integrity.document_hash": HASH,
}
"""Paths in the trace that is read from such a document."""
