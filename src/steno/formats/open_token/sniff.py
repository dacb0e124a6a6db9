"""Tells an Open-Token document by its beginning."""

from __future__ import annotations

from steno.formats import heads


def sniff(head: bytes) -> bool:
    """Whether the keys of the document, or of its first line, are Open-Token's."""
    keys = heads.keys(head)
    if "open_token_version" in keys:
        return True
    if "events" in keys:
        return "conversation" in keys and "participants" in keys
    return "type" in keys and ({"seq", "actor_id"} <= keys or {"event_type", "seq"} <= keys)
