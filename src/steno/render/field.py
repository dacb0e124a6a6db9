"""Finds the note behind a field of a trace as a whole.  Knows OpenTraces' names for what notes hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from steno.base.exact import JSON
from steno.model import Note

_ELSEWHERE: Final = {
    "task.description": ("task", ""),
    "task.source": ("task_source", ""),
    "task.repository": ("repository", "repository"),
    "task.repository_url": ("repository", "repository_url"),
    "task.base_commit": ("repository", "base_commit"),
    "environment.language_ecosystem": ("language_ecosystem", ""),
}
"""Fields whose note has another key: the key, and where in its value."""
_COST: Final = "metrics.estimated_cost_usd"
_WITHIN: Final = {
    "metrics": (
        "total_input_tokens", "total_output_tokens", "total_duration_s", "cache_hit_rate",
        "estimated_cost_usd", "total_cache_read_tokens", "total_cache_creation_tokens",
    ),
    "environment": ("os", "shell", "vcs", "vcs.type", "vcs.base_commit", "vcs.branch"),
    "outcome": (
        "success", "signal_source", "signal_confidence", "description", "committed", "commit_sha", "terminal_state",
        "reward", "reward_source",
    ),
}  # fmt: skip
_WHOLE: Final = ("dependencies", "prices", "unpriced")


def is_noted(notes: Mapping[str, Note], name: str) -> bool:
    """Whether notes speak of a field of this name."""
    within = (f"{key}.{field}" for key, fields in _WITHIN.items() for field in fields)
    return name in notes or name in _ELSEWHERE or name in _WITHIN or name in _WHOLE or name in within


def named(notes: Mapping[str, Note], name: str) -> Note | None:
    """The note that says what such a field is, with that alone as its value; None where nothing is known of it."""
    if name in notes:
        return notes[name]
    key, path = _ELSEWHERE.get(name, name.partition(".")[::2])
    note = notes.get(key)
    value = None if note is None else _within(note.value, path)
    if name == _COST:
        return _cost(notes, value)
    return None if note is None or value is None else structs.replace(note, key=name, value=value)


def _cost(notes: Mapping[str, Note], value: JSON) -> Note | None:
    """The cost rests on prices: whoever has chosen them has the say."""
    if value is None:
        return notes.get("unpriced")
    return structs.replace(notes["prices"], key=_COST, value=value) if "prices" in notes else None


def _within(value: JSON, path: str) -> JSON:
    for key in path.split(".") if path else ():
        value = value.get(key) if isinstance(value, dict) else None
    return value
