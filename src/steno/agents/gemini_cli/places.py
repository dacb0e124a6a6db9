"""Where Gemini CLI keeps its chats: those of sub-agents in a folder that is named by the id of their parent."""

from __future__ import annotations

from steno.kit.nested import Nested
from steno.kit.places import Stored

_CHAT = r"[^/]+/chats/(?:session-\d{4}-\d\d-\d\dT\d\d-\d\d-)?(?P<id>[^/]+)\.jsonl?"
PLACES = Nested(
    Stored(".gemini", _CHAT, ("tmp",)),
    r"[^/]+/chats/(?P<parent>[^/]{8})[^/]*/[^/]+\.jsonl",
    "{id}*/*.jsonl",
).of("gemini-cli")
"""The name of a chat has the first eight characters of its id."""
