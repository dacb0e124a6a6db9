"""Writes records back as they were read, with whatever passes have changed in their events: the inverse of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, BinaryIO, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON, encode, spells
from steno.contracts import Ambient, UsageError, Writer
from steno.diagnostics import Losses, Report
from steno.formats.injected import joined
from steno.formats.losses import BESIDE, CODE, FOREIGN, RESPELLED, without_a_place
from steno.kit.fields import getter
from steno.kit.frame import Frame
from steno.kit.rewrites import in_pieces
from steno.kit.table import Read, Spec, inside, shapes
from steno.model import Body, Event, Kind, Lifecycle, Origin, Trace

Fill = Callable[[list[Event]], JSON]
"""The record that these events were read from, every hole of its residue filled from an event."""
Spell = Callable[[JSON], bytes]
"""The line of a record."""


Placed = Callable[[int, list[Event]], None]
"""Told of every record: the number of the line in which it is written, and its events."""


def write_back(
    traces: Iterable[Trace],
    stream: BinaryIO,
    report: Report,
    format: str,
    fill: Fill,
    spell: Spell = encode,
    placed: Placed | None = None,
) -> None:
    """One line per record, in order.  Events that are not of this format are losses.

    Records that stood in one line do so again.  With `placed`, blank lines and line ends are kept as far as events
    tell of them, so that lines keep their numbers.
    """
    losses = Losses()
    frame = Frame(exact=placed is not None)
    for trace in traces:
        for line, events in records_of(trace, format, losses):
            stream.write(frame.before(line, events[0]) + spelled(events, fill, spell, losses))
            if placed is not None:
                placed(frame.number, events)
        frame.turn()
        placeless(trace, losses)
    stream.write(frame.end)
    for loss in losses:
        report(loss)


def placeless(trace: Trace, losses: Losses) -> None:
    """What an agent's own log has no place for."""
    for code, count in without_a_place(trace.notes):
        losses.add(code.code, "notes have no place in an agent's own log", "/notes", count, code.severity)
    for name in ("patches", "git_links", "attributions", "artifacts"):
        if found := getattr(trace, name):
            losses.add(CODE.code, f"{name} have no place in an agent's own log", f"/{name}", len(found))


def records_of(trace: Trace, format: str, losses: Losses) -> Iterator[tuple[object, list[Event]]]:
    """The events of each record, with the line that it stood in."""

    def record(event: Event) -> tuple[int, int, int] | None:
        origin = event.origin
        if isinstance(origin, Origin) and trace.header.sources[origin.source].format == format:
            return origin.source, origin.line, origin.offset
        return None

    for key, group in groupby(trace.events, record):
        events = list(group)
        if key is None or (events[0].residue is UNSET and events[0].raw is UNSET):
            message = f"the event was not read from a {format} file"
            losses.add(FOREIGN.code, message, "/events/*", len(events))
        else:
            yield key[:2], events


def spelled(events: list[Event], fill: Fill, spell: Spell, losses: Losses) -> bytes:
    first = events[0]
    raw = first.raw.rstrip(b"\r\n") if isinstance(first.raw, bytes) else None
    if raw is not None and first.residue is UNSET:
        return raw  # no JSON at all
    value = fill(events)
    if raw is not None:
        if spells(raw, value):
            return raw
        losses.add(RESPELLED.code, "a record with a repeated key was changed", "/events/*/raw")
    return spell(value)


class WriteBack:
    """A writer of records that were read; it has no options."""

    def __init__(self, name: str, fill: Inverse, document: Document | None = None, *, beside: bool = False) -> None:
        """`document` puts records together that are not lines; `beside` says that other files belong to the lines."""
        self._name, self._fill, self._document, self._beside = name, fill, document, beside

    def make(self, words: Sequence[str], ambient: Ambient, report: Report) -> Writer:
        if words:
            raise UsageError(f"{self._name} has no options, got {words[0]!r}")
        return self

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        traces = map(in_pieces, traces)
        if self._document is not None:
            self._document.write(traces, stream, report, self._name, self._fill)
        elif self._beside:
            losses = Losses()
            write_back([main_of(trace, losses) for trace in traces], stream, report, self._name, self._fill)
            for loss in losses:
                report(loss)
        else:
            write_back(traces, stream, report, self._name, self._fill)


def main_of(trace: Trace, losses: Losses) -> Trace:
    """A trace without what stands in files beside the main one."""
    own = tuple(event for event in trace.events if not isinstance(event.origin, Origin) or not event.origin.source)
    if beside := len(trace.events) - len(own):
        message = "what stands in other files of the session is not written into this one"
        losses.add(BESIDE.code, message, "/events/*", beside, BESIDE.severity)
    return replace(trace, events=own)


# Holes

_FEW = 8
_LIFECYCLE = Kind.LIFECYCLE  # an attribute of an Enum costs as much as the rest of it

Way = tuple[str, ...]
Holes = Sequence[tuple[Way, Mapping[str, Callable[[Event], JSON]]]]
"""For each object that may have holes: the way to it, and its keys with what gets their values from an event."""
Fills = Mapping[str, str | Sequence[str]]
"""Path -> the field, or the fields, that may fill it."""


class Document(Protocol):
    """What puts records together that are not lines."""

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Inverse) -> None: ...


class Inverse:
    """Fills the holes of records from their events."""

    def __init__(self, every: Fills, takes: Mapping[Kind, Fills]) -> None:
        """`every` says which field of a record's first event fills a path of the record.  `takes` says the same, for
        each kind of event, of paths below the place where the event stands, or of the record where a path begins
        with a slash.  Of several fields the first that the event has counts.
        """
        self._every = _holes(every)
        self._itself = {kind: getter(_several(table[""])) for kind, table in takes.items() if "" in table}
        self._near = {kind: _holes(table) for kind, table in takes.items()}
        self._far = {kind: far for kind, table in takes.items() if (far := _holes(table, far=True))}

    def __call__(self, events: list[Event], base: int = 0) -> JSON:
        """The record that these events were read from, which stands so many steps deep in its document."""
        events = joined(events)
        record = events[0].residue
        if type(record) is not dict:
            return record
        whole = _Copy(record)
        for event in events:
            kind, steps = event.kind, _steps(event, base)
            part = _at(record, steps)
            if type(part) is dict:
                if kind is _LIFECYCLE:
                    _data(part, steps, event.body, whole)
                _fill(part, steps, self._near.get(kind, ()), event, whole)
            elif part is UNSET and kind in self._itself:  # else it stands in a text that another event holds
                whole.put(steps[:-1], steps[-1], self._itself[kind](event))
            if kind in self._far:
                _fill(record, (), self._far[kind], event, whole)
        _fill(record, (), self._every, events[0], whole)
        return whole.value


def _steps(event: Event, base: int) -> tuple[str, ...]:
    """The way from the record to where an event stands in it."""
    pointer = event.origin.pointer if isinstance(event.origin, Origin) else ""
    steps = pointer.split("/")[1 + base :]
    return tuple([step.replace("~1", "/").replace("~0", "~") for step in steps] if "~" in pointer else steps)


def inverse(spec: Spec) -> Inverse:
    """What undoes what a spec's reader does."""
    tables: list[tuple[Kind | None, Mapping[str, str | Read | Sequence[str]]]] = [(None, spec.every)]
    for _, shape in shapes(spec.records.values()):
        tables.append((shape.kind, shape.takes))
        if shape.joins:  # a later piece of the text is an event of this kind
            tables.append((Kind.LIFECYCLE, shape.takes))
    takes: dict[Kind | None, dict[str, list[str]]] = {}
    for kind, table in (*tables, *spec.holes.items()):
        for path, fields in table.items():
            if not isinstance(fields, Read):
                known = takes.setdefault(kind, {}).setdefault(path, [])
                known += [field for field in _several(fields) if field not in known]
    return Inverse(takes.pop(None, {}), {kind: table for kind, table in takes.items() if kind is not None})


def _holes(table: Fills, *, far: bool = False) -> Holes:
    found: dict[Way, dict[str, Callable[[Event], JSON]]] = {}
    for path, fields in table.items():
        if path and path.startswith("/") is far:
            *way, key = path.removeprefix("/").split(".")
            found.setdefault(tuple(way), {})[key] = getter(_several(fields))
    return list(found.items())


def _several(fields: str | Sequence[str]) -> Sequence[str]:
    return [fields] if isinstance(fields, str) else fields


def _at(value: JSON, steps: Way) -> JSON:
    """As `down`, through lists too."""
    for step in steps:
        value = value[int(step)] if type(value) is list else value.get(step) if type(value) is dict else None
    return value


class _Copy:
    """A record of which nothing is changed: what is put into it is put into copies of what holds it."""

    __slots__ = ("_copies", "value")

    def __init__(self, record: dict[str, JSON]) -> None:
        self.value: JSON = record.copy()
        self._copies: dict[Way, JSON] = {(): self.value}

    def put(self, way: Way, key: str, value: JSON) -> None:
        """Fill a hole; a second value for it says nothing."""
        holder = self._copies.get(way)
        if holder is None:
            holder = self._copied(way)
        place: Any = int(key) if type(holder) is list else key
        if holder[place] is UNSET and value is not UNSET:
            holder[place] = value

    def _copied(self, way: Way) -> JSON:
        above = self._copies.get(way[:-1])
        if above is None:
            above = self._copied(way[:-1])
        place: Any = int(way[-1]) if type(above) is list else way[-1]
        copy = self._copies[way] = above[place] = above[place].copy()
        return copy


def _fill(part: JSON, steps: Way, holes: Holes, event: Event, whole: _Copy) -> None:
    """Put an event's values into the holes of a part that it can fill."""
    for way, keys in holes:
        holder = part
        for step in way:
            holder = holder.get(step) if type(holder) is dict else inside(holder, step)
        if type(holder) is dict:
            for key in keys.keys() & holder.keys() if len(keys) > _FEW else keys:
                if holder.get(key) is UNSET:
                    whole.put(steps + way, key, keys[key](event))


def _data(part: dict[str, JSON], steps: Way, body: Body, whole: _Copy) -> None:
    """The same for what a lifecycle event holds of its record, key by key."""
    data = body.data if type(body) is Lifecycle else UNSET
    if type(data) is dict:
        for key, value in part.items():
            if value is UNSET and key in data:
                whole.put(steps, key, data[key])
    elif type(data) is str:  # all of it was withheld, each part with it
        for key in [key for key, value in part.items() if value is UNSET]:
            whole.put(steps, key, data)
