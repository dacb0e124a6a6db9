"""All laws that an agent's reader and writer keep, as one call for the tests of whoever adds an agent."""

from __future__ import annotations

import copy
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from steno.base.exact import JSON, decode, encode
from steno.base.jsonl import Line
from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.kit.agent import parts_of
from steno.kit.reading import Reader
from steno.kit.sources import Entry, JsonLines
from steno.kit.table import Spec, by
from steno.kit.writing import inverse
from steno.model import Origin, Source, Trace
from steno.passes.redact import Redact
from steno.testing import conformance
from steno.testing.accounting import unaccounted
from steno.testing.battery import WRONG, odd_bytes, pointers, replaced, strings, without

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3
"""A token that nobody has, and that every level of redaction masks."""
_FEW, _MANY = 8, 32
"""How many times a sample is read to see how the work grows."""
_ROOM = 1.25


def conforms(agent: Format | Spec, samples: bytes | Path | Iterable[bytes | Path]) -> list[str]:
    """What an agent breaks on samples of its files, one sentence each; nothing where it keeps every law.

    Nothing is lost and every byte is accounted for, reading and writing back gives the same values, redaction reaches
    every string, nothing that stands in a record makes the reader raise, work grows with the size of the file, and
    counts agree.  A sample is what a file holds, or its path where other files belong to it.
    """
    every = [samples] if isinstance(samples, bytes | Path) else list(samples)
    broken: list[str] = []
    for sample in every:
        broken += _bytes(agent, sample) if isinstance(sample, bytes) else _file(agent, sample)
    return list(dict.fromkeys(broken))


def _bytes(agent: Format | Spec, sample: bytes) -> Iterator[str]:
    format = _format(agent)
    if not sample.strip():
        yield "the sample has no record"
        return
    yield from conformance.conforms(format, sample)
    for what, data in odd_bytes(sample).items():
        traces, found = _read(format, io.BytesIO(data), Place())
        if any(unaccounted(trace, found, len(data)) for trace in traces):
            yield f"{what}: nothing speaks for some bytes"
    for trace in _read(format, io.BytesIO(sample), Place())[0]:
        yield from _counts(format, trace)
    yield from _records(agent, io.BytesIO(sample), Place())


def _format(agent: Format | Spec) -> Format:
    return Format(agent.name, agent.name, parts_of(agent)) if isinstance(agent, Spec) else agent


def _file(agent: Format | Spec, path: Path) -> Iterator[str]:
    format = _format(agent)
    with path.open("rb") as stream:
        traces, found = _read(format, stream, Place(str(path)))
    if not traces and not found:
        yield "nothing is read, and nothing is said about it"
    for trace in traces:
        yield from _counts(format, trace)
        for index, source in enumerate(trace.header.sources):
            about = [each for each in found if each.place.path == source.path]
            if gaps := unaccounted(trace, about, source.size if isinstance(source.size, int) else 0, index):
                yield f"nothing speaks for the bytes {gaps} of {source.path}"
    with path.open("rb") as stream:
        yield from _records(agent, stream, Place(str(path)))


def _counts(format: Format, trace: Trace) -> Iterator[str]:
    """What is counted of a file is counted of what is written back, and no record is counted twice."""
    if format.count is None:
        return
    stated = format.count(trace)
    records = {(o.source, o.line) for each in trace.events if isinstance(o := each.origin, Origin)}
    counted = [stated[key] for key in ("records", "invalid_json_lines") if key in stated]
    if len(counted) == 2 and sum(counted) != len(records):
        yield f"it counts {sum(counted)} records, and {len(records)} were read"


def _read(format: Format, stream: BinaryIO, place: Place) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    return list(format.reader.read(stream, place, found.append)) if format.reader else [], found


# Records

Named = tuple[str, dict[str, JSON]]
"""A record and what its source calls it."""


class _Door(NamedTuple):
    """The way in and the way out of a record."""

    read: Callable[[list[Named]], Trace]
    back: Callable[[Trace], JSON]
    tell: Callable[[dict[str, JSON]], str]
    format: Format


def _records(agent: Format | Spec, stream: BinaryIO, place: Place) -> Iterator[str]:
    """The laws of what is read from records, wherever these come from."""
    source = agent.source if isinstance(agent, Spec) and agent.source else JsonLines
    found = (each for session in source(stream, place, _silent).sessions() for each in session)
    entries = ((each.name, each.line) if isinstance(each, Entry) else ("", each) for each in found)
    named: list[Named] = [(name, line.value) for name, line in entries if type(line.value) is dict]
    if not named:
        yield "the sample has no record"
        return
    door = _by_table(agent) if isinstance(agent, Spec) else _by_bytes(agent)
    seen: set[object] = set()
    for name, record in named:
        for path in pointers(record):
            kind = (name, door.tell(record), tuple("*" if isinstance(key, int) else key for key in path))
            if kind not in seen:
                seen.add(kind)
                yield from _survives(door, name, record, path)
        for path in strings(record):
            yield from _masked(door, name, replaced(record, path, f"x {SECRET} y"), path)
    few, many = (_work(door, named * times) for times in (_FEW, _MANY))
    if many > few * _MANY / _FEW * _ROOM:
        yield f"{_MANY // _FEW} times the records take {many / few:.1f} times the work"


def _survives(door: _Door, name: str, record: dict[str, JSON], path: tuple[Any, ...]) -> Iterator[str]:
    """Whatever stands at a path is read without an exception, and comes back."""
    for variant in [*(replaced(record, path, value) for value in WRONG), without(record, path)]:
        expected = encode(variant)
        if encode(door.back(door.read([(name, variant)]))) != expected:
            yield f"a record does not come back: {'/'.join(map(str, path))} in {expected.decode()[:200]}"


def _masked(door: _Door, name: str, record: dict[str, JSON], path: tuple[Any, ...]) -> Iterator[str]:
    """A secret is masked wherever it stands."""
    redact = Redact("secrets", b"conforms", formats=lambda _: door.format)
    trace = redact.run(door.read([(name, record)]), _silent)
    if SECRET in str(trace) or SECRET.encode() in encode(door.back(trace)):
        yield f"redaction does not reach {'/'.join(map(str, path))}"


def _by_table(spec: Spec) -> _Door:
    fill = inverse(spec)

    def read(named: list[Named]) -> Trace:
        entries = [
            Entry(0, "", name, Line(i, i, 1, copy.deepcopy(record))) for i, (name, record) in enumerate(named, 1)
        ]
        reader = Reader(spec._replace(source=lambda *_: _Listed(entries)))
        (trace,) = reader.read(io.BytesIO(), Place(), _silent)
        return trace

    return _Door(read, lambda trace: fill(list(trace.events)), spec.tell, _format(spec))


class _Listed(NamedTuple):
    """Records that are given, as a source."""

    entries: list[Entry]

    def sessions(self) -> Iterator[Iterable[Entry]]:
        yield self.entries

    def described(self, format: str, size: int) -> tuple[Source, ...]:
        return (Source(format),)


def _by_bytes(format: Format) -> _Door:
    def read(named: list[Named]) -> Trace:
        data = b"".join(encode(record) + b"\n" for _, record in named)
        (trace,) = _read(format, io.BytesIO(data), Place())[0]
        return trace

    def back(trace: Trace) -> JSON:
        return decode(conformance.written_back(format, [trace])[0]).value

    return _Door(read, back, by("type", "payload.type", "event.hook_event_name"), format)


def _work(door: _Door, named: list[Named]) -> int:
    """How many calls it takes to read some records."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        door.read(named)
    finally:
        sys.setprofile(before)
    return calls


def _silent(_: Diagnostic) -> None:
    pass
