"""The words of Open-Token 0.1: its keys, its closed sets, its ids.  Reads and writes nothing."""

from __future__ import annotations

import re

from steno.base.patterns import deferred
from steno.model import ActorKind, Kind, Role, Visibility

NAME, VERSION = "open-token", "0.1"

TOP = ("open_token_version", "exported_at", "conversation", "participants", "events", "integrity")
"""The only keys of a document."""

TYPES = ("message", "tool_use", "tool_result", "span_start", "span_end", "annotation")
VISIBILITIES = ("public", "internal", "metadata")
ROLES = ("system", "developer", "user", "assistant", "assistant_thought", "tool")
MIMES = ("text/plain", "application/json")
KINDS = ("human", "model", "tool", "system")
RUNTIMES = ("cli", "web", "api", "ide", "other")
PROVIDERS = ("openai", "anthropic", "google", "meta", "other")
AVAILABILITY = ("available", "unavailable", "unknown")
MODES = ("none", "secrets", "pii", "strict")
"""How far a document is redacted, each including the one before."""
STRATEGIES = ("mask", "drop", "hash")

TOKENS = {"input_tokens": "input", "output_tokens": "output", "reasoning_tokens": "reasoning"}
"""Counts of an event's `usage`, by the model's names."""
FURTHER_TOKENS = {"cache_read_tokens": "cache_read", "cache_write_tokens": "cache_write", "total_tokens": "total"}
"""Counts that `usage` has no place for: an annotation holds them."""
SPAWN = ("spawn_reason", "requested_capabilities", "tooling_scope", "model")

CONVERSATION = {
    "title": "title",
    "started_at": "started",
    "timezone": "timezone",
    "source_runtime": "runtime",
    "provider": "provider",
}
"""Keys of `conversation` that are one string of the header, by the header's names."""
PARTICIPANT = {"name": "name", "provider": "provider", "model": "model", "instance_id": "instance"}

ACTOR_ID = deferred(r"act_\d{3,}", re.ASCII)
EVENT_ID = deferred(r"evt_\d{6,}", re.ASCII)
LINK_ID = {
    "parent_id": EVENT_ID,
    "replies_to": EVENT_ID,
    "call_id": deferred(r"call_\d{6,}", re.ASCII),
    "span_id": deferred(r"span_\d{6,}", re.ASCII),
}
REDACTED = deferred(r"\[REDACTED:[a-z][a-z0-9_]*:[0-9a-f]{8}(?:[0-9a-f]{4})?\]")
"""What stands in the place of something taken out."""

HEAD, TAIL, ELLIPSIS = 1024, 256, "…"
"""What is kept of a text that is cut: its beginning and its end, in code points."""

THOUGHT = "assistant_thought"
TYPE_OF = {
    "message": "message",
    "thought": "message",
    "blob": "message",
    "tool_call": "tool_use",
    "tool_result": "tool_result",
    "span_start": "span_start",
    "span_end": "span_end",
    "lifecycle": "annotation",
}
"""By the value of an event's kind: an enum's own hash is slow, and this is looked up for every event."""
ROLE = {role.value: role for role in Role} | {THOUGHT: Role.ASSISTANT}
KIND_OF_ROLE = {
    "system": ActorKind.SYSTEM,
    "developer": ActorKind.SYSTEM,
    "user": ActorKind.HUMAN,
    "assistant": ActorKind.MODEL,
    THOUGHT: ActorKind.MODEL,
    "tool": ActorKind.TOOL,
}
ACTOR_KIND = {kind.value: kind for kind in ActorKind}
VISIBILITY = {each.value: each for each in Visibility}

MISSING_RESULT = {"missing_result": True}
MISSING_END = {"missing_end": True}
PLACEHOLDER = {"redacted": True}
BINARY = {"media_type": "media_type", "bytes": "size", "sha256": "sha256", "uri": "uri"}
"""Keys beside `"omitted": "binary"`, by the names of a blob."""

EXPORTER = "steno"
"""The participant that says what the format has no other place for."""
ASIDES = ("usage", "tool_result", "marker", "thought", "literal")
"""What an annotation of the exporter may say of the event it replies to, by its first key."""

MODELLED = (Kind.MESSAGE, Kind.THOUGHT, Kind.TOOL_CALL)
"""The events whose model is the one of their participant."""
