"""Tells an OpenTraces record by its beginning."""

from __future__ import annotations

from typing import Final

from steno.formats import heads

_MARKS: Final = {"trace_id", "session_id"}
"""What every record has.  Its `agent` too, but a record without one is still a record, with a mistake in it."""
_ITS_OWN: Final = {
    "execution_context", "system_prompts", "tool_definitions", "context_tree_summary", "git_links", "generation_index",
    "environment", "outcome", "metrics", "dependencies",
}  # fmt: skip


def sniff(head: bytes) -> bool:
    """Whether the keys of the document, or of its first line, are those of a record."""
    keys = heads.keys(head)
    own = len(keys & _ITS_OWN)
    if keys >= _MARKS:
        return own > 0 or bool(keys & {"agent", "steps"})
    return own > 2 and bool(keys & {"agent", "steps", *_MARKS})
