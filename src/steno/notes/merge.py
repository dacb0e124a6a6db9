"""Puts notes into a trace, and with them the level that reviews have earned.  Reads no file, knows no format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from steno.base.counts import number_of
from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity
from steno.model import Note, Trace
from steno.model.steps import Step, steps, whole
from steno.notes.judged import OF_STEP, OF_WHOLE
from steno.notes.level import LEVELS, REVIEWED, ReviewState, best, contents, review_states
from steno.notes.sidecar import BAD, FOREIGN, Entry, live
from steno.notes.targets import settled, uids

LEVEL = "validation_level"
TOOL = "agent:steno"
"""Who lowers a level that a file claims for itself."""

GONE = Code(
    "SRC201",
    "note-has-no-target",
    "A note is about, or refers to, a step that this trace does not have. It stays in the file of notes and is not "
    "added to the trace. Usually the trace was read without its sub-agents, or the session's file was rewritten.",
    Severity.WARNING,
)
UNFINISHED = Code(
    "SRC202",
    "review-is-not-complete",
    "Somebody has reviewed some of the steps, but not all. The validation level rises when one reviewer has reviewed "
    "every step; `steno review` continues where it stopped.",
    Severity.NOTE,
)
FALLEN = Code(
    "SRC203",
    "review-no-longer-holds",
    "Every step was reviewed, but since then somebody else has annotated a step, or a step's content has changed. The "
    "validation level is what it was before the review; `steno review` shows the steps in question.",
    Severity.WARNING,
)
STRAY = Code(
    "SRC206",
    "note-on-no-step",
    "A note is about an event that was a step when the note was made, but no longer is. Usually the session has gone "
    "on: what was its last answer now introduces a call. The note is in the trace, but belongs to no step. Find it "
    "with `steno note --list`, take it back, and add it where it belongs.",
    Severity.WARNING,
)
REFUSED = Code(
    "SRC207",
    "note-on-what-is-not-judged",
    "A line in the file of notes states something that comes from the log, such as an input, or something that only a "
    "review can decide: the validation level. Steno does not add it to the trace. `steno note` never writes such a "
    "line.",
    Severity.WARNING,
)
SEVERAL = Code(
    "SRC204",
    "notes-on-several-traces",
    "The file holds several traces, and the notes beside it do not say which one they are about. None of them is added "
    "to a trace. Give each trace its own file.",
    Severity.WARNING,
)
LOWERED = Code(
    "SRC205",
    "claimed-level-is-lowered",
    "The trace's file says that it was reviewed, but notes beside it have changed steps since. Steno lowers the "
    "level to `self_traced` until somebody reviews every step.",
    Severity.WARNING,
)
CODES = (BAD, GONE, UNFINISHED, FALLEN, SEVERAL, LOWERED, STRAY, REFUSED, FOREIGN)

Derive = Callable[[Trace], Trace]
"""Gives a trace its steps."""


def merge(trace: Trace, entries: Sequence[Entry], place: Place, report: Report, derive: Derive) -> Trace:
    """The trace with the notes that stand, in the order in which they were made.

    Steps are derived only where notes are about them; what was derived does not stay, so that a format which needs no
    steps is not handed any.
    """
    with_steps = _Steps(trace, derive)
    entries = settled(entries, trace.events)
    kept: list[Note] = []
    for entry in live(entries):
        if entry.key == REVIEWED:
            continue
        if entry.key not in (OF_STEP if isinstance(entry.target, str) else OF_WHOLE):
            report(REFUSED.at(place, f"{entry.author} sets {entry.key!r}, which no note can set"))
        elif lost := next((uid for uid in uids(entry) if not with_steps.has(uid)), None):
            report(
                GONE.at(
                    place, f"{entry.key!r} by {entry.author} refers to {lost!r}, which is not an event of this trace"
                )
            )
        else:
            kept.append(_note(entry))
            if isinstance(entry.target, str) and entry.target not in with_steps.steps:
                report(
                    STRAY.at(place, f"{entry.key!r} by {entry.author} is about {entry.target!r}, which is not a step")
                )
    if any(entry.key == REVIEWED for entry in entries):
        found = review_states(entries, contents(with_steps.steps.values()))
        for each in found:
            _tell(each, place, report)
        if (level := best(found)) is not None:
            # Said by the reviewer, and not derived: so it has the last word over the level that rules compute.
            about = Note(author=level.author, key=LEVEL, value=level.level, time=level.time, evidence=level.good)
            return replace(trace, notes=(*trace.notes, *kept, about))
    return replace(trace, notes=(*trace.notes, *kept, *_lowered(trace, kept, place, report)))


class _Steps:
    """A trace's steps and events, found when they are asked for."""

    def __init__(self, trace: Trace, derive: Derive) -> None:
        self._trace, self._derive = trace, derive

    @cached_property
    def _derived(self) -> Trace:
        return self._derive(self._trace)

    @cached_property
    def steps(self) -> dict[str, Step]:
        """By the uid of the anchor."""
        return {step.anchor.uid: step for step in steps(self._derived)}

    @cached_property
    def _stated(self) -> set[str]:
        return {event.uid for event in self._trace.events}

    @cached_property
    def _all(self) -> set[str]:
        return {event.uid for event in self._derived.events}

    def has(self, uid: str) -> bool:
        return uid in self._stated or uid in self._all


def _note(entry: Entry) -> Note:
    assert isinstance(entry.key, str)  # noqa: S101  `live` gives notes alone
    return Note(
        author=entry.author,
        target=entry.target,
        key=entry.key,
        value=entry.value,
        time=entry.time,
        evidence=entry.evidence,
    )


def _tell(each: ReviewState, place: Place, report: Report) -> None:
    if each.complete:
        return
    if each.missing:
        total = len(each.good) + len(each.missing) + len(each.edited) + len(each.changed)
        report(
            UNFINISHED.at(
                place, f"{each.author} has reviewed {total - len(each.missing)} of {number_of(total, 'step')}"
            )
        )
        return
    reasons = [
        f"steps with later notes by others: {len(each.edited)}" if each.edited else "",
        f"steps that have changed: {len(each.changed)}" if each.changed else "",
        "later notes by others on the whole trace" if each.whole_edited else "",
    ]
    report(FALLEN.at(place, f"the review by {each.author} no longer holds: {', '.join(filter(None, reasons))}"))


def _lowered(trace: Trace, kept: Sequence[Note], place: Place, report: Report) -> Iterator[Note]:
    """What ends the claim of a review that a trace's own file makes, where its reviewer did not see these notes."""
    claim = whole(trace).get(LEVEL)
    if claim is not None and claim.value in LEVELS.values() and kept:
        report(LOWERED.at(place, f"the trace claims {claim.value}, but notes were added later"))
        # The claim stays where it was read.  A rule's word would not count against it, so a named tool says this.
        about = tuple(dict.fromkeys(note.target for note in kept if isinstance(note.target, str)))
        yield Note(author=TOOL, key=LEVEL, value="self_traced", time=kept[-1].time, evidence=about)
