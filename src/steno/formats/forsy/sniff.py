"""Tells a Forsy trace by its beginning."""

from __future__ import annotations

from steno.base.patterns import deferred
from steno.formats import heads

_MARK = deferred(rb'"schema_version"\s*:\s*"forsy-')
_IDS = {"trace_id", "collection_id"}
_ITS_OWN = {"trace_mode", "validation_level", "final_output", "static_output", "termination_reason", "agent_tools"}
_MANIFEST = {"activity_started_at", "total_steps"}
"""What the manifest beside a trace has in the place of steps."""


def sniff(head: bytes) -> bool:
    """Whether the keys of the document, or of its first line, are those of a Forsy trace."""
    keys = heads.keys(head)
    if keys & _MANIFEST:
        return False
    own = len(keys & _ITS_OWN)
    if "steps" in keys:
        return _MARK().search(head) is not None or (own > 0 and bool(keys & _IDS))
    return own > 1 and bool(keys & _IDS)  # a long text before the steps
