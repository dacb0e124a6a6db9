"""One JSON document as a source of records: those in its lists, and what is around them.  Reads a damaged one too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, groupby
from typing import BinaryIO, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON, encode, pointer
from steno.base.files import damage
from steno.base.jsonl import Flaw, glued, odd
from steno.base.patterns import deferred
from steno.base.scan import Part, elements, members
from steno.diagnostics import Losses, Place, Report
from steno.formats.records import BOM, DAMAGED, flawed
from steno.kit.sources import DOCUMENT, Arrange, Entry, Others, Records, whole
from steno.kit.writing import Inverse, main_of, placeless, records_of, spelled
from steno.model import Event, Origin, Source, Trace

Way = tuple[str, ...]
_MARK = b"\xef\xbb\xbf"
_SEVERAL = deferred(rb"\}[ \t\r]*\{")
"""What stands in no line that is one object, but in a text of it."""


class Document:
    """Where in a document the records stand: the paths of lists or objects, an empty one for the document itself.

    The document is a record too, the first one, and is named `document`; its lists are empty there.  Records that are
    `tuples`, each a list of values, have these under the keys `0`, `1`, ...  Files beside it are found and ordered as
    those of `Beside`.
    """

    def __init__(
        self,
        *lists: str,
        tuples: bool = False,
        paired: bool = False,
        arrange: Arrange | None = None,
        **beside: str,
    ) -> None:
        """`paired`: the items of the lists are lists themselves, and their items are the records."""
        self._ways: tuple[Way, ...] = tuple(tuple(path.split(".")) if path else () for path in lists)
        self._tuples, self._paired, self._arrange = tuples, paired, arrange
        self._beside: dict[str, tuple[str, ...]] = {name: (each,) for name, each in beside.items()}
        self.keys = frozenset(step for way in self._ways for step in way)
        """Those that lead to the lists."""
        self.opening = b"[" if lists == ("",) else b""
        """What the document begins with, where it is nothing but a list."""

    @property
    def looks_beside(self) -> bool:
        return bool(self._beside)

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> Records:
        data = _whole(stream, place, report)
        main = _Reading(self._ways, data, place, report, tuples=self._tuples, paired=self._paired)
        return _Among(main, Others(self._beside, None, stream, place, report), self._arrange) if self._beside else main

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Inverse) -> None:
        """Each trace as a document."""
        losses = Losses()
        for trace in traces:
            own = main_of(trace, losses) if self._beside else trace
            stream.write(self._text(own, format, fill, losses)[1] + b"\n")
        for loss in losses:
            report(loss)

    def _text(self, trace: Trace, format: str, fill: Inverse, losses: Losses, deep: int = 0) -> tuple[bytes, bytes]:
        """What is around the document and the document itself, which stands so many steps deep."""
        frame, outer, held = b"[]", b"", dict[Way, list[tuple[str, bytes]]]()
        for _, events in records_of(trace, format, losses):
            way, key = self.place(events[0], deep)
            inside = isinstance(events[0].origin, Origin) and bool(events[0].origin.pointer)
            second = self._paired and way is not None and _is_second(events[0], deep + len(way) + 2)
            base = deep if way is None else deep + len(way) + 1 + second
            spell = _listed if self._tuples and way is not None else encode
            data = spelled(events, partial(fill, base=base if inside else 0), spell, losses)
            if way is not None:
                held.setdefault(way, []).append((key if second or not self._paired else "", data))
            elif deep and not inside:
                outer = data
            else:
                frame = data
        placeless(trace, losses)
        return outer, _filled(frame, {way: _together(items) if self._paired else items for way, items in held.items()})

    def place(self, event: Event, deep: int = 0) -> tuple[Way | None, str]:
        """The list that an event's record stands in, and under which key; None for the document's own."""
        steps = event.origin.pointer.split("/")[1 + deep :] if isinstance(event.origin, Origin) else []
        for way in self._ways:
            if tuple(steps[: len(way)]) == way and len(steps) > len(way):
                return way, steps[len(way)].replace("~1", "/").replace("~0", "~")
        return None, ""


class Documents(Document):
    """Many conversations in one document, as exports hold them: each is a session.

    `each` is the path of the list of conversations, empty where the document is that list, None where each stands on a
    line.  The lists are those of a conversation.  What is around the conversations is a record of the first session,
    named `outer`.
    """

    def __init__(self, each: str | None, *lists: str, paired: bool = False) -> None:
        super().__init__(*lists, paired=paired)
        self._each: Way | None = None if each is None else tuple(each.split(".")) if each else ()
        self.opening = b"[" if each == "" else b"{"

    def __call__(self, stream: BinaryIO, place: Place, report: Report) -> _Several:
        data = _whole(stream, place, report)
        return _Several(self._each, self._ways, data, place, report, paired=self._paired)

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Inverse) -> None:
        """All traces as one document, or each on a line."""
        losses = Losses()
        deep = 0 if self._each is None else len(self._each) + 1
        frame, texts = b"[]", list[bytes]()
        for trace in traces:
            outer, text = self._text(trace, format, fill, losses, deep)
            frame = outer or frame
            texts.append(text)
        if self._each is None:
            stream.writelines(text + b"\n" for text in texts)
        else:
            stream.write(_filled(frame, {self._each: [("", text) for text in texts]}) + b"\n")
        for loss in losses:
            report(loss)


def _whole(stream: BinaryIO, place: Place, report: Report) -> bytes:
    data = stream.read()
    if problem := damage(stream):
        report(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))
    return data


class _Several:
    def __init__(
        self, each: Way | None, ways: tuple[Way, ...], data: bytes, place: Place, report: Report, *, paired: bool
    ) -> None:
        self._each, self._ways, self._data, self._place, self._report = each, ways, data, place, report
        self._paired = paired
        self._own = (0, 0)
        """Where the conversation that was read last begins and ends."""

    def sessions(self) -> Iterator[Iterable[Entry]]:
        outer, parts = self._parts()
        for index, part in enumerate(parts):
            self._own = part.start, part.end
            above = "" if self._each is None else pointer(*self._each, index)
            own = self._data[part.start : part.end]
            inner = _Reading(self._ways, own, self._place, self._report, part.start, above, paired=self._paired)
            (entries,) = inner.sessions()
            yield chain(outer, entries)
            outer = []
        if outer:
            yield outer

    def _parts(self) -> tuple[list[Entry], list[Part]]:
        """What is around the conversations, and where these stand."""
        data = self._data
        if self._each is None:
            return [], list(_lines(data, self._place, self._report))
        found = list(_inside(data, len(_MARK) if data.startswith(_MARK) else 0, self._each))
        frame = whole(_without(data, [part for part, _ in found]), 0, 0, len(data))
        parts = [part for _, inner in found for part in inner]
        if frame.value == [] and parts:
            return [], parts
        return [Entry(0, "", "outer", flawed(frame, self._place, self._report))], parts

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        # The bytes of other conversations belong to the document and to no event of this one.
        (start, end), size = self._own, len(self._data)
        frame = tuple((offset, length) for offset, length in ((0, start), (end, size - end)) if length)
        return (Source(format, self._place.path or UNSET, size, frame=frame),)


class _Among(NamedTuple):
    """A document with files beside it."""

    main: _Reading
    others: Others
    arrange: Arrange | None

    def sessions(self) -> Iterator[Iterable[Entry]]:
        (entries,) = self.main.sessions()
        found = [*self.others.entries(), *entries]
        yield found if self.arrange is None else self.arrange(found)

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return self.main.described(format, size) + self.others.described(format, size)[1:]


def _lines(data: bytes, place: Place, report: Report) -> Iterator[Part]:
    """Where the document of each line stands, or those between which a line end was lost."""
    start = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        first = start + len(line) - len(line.lstrip())
        body = line.strip()
        several = glued(odd(body, number, first)) if _SEVERAL().search(body) else []
        for each in several:
            if each.flaw is Flaw.GLUED:
                flawed(each, place, report)
            yield Part(None, each.offset, each.offset + each.length)
        if body and not several:
            yield Part(None, first, first + len(body))
        start += len(line) + 1


def _listed(record: JSON) -> bytes:
    """A record whose keys are places, as the list that it was."""
    places = type(record) is dict and list(record) == [str(place) for place in range(len(record))]
    return encode(list(record.values()) if places else record)


class _Reading:
    def __init__(
        self, ways: tuple[Way, ...], data: bytes, place: Place, report: Report, shift: int = 0, above: str = "",
        *, tuples: bool = False, paired: bool = False,
    ) -> None:  # fmt: skip
        """The document may stand in another, so many bytes further and at this pointer."""
        self._paired = paired
        self._ways, self._data, self._place, self._report = ways, data, place, report
        self._shift, self._above, self._tuples = shift, above, tuples

    def sessions(self) -> Iterator[Iterable[Entry]]:
        yield self._entries()

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        whole = len(self._data)
        return (Source(format, self._place.path or UNSET, whole, frame=((0, whole),)),)

    def _entries(self) -> Iterator[Entry]:
        data, number = self._data, 0
        start = len(_MARK) if data.startswith(_MARK) else 0
        if start:
            self._report(
                BOM.at(Place(self._place.path, 1, "", self._shift, start), "the file begins with a byte order mark")
            )
        found = [(way, *inside) for way in self._ways for inside in _inside(data, start, way)]
        frame = whole(_without(data, [part for _, part, _ in found])[start:], 1, self._shift, len(data))
        if frame.value != [] or () not in self._ways:  # else the document is nothing but the list
            number = 1
            yield Entry(0, self._above, DOCUMENT, flawed(frame, self._place, self._report))
        for way, _, inner in found:
            for steps, part in self._items(inner):
                number += 1
                line = whole(data[part.start : part.end], number, self._shift + part.start, part.end - part.start)
                if self._tuples and type(line.value) is list:
                    line = replace(line, value={str(place): value for place, value in enumerate(line.value)})
                yield Entry(0, self._above + pointer(*way, *steps), "", flawed(line, self._place, self._report))

    def _items(self, inner: list[Part]) -> Iterator[tuple[tuple[str | int, ...], Part]]:
        """Each record of a list, and the steps that lead to it there."""
        for index, part in enumerate(inner):
            key = index if part.key is None else part.key
            if self._paired and self._data[part.start : part.start + 1] == b"[":
                for second, item in enumerate(elements(self._data, part.start, part.end).parts):
                    yield (key, second), item
            else:
                yield (key,), part


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


def _is_second(event: Event, step: int) -> bool:
    """Whether a step to the place of a record is the number of an item."""
    steps = event.origin.pointer.split("/") if isinstance(event.origin, Origin) else []
    return step < len(steps) and steps[step].isdigit()


def _together(items: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """The records of each list in a list; one without a key stands alone."""
    found: list[tuple[str, bytes]] = []
    for key, group in groupby(items, key=lambda item: item[0]):
        records = [data for _, data in group]
        found += [(key, b"[" + b",".join(records) + b"]")] if key else [("", data) for data in records]
    return found


def _filled(frame: bytes, held: dict[Way, list[tuple[str, bytes]]]) -> bytes:
    """The document with its records in its lists again."""
    for way, records in held.items():
        for part, _ in _inside(frame, 0, way):
            keyed = frame[part.start : part.start + 1] == b"{"
            inner = b",".join(encode(key) + b":" + data if keyed else data for key, data in records)
            frame = frame[: part.start + 1] + inner + frame[part.start + 1 :]
    return frame
