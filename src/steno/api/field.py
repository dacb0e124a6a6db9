"""Finds the note behind a field of a record.  Knows OpenTraces' names for what notes hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import structs

from steno.base.exact import JSON
from steno.model import Note
from steno.model.outcome import PARTS
from steno.model.outcome import stated as outcome_of

_ELSEWHERE: Final = {
    "task.description": ("task", ""),
    "task.source": ("task_source", ""),
    "task.repository": ("repository", "repository"),
    "task.repository_url": ("repository", "repository_url"),
    "task.base_commit": ("repository", "base_commit"),
    "environment.language_ecosystem": ("language_ecosystem", ""),
    "security": ("redaction", ""),
}
"""Fields whose note has another key: the key, and where in its value."""
_COST: Final = "metrics.estimated_cost_usd"


def saying(notes: Mapping[str, Note], name: str, value: JSON) -> Note | None:
    """The note that says that a field of the record, by its dotted name, has this value, with that alone as its value;
    None where no note does."""
    if value is None:
        return None
    for note, said in _candidates(notes, name):
        if said == value:
            return structs.replace(note, key=name, value=value)
    return None


def missing(notes: Mapping[str, Note], name: str, value: JSON) -> dict[str, JSON]:
    """Why nothing is known of a field, where a note says so."""
    unpriced = notes.get("unpriced") if name == _COST and value is None else None
    if unpriced is None or not isinstance(unpriced.value, dict):
        return {}
    counted = ", ".join(f"{reason} ({count})" for reason, count in unpriced.value.items())
    return {"page": f"Requests without a price: {counted}.", "why": unpriced.value}


def _candidates(notes: Mapping[str, Note], name: str) -> Iterator[tuple[Note, JSON]]:
    """Who may speak of a field, and what each says: those first who have the say."""
    if name.startswith("outcome."):
        part = name.partition(".")[2]
        judged = notes.get(PARTS.get(part, ""))
        if judged is not None:
            yield judged, outcome_of({judged.key: judged.value}).get(part)
    key, path = _ELSEWHERE.get(name, name.partition(".")[::2])
    if key in notes:
        said = _within(notes[key].value, path)
        # The cost rests on prices: whoever has chosen them has the say.
        yield notes.get("prices", notes[key]) if name == _COST else notes[key], said


def _within(value: JSON, path: str) -> JSON:
    for key in path.split(".") if path else ():
        value = value.get(key) if isinstance(value, dict) else None
    return value
