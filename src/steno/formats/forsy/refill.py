"""Puts header, notes and artifacts back into the document that they were read from.

What the file said stays as it was spelled there; only where somebody has said something else since, that is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.forsy import upgrade
from steno.formats.forsy.artifacts import made
from steno.formats.forsy.links import Numbers, outward
from steno.formats.forsy.sums import sums
from steno.formats.forsy.wire import IDS, JUDGED_SUMMARY, JUDGED_TOP, NAME
from steno.formats.forsy.words import STEP as FIELDS
from steno.model import Event, Note, Trace
from steno.model.steps import STEP, Step, steps, whole

Object = dict[str, JSON]
Notes = Mapping[str, Note]

_KEYS = {"action": STEP}
"""Fields of a step whose note has another key."""


def is_own(trace: Trace) -> bool:
    """Whether a trace was read from one Forsy trace and from nothing else."""
    sources = trace.header.sources
    return len(sources) == 1 and sources[0].format == NAME and NAME in trace.header.residue


class Refill:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._residue = trace.header.residue[NAME]
        self._first: dict[tuple[object, str], Note] = {}
        for note in trace.notes:
            self._first.setdefault((note.target, note.key), note)
        self._whole = whole(trace)
        self._steps = {step.anchor.uid: step for step in steps(trace)}
        self.records = [event for event in trace.events if _is_record(event)]
        self._numbers: Numbers = {
            event.uid: upgrade.number(event.residue, index)
            for index, event in enumerate(self.records)
            if type(event.residue) is dict
        }

    def changed(self) -> bool:
        """Whether somebody has said something since the file was read."""
        first = self._first
        return len(first) < len(self._trace.notes) or not all(map(self._is_read, first.values()))

    def document(self) -> JSON:
        """The document, whole; UNSET where there was none."""
        top = self._residue["document"]
        if type(top) is not dict:
            return top
        found: Object = {}
        for key, value in top.items():
            if key == "steps" and value is UNSET:
                found[key] = [self._step(event) for event in self.records if event.residue is not UNSET]
            elif key == "summary" and type(value) is dict:
                found[key] = self._summary(value)
            elif key == "static_output":
                found[key] = self._static(value)
            else:
                found[key] = self._said(key, value, self._whole) if key in JUDGED_TOP else self._stated(key, value)
        found |= self._added(JUDGED_TOP, top, self._whole)
        return self._agreeing(found)

    def _is_read(self, note: Note) -> bool:
        return note.author == self._residue["author"] and self._first[note.target, note.key] is note

    # The top

    def _stated(self, key: str, value: JSON) -> JSON:
        """A field of the top that the header holds."""
        if value is not UNSET:
            return value
        header = self._trace.header
        if key in IDS:
            return next(iter(header.ids.get(IDS[key], ())), None)
        if key == "agent_tools":
            return list(header.tools)
        if key == "system_prompt":
            return next(iter(header.system_prompts.values()), None)
        return header.started if isinstance(header.started, str) else None

    def _summary(self, written: Object) -> Object:
        found = {key: self._said(key, value, self._whole) for key, value in written.items()}
        found |= self._added(JUDGED_SUMMARY, written, self._whole)
        if not self.changed():
            return found
        before, now = sums(self._counted(self._first_words)), sums(self._counted(self._last_words))
        feedback = found.get("human_feedback")
        if type(feedback) is dict:
            recounted = _recounted(feedback, before.pop("human_feedback"), now.pop("human_feedback"))
            found["human_feedback"] = recounted
        return _recounted(found, before, now)

    def _static(self, value: JSON) -> JSON:
        """As it stood, with the artifacts that were added since."""
        if type(value) is not dict or value.get("artifacts", None) is not UNSET:
            return value
        return value | {"artifacts": list(made(self._trace, self._numbers))}

    def _agreeing(self, found: Object) -> Object:
        """The validation level stands in two places: where it was raised or lowered, in both."""
        level, first = self._whole.get("validation_level"), self._first.get((UNSET, "validation_level"))
        about = found.get("dataset_summary")
        if level is None or self._is_read(level) or type(about) is not dict:
            return found
        stated = about.get("validation_level")
        if stated == (None if first is None else first.value) or stated is None:
            found["dataset_summary"] = about | {"validation_level": level.value}
        return found

    # Steps

    def _step(self, event: Event) -> JSON:
        written = event.residue
        if type(written) is not dict:
            return written
        notes = self._notes(event)
        found = {key: self._said(key, value, notes) if key in FIELDS else value for key, value in written.items()}
        return found | self._added(FIELDS, written, notes)

    def _notes(self, event: Event) -> Notes:
        step = self._steps.get(event.uid)
        return {} if step is None else step.notes

    def _said(self, key: str, value: JSON, notes: Notes) -> JSON:
        """What a field says now: as it was spelled, unless somebody said something else."""
        note = notes.get(_KEYS.get(key, key))
        if value is not UNSET and (note is None or self._is_read(note)):
            return value
        return None if note is None else outward(key, note.value, self._numbers)

    def _added(self, keys: tuple[str, ...], written: Object, notes: Notes) -> Object:
        """Fields that the file does not have, and of which somebody has spoken since."""
        return {
            key: outward(key, note.value, self._numbers)
            for key in keys
            if key not in written and (note := notes.get(_KEYS.get(key, key))) and not self._is_read(note)
        }

    def _counted(self, words: Callable[[Step], Notes]) -> Iterator[Object]:
        for step in self._steps.values():
            said = words(step)
            yield {key: said[each].value for key in FIELDS if (each := _KEYS.get(key, key)) in said}

    def _first_words(self, step: Step) -> Notes:
        found = ((key, self._first[step.anchor.uid, key]) for key in step.notes)
        return {key: note for key, note in found if self._is_read(note)}

    def _last_words(self, step: Step) -> Notes:
        return step.notes


def _recounted(stated: Object, before: Mapping[str, JSON], now: Mapping[str, JSON]) -> Object:
    """The counts as they were stated, but for those that have changed since."""
    return {key: now[key] if key in now and before[key] != now[key] else value for key, value in stated.items()}


def _is_record(event: Event) -> bool:
    return event.residue is not UNSET or event.raw is not UNSET
