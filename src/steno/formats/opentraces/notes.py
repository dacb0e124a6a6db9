"""What is said of a whole session, as the fields of a record that have a place for it.  Knows keys, not who speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from steno.base.exact import JSON
from steno.formats.opentraces import security
from steno.formats.opentraces.plain import plain
from steno.formats.opentraces.wire import Object, fitting, version_of
from steno.model import Derivation, Note, outcome

REDACTION: Final = "redaction"
"""The key of the note on what was taken out."""
REASON: Final = "termination_reason"
BOUNDS: Final = "lower_bounds"
"""The key of the note on totals that may be higher; `metadata` has it under the same name."""
_ANNOTATED: Final = {"signal_source": "annotation", "signal_confidence": "annotated"}
_OBJECTS: Final = ("task", "environment", "outcome", "metrics")


def said_of(notes: Mapping[str, Note], record: Object) -> Object:
    """The fields that notes speak of, filled; what a note does not speak of is as the record has it."""
    version = version_of(record)
    found: Object = {}
    for key in _OBJECTS:
        if (said := _object(notes, key)) is not None:
            before = record.get(key)
            found[key] = fitting({**(before if type(before) is dict else {}), **said}, version, key)
    if type(listed := _value(notes, "dependencies")) is list:
        found["dependencies"] = [each for each in listed if type(each) is str]
    if REDACTION in notes:
        found["security"] = security.block(notes[REDACTION].value, record.get("security"), version)
    generation = _value(notes, "generation_index")
    if type(generation) is int and generation >= 0:
        found["generation_index"] = generation
    return found


def _judged(notes: Mapping[str, Note]) -> Object:
    """What somebody said of how the session ended; what a rule derives of it says less than the log's own outcome."""
    said = {key: notes[key] for key in outcome.PARTS.values() if key in notes}
    return {key: plain(note.value) for key, note in said.items() if not isinstance(note.author, Derivation)}


def kept(notes: Mapping[str, Note]) -> str | None:
    """The reason why the session ended, where the state that the record has for it does not tell it whole."""
    reason = _judged(notes).get(REASON)
    return reason if type(reason) is str and reason in outcome.STATES and not outcome.is_told_whole(reason) else None


def _value(notes: Mapping[str, Note], key: str) -> JSON:
    return plain(notes[key].value) if key in notes else None


def _object(notes: Mapping[str, Note], key: str) -> Object | None:
    """What is said of one part of the record; None where nothing is."""
    value = _value(notes, key)
    found: Object = value if type(value) is dict else {}
    if key == "task":
        if type(value) is str and value:
            found = {"description": value}
            if type(source := _value(notes, "task_source")) is str:
                found["source"] = source
        if type(where := _value(notes, "repository")) is dict:
            found = {**where, **found}
    elif key == "outcome" and (judged := outcome.stated(_judged(notes))):
        found = {**found, **judged, **_ANNOTATED}
    elif key == "environment" and type(languages := _value(notes, "language_ecosystem")) is list:
        found = {**found, "language_ecosystem": languages}
    return found or None
