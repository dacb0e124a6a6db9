"""Patches and attributed lines as JSON, under the names that OpenTraces gives them.  What is not known is null."""

from __future__ import annotations

from msgspec import UNSET, Struct

from steno.base.exact import JSON
from steno.model import Attribution, GitAnchor, Original, Patch

_PATCH = {
    "patch_id": "id", "content_id": "content", "event": "event", "file_path": "path", "change": "change",
    "start_line": "first", "end_line": "last", "capture_method": "methods", "superseded_by": "superseded_by",
    "limitations": "limitations",
}  # fmt: skip
_ANCHOR = {
    "last_searched_at": "searched", "found": "found", "commit_sha": "commit", "path": "path", "blob_sha": "blob",
    "git_patch_id": "patch_id", "evidence_tier": "tier", "evidence_firmness": "firmness",
}  # fmt: skip
_RANGE = {
    "commit": "commit", "path": "path", "start_line": "first", "end_line": "last", "event": "event",
    "content_hash": "hash", "confidence": "confidence", "change_type": "change",
}  # fmt: skip
_ORIGINAL = {"start_line": "first", "end_line": "last", "content_hash": "hash"}


def patch(session: str, found: Patch) -> dict[str, JSON]:
    """A patch with its anchor."""
    anchor = _named(found.anchor, _ANCHOR) if isinstance(found.anchor, GitAnchor) else None
    return {"session": session, **_named(found, _PATCH), "anchor": anchor}


def attribution(session: str, found: Attribution) -> dict[str, JSON]:
    """A range of lines, with what it was before it diverged."""
    original = _named(found.original, _ORIGINAL) if isinstance(found.original, Original) else None
    return {"session": session, **_named(found, _RANGE), "original": original}


def _named(found: Struct, names: dict[str, str]) -> dict[str, JSON]:
    values = ((theirs, getattr(found, ours)) for theirs, ours in names.items())
    return {
        name: None if value is UNSET else list(value) if isinstance(value, tuple) else value for name, value in values
    }
