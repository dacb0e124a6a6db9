"""An Open-Token document as it stands: its top, its events and where they are.  Interprets no event."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import BinaryIO

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from steno.base.counts import number_of
from steno.base.exact import JSON, BadJSON, decode
from steno.base.files import damage
from steno.base.jsonl import Flaw
from steno.base.scan import Parts, elements, members, tokens, unclaimed
from steno.contracts import Code, Finding
from steno.diagnostics import Diagnostic, Place, Report
from steno.formats.open_token.options import Mode
from steno.formats.open_token.wire import TYPES
from steno.formats.records import BAD, BLANK, BOM, CUT, DAMAGED, DUPLICATE, NOT_OBJECT, records

_BOM = b"\xef\xbb\xbf"


class Item(Struct, frozen=True):
    """One event of the document, or what stands in the place of one."""

    value: JSON
    """The event itself, out of its envelope; UNSET where there is no JSON value."""
    line: int
    offset: int
    length: int
    pointer: str
    """Where the event is: `/events/3` in a document, `` or `/event` in a line."""
    envelope: str = ""
    """How a line says that it is an event: `flat`, `nested`, `direct` or `twice`."""
    raw: bytes = b""
    """The bytes, where the value does not say everything."""
    flaw: str = ""

    def at(self, *path: str) -> str:
        """The pointer of a part of the event."""
        first, *rest = path
        key = "event_type" if first == "type" and self.envelope == "flat" else first
        return "/".join((self.pointer, key, *rest))

    def says(self, message: str, *path: str) -> Finding:
        """What a rule finds in a part of the event."""
        return Finding(self.at(*path), message, self.line)


class Document:
    """What both the reader and the rules look at."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self.top: JSON | UnsetType = UNSET
        """The document without its events, or the header line."""
        self.footer: JSON | UnsetType = UNSET
        self.items: list[Item] = []
        self.lines: list[tuple[int, str]] = []
        """Of ndjson: the number of each line, and what it is: header, event, footer, other."""
        self.array = False
        """Whether the whole is wrapped in an array."""
        self.events: JSON | UnsetType = UNSET
        """What stands under `events` where that is not an array."""
        self.problems: list[Diagnostic] = []
        self.passed_over: list[tuple[int, int]] = []
        """Byte ranges that hold nothing of the document."""
        self.size = 0

    @cached_property
    def objects(self) -> list[Item]:
        """The events that are objects, once the document is loaded."""
        return [item for item in self.items if type(item.value) is dict]

    def events_at(self) -> Iterator[tuple[int, Item, dict[str, JSON]]]:
        """Every event that is an object, with its place in the order."""
        for index, item in enumerate(self.items):
            if type(item.value) is dict:
                yield index, item, item.value

    def frame(self) -> tuple[tuple[int, int], ...]:
        """The byte ranges that belong to the document and to no event."""
        return unclaimed([*((item.offset, item.length) for item in self.items), *self.passed_over], self.size)


def load(stream: BinaryIO, place: Place, report: Report) -> Document:
    """The document in a stream, however odd.  What is wrong with it as JSON is in its `problems`."""
    data = stream.read()
    mode = mode_of(data)
    loading = _Lines(place) if mode is Mode.NDJSON else _Whole(data, place)
    loading.document.size = len(data)
    loading.load(data)
    if problem := damage(stream):
        loading.problem(DAMAGED, f"the compressed data is damaged or cut off: {problem}")
    return loading.document


def mode_of(data: bytes) -> Mode:
    """Whether these bytes are lines or one document; a look at the first line settles nearly every case."""
    body = data[3:] if data.startswith(_BOM) else data
    first = body[: 1 << 16].lstrip().split(b"\n", 1)[0]
    keys = {part.key for part in tokens(first).parts} if first.startswith(b"{") else set()
    if "type" in keys and "events" not in keys:
        return Mode.NDJSON
    if keys or first.rstrip() == b"{" or _is_json(body):
        return Mode.JSON
    return Mode.NDJSON if any(map(_is_record, islice(io.BytesIO(body), 1000))) else Mode.JSON


def _is_json(data: bytes) -> bool:
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return True


def _is_record(line: bytes) -> bool:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return type(value) is dict and value.get("type") in ("header", "event", "footer")


class _Loading:
    """A document while it is being taken apart."""

    def __init__(self, mode: Mode, place: Place) -> None:
        self.document = Document(mode)
        self._place = place

    def load(self, data: bytes) -> None:
        raise NotImplementedError

    def problem(self, code: Code, message: str, line: int | None = None, at: tuple[int, int] | None = None) -> None:
        offset, length = at or (None, None)
        place = Place(self._place.path, line, "", offset, length)
        self.document.problems.append(code.at(place, message))


class _Whole(_Loading):
    """One JSON object."""

    def __init__(self, data: bytes, place: Place) -> None:
        super().__init__(Mode.JSON, place)
        self._data = data
        self._counted = self._newlines = 0

    def load(self, data: bytes) -> None:
        start = self._start()
        if start is None:
            return
        if data[start : start + 1] == b"[":
            self.document.array = True
            found = elements(data, start, len(data.rstrip()))
            for index, (_, first, end) in enumerate(found.parts):
                self._wrapped(self._item(first, end, f"/{index}"))
            self._end(found)
            return
        found = members(data, start)
        top: dict[str, JSON] = {}
        for key, first, end in found.parts:
            if key is None:
                self._unread(first, end, "a member without a name")
                continue
            if key in top:
                self.problem(DUPLICATE, f"the key {key!r} appears twice", self._line(first), (first, end - first))
            if key == "events" and data[first : first + 1] == b"[":
                top[key], self.document.events = UNSET, []
                for index, (_, begin, last) in enumerate(elements(data, first, end).parts):
                    self.document.items.append(self._item(begin, last, f"/events/{index}"))
            elif (value := self._value(first, end)) is not UNSET:
                top[key] = value
        self.document.top = top
        if top.get("events", UNSET) is not UNSET:
            self.document.events = top["events"]
        self._end(found)

    def _end(self, found: Parts) -> None:
        if not found.whole:
            self.problem(CUT, "the document is cut off", self._line(found.end))
        elif rest := self._data[found.end :].strip():
            self._unread(found.end, len(self._data), f"{number_of(len(rest), 'byte')} after the document")

    def _start(self) -> int | None:
        """Where the document begins."""
        data, start = self._data, 0
        if data.startswith(_BOM):
            self.problem(BOM, "the file begins with a byte order mark", 1, (0, 3))
            self.document.passed_over.append((0, 3))
            start = 3
        body = data[start:].lstrip()
        if not body:
            self.problem(BAD, "the file is empty, expected an Open-Token document")
            return None
        begin = len(data) - len(body)
        if body[:1] not in b"{[":
            opening = data.find(b"{", begin)
            if opening < 0:
                length = len(data.rstrip()) - begin
                self.problem(BAD, "not JSON: there is no object", 1, (begin, length))
                self.document.items.append(Item(UNSET, 1, begin, length, "", raw=data, flaw=Flaw.BAD.value))
                return None
            self._unread(begin, opening, f"{number_of(opening - begin, 'byte')} before the document")
            begin = opening
        return begin

    def _wrapped(self, item: Item) -> None:
        """An element of an array that stands for a line."""
        value = item.value
        kind = value.get("type") if type(value) is dict else None
        if kind == "header" and self.document.top is UNSET:
            self.document.top = value
        elif kind == "footer":
            self.document.footer = value
        elif type(value) is dict:
            self.document.items.append(opened(item, value, self._data))
        else:
            self.document.items.append(item)

    def _item(self, first: int, end: int, pointer: str) -> Item:
        line, data = self._line(first), self._data[first:end]
        try:
            value, duplicate = decode(data)
        except BadJSON as error:
            flaw = Flaw.CUT if end == len(self._data) else Flaw.BAD
            code = CUT if flaw is Flaw.CUT else BAD
            self.problem(code, f"{pointer} is not JSON: {error}", line, (first, end - first))
            return Item(UNSET, line, first, end - first, pointer, raw=data, flaw=flaw.value)
        if duplicate is not None:
            self.problem(DUPLICATE, f"the key {duplicate!r} appears twice", line, (first, end - first))
            return Item(value, line, first, end - first, pointer, raw=data)
        if type(value) is not dict:
            self.problem(NOT_OBJECT, f"{pointer} is not an object", line, (first, end - first))
        return Item(value, line, first, end - first, pointer)

    def _value(self, first: int, end: int) -> JSON | UnsetType:
        try:
            value, duplicate = decode(self._data[first:end])
        except BadJSON as error:
            cut = end == len(self._data)
            self.problem(CUT if cut else BAD, f"not JSON: {error}", self._line(first), (first, end - first))
            self.document.passed_over.append((first, end - first))
            return UNSET
        if duplicate is not None:
            self.problem(DUPLICATE, f"the key {duplicate!r} appears twice", self._line(first), (first, end - first))
        return value

    def _unread(self, first: int, end: int, what: str) -> None:
        self.problem(BAD, f"{what}, expected nothing beside it", self._line(first), (first, end - first))
        self.document.passed_over.append((first, end - first))

    def _line(self, offset: int) -> int:
        """The number of the line that an offset is in; offsets come in order."""
        if offset < self._counted:
            self._counted = self._newlines = 0
        self._newlines += self._data.count(b"\n", self._counted, offset)
        self._counted = offset
        return self._newlines + 1


class _Lines(_Loading):
    """One JSON object per line."""

    def __init__(self, place: Place) -> None:
        super().__init__(Mode.NDJSON, place)

    def load(self, data: bytes) -> None:
        document = self.document
        for line in records(io.BytesIO(data), self._place, self._found):
            value = line.value
            kind = value.get("type") if type(value) is dict else None
            if kind == "header" and document.top is UNSET and not document.items:
                document.top = value
                document.lines.append((line.number, "header"))
            elif kind == "footer" and document.footer is UNSET:
                document.footer = value
                document.lines.append((line.number, "footer"))
            else:
                raw = line.raw or b""
                flaw = line.flaw.value if line.flaw and line.value is UNSET else ""
                item = Item(value, line.number, line.offset, line.length, "", raw=raw, flaw=flaw)
                item = opened(item, value, data) if type(value) is dict else item
                document.items.append(item)
                document.lines.append((line.number, "event" if item.envelope else "other"))

    def _found(self, problem: Diagnostic) -> None:
        self.document.problems.append(problem)
        place = problem.place
        if problem.code in (BOM.code, BLANK.code) and place.offset is not None and place.length is not None:
            self.document.passed_over.append((place.offset, place.length))


def opened(item: Item, value: dict[str, JSON], data: bytes) -> Item:
    """The event of a line, out of its envelope."""
    kind = value.get("type")
    if kind == "event" and type(value.get("event")) is dict:
        raw = item.raw or (data[item.offset : item.offset + item.length] if len(value) > 2 else b"")
        return replace(item, value=value["event"], pointer=item.pointer + "/event", envelope="nested", raw=raw)
    if item.raw and (stated := _stated_type(item.raw)):
        value["type"] = stated
        return replace(item, envelope="twice", raw=b"")
    if kind == "event" and "event_type" in value:
        event = {"type" if key == "event_type" else key: part for key, part in value.items() if key != "type"}
        return replace(item, value=event, envelope="flat")
    if kind == "event" or (type(kind) is str and kind in TYPES):
        return replace(item, envelope="direct")
    return item


def _stated_type(raw: bytes) -> str | None:
    """The event type that a line names where its `type` stands twice, once for the line, and no other key does."""
    import json  # costs start-up, and few texts need it

    repeated = 0

    def pairs(items: list[tuple[str, JSON]]) -> list[tuple[str, JSON]]:
        nonlocal repeated
        repeated += len(items) - len({key for key, _ in items})
        return items

    top = json.loads(raw, object_pairs_hook=pairs, parse_int=str, parse_float=str)
    types = [value for key, value in top if key == "type"]
    if repeated != 1 or len(types) != 2 or "event" not in types:
        return None
    stated = types[1] if types[0] == "event" else types[0]
    return stated if isinstance(stated, str) else None
