"""Counts what a reader of a Forsy trace will find otherwise than the trace that was written: reads it, and looks."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.formats.counter import Difference, LossCounter, Restated, row_of, told
from steno.formats.differences import format_of, said
from steno.formats.forsy import losses, reader, upgrade
from steno.formats.forsy.fresh import Fresh
from steno.formats.forsy.order import rising
from steno.formats.forsy.step import Reader, empty
from steno.formats.forsy.wire import NAME
from steno.formats.losses import HEADER, RESPELLED
from steno.model import Event, ToolResult, Trace

Object = dict[str, JSON]

_TELLING = dict.fromkeys(["/events/*/" + each for each in ("time", "call", "body/text", "body/name", "body/tool")], 50)
"""What tells one event from another."""
_KEPT = 2000
"""What it is worth that an event keeps its place, against the fields that it does not keep."""


def compare_back(
    trace: Trace, document: Object, own: set[str], counter: LossCounter, *, lines: bool, upgraded: bool
) -> None:
    """The document is the one that the trace was read from, changed or in another version; `own` are its events."""
    after = reader.of_document(document, lines=lines)
    found = {event.uid: event for event in after.events}
    for event in trace.events:
        if event.uid in own:
            if event.uid in found:
                counter.compare(event, found.pop(event.uid), own=_is_own(trace, event))
            else:
                leave_out(event, counter)
    if found:
        counter.add(losses.OTHER_KIND, "/events/+", len(found))
    # What a rule derives of a file, such as that nothing was masked in it, is no word of the file that could be lost.
    restated = Restated(said(trace.notes))
    restated.read_back(after.notes)
    counter.restated(restated)
    residue = losses.UPGRADED if upgraded else RESPELLED if "raw" in trace.header.residue.get(NAME, {}) else HEADER
    counter.compare_headers(trace.header, after.header, residue)
    counter.compare_code(trace, after)


def count(trace: Trace, fresh: Fresh, document: Object, counter: LossCounter) -> None:
    """The same for a document of another origin, known from what is written: no step is read back."""
    after = reader.of_document({**document, "steps": []})
    restated = Restated(trace.notes)
    restated.read_back(after.notes)
    steps = Reader(after.header.residue[NAME]["author"], {number: str(number) for number in fresh.numbers.values()})
    described = _Described(trace, counter)
    for step, written in zip(fresh.steps, document["steps"], strict=True):
        uid, meant = str(step.number), upgrade.step(written, step.number - 1)
        notes, record = steps.notes(meant, uid), {**written}
        restated.read_back(notes)
        for place, draft in enumerate(steps.drafts(meant, uid)):
            old = fresh.results.get(step.anchor.uid) if place else step.anchor
            if old is None:
                counter.add(losses.OTHER_KIND, "/events/+")
                continue
            own = _is_own(trace, old)
            if own and not place:
                empty(record, meant, notes, lambda key, value: None)
            row = row_of({**draft.about, "kind": draft.kind, "uid": f"{uid}.{place}" if place else uid})
            described.add(old, told(old, row, draft.body, own=own, residue=UNSET if place else record))
    described.close()
    counter.restated(restated)
    counter.compare_headers(trace.header, replace(after.header, actors=steps.actors))
    counter.compare_code(trace, after)


def leave_out(event: Event, counter: LossCounter) -> None:
    """Count an event that nothing in the file stands for."""
    missing = isinstance(event.body, ToolResult) and event.body.missing
    counter.add(losses.ABSENT if missing else losses.NO_STEP, "/events/*")


def _is_own(trace: Trace, event: Event) -> bool:
    return format_of(trace, event) == NAME


class _Described:
    """The events that steps describe, in their order: one that has lost its place is gone, and another is there."""

    def __init__(self, trace: Trace, counter: LossCounter) -> None:
        self._trace, self._counter = trace, counter
        self._places = {event.uid: index for index, event in enumerate(trace.events)}
        self._found: list[tuple[int, Difference]] = []

    def add(self, old: Event, difference: Difference) -> None:
        self._found.append((self._places[old.uid], difference))

    def close(self) -> None:
        """Count them, and every event that no step describes."""
        places = {place for place, _ in self._found}
        for place, event in enumerate(self._trace.events):
            if place not in places:
                leave_out(event, self._counter)
        moved = self._moved([each for each in self._found if not each[1].gone])
        # Events are alike: most of them differ in the same fields.
        for each, count in Counter(None if place in moved else each for place, each in self._found).items():
            if each is None:
                self._counter.add(losses.REORDERED, "/events/*", count)
                self._counter.add(losses.REORDERED, "/events/+", count)
            else:
                self._counter.differ(each, count)

    def _moved(self, found: list[tuple[int, Difference]]) -> set[int]:
        """The places of the events that are not where they were, chosen so that the least is lost."""
        if all(one <= two for (one, _), (two, _) in pairwise(found)):
            return set()

        @lru_cache(4096)
        def worth(each: Difference) -> int:
            return _KEPT - sum(_TELLING.get(where, 1) for _, where in self._counter.pointers(each))

        kept = rising([place for place, _ in found], [worth(each) for _, each in found])
        return {place for index, (place, _) in enumerate(found) if index not in kept}
