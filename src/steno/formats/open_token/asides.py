"""What the exporter's own annotations say of other events: errors, further tokens, markers.

Open-Token has no place in the event itself for these; an annotation that replies to the event holds them.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.formats.open_token.wire import ASIDES, FURTHER_TOKENS
from steno.model import Usage

SUMMARY = {"thought": "summary"}
MISSING = {"marker": "missing_result"}
CUT = {"marker": "truncated"}
LITERAL_RESULT = {"literal": "missing_result"}
LITERAL_END = {"literal": "missing_end"}
NO_SUMMARY = {"marker": "redacted", "reason": "the source has no summary"}
ENCRYPTED = {"marker": "redacted", "reason": "encrypted"}

OUTCOME = ("exit_code", "exitCode", "duration_ms", "durationMs", "duration_seconds", "totalDurationMs")
"""Keys of a result's details that say how the call went, apart from its output."""


further = attrgetter(*FURTHER_TOKENS.values())
"""The counts of tokens that an event's `usage` has no place for."""
_NOTHING = (UNSET,) * len(FURTHER_TOKENS)


def has_further(usage: Usage) -> bool:
    """Whether there are any."""
    return further(usage) != _NOTHING


def further_tokens(usage: Usage) -> dict[str, JSON]:
    """The aside that holds them."""
    counts = {key: count for key, count in zip(FURTHER_TOKENS, further(usage), strict=True) if count is not UNSET}
    return {"usage": counts}


def outcome(detail: JSON | UnsetType) -> dict[str, JSON]:
    """What the source's details say of how a call went."""
    if type(detail) is not dict:
        return {}
    return {key: detail[key] for key in OUTCOME if type(detail.get(key)) in (int, float, str)}


def read(event: dict[str, JSON]) -> tuple[str, dict[str, JSON]] | None:
    """The id of the event that an annotation is an aside to, and what it says of it."""
    content, links = event.get("content"), event.get("links")
    if event.get("type") != "annotation" or type(content) is not dict or type(links) is not dict:
        return None
    data, target = content.get("data"), links.get("replies_to")
    if type(data) is not dict or type(target) is not str or not data:
        return None
    subject, *others = data
    if subject not in ASIDES or others not in ([], ["reason"]) or not _VALID[subject](data[subject]):
        return None
    return target, data


def _is_usage(value: Any) -> bool:
    return type(value) is dict and all(key in FURTHER_TOKENS and type(count) is int for key, count in value.items())


_VALID: dict[str, Callable[[Any], bool]] = {
    "usage": _is_usage,
    "tool_result": lambda value: type(value) is dict,
    "marker": lambda value: type(value) is str,
    "thought": lambda value: value == "summary",
    "literal": lambda value: type(value) is str,
}
