"""What a payload states of a whole reply beside its blocks: the model, and the tokens it took.

AWF has a field for neither.  Steno's integrations write both, the counts in their provider's own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET

from steno.base.exact import JSON
from steno.model import Event, Usage

_COUNTS: Final = {
    ("input_tokens",): "input",
    ("prompt_tokens",): "input",
    ("output_tokens",): "output",
    ("completion_tokens",): "output",
    ("total_tokens",): "total",
    ("output_tokens_details", "reasoning_tokens"): "reasoning",
    ("completion_tokens_details", "reasoning_tokens"): "reasoning",
    ("output_token_details", "reasoning"): "reasoning",
    ("reasoning.output_tokens",): "reasoning",
    ("cache_read_input_tokens",): "cache_read",
    ("input_tokens_details", "cached_tokens"): "cache_read",
    ("prompt_tokens_details", "cached_tokens"): "cache_read",
    ("input_token_details", "cache_read"): "cache_read",
    ("cache_read.input_tokens",): "cache_read",
    ("cache_creation_input_tokens",): "cache_write",
    ("input_token_details", "cache_creation"): "cache_write",
    ("cache_creation.input_tokens",): "cache_write",
}
"""Where a count stands in `usage`, by the model's names.  Of two that mean the same, the first is taken."""


def taken(payload: dict[str, JSON]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Moved out of a payload: what holds of every block of the reply, and what is counted once.

    A field of another shape is a caller's own of the same name, and stays.
    """
    every: dict[str, Any] = {}
    if type(model := payload.get("model")) is str and model:
        every["model"], payload["model"] = model, UNSET
    found: dict[str, int] = {}
    for name, holder, key in _places(payload.get("usage")):
        if name not in found and type(count := holder.get(key)) is int:
            found[name], holder[key] = count, UNSET
    return every, {"usage": Usage(**found)} if found else {}


def filled(usage: JSON, event: Event) -> JSON:
    """The `usage` of a payload with the counts that its first event holds."""
    if not isinstance(usage, dict):
        return usage
    # A residue is not changed: it is copied as deep as counts stand.
    whole = {key: dict(each) if isinstance(each, dict) else each for key, each in usage.items()}
    for name, holder, key in _places(whole):
        if holder.get(key) is UNSET:
            holder[key] = getattr(event.usage, name)
    return whole


def _places(usage: JSON) -> Iterator[tuple[str, dict[str, JSON], str]]:
    """Every place where a count may stand: its name, and the object and key there."""
    for (*outer, key), name in _COUNTS.items():
        holder = usage.get(outer[0]) if outer and isinstance(usage, dict) else usage
        if isinstance(holder, dict):
            yield name, holder, key
