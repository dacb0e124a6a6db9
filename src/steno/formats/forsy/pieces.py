"""Takes a Forsy file apart: its traces, their steps, and where each of them stands.  Interprets nothing."""

from __future__ import annotations

import io
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from msgspec import UNSET, UnsetType

from steno.base import jsonl
from steno.base.counts import number_of
from steno.base.exact import JSON, BadJSON, decode
from steno.base.files import damage
from steno.base.jsonl import Flaw
from steno.base.scan import elements, members, unclaimed
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place
from steno.formats.records import BAD, BOM, CUT, DAMAGED, DUPLICATE, NOT_OBJECT, records

_BOM = b"\xef\xbb\xbf"

Range = tuple[int, int]
"""Offset and length."""


class Item(NamedTuple):
    """A step, or what stands in the place of one."""

    value: JSON | UnsetType
    """UNSET where there is no JSON value."""
    line: int
    offset: int
    length: int
    raw: bytes = b""
    """The bytes, where there is no value."""


class Piece(NamedTuple):
    """One trace of the file."""

    top: JSON | UnsetType
    """The document; where it is an object with an array of steps, UNSET stands in their place."""
    items: list[Item]
    line: int
    raw: bytes = b""
    """The bytes, where the values do not say everything."""


class File:
    def __init__(self, place: Place) -> None:
        self.pieces: list[Piece] = []
        self.lines = False
        """Whether every line is a trace of its own."""
        self.size = 0
        self.problems: list[Diagnostic] = []
        self.passed_over: list[Range] = []
        """What holds nothing of a document, and of which a problem speaks."""
        self._place = place

    def problem(self, code: Code, message: str, line: int | None, at: Range) -> None:
        self.problems.append(code.at(Place(self._place.path, line, "", *at), message))

    def frame(self, piece: Piece) -> tuple[Range, ...]:
        """What belongs to the file and to no step of this trace: to its top, or to another trace's line."""
        return unclaimed([*((item.offset, item.length) for item in piece.items), *self.passed_over], self.size)


def load(stream: BinaryIO, place: Place) -> File:
    """The file, however odd; it has at least one piece.  What is wrong with it as JSON is in its `problems`."""
    data = stream.read()
    file = File(place)
    file.size = len(data)
    if _is_lines(data):
        _load_lines(file, data, place)
    else:
        _load_whole(file, data)
    if problem := damage(stream):
        file.problems.append(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))
    return file


def _is_lines(data: bytes) -> bool:
    """Whether the first line is a whole object, or several, and something stands behind the first of them."""
    first, _, rest = data.removeprefix(_BOM).lstrip().partition(b"\n")
    if not first.startswith(b"{") or not first.rstrip().endswith(b"}"):
        return False
    found = [type(line.value) is dict for line in jsonl.lines(io.BytesIO(first))]
    return all(found) and (len(found) > 1 or bool(rest.strip()))


def _load_lines(file: File, data: bytes, place: Place) -> None:
    file.lines = True
    for line in records(io.BytesIO(data), place, file.problems.append):
        raw = line.raw.rstrip(b"\r\n")
        text = data[line.offset : line.offset + line.length]
        if line.flaw is Flaw.DUPLICATE or type(line.value) is not dict:
            file.pieces.append(_piece(line.value, text, line.number, line.offset, raw))
        else:
            file.pieces.append(_piece(line.value, text, line.number, line.offset))


def _load_whole(file: File, data: bytes) -> None:
    start = _start(file, data)
    body = data[start:]
    try:
        value, duplicate = decode(body)
    except BadJSON as error:
        if body.strip():
            file.pieces.append(_Damaged(file, data).piece(start, error))
            return
        file.problem(BAD, "the file is empty, expected a Forsy trace", None, (0, file.size))
        value, duplicate = UNSET, None
    line = data.count(b"\n", 0, start) + 1
    if duplicate is not None:
        file.problem(DUPLICATE, f"the key {duplicate!r} appears twice", line, (start, len(body)))
    if type(value) is not dict and value is not UNSET:
        file.problem(NOT_OBJECT, "not an object, expected a Forsy trace", line, (start, len(body)))
    file.pieces.append(_piece(value, body, line, start, body if duplicate is not None else b""))


def _start(file: File, data: bytes) -> int:
    """Where the document begins."""
    start = 0
    if data.startswith(_BOM):
        file.problem(BOM, "the file begins with a byte order mark", 1, (0, 3))
        file.passed_over.append((0, 3))
        start = 3
    return start + len(data[start:]) - len(data[start:].lstrip())


def _piece(value: JSON | UnsetType, text: bytes, line: int, offset: int, raw: bytes = b"") -> Piece:
    """A sound document; `text` is where it stands."""
    if type(value) is not dict or type(steps := value.get("steps")) is not list:
        return Piece(value, [], line, raw)
    places = list(_places(text))
    if len(places) != len(steps):  # a key that stands twice puts them out of step
        places = [(line, 0, len(text))] * len(steps)
    else:
        places = [(line + number, start, end) for number, start, end in places]
    items = [
        Item(each, number, offset + start, end - start)
        for each, (number, start, end) in zip(steps, places, strict=True)
    ]
    value["steps"] = UNSET
    return Piece(value, items, line, raw)


def _places(text: bytes) -> Iterator[tuple[int, int, int]]:
    """Of each step of a sound document: how many lines stand before it, where it begins and where it ends."""
    begin = len(text) - len(text.lstrip())
    found = [part for part in members(text, begin).parts if part.key == "steps"]
    lines = counted = 0
    for _, start, end in elements(text, found[-1].start, found[-1].end).parts:
        lines += text.count(b"\n", counted, start)
        counted = start
        yield lines, start, end


class _Damaged:
    """A broken document, of which as much is read as can be."""

    def __init__(self, file: File, data: bytes) -> None:
        self._file, self._data = file, data
        self._newlines = [found.start() for found in re.finditer(b"\n", data)]

    def piece(self, start: int, error: BadJSON) -> Piece:
        file, data = self._file, self._data
        begin, at = data.find(b"{", start), start + (error.position or 0)
        file.problem(BAD, f"not JSON: {error}", self._line(at), (at, min(1, file.size - at)))
        if begin < 0:
            line, length = self._line(start), file.size - start
            return Piece(UNSET, [Item(UNSET, line, start, length, data[start:])], line)
        if begin > start:
            self._pass_over(start, begin, f"{number_of(begin - start, 'byte')} before the document")
        found = members(data, begin)
        top: dict[str, JSON] = {}
        items: list[Item] = []
        for key, first, end in found.parts:
            if key is None:
                self._pass_over(first, end, "a member without a name")
            elif key == "steps" and data[first : first + 1] == b"[":
                top[key] = UNSET
                items = [self._item(*part[1:]) for part in elements(data, first, end).parts]
            else:
                self._member(top, key, first, end)
        if found.whole and data[found.end :].strip():
            self._pass_over(found.end, file.size, "bytes after the document")
        return Piece(top, items, self._line(begin))

    def _member(self, top: dict[str, JSON], key: str, first: int, end: int) -> None:
        try:
            top[key] = decode(self._data[first:end]).value
        except BadJSON as problem:
            self._pass_over(first, end, f"{key!r} is not JSON ({problem})")

    def _item(self, first: int, end: int) -> Item:
        line, raw = self._line(first), self._data[first:end]
        try:
            return Item(decode(raw).value, line, first, end - first)
        except BadJSON as problem:
            code = CUT if end == len(self._data) else BAD
            self._file.problem(code, f"a step is not JSON: {problem}", line, (first, end - first))
            return Item(UNSET, line, first, end - first, raw)

    def _pass_over(self, first: int, end: int, what: str) -> None:
        self._file.problem(BAD, f"{what}: passed over", self._line(first), (first, end - first))
        self._file.passed_over.append((first, end - first))

    def _line(self, offset: int) -> int:
        return bisect_left(self._newlines, offset) + 1
