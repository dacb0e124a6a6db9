"""Annotate a step of a trace, or the whole of it; list notes, and take them back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import UNSET, Struct

from steno.api import judgements
from steno.api.judgements import parsed as parsed
from steno.api.judgements import spelled as spelled
from steno.api.progress import Progress, silent
from steno.api.subject import Subject, subject
from steno.api.world import World, ignore
from steno.base.exact import JSON
from steno.diagnostics import Report
from steno.model.steps import whole
from steno.notes import sidecar
from steno.notes.level import REVIEWED as REVIEWED
from steno.notes.level import best, content, contents, review_states
from steno.notes.pen import Pen
from steno.notes.sidecar import Entry
from steno.notes.targets import settled


class Noted(Struct, frozen=True, tag_field="schema", tag="steno.note/1"):
    """A note, as it is kept."""

    id: str
    author: str
    time: str
    target: str | None
    """The uid of a step's first event; None for the whole trace."""
    step: int | None
    key: JSON
    value: JSON
    evidence: list[JSON]
    gone: bool
    """Whether the trace does not have that step any more."""
    retracted: bool = False


class Reviewer(Struct, frozen=True):
    author: str
    steps: int
    """How many steps they have reviewed as they stand."""


class Notes(Struct, frozen=True):
    """The notes on a trace that nobody has taken back."""

    file: Path
    notes: list[Noted]
    retracted: int
    """How many were taken back."""
    reviewers: list[Reviewer]
    steps: int
    """How many the trace has."""
    level: str | None
    """The validation level that reviews give it."""


class Noting:
    """A trace on which notes are made."""

    def __init__(self, about: Subject, report: Report) -> None:
        self.file = about.notes
        self._about = about
        self._entries = settled(sidecar.read(about.notes, report), about.trace.events)
        self._numbers = {step.anchor.uid: step.number for step in about.steps}

    def notes(self) -> Notes:
        """What is said of the trace."""
        entries = self._entries
        reviews = review_states(entries, contents(self._about.steps))
        level = best(reviews)
        return Notes(
            self.file,
            [self._noted(entry) for entry in sidecar.live(entries)],
            sum(not entry.is_note for entry in entries),
            [Reviewer(each.author, len(each.good)) for each in reviews],
            len(self._about.steps),
            level.level if level else None,
        )

    def take_back(self, id: str, writer: Pen) -> Noted:
        """Take back the note of an id, or the author's `last`; raises `UsageError`."""
        gone = sidecar.note_to_retract(id, self._entries, writer.author)
        sidecar.append(self.file, [writer.retraction(gone)])
        return self._noted(gone, retracted=True)

    def write(
        self,
        writer: Pen,
        said: Mapping[str, JSON],
        *,
        step: int | None = None,
        evidence: Sequence[int] = (),
        reviewed: bool = False,
    ) -> Sequence[Noted]:
        """Write notes on a step or the whole, all or none; raises `UsageError` where one may not be said."""
        new = [*self._new(writer, said, step, evidence, reviewed=reviewed)]
        sidecar.append(self.file, new)
        return [self._noted(entry) for entry in new]

    def _new(
        self, writer: Pen, said: Mapping[str, JSON], number: int | None, evidence: Sequence[int], *, reviewed: bool
    ) -> Iterator[Entry]:
        """The lines to write; nothing is written before all of them are known to be right."""
        about = self._about
        rests_on = [about.step(each).anchor.uid for each in evidence]
        if number is None:
            for key, value in said.items():
                if key == "release_tier":
                    part = judgements.of_whole("dataset_summary", {key: value})
                    yield writer.note("dataset_summary", self._summary() | part, evidence=rests_on)
                else:
                    yield writer.note(key, judgements.of_whole(key, value), evidence=rests_on)
            if reviewed:
                yield writer.note(REVIEWED, None)
            return
        step = about.step(number)
        for key, value in said.items():
            kept = judgements.of_step(key, value, step, about.steps)
            yield writer.note(key, kept, step.anchor.uid, rests_on)
        if reviewed:
            yield writer.note(REVIEWED, content(step), step.anchor.uid)

    def _summary(self) -> dict[str, JSON]:
        """The dataset summary as it stands: a note replaces the whole of what it is about."""
        stated = whole(self._about.trace).get("dataset_summary")
        found: JSON = None if stated is None else stated.value
        for entry in sidecar.live(self._entries):
            if entry.key == "dataset_summary" and entry.target is UNSET:
                found = entry.value
        return found if isinstance(found, dict) else {}

    def _noted(self, entry: Entry, *, retracted: bool = False) -> Noted:
        target = entry.target if isinstance(entry.target, str) else None
        step = self._numbers.get(target) if target is not None else None
        gone = target is not None and step is None
        return Noted(
            entry.id, entry.author, entry.time, target, step, entry.key, entry.value, [*entry.evidence], gone,
            retracted,
        )  # fmt: skip


def noting(
    world: World,
    session: str,
    *,
    format: str | None = None,
    subagents: bool = True,
    report: Report = ignore,
    progress: Progress = silent,
) -> Noting:
    """The trace that a word names, to make notes on it."""
    about = subject(world, session, format=format, subagents=subagents, report=report, progress=progress)
    return Noting(about, report)
