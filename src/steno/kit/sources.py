"""Where records come from: lines of JSON, or the files of a folder.  Accounts for every byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.jsonl import Line, odd
from steno.diagnostics import Place, Report
from steno.formats.records import flawed, records
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


class JsonLines:
    """A record on each line."""

    def __init__(self, stream: BinaryIO, place: Place, report: Report) -> None:
        self._stream, self._place, self._report = stream, place, report

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        yield records(self._stream, self._place, self._report)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return (Source(format, self._place.path or UNSET, size),)


Open = Callable[[BinaryIO, Place, Report], Records]

DOCUMENT = "document"
"""What the file is called that holds records, or has others beside it: it is the first record itself."""


def whole(data: bytes, number: int, offset: int, length: int) -> Line:
    """A value as a line of its own; no line end is expected."""
    found = odd(data + b"\n", number, offset)
    raw = found.raw[:-1] if found.flaw is not None else b""
    return found._replace(length=length, raw=raw)


def folder(order: Callable[[str, JSON], object] | None = None, **globs: str) -> Open:
    """A JSON file and others beside it, each of them a record, named by what finds it.

    A pattern begins at the folder of the file; `{stem}` in it is the file's name without its ending.  `order` gives
    what the records are sorted by, from a record's name and value; files come by name where it is None.
    """
    return partial(_Folder, globs, order)


class _Folder:
    def __init__(
        self,
        globs: dict[str, str],
        order: Callable[[str, JSON], object] | None,
        stream: BinaryIO,
        place: Place,
        report: Report,
    ) -> None:
        self._globs, self._order = globs, order
        self._stream, self._place, self._report = stream, place, report
        self._sources: list[tuple[str, int]] = []

    def sessions(self) -> Iterator[Iterable[Line | Entry]]:
        entries = [self._entry(DOCUMENT, self._place.path, self._stream.read(), 1)]
        for name, path in self._files():
            with path.open("rb") as stream:
                entries.append(self._entry(name, str(path), stream.read(), len(entries) + 1))
        if self._order is not None:
            order = self._order
            entries[1:] = sorted(entries[1:], key=lambda each: order(each.name, each.line.value))  # type: ignore[arg-type,return-value]
        yield entries

    def _files(self) -> Iterator[tuple[str, Path]]:
        if not self._place.path:
            return
        main = Path(self._place.path)
        for name, pattern in self._globs.items():
            for path in sorted(main.parent.glob(pattern.format(stem=main.stem))):
                if path.is_file() and path != main:
                    yield name, path

    def _entry(self, name: str, path: str, data: bytes, number: int) -> Entry:
        self._sources.append((path, len(data)))
        place = Place(path)
        line = flawed(whole(data, number, 0, len(data)), place, self._report)
        return Entry(len(self._sources) - 1, "", name, line)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return tuple(Source(format, path or UNSET, size) for path, size in self._sources)
