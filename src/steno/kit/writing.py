"""Writes records back as they were read, with whatever passes have changed in their events: the inverse of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, BinaryIO, Protocol

from msgspec import UNSET

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.contracts import Ambient, UsageError, Writer
from steno.diagnostics import Losses, Report
from steno.formats.injected import joined
from steno.formats.losses import CODE, FOREIGN, RESPELLED, without_a_place
from steno.kit.fields import getter
from steno.kit.table import Blocks, Part, Shape, Spec, Takes, parts
from steno.model import Event, Kind, Lifecycle, Origin, Trace

Fill = Callable[[list[Event]], JSON]
"""The record that these events were read from, every hole of its residue filled from an event."""
Spell = Callable[[JSON], bytes]
"""The line of a record."""


def write_back(
    traces: Iterable[Trace], stream: BinaryIO, report: Report, format: str, fill: Fill, spell: Spell = encode
) -> None:
    """One line per record, in order.  Events that are not of this format are losses.

    Records that stood in one line do so again.
    """
    losses = Losses()
    for trace in traces:
        before: object = None
        end = b""
        for line, events in records_of(trace, format, losses):
            stream.write((end if line != before else b"") + spelled(events, fill, spell, losses))
            before, end = line, b"\n"
        stream.write(end)
        placeless(trace, losses)
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
            message = f"an event that was not read from a {format} file"
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
        if _same(raw, value):
            return raw
        losses.add(RESPELLED.code, "a record with a repeated key was changed", "/events/*/raw")
    return spell(value)


def _same(raw: bytes, value: JSON) -> bool:
    try:
        return encode(decode(raw).value) == encode(value)
    except BadJSON:
        return False


class WriteBack:
    """A writer of records that were read; it has no options."""

    def __init__(self, name: str, fill: Inverse, document: Document | None = None) -> None:
        self._name, self._fill, self._document = name, fill, document

    def make(self, words: Sequence[str], ambient: Ambient, report: Report) -> Writer:
        if words:
            raise UsageError(f"{self._name} has no options, got {words[0]!r}")
        return self

    def write(self, traces: Iterable[Trace], stream: BinaryIO, report: Report) -> None:
        if self._document is not None:
            self._document.write(traces, stream, report, self._name, self._fill)
        else:
            write_back(traces, stream, report, self._name, self._fill)


# Holes

Holes = Sequence[tuple[tuple[str, ...], Callable[[Event], JSON]]]
"""The paths that may be holes, each with what gets its value from an event."""
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
        self._near = {kind: _holes(_only(table, far=False)) for kind, table in takes.items()}
        self._far = {kind: _holes(_only(table, far=True)) for kind, table in takes.items()}

    def __call__(self, events: list[Event], base: int = 0) -> JSON:
        """The record that these events were read from, which stands so many steps deep in its document."""
        events = joined(events)
        record = events[0].residue
        if type(record) is not dict:
            return record
        filled: dict[str, Any] = {}
        for event in events:
            steps = _steps(event, base)
            part = _at(record, steps)
            if type(part) is dict and type(event.body) is Lifecycle:
                _data(part, steps, event.body.data, filled)
            _fill(part, steps, self._near.get(event.kind, ()), event, filled)
            _fill(record, (), self._far.get(event.kind, ()), event, filled)
        _fill(record, (), self._every, events[0], filled)
        return _whole(record, filled)


def _steps(event: Event, base: int) -> tuple[str, ...]:
    """The way from the record to where an event stands in it."""
    pointer = event.origin.pointer if isinstance(event.origin, Origin) else ""
    steps = pointer.split("/")[1 + base :]
    return tuple([step.replace("~1", "/").replace("~0", "~") for step in steps] if "~" in pointer else steps)


def inverse(spec: Spec) -> Inverse:
    """What undoes what a spec's reader does."""
    takes: dict[Kind, dict[str, list[str]]] = {}
    for kind, table in (*_tables(spec.records.values()), *spec.holes.items()):
        for path, field in table.items():
            if isinstance(field, str) and field not in (known := takes.setdefault(kind, {}).setdefault(path, [])):
                known.append(field)
    return Inverse({path: [field] for path, field in spec.every.items() if isinstance(field, str)}, takes)


def _tables(entries: Iterable[Part | Sequence[Part]]) -> Iterator[tuple[Kind, Takes]]:
    for entry in entries:
        for part in parts(entry):
            if isinstance(part, Shape):
                yield part.kind, part.takes
            elif isinstance(part, Blocks):
                yield from _tables(part.shapes.values())
                if part.words is not None:
                    yield part.words.kind, {"": "body.text"}


def _only(table: Fills, *, far: bool) -> Fills:
    return {path.removeprefix("/"): fields for path, fields in table.items() if path.startswith("/") is far}


def _holes(table: Fills) -> Holes:
    return [
        (tuple(path.split(".")) if path else (), getter([fields] if isinstance(fields, str) else fields))
        for path, fields in table.items()
    ]


def _at(value: JSON, steps: Iterable[str]) -> JSON:
    """As `down`, through lists too."""
    for step in steps:
        if type(value) is dict:
            value = value.get(step)
        elif type(value) is list:
            value = value[int(step)]
        else:
            return None
    return value


def _fill(part: JSON, steps: tuple[str, ...], holes: Holes, event: Event, filled: dict[str, Any]) -> None:
    """Take note of what fills each hole of a part."""
    for path, get in holes:
        value = part
        for step in path:
            value = value.get(step) if type(value) is dict else None
        if value is UNSET:
            _note(filled, (*steps, *path), get(event))


def _data(part: dict[str, JSON], steps: tuple[str, ...], data: JSON, filled: dict[str, Any]) -> None:
    """The same for what a lifecycle event holds of its record, key by key."""
    for key, value in part.items():
        if value is UNSET:
            if type(data) is dict and key in data:
                _note(filled, (*steps, key), data[key])
            elif type(data) is str:
                _note(filled, (*steps, key), data)  # all of it was withheld


class _Leaf:
    __slots__ = ("value",)

    def __init__(self, value: JSON) -> None:
        self.value = value


def _note(filled: dict[str, Any], steps: tuple[str, ...], value: JSON) -> None:
    """The first that fills a hole counts."""
    if value is UNSET:
        return
    for step in steps[:-1]:
        filled = filled.setdefault(step, {})
    filled.setdefault(steps[-1] if steps else "", _Leaf(value))


def _whole(value: JSON, filled: Any) -> JSON:
    """The value with its holes filled; nothing of it is changed."""
    if type(filled) is _Leaf:
        return filled.value
    if type(value) is list:
        return [_whole(each, filled[str(i)]) if str(i) in filled else each for i, each in enumerate(value)]
    return {key: _whole(each, filled[key]) if key in filled else each for key, each in value.items()}
