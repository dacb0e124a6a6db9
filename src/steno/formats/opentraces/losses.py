"""What an OpenTraces record has no place for, and the count of it while one is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import compress
from operator import attrgetter, ne

from msgspec import UNSET, Struct, structs

from steno.base.exact import JSON, pointer
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Losses
from steno.formats.differences import header, is_another, residue
from steno.formats.losses import CODE, HEADER, IDS, RESPELLED, UNMAPPED, loss
from steno.formats.opentraces.wire import NAME
from steno.model import Event, Header, Note, Trace
from steno.model.event import STATED

RENUMBERED = loss(
    "CNV301",
    "renumbered",
    "A record numbers its steps and knows roles instead of actors, so the ids of the source and what refers to them "
    "are spelled anew. A call keeps its id.",
    bookkeeping=True,
)
MOVED = loss(
    "CNV302",
    "origin-replaced",
    "What was observed in the source is now observed in the record: where it stood before is not told.",
    bookkeeping=True,
)
ECHO = loss(
    "CNV303",
    "repetition-left-out",
    "An event that states again what another one states was left out.",
    bookkeeping=True,
)
TRANSIENT = loss(
    "CNV304",
    "bookkeeping-left-out",
    "Progress and bookkeeping of the agent's own, of use only while it ran, was left out; so is everything that is "
    "neither a message, a thought nor a tool's, and every result of a call that the log does not have, under "
    "`beside=drop`.",
    bookkeeping=True,
)
FIELD = loss(
    "CNV305",
    "event-field-without-a-place",
    "A step has no place for this field of an event, or has one for all of its events together: times of results, "
    "turns, visibility, what a token count belongs to. A context node is computed where the source states none.",
    bookkeeping=True,
)
BODY = loss(
    "CNV306",
    "content-without-a-place",
    "Part of what an event holds has no place: the server of a tool, and under `beside=drop` what is known of a result "
    "beside its content, and that a call did not fail. A result that is no text is written as text, arguments that are "
    "the text of an object as the object; half a character, and what is nested deeper than programs can read, are "
    "spelled in another way.",
)
RESTATED = loss(
    "CNV307",
    "notes-restated",
    "A record states what it says of the whole session without saying who said so, when, and on what evidence; notes "
    "of other keys have no field. What is read back is the word of the record.",
    bookkeeping=True,
)
CONVERTED = loss(
    "CNV308",
    "written-as-another-version",
    "A record of another version of the schema was written as the version asked for. What has no field there any more "
    "stands in `metadata.legacy`; `version=keep` writes it as it stood.",
    bookkeeping=True,
)
UNTOLD = loss(
    "CNV309", "event-without-a-step", "The event came to the trace after the record was read, and no step tells of it."
)

SEALED = loss(
    "CNV310",
    "sealed-anew",
    "The record was redacted, or somebody has said something of it since: its `security` block, its hashes and the "
    "fields that were spoken of are those of what it says now.",
    bookkeeping=True,
)

LOSSES = (
    RENUMBERED, MOVED, ECHO, TRANSIENT, FIELD, BODY, RESTATED, CONVERTED, UNTOLD, SEALED, UNMAPPED, CODE, RESPELLED,
    HEADER,
)  # fmt: skip

_SAID = {
    RENUMBERED.code: "ids are the record's own",
    MOVED.code: "the place in the source is not told",
    ECHO.code: "what is stated twice is written once",
    TRANSIENT.code: "bookkeeping is left out",
    RESTATED.code: "who says so, and why, is not told",
    CONVERTED.code: "written as another version, which can be undone",
    UNTOLD.code: "no step tells of it",
    SEALED.code: "says what the record says now",
    RESPELLED.code: "a key that stood twice is written once",
}
_EVENT = {
    **dict.fromkeys(IDS, RENUMBERED),
    "origin": MOVED,
    "raw": RESPELLED,
}
"""The losses of an event's fields that are not simply without a place."""
_COMPARED = tuple(name for name in STATED if name not in ("body", "origin", "residue"))
_FIELDS = tuple((_EVENT.get(name, FIELD), f"/events/*/{name}") for name in _COMPARED)
_values = attrgetter(*_COMPARED)

Shape = tuple[str | tuple[str, tuple[str, ...]], ...]
"""The keys of an object that hold something, each that holds an object with the keys of that."""

_HEADER = {"ids": RENUMBERED, "actors": RENUMBERED, "sources": MOVED}


class Ledger:
    """Counts losses; each is reported once, with its number."""

    def __init__(self) -> None:
        self.converted = False
        """Whether the record was written as another version of itself."""
        self._counts: Counter[tuple[str, str]] = Counter()
        # Every event of a session goes through here, and what is lost of one is nearly always lost of many: what they
        # lose is counted as one thing, and taken apart at the end.
        self._fields: Counter[tuple[bool, ...]] = Counter()
        self._bodies: Counter[tuple[type[Struct], tuple[bool, ...]]] = Counter()
        self._residues: Counter[Shape] = Counter()
        self._moved = 0

    def note(self, code: Code, where: str, count: int = 1) -> None:
        self._counts[code.code, where] += count

    def __iter__(self) -> Iterator[Diagnostic]:
        self._take_apart()
        losses = Losses()
        for (code, where), count in sorted(self._counts.items()):
            losses.add(code, _SAID.get(code, "a record has no place for it"), where, count)
        return iter(losses)

    def _take_apart(self) -> None:
        for differs, count in self._fields.items():
            for code, where in compress(_FIELDS, differs):
                self.note(code, where, count)
        for (kind, differs), count in self._bodies.items():
            for name in compress(kind.__struct_fields__, differs):
                self.note(BODY, f"/events/*/body/{name}", count)
        for shape, count in self._residues.items():
            for each in shape:
                key, parts = (each, None) if isinstance(each, str) else each
                for path in [(key,)] if parts is None else [(key, part) for part in parts]:
                    self.note(UNMAPPED, "/events/*/residue" + pointer(*path), count)
        if self._moved:
            self.note(MOVED, "/events/*/origin", self._moved)
        self._fields, self._bodies, self._residues, self._moved = Counter(), Counter(), Counter(), 0

    def compare(self, old: Event, new: Event, *, own: bool) -> None:
        """Count every field in which an event will be read back as something else.

        `own` says whether it was read from a record before, and so from a step like the one it will be read from.
        """
        if is_another(old, new):
            self.note(BODY, "/events/*")
            self.note(BODY, "/events/+")
            return
        self._fields[tuple(map(ne, _values(old), _values(new)))] += 1
        if old.body != new.body:
            # They are of one kind, so of one type.
            self._bodies[type(old.body), tuple(map(ne, structs.astuple(old.body), structs.astuple(new.body)))] += 1
        if not own:
            self._moved += 1
            if isinstance(old.residue, dict):
                self._residues[_shape(old.residue)] += 1
            elif old.residue is not UNSET:
                self.note(UNMAPPED, "/events/*/residue")
        elif old.residue is not UNSET:
            for path in residue(old.residue, new.residue):
                self.note(CONVERTED, "/events/*/residue" + path)

    def compare_headers(self, before: Header, after: Header) -> None:
        for name in header(before, after):
            code = self._residue(before) if name == "residue" else _HEADER.get(name, HEADER)
            self.note(code, f"/header/{name}")

    def _residue(self, before: Header) -> Code:
        """Why what a reader kept of the document is not read back."""
        own = before.residue.get(NAME)
        if not isinstance(own, dict):
            return UNMAPPED
        return CONVERTED if self.converted else RESPELLED if "raw" in own else SEALED

    def compare_rest(self, before: Trace, after: Trace) -> None:
        lost, added = _missing(before.notes, after.notes), _missing(after.notes, before.notes)
        if lost + added:
            self.note(RESTATED, "/notes", lost + added)
        for name in ("patches", "git_links", "attributions", "artifacts"):
            parts = getattr(before, name)
            if parts and parts != getattr(after, name):
                self.note(CODE, f"/{name}", len(parts))


def _shape(residue: dict[str, JSON]) -> Shape:
    """What a record of another format holds beside its events: its keys, one level down where they are objects."""
    return tuple(
        [
            (key, tuple([part for part, each in value.items() if each is not UNSET]))
            if type(value) is dict and value
            else key
            for key, value in residue.items()
            if value is not UNSET
        ]
    )


def _missing(notes: Iterable[Note], among: Iterable[Note]) -> int:
    """How many notes are not among others.  They are looked up by what they are about: there may be one per event."""
    known: dict[object, list[Note]] = {}
    for note in among:
        known.setdefault((note.target, note.key), []).append(note)
    return sum(note not in known.get((note.target, note.key), ()) for note in notes)
