"""Where records come from: lines of JSON, or the files of a folder.  Accounts for every byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.files import opened
from steno.base.jsonl import Line, odd
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


def folder(order: Callable[[str, JSON], object] | None = None, **globs: str) -> Open:
    """A JSON file and others beside it, each of them a record, named by what finds it.

    A pattern begins at the folder of the file; `{stem}` in it is the file's name without its ending.  `order` gives
    what the records are sorted by, from a record's name and value; files come by name where it is None.
    """
    return partial(_Folder, globs, order)


class Beside:
    """A record on each line of a file, and JSON files beside it, each of them a record, named by what finds it.

    A pattern begins at the folder of the file, as in `folder`.  The files beside come first: they say what the session
    is.  Writing back gives the file of lines; those beside it are a loss.
    """

    def __init__(self, **globs: str) -> None:
        self._globs = globs

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> _Beside:
        return _Beside(self._globs, None, stream, place, report)


@dataclass
class _Folder:
    globs: dict[str, str]
    order: Callable[[str, JSON], object] | None
    stream: BinaryIO
    place: Place
    report: Report
    sources: list[tuple[str, int]] = field(default_factory=list)

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        entries = [self._entry(DOCUMENT, self.place.path, self.stream.read(), 1)]
        entries += self._read()
        if self.order is not None:
            order = self.order
            entries[1:] = sorted(entries[1:], key=lambda each: order(each.name, each.line.value))  # type: ignore[arg-type,return-value]
        yield entries

    def _read(self) -> Iterator[Entry]:
        """The files beside."""
        for name, path in self._files():
            try:
                with opened(path) as stream:
                    yield self._entry(name, str(path), stream.read(), len(self.sources) + 1)
            except Unreadable as error:
                self.report(UNREAD_FILE.at(Place(str(path)), str(error)))

    def _files(self) -> Iterator[tuple[str, Path]]:
        if not self.place.path:
            return
        main = Path(self.place.path)
        for name, pattern in self.globs.items():
            for path in sorted(main.parent.glob(pattern.format(stem=main.stem))):
                if path != main:
                    yield name, path

    def _entry(self, name: str, path: str, data: bytes, number: int) -> Entry:
        self.sources.append((path, len(data)))
        place = Place(path)
        line = flawed(whole(data, number, 0, len(data)), place, self.report)
        return Entry(len(self.sources) - 1, "", name, line)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return tuple(Source(format, path or UNSET, size) for path, size in self.sources)


class _Beside(_Folder):
    began = False
    """Whether the main file holds anything."""

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        self.sources.append((self.place.path, 0))
        # A file beside has no line among those of the main one: it is called 0, 0#1, ...
        beside = [each._replace(line=replace(each.line, number=0, part=part)) for part, each in enumerate(self._read())]
        yield chain(beside, self._lines())

    def _lines(self) -> Iterator[Line | Entry]:
        """The first line says where it comes from, and all others come from there too."""
        lines = records(self.stream, self.place, self.report)
        for line in lines:
            self.began = True
            yield Entry(0, "", "", line)
            yield from lines

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        self.sources[0] = (self.place.path, size if self.began else 0)
        return super().described(format, size)
