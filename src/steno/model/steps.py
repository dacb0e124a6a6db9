"""The steps of a trace: what notes say of its events, put together.  Knows keys and who has the last word, no format.

A step stands on one event, its anchor, which has a note `step` that says what kind of step it is.  Everything else that
is judged or derived of it is a further note on the same event, one for each field: what it rests on and who says so
stays beside every value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET, Struct

from steno.base.exact import JSON
from steno.model.event import Derivation, Event
from steno.model.trace import Note, Trace

STEP: Final = "step"
"""The key of the note that makes an event an anchor; its value is the kind of step."""
ACTIONS: Final = ("user_message", "agent_step", "output", "error")

FIELDS: Final = (
    "turn", "actor", "operation", "tool", "surface", "execution_mode", "parallel_group", "observation", "input",
    "input_source", "output", "state_change", "reasoning", "caused_by", "causal_type", "causal_note",
    "alternatives_considered", "success", "eval", "eval_reason", "directive", "message_role", "feedback_type",
    "feedback_content", "started_at", "ended_at", "retry_of",
)  # fmt: skip
"""The keys of a step's further notes.  `caused_by` is a list of uids and `retry_of` a uid, each of an anchor;
`input_source` is an object whose `source` is such a uid.  A field without a note is not known."""

ARTIFACTS: Final = "artifacts"
"""The key of the note on the files that the steps made; `related_steps` of each are uids of anchors."""
WHOLE: Final = (
    "task", "trace_mode", "validation_level", "agent_confidence", "termination_reason", "final_output", "learning",
    "goal_achieved", "goal_notes", "skills", "memory", "agent_config", "dataset_summary", ARTIFACTS,
)  # fmt: skip
"""The keys of notes on the whole trace, which have no target."""


class Step(Struct, frozen=True):
    number: int
    """Counted from 1."""
    anchor: Event
    notes: Mapping[str, Note]
    """By key: for each field the note that has the last word."""

    @property
    def action(self) -> str:
        return str(self.notes[STEP].value)

    def get(self, key: str) -> JSON:
        """The value of a field; None where it is not known."""
        note = self.notes.get(key)
        return None if note is None else note.value


def steps(trace: Trace) -> list[Step]:
    """The steps of a trace, in the order of its events."""
    notes: dict[str, dict[str, Note]] = {}
    for note in trace.notes:
        if isinstance(note.target, str):
            _put(notes.setdefault(note.target, {}), note)
    anchors = (event for event in trace.events if STEP in notes.get(event.uid, {}))
    return [Step(number, event, notes[event.uid]) for number, event in enumerate(anchors, 1)]


def whole(trace: Trace) -> dict[str, Note]:
    """What is said of the trace as a whole, by key."""
    said: dict[str, Note] = {}
    for note in trace.notes:
        if note.target is UNSET:
            _put(said, note)
    return said


def _put(known: dict[str, Note], note: Note) -> None:
    """The last word has whoever spoke last; but what a rule derived never overrides what somebody said."""
    before = known.get(note.key)
    if before is None or not isinstance(note.author, Derivation) or isinstance(before.author, Derivation):
        known[note.key] = note


def derived(rule: str, key: str, value: JSON, target: Event | None = None, of: tuple[str, ...] = ()) -> Note:
    """A note that a rule computed from the events `of`."""
    where = UNSET if target is None else target.uid
    return Note(author=Derivation(rule, of), target=where, key=key, value=value, evidence=of)


def unknown(step: Step) -> Iterator[str]:
    """The fields of a step of which nothing is known."""
    return (key for key in FIELDS if key not in step.notes)
