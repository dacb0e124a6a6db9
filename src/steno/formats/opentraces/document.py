"""OpenTraces records as they stand in a file, for the rules: their values, lines and bytes.  Judges nothing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from typing import BinaryIO, NamedTuple

from msgspec import UNSET

from steno.base.exact import JSON, BadJSON, decode, pointer
from steno.base.files import damage
from steno.base.time import parse
from steno.contracts import Finding
from steno.diagnostics import Place, Report
from steno.formats.opentraces.flaws import Flaw, flaws
from steno.formats.opentraces.shapes import LATEST, minor
from steno.formats.records import BOM, DAMAGED, DUPLICATE, records
from steno.formats.shapes import Says

_BOM = b"\xef\xbb\xbf"
Object = dict[str, JSON]


class Step(NamedTuple):
    """A step that is an object."""

    document: Document
    place: int
    """Counted from 0."""
    value: Object

    @property
    def number(self) -> int | None:
        return found if type(found := self.value.get("step_index")) is int else None

    def says(self, message: str, *path: str | int) -> Finding:
        """What a rule finds in a part of the step."""
        return self.document.says(message, "steps", self.place, *path)


class Document:
    """One record."""

    def __init__(self, value: JSON, data: bytes, line: int | None, sessions: set[str]) -> None:
        self.value, self.data, self._line = value, data, line
        self.sessions = sessions
        """The session ids of all records of the file."""
        self.top: Object = value if type(value) is dict else {}

    def part(self, *path: str) -> Object:
        """An object somewhere in the record; empty where there is none."""
        found: JSON = self.top
        for key in path:
            found = found.get(key) if type(found) is dict else None
        return found if type(found) is dict else {}

    @property
    def minor(self) -> int:
        """The minor version whose fields the record may have: the latest, where it names none that is known."""
        found = minor(self.top.get("schema_version"))
        return LATEST if found is None else found

    @cached_property
    def flaws(self) -> list[Flaw]:
        """Where the record is not of the shape that its version has."""
        return flaws(self.value, self.minor)

    @cached_property
    def steps(self) -> list[Step]:
        return [Step(self, place, each) for place, each in objects(self.top, "steps")]

    @cached_property
    def by_number(self) -> dict[int, Step]:
        """The first step of every number."""
        found: dict[int, Step] = {}
        for step in self.steps:
            if step.number is not None:
                found.setdefault(step.number, step)
        return found

    @cached_property
    def calls(self) -> dict[str, int]:
        """Of every call id, the place of the first step that makes the call."""
        found: dict[str, int] = {}
        for step in self.steps:
            for _, call in objects(step.value, "tool_calls"):
                if type(id := call.get("tool_call_id")) is str:
                    found.setdefault(id, step.place)
        return found

    @cached_property
    def ranges(self) -> list[tuple[tuple[str | int, ...], Object]]:
        """Every attributed range, and where it stands."""
        return [
            (("attribution", "files", file, "conversations", talk, "ranges", place), each)
            for file, whole in objects(self.part("attribution"), "files")
            for talk, said in objects(whole, "conversations")
            for place, each in objects(said, "ranges")
        ]

    @cached_property
    def anchors(self) -> list[tuple[tuple[str | int, ...], Object]]:
        """Every link of a patch to git, and where it stands."""
        found = ((place, patch.get("anchor")) for place, patch in objects(self.top, "patches"))
        return [(("patches", place, "anchor"), anchor) for place, anchor in found if type(anchor) is dict]

    def says(self, message: str, *path: str | int) -> Finding:
        """What a rule finds in a part of the record."""
        return Finding(pointer(*path), message, self._line)

    def inside(self, *outer: str | int) -> Says:
        """How to speak of the parts of a part."""
        return lambda message, *path: self.says(message, *outer, *path)


def steps(doc: Document) -> list[Step]:
    return doc.steps


def objects(whole: Object, key: str) -> Iterator[tuple[int, Object]]:
    """The members of an array that are objects, with their places."""
    found = whole.get(key)
    for place, each in enumerate(found if type(found) is list else ()):
        if type(each) is dict:
            yield place, each


def instant(value: JSON) -> datetime | None:
    return parse(value) if type(value) is str else None


def load(stream: BinaryIO, place: Place, report: Report) -> list[Document]:
    """The records of a file: one in every line, or one in all of it.  What is no JSON is reported, and not judged."""
    data = stream.read()
    sessions: set[str] = set()
    found = _whole(data, place, report, sessions)
    if found is None:
        found = []
        for line in records(io.BytesIO(data), place, report):
            if line.value is not UNSET:
                raw = data[line.offset : line.offset + line.length]
                found.append(Document(line.value, raw, line.number, sessions))
    if problem := damage(stream):
        report(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))
    sessions.update(id for each in found if type(id := each.top.get("session_id")) is str)
    return found


def _whole(data: bytes, place: Place, report: Report, sessions: set[str]) -> list[Document] | None:
    """The record that takes up several lines; None where the first line ends a value, or all of them are none."""
    body = data.removeprefix(_BOM).strip()
    first, newline, _ = body.partition(b"\n")
    if not newline or _is_json(first):
        return None
    try:
        value, duplicate = decode(body)
    except BadJSON:
        return None
    if len(data) - len(data.removeprefix(_BOM)):
        report(BOM.at(Place(place.path, 1, "", 0, 3), "the file begins with a byte order mark"))
    if duplicate is not None:
        report(DUPLICATE.at(place, f"the key {duplicate!r} appears twice"))
    return [Document(value, body, None, sessions)]


def _is_json(line: bytes) -> bool:
    try:
        decode(line)
    except BadJSON:
        return False
    return True
