"""Counts what a format loses while a trace is written.  Knows the model; a table tells which loss names what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import attrgetter, ne
from typing import Any

from msgspec import UNSET, Struct, UnsetType, structs

from steno.base.exact import JSON, pointer
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Losses
from steno.formats import differences
from steno.formats.losses import CODE, HEADER, UNMAPPED, Table
from steno.model import Body, Event, Header, Note, Trace, Visibility
from steno.model.body import essence
from steno.model.event import STATED

COMPARED = tuple(name for name in STATED if name not in ("body", "origin", "residue"))
"""The fields of an event that are compared as they are, in their order."""
values_of = attrgetter(*COMPARED)
AT = {name: place for place, name in enumerate(COMPARED)}
_KIND, _ECHO_OF = AT["kind"], AT["echo_of"]
_USUAL: list[Any] = [Visibility.METADATA if name == "visibility" else UNSET for name in COMPARED]
"""What a field is that an event does not state."""

Shape = tuple[tuple[str | type, ...], ...]
"""The keys of an object with the types of its members behind them, and the same of its members that are objects."""


class Difference(Struct, frozen=True):
    """In what an event is read back as something else.  Many events of a session differ in the same."""

    fields: tuple[bool, ...] = ()
    """Which of the fields that are compared."""
    body: tuple[type[Struct], tuple[bool, ...]] | None = None
    """Which fields of the body."""
    moved: bool = False
    """Whether it was observed in a source of another format."""
    residue: Shape | None = None
    """What its record held beside its events, where that was of another format."""
    rewritten: tuple[str, ...] = ()
    """Which keys of its record have changed, where that was of the same format."""
    gone: bool = False
    added: bool = False
    """Whether what is read back is not the same event; one that only echoes another adds nothing."""


_WHOLE: Shape = ()
"""Of a record that is no object."""


def difference(old: Event, new: Event, *, own: bool) -> Difference:
    """`own` says whether the event was read from a file of the target format before."""
    return told(old, values_of(new), new.body, own=own, residue=new.residue)


def told(old: Event, row: Sequence[Any], body: Body, *, own: bool, residue: JSON = UNSET) -> Difference:
    """The same for an event of which is known what will be read: its fields, its body, and its record."""
    same = old.body is body or old.body == body
    if (
        old.kind is not row[_KIND]
        or (old.echo_of is UNSET) is not (row[_ECHO_OF] is UNSET)
        or (not same and essence(old.body) != essence(body))
    ):
        return Difference(gone=True, added=row[_ECHO_OF] is UNSET)
    fields = tuple(map(ne, values_of(old), row))
    # They are of one kind, so of one type.
    changed = None if same else (type(body), tuple(map(ne, structs.astuple(old.body), structs.astuple(body))))
    if own:
        return Difference(fields, changed, rewritten=tuple(differences.residue(old.residue, residue)))
    return Difference(fields, changed, True, None if old.residue is UNSET else shape_of(old.residue))


def row_of(stated: Mapping[str, Any]) -> list[Any]:
    """The fields of an event that are compared, of one that states these and no others."""
    row = _USUAL.copy()
    for name, value in stated.items():
        if (place := AT.get(name)) is not None:
            row[place] = value
    return row


def shape_of(residue: JSON) -> Shape:
    """What a record of another format holds beside its events: its keys, one level down where they are objects.

    Asked for every record of a session, so that all work which can wait is left to `_paths`.
    """
    if type(residue) is not dict:
        return _WHOLE
    values = residue.values()
    found = [(*residue, *map(type, values))]
    found += [(*each, *map(type, each.values())) for each in values if type(each) is dict]
    return tuple(found)


def _paths(shape: Shape) -> Iterator[tuple[str, ...]]:
    """The members that hold something."""
    if shape == _WHOLE:
        yield ()
        return
    inner = iter(shape[1:])
    for key, kind in _members(shape[0]):
        parts = next(inner) if kind is dict else ()
        if parts:
            yield from ((key, part) for part, each in _members(parts) if each is not UnsetType)
        elif kind is not UnsetType:
            yield (key,)


def _members(keys: tuple[str | type, ...]) -> Iterator[tuple[str, type]]:
    half = len(keys) // 2
    return zip(keys[:half], keys[half:], strict=True)  # type: ignore[arg-type]


class LossCounter:
    """Counts equal losses; each is reported once, with its number, in the order of codes and places."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._found: Counter[tuple[str, str]] = Counter()
        self.fields: Counter[str] = Counter()
        """Fields of events that will be read back as something else, by name: counted in place, for speed."""
        # What is lost of one event is nearly always lost of many: it is counted as one thing, and taken apart later.
        self._differences: dict[Difference, list[int]] = {}
        self._shapes: Counter[Shape] = Counter()

    def add(self, loss: Code, where: str, count: int = 1) -> None:
        """Something that the table does not know: an event that is left out, a text that is cut."""
        self._found[loss.code, where] += count

    def differ(self, difference: Difference, count: int = 1) -> None:
        """An event that is read back as something else."""
        known = self._differences.get(difference)
        if known is None:
            self._differences[difference] = [count]
        else:  # a difference is long to hash, and is hashed once
            known[0] += count

    def compare(self, old: Event, new: Event, *, own: bool) -> None:
        """Count every field in which an event is read back as something else."""
        self.differ(difference(old, new, own=own))

    def residues(self, records: Sequence[JSON]) -> None:
        """What records of another format hold beside their events.  One that stands there often is looked at once."""
        counts = Counter(map(id, records))
        once = dict(zip(map(id, records), records, strict=True))
        # Of either, the keys are in the order in which they first stand there.
        alone = [record for record, count in zip(once.values(), counts.values(), strict=True) if count == 1]
        self._shapes.update(map(shape_of, alone))
        for key, count in counts.items():
            if count > 1:
                self._shapes[shape_of(once[key])] += count

    def header(self, name: str) -> None:
        """A field of the header that is read back as something else."""
        self.add(self._table.header.get(name, HEADER), f"/header/{name}")

    def compare_headers(self, before: Header, after: Header, residue: Code = HEADER) -> None:
        """The same of the header; `residue` says why what a reader kept of the document is not read back."""
        for name in differences.header(before, after):
            if name == "residue":
                self.add(residue, "/header/residue")
            else:
                self.header(name)

    def compare_code(self, before: Trace, after: Trace | None = None) -> None:
        """The same of patches, commits, lines and artifacts; none is read back where there is no trace to compare."""
        for name in ("patches", "git_links", "attributions", "artifacts"):
            parts = getattr(before, name)
            if parts and (after is None or parts != getattr(after, name)):
                self.add(CODE, f"/{name}", len(parts))

    def restated(self, notes: Restated) -> None:
        """The notes that are not read back as they were."""
        if notes.count:
            self.add(self._table.notes, "/notes", notes.count)

    def pointers(self, difference: Difference) -> Iterator[tuple[Code, str]]:
        """The losses that a difference is, and where."""
        table = self._table
        if difference.gone:
            yield table.another, "/events/*"
        if difference.added:
            yield table.another, "/events/+"
        for name in compress(COMPARED, difference.fields):
            yield table.event.get(name, table.field), f"/events/*/{name}"
        if difference.body is not None:
            kind, differs = difference.body
            for name in compress(kind.__struct_fields__, differs):
                yield table.body, f"/events/*/body/{name}"
        if difference.moved:
            yield table.event["origin"], "/events/*/origin"
        if difference.residue is not None:
            for path in _paths(difference.residue):
                yield UNMAPPED, "/events/*/residue" + pointer(*path)
        for where in difference.rewritten:
            yield table.rewritten, "/events/*/residue" + where

    def __iter__(self) -> Iterator[Diagnostic]:
        self._take_apart()
        losses = Losses()
        known = {each.code: each for each in self._table.losses}
        for (code, where), count in sorted(self._found.items()):
            losses.add(code, self._table.message(code), where, count, known[code].severity)
        return iter(losses)

    def _take_apart(self) -> None:
        for name, count in self.fields.items():
            self.add(self._table.event.get(name, self._table.field), f"/events/*/{name}", count)
        # Events of many records differ in the same fields, so that records are taken apart on their own.
        alike: Counter[Difference] = Counter()
        for difference, (count,) in self._differences.items():
            if difference.residue is not None:
                self._shapes[difference.residue] += count
                difference = Difference(difference.fields, difference.body, difference.moved)
            alike[difference] += count
        for difference, count in alike.items():
            for loss, where in self.pointers(difference):
                self.add(loss, where, count)
        members: Counter[tuple[str, ...]] = Counter()
        for shape, count in self._shapes.items():
            for path in _paths(shape):
                members[path] += count
        for path, count in members.items():
            self.add(UNMAPPED, "/events/*/residue" + pointer(*path), count)
        self.fields.clear()
        self._differences.clear()
        self._shapes.clear()


class Restated:
    """Counts the notes that are not read back as they were, and those that were not there."""

    def __init__(self, notes: Iterable[Note]) -> None:
        self._notes = list(notes)
        self._before: dict[object, list[Note]] | None = None
        self.count = len(self._notes)
        self._authors = {note.author for note in self._notes}

    def read_back(self, after: Sequence[Note]) -> None:
        """Notes that a reader finds: all that are about one thing at once."""
        # A file mostly has its own author, who has said nothing before.
        new = [note for note in after if note.author not in self._authors]
        self.count += len(new)
        if len(new) == len(after):
            return
        if self._before is None:
            # They are looked up by what they are about: there may be one for every event.
            self._before = _by_subject(self._notes)
        for subject, found in _by_subject(note for note in after if note.author in self._authors).items():
            before = self._before.get(subject, [])
            self.count -= sum(note in found for note in before)
            self.count += sum(note not in before for note in found)


def _by_subject(notes: Iterable[Note]) -> dict[object, list[Note]]:
    found: dict[object, list[Note]] = {}
    for note in notes:
        found.setdefault((note.target, note.key), []).append(note)
    return found
