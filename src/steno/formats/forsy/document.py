"""Forsy traces as they stand in a file, for the rules: their values, and the line of every part.  Judges nothing.

An empty string is read as null here, so that one mistake is one finding: a rule of its own speaks of empty strings.
What an older version calls otherwise is not translated: the rules see what is written.
"""

from __future__ import annotations

import io
from bisect import bisect_left
from datetime import datetime
from functools import cached_property
from typing import BinaryIO, NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON, pointer
from steno.base.files import damage
from steno.base.scan import elements, members
from steno.base.time import parse
from steno.contracts import Finding
from steno.diagnostics import Place, Report
from steno.formats.forsy import pieces
from steno.formats.forsy.leaks import Leak, leaks
from steno.formats.forsy.pieces import Piece
from steno.formats.forsy.words import USER_MESSAGE
from steno.formats.records import BAD, CUT, DAMAGED, NOT_OBJECT
from steno.formats.shapes import Says

_BOM = b"\xef\xbb\xbf"

Object = dict[str, JSON]
Range = tuple[int, int]


class Step(NamedTuple):
    """A step that is an object."""

    document: Document
    place: int
    """Counted from 0."""
    written: Object
    said: Object
    """The same with null for every empty string."""

    @property
    def number(self) -> JSON:
        return self.said.get("step")

    @property
    def is_user_message(self) -> bool:
        return self.said.get("action") == USER_MESSAGE

    def says(self, message: str, *path: str | int) -> Finding:
        """What a rule finds in a part of the step."""
        return self.document.says(message, "steps", self.place, *path)


class Document:
    """One trace."""

    def __init__(self, value: JSON, data: bytes, line: int | None = None) -> None:
        self.value = value
        self._data = data
        self._fixed = line
        """The line in which all of it stands, where the file is lines of traces."""
        self._known: dict[Range, dict[str, Range]] = {}
        self._near: tuple[str | int, dict[Range, dict[str, Range]]] = ("", {})
        self.top: Object = _without_empty(value) if type(value) is dict else {}
        """The trace's own fields, null for every empty string; nothing where the document is no object."""

    def part(self, key: str) -> Object | None:
        """An object of the top, or None where there is none."""
        found = self.top.get(key)
        return found if type(found) is dict else None

    @cached_property
    def steps(self) -> list[Step]:
        found = self.top.get("steps")
        listed = found if type(found) is list else []
        objects = ((index, each) for index, each in enumerate(listed) if type(each) is dict)
        return [Step(self, index, each, _without_empty(each)) for index, each in objects]

    @cached_property
    def by_number(self) -> dict[int, Step]:
        """The first step of every number."""
        found: dict[int, Step] = {}
        for step in self.steps:
            if type(step.number) is int:
                found.setdefault(step.number, step)
        return found

    @cached_property
    def times(self) -> list[tuple[datetime | None, datetime | None]]:
        """When each of the steps began and ended, as far as it says so."""
        return [(instant(step.said.get("started_at")), instant(step.said.get("ended_at"))) for step in self.steps]

    def earlier(self, step: Step, number: int) -> Step | None:
        """The step of that number, if it stands before this one."""
        found = self.by_number.get(number)
        return found if found is not None and found.place < step.place else None

    @cached_property
    def artifacts(self) -> list[JSON]:
        """Those of a structured `static_output`; what is hidden in a string is none."""
        found = (self.part("static_output") or {}).get("artifacts")
        return found if type(found) is list else []

    @cached_property
    def leaks(self) -> list[Leak]:
        return leaks(self.value)

    def says(self, message: str, *path: str | int) -> Finding:
        """What a rule finds in a part of the trace."""
        return Finding(pointer(*path), message, self.line(*path))

    def inside(self, *outer: str | int) -> Says:
        """How to speak of the parts of a part."""
        return lambda message, *path: self.says(message, *outer, *path)

    def line(self, *path: str | int) -> int:
        """The line in which a part begins; of one that is missing, that of the nearest part around it."""
        if self._fixed is not None:
            return self._fixed
        at, newlines = (0, len(self._data)), self._newlines
        line = 0
        for depth, key in enumerate(path):
            inner = self._around(path, depth, at).get(str(key))
            if inner is None:
                break
            at = inner
            line = bisect_left(newlines, at[0])
            if line == len(newlines) or newlines[line] >= at[1]:
                break  # all of it stands in one line
        return line + 1

    def _around(self, path: tuple[str | int, ...], depth: int, at: Range) -> dict[str, Range]:
        """The parts of what stands at a place.  Those of a step are kept until the next one is asked for."""
        known = self._known
        if depth > 1 and path[0] == "steps":
            if self._near[0] != path[1]:
                self._near = (path[1], {})
            known = self._near[1]
        if at not in known:
            known[at] = self._scanned(at)
        return known[at]

    def _scanned(self, at: Range) -> dict[str, Range]:
        """Where the members of an object or an array begin and end."""
        data = self._data[at[0] : at[1]].removeprefix(_BOM)
        begin = at[1] - len(data := data.lstrip())
        if data[:1] not in (b"{", b"["):
            return {}
        parts = (members(data) if data[:1] == b"{" else elements(data, 0, len(data))).parts
        return {
            str(index) if part.key is None else part.key: (begin + part.start, begin + part.end)
            for index, part in enumerate(parts)
        }

    @cached_property
    def _newlines(self) -> list[int]:
        found, at = [], self._data.find(b"\n")
        while at >= 0:
            found.append(at)
            at = self._data.find(b"\n", at + 1)
        return found


def steps(doc: Document) -> list[Step]:
    return doc.steps


def instant(value: JSON) -> datetime | None:
    return parse(value) if type(value) is str else None


def _without_empty(value: Object) -> Object:
    return {key: None if part == "" else part for key, part in value.items()} if "" in value.values() else value


def load(stream: BinaryIO, place: Place, report: Report) -> list[Document]:
    """The traces of a file: one document, or one in every line.  What is no JSON is reported, and not judged."""
    data = stream.read()
    file = pieces.load(io.BytesIO(data), place)
    if problem := damage(stream):
        file.problems.append(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))
    broken = False
    for each in file.problems:
        broken = broken or each.code in (BAD.code, CUT.code)
        if file.lines or each.code != NOT_OBJECT.code:  # of a document that is no object FSY001 speaks
            report(each)
    if file.lines:
        return [Document(_whole(piece), b"", piece.line) for piece in file.pieces if type(piece.top) is dict]
    return [] if broken else [Document(_whole(piece), data) for piece in file.pieces]


def _whole(piece: Piece) -> JSON:
    if type(piece.top) is dict and piece.top.get("steps") is UNSET:
        return piece.top | {"steps": [item.value for item in piece.items]}
    return piece.top
