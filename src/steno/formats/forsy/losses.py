"""What a Forsy trace has no place for, and the count of it while one is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import UNSET

from steno.base.exact import JSON, pointer
from steno.contracts import Code
from steno.diagnostics import Losses
from steno.formats.differences import format_of, header, is_another, residue
from steno.formats.forsy.order import rising
from steno.formats.forsy.wire import NAME
from steno.formats.losses import CODE, HEADER, RESPELLED, UNMAPPED, loss
from steno.model import Event, Header, Note, ToolResult, Trace
from steno.model.event import STATED

RENUMBERED = loss(
    "CNV201",
    "renumbered",
    "A Forsy trace numbers its steps and labels its actors, so the ids of the source and what refers to them are "
    "spelled anew.",
    bookkeeping=True,
)
MOVED = loss(
    "CNV202",
    "origin-replaced",
    "What was observed in the source is now observed in the Forsy trace: where it stood before is not told.",
    bookkeeping=True,
)
UNTOLD = loss(
    "CNV203",
    "event-without-a-step",
    "No step tells of the event: thoughts, bookkeeping, repetitions, and what no rule makes a step of.",
)
RETOLD = loss(
    "CNV204",
    "event-told-as-another",
    "The step that stands for the event is read back as an event of another kind: steps are messages, tool calls with "
    "their results, or happenings with a name.",
    bookkeeping=True,
)
FIELD = loss(
    "CNV205",
    "event-field-without-a-place",
    "A step has no place for this field of an event: models, tokens, responses, spans, ids of calls.",
    bookkeeping=True,
)
BODY = loss(
    "CNV206",
    "content-without-a-place",
    "Part of what an event holds has no place: arguments that are no text (their JSON is written), what is known of a "
    "result beside its content.",
)
RESTATED = loss(
    "CNV207",
    "notes-restated",
    "A Forsy trace states what it says without saying who said so, when, and on what evidence; `validation_level` "
    "speaks for all of it. Earlier words, surfaces and notes of other keys have no field. What is read back is the "
    "word of the file.",
    bookkeeping=True,
)
UPGRADED = loss(
    "CNV208",
    "upgraded",
    "An older trace was written as v0.1. `upgraded_from` in the document tells how it was, and `version=keep` writes "
    "it as it stood.",
    bookkeeping=True,
)
ABSENT = loss(
    "CNV209",
    "absence-not-stated",
    "That a call was never answered, a Forsy trace says by a null output.",
    bookkeeping=True,
)

REORDERED = loss(
    "CNV210",
    "order-not-kept",
    "A step holds a call and its result, so where several calls were under way at once, the order in which they and "
    "their results came is not told.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, UNTOLD, RETOLD, FIELD, BODY, RESTATED, UPGRADED, ABSENT, REORDERED, UNMAPPED, CODE, RESPELLED,
    HEADER,
)  # fmt: skip

_SAID = {
    RENUMBERED.code: "ids are the trace's own",
    MOVED.code: "the place in the source is not told",
    UNTOLD.code: "no step tells of it",
    RETOLD.code: "the step is an event of another kind",
    RESTATED.code: "who says so, and why, is not told",
    UPGRADED.code: "written as v0.1, which can be undone",
    REORDERED.code: "a result stands with its call",
    ABSENT.code: "what did not happen is not stated",
    RESPELLED.code: "a key that stood twice is written once",
}
_EVENT = {
    "actor": RENUMBERED,
    "call": RENUMBERED,
    "native": RENUMBERED,
    "parent": RENUMBERED,
    "replies_to": RENUMBERED,
    "span": RENUMBERED,
    "uid": RENUMBERED,
    "origin": MOVED,
}
_HEADER = {"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED}


class Ledger(Losses):
    """Counts losses; each is reported once, with its number."""

    upgraded = False
    """Whether the document was written as another version of itself."""

    def note(self, code: Code, where: str, count: int = 1) -> None:
        self.told(code.code, where, count)

    def told(self, code: str, where: str, count: int) -> None:
        self.add(code, _SAID.get(code, "a Forsy trace has no place for it"), where, count)

    def untold(self, event: Event) -> None:
        """An event that nothing in the file stands for."""
        missing = isinstance(event.body, ToolResult) and event.body.missing
        self.note(ABSENT if missing else UNTOLD, "/events/*")

    def retold(self) -> None:
        """An event that will be read back and was not there."""
        self.note(RETOLD, "/events/+")

    def compare(self, before: Trace, old: Event, new: Event) -> None:
        """Count every field in which an event will be read back as something else."""
        for code, where in differing(before, old, new):
            self.told(code, where, 1)

    def compare_headers(self, before: Header, after: Header) -> None:
        for name in header(before, after):
            code = _HEADER.get(name, HEADER)
            if name == "residue":
                code = UPGRADED if self.upgraded else RESPELLED if "raw" in before.residue.get(NAME, {}) else code
            self.note(code, f"/header/{name}")

    def compare_code(self, before: Trace, after: Trace) -> None:
        for name in ("patches", "git_links", "attributions", "artifacts"):
            parts = getattr(before, name)
            if parts and parts != getattr(after, name):
                self.note(CODE, f"/{name}", len(parts))


Differing = tuple[tuple[str, str], ...]
"""Codes, and where."""
_ANOTHER: Differing = ((RETOLD.code, "/events/*"), (RETOLD.code, "/events/+"))
_MOVED: Differing = ((REORDERED.code, "/events/*"), (REORDERED.code, "/events/+"))
_TELLING = dict.fromkeys(["/events/*/" + each for each in ("time", "call", "body/text", "body/name", "body/tool")], 50)
"""What tells one event from another."""
_KEPT = 2000
"""What it is worth that an event keeps its place, against the fields that it does not keep."""
_FIELDS = [name for name in STATED if name not in ("body", "residue", "origin")]


def differing(before: Trace, old: Event, new: Event) -> Differing:
    """Every field in which an event will be read back as something else."""
    if is_another(old, new):
        return _ANOTHER
    own = format_of(before, old) == NAME
    found = [_field(name) for name in _FIELDS if getattr(old, name) != getattr(new, name)]
    found += [_inner(name) for name in old.body.__struct_fields__ if getattr(old.body, name) != getattr(new.body, name)]
    if own:
        found += [(UPGRADED.code, "/events/*/residue" + path) for path in residue(old.residue, new.residue)]
    else:
        found.append(_field("origin"))
        found += _unmapped(old.residue)
    return tuple(found)


@cache
def _field(name: str) -> tuple[str, str]:
    return _EVENT.get(name, FIELD).code, f"/events/*/{name}"


@cache
def _inner(name: str) -> tuple[str, str]:
    return BODY.code, f"/events/*/body/{name}"


def _unmapped(record: JSON) -> Iterator[tuple[str, str]]:
    """What a record of another format holds beside its events: its keys, one level down where they are objects."""
    if type(record) is not dict:
        if record is not UNSET:
            yield _at()
        return
    for key, value in record.items():
        if type(value) is dict and value:
            for inner, each in value.items():
                if each is not UNSET:
                    yield _at(key, inner)
        elif value is not UNSET:
            yield _at(key)


@lru_cache(4096)  # records are alike
def _at(*path: str) -> tuple[str, str]:
    return UNMAPPED.code, "/events/*/residue" + pointer(*path)


class Told:
    """The events that steps tell of, in their order: one that has lost its place is gone, and another is there."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._places = {event.uid: index for index, event in enumerate(trace.events)}
        self._told: list[tuple[int, Differing]] = []

    def add(self, old: Event, new: Event) -> None:
        self._told.append((self._places[old.uid], differing(self._trace, old, new)))

    def close(self, ledger: Ledger) -> None:
        """Count them, and every event of which no step tells."""
        places = {place for place, _ in self._told}
        for place, event in enumerate(self._trace.events):
            if place not in places:
                ledger.untold(event)
        found = [each for each in self._told if each[1] is not _ANOTHER]
        if any(one > two for (one, _), (two, _) in pairwise(found)):
            weights = [_KEPT - sum(_TELLING.get(where, 1) for _, where in each) for _, each in found]
            kept = rising([place for place, _ in found], weights)
        else:
            kept = set(range(len(found)))
        moved = {found[index][0] for index in range(len(found)) if index not in kept}
        # Events are alike: most of them differ in the same fields.
        for each, count in Counter(_MOVED if place in moved else each for place, each in self._told).items():
            for code, where in each:
                ledger.told(code, where, count)


class Restated:
    """Counts the notes that will not be read back as they were, target by target."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._before: dict[object, list[Note]] = {}
        self._count = 0
        for note in notes:
            self._before.setdefault(note.target, []).append(note)
            self._count += 1

    def read_back(self, target: object, after: list[Note]) -> None:
        """All notes on one target that a reader of the file finds."""
        before = self._before.get(target, [])
        self._count -= sum(note in after for note in before)
        self._count += sum(note not in before for note in after)

    def close(self, ledger: Ledger) -> None:
        if self._count:
            ledger.note(RESTATED, "/notes", self._count)
