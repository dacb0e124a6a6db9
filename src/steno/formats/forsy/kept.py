"""Where a Forsy trace holds ids and hashes: what redaction leaves alone."""

from __future__ import annotations

from steno.formats.forsy.wire import NAME
from steno.model.kept import HASH, ID, Kept, paths, under

_TOP: Kept = {
    **paths("trace_id", "prior_trace_id", "collection_id", "prior_collection_id", "source_trace_id", shape=ID),
    **paths("upgraded_from.was.collection_id", "upgraded_from.was.prior_collection_id", shape=ID),
    **paths("system_prompt", "static_output.artifacts[].hash", shape=HASH),
}

KEPT: Kept = {
    **under([f"header.residue.{NAME}.document."], _TOP),
    "artifacts[].residue.hash": HASH,
}
"""Paths in the trace that is read from such a file."""
