"""A text as a source of records, such as a log in Markdown: runs of lines, each of a kind.  Accounts for every byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.files import damage
from steno.base.jsonl import Line
from steno.diagnostics import Losses, Place, Report
from steno.formats.records import BAD, DAMAGED
from steno.kit.sources import Entry
from steno.kit.writing import Inverse, placeless, records_of
from steno.model import Source, Trace

Cut = Callable[[str, str], tuple[str, bool]]
"""The kind of a line, by the line and the kind of the one before (empty for the first), and whether a record begins
with it although the one before is of the same kind.  What stands after a slash only tells the next line where it is:
`call/ended`."""


class TextLines:
    """Records of a text: `{"text": …}`, the lines as they stand, with their ends; the kind is the record's name."""

    def __init__(self, cut: Cut, session: str = "") -> None:
        """`session` is the kind of a record with which another session begins."""
        self._cut, self._session = cut, session

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> _Reading:
        return _Reading(self._cut, self._session, stream, place, report)

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Inverse) -> None:
        """Each trace as a text."""
        losses = Losses()
        for trace in traces:
            for _, events in records_of(trace, format, losses):
                stream.write(_spelled(fill(events), events[0].raw))
            placeless(trace, losses)
        for loss in losses:
            report(loss)


def _spelled(record: JSON, raw: bytes | UnsetType) -> bytes:
    text = record.get("text") if isinstance(record, dict) else None
    if not isinstance(text, str):
        return b""
    unchanged = isinstance(raw, bytes) and raw.decode("utf-8", "replace") == text
    return raw if unchanged else text.encode("utf-8", "surrogatepass")  # type: ignore[return-value]


def _name(kind: str) -> str:
    return kind.partition("/")[0]


class _Reading:
    def __init__(self, cut: Cut, session: str, stream: BinaryIO, place: Place, report: Report) -> None:
        self._cut, self._session, self._place, self._report = cut, session, place, report
        self._lines = list(stream)
        self._size = sum(map(len, self._lines))
        self._own = (0, 0)
        """Where the session that was read last begins and ends."""
        if problem := damage(stream):
            report(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))

    def sessions(self) -> Iterator[Iterable[Entry]]:
        entries: list[Entry] = []
        begun = False
        for entry in self._entries():
            if begun and entry.name == self._session:
                yield self._whole(entries)
                entries = []
            begun = begun or entry.name == self._session  # what stands before the first belongs to it
            entries.append(entry)
        yield self._whole(entries)

    def _whole(self, entries: list[Entry]) -> list[Entry]:
        if entries:
            last = entries[-1].line
            self._own = entries[0].line.offset, last.offset + last.length
        return entries

    def _entries(self) -> Iterator[Entry]:
        kind, data, number, offset = "", list[bytes](), 0, 0
        for line in self._lines:
            found, begins = self._cut(line.decode("utf-8", "replace").rstrip("\r\n"), kind)
            if data and (begins or _name(found) != _name(kind)):
                number += 1
                yield (entry := self._entry(_name(kind), b"".join(data), number, offset))
                offset, data = offset + entry.line.length, []
            kind = found
            data.append(line)
        if data:
            yield self._entry(_name(kind), b"".join(data), number + 1, offset)

    def _entry(self, kind: str, data: bytes, number: int, offset: int) -> Entry:
        line = Line(number, offset, len(data), {"text": data.decode("utf-8", "replace")})
        try:
            data.decode()
        except UnicodeDecodeError as error:
            place = Place(self._place.path, number, "", offset, len(data))
            self._report(BAD.at(place, f"the text is not UTF-8: {error.reason} at byte {error.start}"))
            line = replace(line, raw=data)
        return Entry(0, "", kind, line)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        # Of a file with several sessions, the bytes of the others belong to the file and to no event of this one.
        start, end = self._own
        frame = tuple((offset, length) for offset, length in ((0, start), (end, self._size - end)) if length)
        return (Source(format, self._place.path or UNSET, self._size, frame=frame),)
