"""Counts what of a log became of it: steps, parts of steps, context, bookkeeping, and what no step accounts for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec import UNSET, Struct

from steno.model import Derivation, Event, Kind, Lifecycle, Note, Trace
from steno.model.steps import FIELDS, STEP, Step, steps

STEPS, PARTS, AGAIN, THOUGHTS, CONTEXT = "steps", "parts of steps", "said again", "thoughts", "context"
STRUCTURE, RECORDS, TICKS, UNREAD, LEFT = "structure", "records of the program", "bookkeeping", "not understood", "left"
COMMANDS = "commands"

FATES = {
    STEPS: "events that begin a step",
    PARTS: "results, reasons, blocks and reports that belong to a step",
    CONTEXT: "what the program told the model and no human wrote",
    COMMANDS: "what a human typed to the program itself",
    THOUGHTS: "thinking that is the reason for no step, or that nobody can read",
    AGAIN: "repeats of other events",
    STRUCTURE: "starts and ends of runs, and markers of missing parts",
    RECORDS: "what the program recorded about the run",
    TICKS: "progress and bookkeeping that mattered only while it ran",
    LEFT: "messages, calls, results and attachments that belong to no step",
    UNREAD: "records that the reader does not understand",
}
"""What can become of an event, in the order of its telling."""


class Coverage(Struct, frozen=True):
    """How much of a log its steps account for."""

    events: int
    fates: dict[str, int]
    calls: int
    answered: int
    """Calls with a result."""
    steps: int
    dated: int
    """Steps whose time is known."""

    @property
    def material(self) -> int:
        """Events that hold work: what must be in some step for the steps to be whole."""
        return sum(self.fates[fate] for fate in (STEPS, PARTS, LEFT, UNREAD))

    @property
    def accounted(self) -> int:
        return self.fates[STEPS] + self.fates[PARTS]


def count(events: Iterable[Event], anchors: Collection[str], held: Collection[str], dated: int) -> Coverage:
    """What became of each event: `anchors` are uids on which steps stand, `held` those that belong to any."""
    fates: Counter[str] = Counter()
    total = calls = missing = 0
    for event in events:
        total += 1
        uid = event.uid
        calls += event.kind is _CALL and isinstance(event.call, str)
        if uid in anchors:
            fates[STEPS] += 1
        elif uid in held and type(event.origin) is not Derivation:
            fates[PARTS] += 1
        else:
            fate = _fate(event)
            missing += fate == STRUCTURE and event.kind is _RESULT
            fates[fate] += 1
    known = {fate: fates[fate] for fate in FATES}
    # A result may be missing of a call that the log does not hold either.
    return Coverage(total, known, calls, max(0, calls - missing), len(anchors), dated)


_CALL, _RESULT, _MESSAGE = Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.MESSAGE
_FATES = {Kind.THOUGHT: THOUGHTS, Kind.UNKNOWN: UNREAD, Kind.SPAN_START: STRUCTURE, Kind.SPAN_END: STRUCTURE}


def _fate(event: Event) -> str:
    """What became of an event that belongs to no step."""
    if event.echo_of is not UNSET:
        return AGAIN
    if event.kind in _FATES:
        return _FATES[event.kind]
    body = event.body
    if isinstance(body, Lifecycle):
        return TICKS if body.transient else RECORDS
    if type(event.origin) is Derivation:
        return STRUCTURE
    if event.kind is _MESSAGE:
        return COMMANDS if event.is_command() else CONTEXT
    return LEFT


def coverage(trace: Trace) -> Coverage:
    """How much of a trace its steps account for, whoever made them."""
    notes = [note for note in trace.notes if note.key == STEP and isinstance(note.target, str)]
    anchors = {str(note.target) for note in notes}
    held = {uid for note in notes for uid in note.evidence}
    dated = {note.target for note in trace.notes if note.key in ("started_at", "ended_at")}
    return count(trace.events, anchors, held, len(dated & anchors))


class Fields(Struct, frozen=True):
    """How much is known of the fields of all steps, and by whose word."""

    observed: int
    """Copied as they stand in the source."""
    derived: int
    annotated: int
    absent: int


def fields(trace: Trace, copies: Collection[str]) -> Fields:
    """`copies` are the rules that copy a value as it stands."""
    found: Counter[str] = Counter()
    for step in steps(trace):
        found.update(standing(note, copies) for key, note in step.notes.items() if key in FIELDS)
        found["absent"] += _absent(step)
    return Fields(found["observed"], found["derived"], found["annotated"], found["absent"])


def standing(note: Note, copies: Collection[str]) -> str:
    """By whose word a value is known: `observed`, `derived` or `annotated`."""
    if not isinstance(note.author, Derivation):
        return "annotated"
    return "observed" if note.author.rule in copies else "derived"


def _absent(step: Step) -> int:
    return sum(key not in step.notes for key in FIELDS)
