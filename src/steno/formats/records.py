"""JSON Lines as a reader of any format sees them: every line once, flaws reported, bytes accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import BinaryIO

from msgspec import UNSET, Struct, UnsetType

from steno.base import jsonl
from steno.base.exact import JSON, at
from steno.base.files import damage
from steno.base.jsonl import Flaw, Line
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.model import Event, Kind, Origin, Trace, Unknown

BAD = Code(
    "SRC001",
    "line-is-not-json",
    "The line is not one JSON value: garbage, an invalid escape, bytes that are not UTF-8,"
    " or nesting beyond what can be read. Steno keeps its bytes as an `unknown` event and reads on.",
)
CUT = Code(
    "SRC002",
    "last-line-is-cut-off",
    "The file ends in the middle of a line. That is normal while the agent is still writing: read it again later. "
    "The bytes are kept as an `unknown` event.",
    Severity.NOTE,
)
NOT_OBJECT = Code(
    "SRC003",
    "line-is-not-an-object",
    "The line is JSON, but not an object, which every record of this format is. It is kept as an `unknown` event.",
)
BOM = Code(
    "SRC004",
    "byte-order-mark",
    "The file begins with a UTF-8 byte order mark, which JSON forbids. Steno skips it.",
    Severity.NOTE,
)
BLANK = Code(
    "SRC005",
    "blank-lines",
    "The file has blank lines. They hold no record, and Steno skips them.",
    Severity.NOTE,
)
DUPLICATE = Code(
    "SRC006",
    "duplicate-key",
    "An object on the line has a key twice. Steno reads the last value, and writes the line's original bytes back as "
    "long as the record is unchanged.",
    Severity.WARNING,
)
DAMAGED = Code(
    "SRC007",
    "compressed-data-is-damaged",
    "The compressed file is truncated or damaged. Steno read what it could decompress before the damage.",
)
WRONG_TYPE = Code(
    "SRC008",
    "field-has-the-wrong-type",
    "A field that the reader understands holds a value of a type it does not expect. Steno keeps the value unchanged "
    "and reads the event without it.",
    Severity.WARNING,
)
GLUED = Code(
    "SRC009",
    "objects-on-one-line",
    "The line holds several JSON objects, and the format allows one per line: a line end between them was lost. Steno "
    "reads each as its own record.",
)
UNREADABLE_ROWS = Code(
    "SRC010",
    "database-cannot-be-read",
    "SQLite cannot read the database: it is damaged, encrypted, or of a version that has other tables. Sessions that "
    "were read before that are kept.",
)
UNREAD_ROWS = Code(
    "SRC011",
    "rows-of-no-session",
    "Some rows of the database belong to no session that is in it, so they are not read: they were left behind when "
    "their session was deleted.",
)
UNREAD_FILE = Code(
    "SRC012",
    "file-of-the-session-cannot-be-read",
    "A file that holds a record of the session cannot be read, mostly because it was removed meanwhile or for want of "
    "permission. The session is read without it.",
)
UNREADABLE = Code(
    "SRC013",
    "bytes-are-not-understood",
    "The log holds bytes that are encrypted, or in an encoding that only the agent knows. Steno keeps them as they "
    "are, and cannot say what was said or done in them.",
    Severity.WARNING,
)

CODES = (
    BAD, CUT, NOT_OBJECT, BOM, BLANK, DUPLICATE, DAMAGED, WRONG_TYPE, GLUED, UNREADABLE_ROWS, UNREAD_ROWS,
    UNREAD_FILE, UNREADABLE,
)  # fmt: skip
_BY_FLAW = {
    Flaw.BAD: BAD, Flaw.CUT: CUT, Flaw.BOM: BOM, Flaw.BLANK: BLANK, Flaw.DUPLICATE: DUPLICATE, Flaw.GLUED: GLUED,
}  # fmt: skip


def wrong_type(path: str, line: Line, where: str, value: JSON, kind: type) -> Diagnostic:
    """What is said of a field of a record that holds a value of a type that is not expected."""
    found = "nothing" if value is None else _name(type(value))
    place = Place(path, line.number, where, line.offset, line.length)
    return WRONG_TYPE.at(place, f"{where} is {found}, expected {_name(kind)}")


def taken(holder: dict[str, JSON], key: str, where: str, expect: Callable[[str, JSON, type], None]) -> str | UnsetType:
    """A string, moved out of a record.  An empty one stays; `expect` is called for anything that is not a string."""
    value = holder.get(key)
    if type(value) is str:
        if value:
            holder[key] = UNSET
            return value
    elif value is not None:
        expect(f"{where}/{key}", value, str)
    return UNSET


def moved(holder: dict[str, JSON], key: str) -> JSON | UnsetType:
    """A value of any kind, moved out of a record; UNSET where there is none."""
    if key not in holder:
        return UNSET
    value, holder[key] = holder[key], UNSET
    return value


def records(stream: BinaryIO, place: Place, report: Report) -> Iterator[Line]:
    """Every line that has something to keep: a JSON value, or bytes that are none (then `value` is UNSET).

    Blank lines and a byte order mark are reported with their bytes and not returned.
    """
    for line in jsonl.lines(stream):
        plain = line.flaw is None and type(line.value) is dict
        if plain or flawed(line, place, report).flaw not in (Flaw.BLANK, Flaw.BOM):
            yield line
    if problem := damage(stream):
        report(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))


def flawed(line: Line, place: Place, report: Report) -> Line:
    """The line itself, once what is wrong with it has been reported."""
    where = Place(place.path, line.number, "", line.offset, line.length)
    if line.flaw is not None:
        report(_BY_FLAW[line.flaw].at(where, line.message))
    if type(line.value) is not dict and line.value is not UNSET:
        report(NOT_OBJECT.at(where, f"{_name(type(line.value))}, expected an object"))
    return line


_NAMES = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", type(None): "null"}


def _name(kind: type) -> str:
    """As JSON has it; a number may be one of several kinds."""
    return _NAMES.get(kind, "a number")


def unreadable(line: Line, actor: str) -> Event:
    """The event that keeps a line which is no record: its bytes, or its value where it has one."""
    return Event(
        uid=line.name,
        kind=Kind.UNKNOWN,
        body=Unknown(line.flaw.value if line.flaw else "not an object"),
        origin=Origin(0, line.number, line.offset, line.length),
        actor=actor,
        residue=line.value,
        raw=line.raw or UNSET,
    )


class Record(Struct, frozen=True):
    """A record as it was read: what is left of it, and the events that hold the rest."""

    rest: dict[str, JSON]
    """Empty where the line was no object."""
    events: tuple[Event, ...]

    @property
    def first(self) -> Event:
        return self.events[0]

    def blocks(self) -> Iterator[tuple[Event, dict[str, JSON]]]:
        """Each event with what is left of the block it was read from."""
        for event in self.events:
            block = at(self.rest, event.origin.pointer) if isinstance(event.origin, Origin) else UNSET
            yield event, block if isinstance(block, dict) else {}


def grouped(trace: Trace) -> Iterator[Record]:
    """The records of a trace, in order; derived events stand in no record and are left out."""

    def line(event: Event) -> tuple[int, int, int] | None:
        origin = event.origin
        return (origin.source, origin.line, origin.offset) if isinstance(origin, Origin) else None

    for key, events in groupby(trace.events, line):
        if key is not None:
            found = tuple(events)
            yield Record(found[0].residue if isinstance(found[0].residue, dict) else {}, found)


def counted(trace: Trace) -> tuple[list[Record], int]:
    """The records that are a line each, and how many lines are none: those of no object, and those of several."""
    every = list(grouped(trace))
    lines = Counter(_line(record.first) for record in every)
    whole = [each for each in every if isinstance(each.first.residue, dict) and lines[_line(each.first)] == 1]
    return whole, len(lines) - len(whole)


def _line(event: Event) -> tuple[int, int] | None:
    return (event.origin.source, event.origin.line) if isinstance(event.origin, Origin) else None


def tally(values: Iterable[JSON]) -> dict[str, int]:
    """How often each value occurs, by its name, in order of names."""
    return dict(sorted(Counter(map(str, values)).items()))
