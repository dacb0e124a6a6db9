"""Where records come from: lines of JSON, or the files of a folder.  Accounts for every byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from glob import escape
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.files import opened
from steno.base.jsonl import Line, odd
from steno.base.scan import elements
from steno.diagnostics import Place, Report
from steno.errors import Unreadable
from steno.formats.records import UNREAD_FILE, flawed, records
from steno.model import Source


class Entry(NamedTuple):
    """A record and where it comes from."""

    source: int
    """Index into the trace's sources."""
    base: str
    """The pointer to the record in its document."""
    name: str
    """What the source calls it: the name of a table, of a kind of file; empty where only the record says it."""
    line: Line
    """Its number counts records where the source has no lines."""


class Records(Protocol):
    """A source of records."""

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        """The records of each session, in order; those that are lines of the one source as the lines that they are."""
        ...

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        """The sources of the session that was read last, whose last record ends at `size`."""
        ...


class JsonLines(NamedTuple):
    """A record on each line."""

    stream: BinaryIO
    place: Place
    report: Report

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        yield records(self.stream, self.place, self.report)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return (Source(format, self.place.path or UNSET, size),)


Open = Callable[[BinaryIO, Place, Report], Records]

DOCUMENT = "document"
"""What the file is called that holds records, or has others beside it: it is the first record itself."""


def whole(data: bytes, number: int, offset: int, length: int) -> Line:
    """A value as a line of its own; no line end is expected."""
    found = odd(data + b"\n", number, offset)
    raw = found.raw[:-1] if found.flaw is not None else b""
    return replace(found, length=length, raw=raw)


Arrange = Callable[[list[Entry]], list[Entry]]
"""Puts the records of a session in order, and may call them otherwise: a row whose kind only another row tells."""


def following(
    parent: str, child: str, keys: tuple[str, ...], called: Callable[[dict[str, JSON]], str], again: str = ""
) -> Arrange:
    """Each record that is named `child` after the `parent` whose id stands at one of the `keys`, or after the last one
    before it; it is called what `called` says of that parent.  A record of the name that `again` gives, and of the id
    of a parent, is called `again`: it says the same once more.
    """

    def arrange(entries: list[Entry]) -> list[Entry]:
        places: dict[str, tuple[int, str]] = {}
        found: list[tuple[int, Entry]] = []
        last = (-1, "")
        for entry in entries:
            value: JSON = entry.line.value if type(entry.line.value) is dict else {}
            id, place = value.get("id"), last[0]
            if entry.name == parent:
                last = place, _ = place + 1, called(value)
                if type(id) is str:
                    places[id] = last
            elif entry.name == child:
                of = next((value[key] for key in keys if type(value.get(key)) is str), "")
                place, name = places.get(of, last)
                entry = entry._replace(name=name or child)
            elif entry.name == again and type(id) is str and id in places:
                entry = entry._replace(name="again")
            found.append((place, entry))
        return [entry for _, entry in sorted(found, key=lambda each: each[0])]

    return arrange


def folder(
    order: Callable[[str, JSON], object] | None = None, arrange: Arrange | None = None, **globs: str | tuple[str, ...]
) -> Open:
    """A JSON file and others beside it, each of them a record, named by what finds it.

    A pattern begins at the folder of the file; `{stem}` in it is the file's name without its ending, `{id}` the id that
    stands in it.  `{message}` is the id in each file that is named `message`: what it finds follows that file.
    `order` gives what the records are sorted by, from a record's name and value; files come by name where it is None.
    """
    every = {name: (each,) if isinstance(each, str) else each for name, each in globs.items()}
    return partial(_Folder, every, order, arrange=arrange)


def looks_beside(source: object) -> bool:
    """Whether a source reads other files than the one that it is given."""
    return bool(getattr(source, "looks_beside", False)) or getattr(source, "func", None) is _Folder


class Beside:
    """A record on each line of a file, and files beside it: each of these a record, named by what finds it.

    A pattern begins at the folder of the file, as in `folder`.  Of a file of lines, or of a list, each line or item is
    a record.  The files beside come first, as they say what the session is, unless `arrange` orders the records.
    Writing back gives the file of lines; those beside it are a loss.
    """

    looks_beside = True

    def __init__(self, arrange: Arrange | None = None, **globs: str) -> None:
        self._arrange = arrange
        self._globs: dict[str, tuple[str, ...]] = {name: (each,) for name, each in globs.items()}

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> _Beside:
        return _Beside(self._globs, None, stream, place, report, arrange=self._arrange)


@dataclass
class _Folder:
    globs: dict[str, tuple[str, ...]]
    order: Callable[[str, JSON], object] | None
    stream: BinaryIO
    place: Place
    report: Report
    arrange: Arrange | None = None
    sources: list[tuple[str, int]] = field(default_factory=list)

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        main = self._entry(DOCUMENT, self.place.path, self.stream.read(), 1)
        entries = [main, *self._read(_named(main))]
        if self.order is not None:
            order = self.order
            entries[1:] = sorted(entries[1:], key=lambda each: order(each.name, each.line.value))  # type: ignore[arg-type,return-value]
        yield entries if self.arrange is None else self.arrange(entries)

    def _read(self, known: dict[str, str], below: str = "") -> Iterator[Entry]:
        """The files beside: those that a file `below` leads to, or those that no other does."""
        for name, path in self._files(known, below):
            try:
                with opened(path) as stream:
                    entry = self._entry(name, str(path), stream.read(), len(self.sources) + 1)
            except Unreadable as error:
                self.report(UNREAD_FILE.at(Place(str(path)), str(error)))
                continue
            yield entry
            if not below and name in self._leading and (found := _named(entry)):
                yield from self._read(known | {name: found["id"]}, name)

    def _files(self, known: dict[str, str], below: str) -> Iterator[tuple[str, Path]]:
        if not self.place.path:
            return
        main = Path(self.place.path)
        known = {"stem": escape(main.stem)} | known
        for name, patterns in self.globs.items():
            for pattern in patterns:
                leads = next((each for each in self._leading if f"{{{each}}}" in pattern), "")
                if leads == below and ("{id}" not in pattern or "id" in known):
                    yield from ((name, each) for each in _found(main, pattern.format_map(known)))

    @property
    def _leading(self) -> list[str]:
        """The names of those files whose ids lead to others."""
        every = [each for patterns in self.globs.values() for each in patterns]
        return [name for name in self.globs if any(f"{{{name}}}" in each for each in every)]

    def _entry(self, name: str, path: str, data: bytes, number: int) -> Entry:
        self.sources.append((path, len(data)))
        place = Place(path)
        line = flawed(whole(data, number, 0, len(data)), place, self.report)
        return Entry(len(self.sources) - 1, "", name, line)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return tuple(Source(format, path or UNSET, size) for path, size in self.sources)


def _named(entry: Entry) -> dict[str, str]:
    """The id that stands in a file, where it can be a part of a path."""
    value = entry.line.value
    id = value.get("id") if type(value) is dict else None
    return {"id": escape(id)} if type(id) is str and id and not set(id) & set("/\\\0") and id != ".." else {}


def _found(main: Path, pattern: str) -> list[Path]:
    """The files beside, by name; a pattern may begin some folders above."""
    top = main.parent
    while pattern.startswith("../"):
        top, pattern = top.parent, pattern.removeprefix("../")
    return [path for path in sorted(top.glob(pattern)) if path != main]


class Others(_Folder):
    """The files beside a main one, which is the first source and read by somebody else."""

    def entries(self) -> Iterator[Entry]:
        """Their records; the bytes between the items of a list belong to the file."""
        self.sources.append((self.place.path, 0))
        alone = 0
        for name, path in self._files({}, ""):
            try:
                with opened(path) as stream:
                    data = stream.read()
            except Unreadable as error:
                self.report(UNREAD_FILE.at(Place(str(path)), str(error)))
                continue
            if path.suffix == ".jsonl" or data.lstrip()[:1] == b"[":
                yield from self._several(name, str(path), data)
            else:
                # It has no line among those of the main file: it is called 0, 0#1, ...
                entry = self._entry(name, str(path), data, 0)
                yield entry._replace(line=replace(entry.line, part=alone))
                alone += 1

    def _several(self, name: str, path: str, data: bytes) -> Iterator[Entry]:
        index = len(self.sources)
        self.sources.append((path, len(data)))
        place = Place(path)
        if path.endswith(".jsonl"):
            for line in records(BytesIO(data), place, self.report):
                yield Entry(index, "", name, replace(line, file=index))
        else:
            for line, base in _items(data, place, self.report):
                yield Entry(index, base, name, replace(line, file=index))

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        main, *others = super().described(format, size)
        framed = (replace(each, frame=((0, each.size),)) for each in others if isinstance(each.size, int))
        return (main, *framed)


def _items(data: bytes, place: Place, report: Report) -> Iterator[tuple[Line, str]]:
    """The items of a list, each with the pointer to it."""
    start = len(data) - len(data.lstrip())
    for index, part in enumerate(elements(data, start, len(data.rstrip())).parts):
        line = whole(data[part.start : part.end], index + 1, part.start, part.end - part.start)
        yield flawed(line, place, report), f"/{index}"


class _Beside(Others):
    began = False
    """Whether the main file holds anything."""

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        beside = list(self.entries())
        if self.arrange is None:
            yield chain(beside, self._lines())
        else:
            lines = (Entry(0, "", "", line) for line in records(self.stream, self.place, self.report))
            yield self.arrange([*beside, *self._counted(lines)])

    def _counted(self, lines: Iterable[Entry]) -> Iterator[Entry]:
        for entry in lines:
            yield entry
            self.sources[0] = (self.place.path, entry.line.offset + entry.line.length)

    def _lines(self) -> Iterator[Line | Entry]:
        """The first line says where it comes from, and all others come from there too."""
        lines = records(self.stream, self.place, self.report)
        for line in lines:
            self.began = True
            yield Entry(0, "", "", line)
            yield from lines

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        if self.arrange is None:
            self.sources[0] = (self.place.path, size if self.began else 0)
        return super().described(format, size)
