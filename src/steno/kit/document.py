"""One JSON document as a source of records: those in its lists, and what is around them.  Reads a damaged one too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import BinaryIO

from msgspec import UNSET

from steno.base.exact import encode, pointer
from steno.base.files import damage
from steno.base.scan import Part, elements, members
from steno.diagnostics import Losses, Place, Report
from steno.formats.records import BOM, DAMAGED, flawed
from steno.kit.sources import DOCUMENT, Entry, whole
from steno.kit.writing import Inverse, placeless, records_of, spelled
from steno.model import Event, Origin, Source, Trace

Way = tuple[str, ...]
_MARK = b"\xef\xbb\xbf"


class Document:
    """Where in a document the records stand: the paths of lists or objects, an empty one for the document itself.

    The document is a record too, the first one, and is named `document`; its lists are empty there.
    """

    def __init__(self, *lists: str) -> None:
        self._ways: tuple[Way, ...] = tuple(tuple(path.split(".")) if path else () for path in lists)

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> _Reading:
        return _Reading(self._ways, stream, place, report)

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Inverse) -> None:
        """Each trace as a document."""
        losses = Losses()
        for trace in traces:
            frame, held = b"[]", dict[Way, list[tuple[str, bytes]]]()
            for _, events in records_of(trace, format, losses):
                way, key = self.place(events[0])
                data = spelled(events, partial(fill, base=0 if way is None else len(way) + 1), encode, losses)
                if way is None:
                    frame = data
                else:
                    held.setdefault(way, []).append((key, data))
            stream.write(_filled(frame, held) + b"\n")
            placeless(trace, losses)
        for loss in losses:
            report(loss)

    def place(self, event: Event) -> tuple[Way | None, str]:
        """The list that an event's record stands in, and under which key; None for the document's own."""
        steps = event.origin.pointer.split("/")[1:] if isinstance(event.origin, Origin) else []
        for way in self._ways:
            if tuple(steps[: len(way)]) == way and len(steps) > len(way):
                return way, steps[len(way)].replace("~1", "/").replace("~0", "~")
        return None, ""


class _Reading:
    def __init__(self, ways: tuple[Way, ...], stream: BinaryIO, place: Place, report: Report) -> None:
        self._ways, self._place, self._report = ways, place, report
        self._data = stream.read()
        if problem := damage(stream):
            report(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))

    def sessions(self) -> Iterator[Iterable[Entry]]:
        yield self._entries()

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        whole = len(self._data)
        return (Source(format, self._place.path or UNSET, whole, frame=((0, whole),)),)

    def _entries(self) -> Iterator[Entry]:
        data, number = self._data, 0
        start = len(_MARK) if data.startswith(_MARK) else 0
        if start:
            self._report(BOM.at(Place(self._place.path, 1, "", 0, start), "the file begins with a byte order mark"))
        found = [(way, *inside) for way in self._ways for inside in _inside(data, start, way)]
        frame = whole(_without(data, [part for _, part, _ in found])[start:], 1, 0, len(data))
        if frame.value != []:  # which is a document that is nothing but the list
            number = 1
            yield Entry(0, "", DOCUMENT, flawed(frame, self._place, self._report))
        for way, _, inner in found:
            for index, part in enumerate(inner):
                number += 1
                line = whole(data[part.start : part.end], number, part.start, part.end - part.start)
                base = pointer(*way, index if part.key is None else part.key)
                yield Entry(0, base, "", flawed(line, self._place, self._report))


def _inside(data: bytes, start: int, way: Way) -> Iterator[tuple[Part, list[Part]]]:
    """The list or object at a path, with its parts; nothing where there is none."""
    start = len(data) - len(data[start:].lstrip())
    part = Part(None, start, len(data.rstrip()))
    for key in way:
        opening = data[part.start : part.start + 1]
        same = [each for each in members(data[: part.end], part.start).parts if each.key == key]
        if opening != b"{" or not same:
            return
        part = same[-1]
    opening = data[part.start : part.start + 1]
    if opening == b"[":
        yield part, elements(data, part.start, part.end).parts
    elif opening == b"{" and way:
        yield part, members(data[: part.end], part.start).parts


def _without(data: bytes, emptied: list[Part]) -> bytes:
    """The document with nothing in the lists that hold its records."""
    pieces, position = list[bytes](), 0
    for part in sorted(emptied, key=lambda each: each.start):
        closing = data[part.end - 1 : part.end]  # it is missing where the document is cut off
        pieces += [data[position : part.start + 1], closing if closing in (b"]", b"}") else b""]
        position = part.end
    return b"".join([*pieces, data[position:]])


def _filled(frame: bytes, held: dict[Way, list[tuple[str, bytes]]]) -> bytes:
    """The document with its records in its lists again."""
    for way, records in held.items():
        for part, _ in _inside(frame, 0, way):
            keyed = frame[part.start : part.start + 1] == b"{"
            inner = b",".join(encode(key) + b":" + data if keyed else data for key, data in records)
            frame = frame[: part.start + 1] + inner + frame[part.start + 1 :]
    return frame
