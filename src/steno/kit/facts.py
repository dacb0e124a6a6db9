"""What a table says beside how to read and to write: how files are known, what redaction keeps, what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.jsonl import glued, odd
from steno.base.patterns import deferred
from steno.formats.heads import DATABASE, body, keys, lines
from steno.formats.records import counted, tally
from steno.kit.sources import Beside
from steno.kit.table import Blocks, Part, Read, Spec, down, joined, parts, shapes
from steno.model import Kind, Trace
from steno.model.kept import ID, Kept, under
from steno.model.words import Words

_IDS = frozenset({"native", "parent", "replies_to", "echo_of", "call", "response", "span", "parallel", "child_run"})
"""Fields of an event that hold ids."""


def sniffer(spec: Spec) -> Callable[[bytes], bool]:
    """Tells a file by its beginning: some record of it, or the document, has all the signs."""
    ways = [_Known(way) for way in _alternatives(spec.known_by)]

    def sniff(head: bytes) -> bool:
        likely = [way for way in ways if way.is_likely(head)]
        if spec.marked and not any(mark in head for mark in spec.marked):
            return False
        if not ways:
            return bool(spec.marked)  # of a text, that is all there is
        if spec.source is not None and not isinstance(spec.source, Beside):
            # Only a document has an opening: no database is one.
            opening: bytes | None = getattr(spec.source, "opening", None)
            found = _top(head) if likely and body(head).startswith(opening or b"") else set()
            stored = opening is None and head.startswith(DATABASE)
            return bool(likely) and (stored or any(way.top <= found for way in likely))
        records = [record for line in lines(head) for record in _decoded(line)] if likely else []
        return any(way.knows(record) for record in records for way in likely)

    return sniff


def _alternatives(known_by: tuple[str, ...] | tuple[tuple[str, ...], ...]) -> Iterator[tuple[str, ...]]:
    alone = tuple(each for each in known_by if isinstance(each, str))
    if alone:
        yield alone
    yield from (each for each in known_by if isinstance(each, tuple))


class _Known:
    """Signs of which a record has all."""

    def __init__(self, signs: tuple[str, ...]) -> None:
        split = [sign.partition("=") for sign in signs]
        self._signs = [(path.split("."), value if equal else UNSET) for path, equal, value in split]
        self._spelled = [way[-1].encode() for way, _ in self._signs]
        self._spelled += [value.encode() for _, value in self._signs if isinstance(value, str)]
        self.top = {way[0] for way, _ in self._signs}

    def is_likely(self, head: bytes) -> bool:
        return all(name in head for name in self._spelled)

    def knows(self, record: JSON) -> bool:
        for way, value in self._signs:
            found = down(record, way)
            if found is UNSET or (value is not UNSET and found != value):
                return False
        return True


def _top(head: bytes) -> frozenset[str | None]:
    """The keys of a document, or of the first item of one that is a list."""
    return keys(head) or keys(head.lstrip().removeprefix(b"["))


def _decoded(data: bytes) -> list[JSON]:
    """The record of a line, or those between which a line end was lost."""
    try:
        return [msgspec.json.decode(data)]
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        several: list[JSON] = [each.value for each in glued(odd(data, 1, 0)) if each.value is not UNSET]
        return several or [dict.fromkeys(key for key in keys(data) if key)]  # a line longer than the head


def kept(spec: Spec) -> Kept:
    """Where ids stand that stay in the records, and what the spec says of others."""
    return under(["events[].residue.", "events[].body.data."], {**dict.fromkeys(_stated(spec), ID), **spec.kept})


def _stated(spec: Spec) -> Iterator[str]:
    """The paths in records of what is copied into an id, and not moved."""
    tables = [("", spec.header), ("", spec.every)]
    for place, shape in shapes(spec.records.values()):
        tables += [(place, shape.header), (place, shape.takes)]
    for place, table in tables:
        for path, target in table.items():
            field, copied = (target.field, True) if isinstance(target, Read) else (target, False)
            if field.startswith("ids.") or (copied and field in _IDS):
                yield joined(place, path)


def streams(spec: Spec) -> Iterator[str]:
    """Where a piece of a text stands that goes on in another record."""
    for place, shape in shapes(spec.records.values()):
        if shape.joins:
            yield from (joined(place, path) for path, target in shape.takes.items() if target == "body.text")


# Words

_QUOTED = deferred(r'"([^"]+)"')


def words(spec: Spec) -> Words:
    """The keys of all paths, the kinds of records and blocks, the values that fields are read from, and what is no
    content where it is a number or an id."""
    tables, kinds = list(_tables(spec)), set(_kinds(spec.records))
    paths = [spec.rewritten, *spec.envelope, *spec.kept, *_places(spec.records)]
    for table in tables:
        for path, target in table.items():
            paths.append(path)
            if isinstance(target, Read) and isinstance(target.convert, Mapping):
                kinds.update(each for each in target.convert if isinstance(each, str))
    for sign in (each for way in _alternatives(spec.known_by) for each in way):
        path, _, value = sign.partition("=")
        paths.append(path)
        kinds.add(value)
    for mark in spec.marked:
        kinds.update(_QUOTED().findall(mark.decode()) or [mark.decode()])
    keys = {step.removesuffix("[]") for path in paths for step in path.split(".")} | kinds
    keys |= getattr(spec.source, "keys", frozenset())
    named = [(path.rpartition(".")[2], _field(target)) for table in tables for path, target in table.items()]
    return Words(
        keys=frozenset(key for key in keys if key and not key.isdigit()),
        kinds=frozenset(kinds),
        ids=frozenset(key for key, field in named if field in _IDS or field.startswith("ids.")),
        times=frozenset(key for key, field in named if field == "time"),
        counts=frozenset(key for key, field in named if field.startswith("usage")),
    )


def _field(target: str | Read | Sequence[str]) -> str:
    return target.field if isinstance(target, Read) else target if isinstance(target, str) else target[0]


def _tables(spec: Spec) -> Iterator[Mapping[str, Any]]:
    """All tables of paths and fields."""
    yield from (spec.every, spec.header, *spec.holes.values())
    for _, shape in shapes(spec.records.values()):
        yield from (shape.takes, shape.header)
    yield from (each.every for each in _blocks(spec.records))


def _blocks(entries: Mapping[str, Part | Sequence[Part]]) -> Iterator[Blocks]:
    for part in (each for entry in entries.values() for each in parts(entry)):
        if isinstance(part, Blocks):
            yield part
            yield from _blocks(part.shapes)


def _kinds(entries: Mapping[str, Part | Sequence[Part]]) -> Iterator[str]:
    """What records and blocks say that they are, whole and in the parts that `by` put together."""
    for told in (*entries, *(kind for each in _blocks(entries) for kind in each.shapes)):
        yield told
        yield from told.split(".")


def _places(entries: Mapping[str, Part | Sequence[Part]]) -> Iterator[str]:
    """The paths that lead to shapes and blocks, and those by which they are chosen and joined."""
    for place, shape in shapes(entries.values()):
        yield from (place, shape.when, shape.joins)
    for each in _blocks(entries):
        yield from (each.at, each.again)


# Counts


def counter(spec: Spec) -> Callable[[Trace], dict[str, JSON]]:
    """Counts what a trace of this format holds, in the agent's own terms."""

    def count(trace: Trace) -> dict[str, JSON]:
        whole, invalid = counted(trace)
        calls = {event.call for event in trace.events if event.kind is Kind.TOOL_CALL}
        results = {event.call for event in trace.events if event.kind is Kind.TOOL_RESULT}
        times = [record.first.time for record in whole if isinstance(record.first.time, str)]
        return {
            "records": len(whole),
            "invalid_json_lines": invalid,
            "records_by_kind": tally(spec.tell(record.rest) or "untyped" for record in whole),
            "events_by_kind": tally(event.kind.value for event in trace.events),
            "turns": max((event.turn for event in trace.events if isinstance(event.turn, int)), default=0),
            "tool_calls": len(calls),
            "tool_results": len(results),
            "unpaired_calls": len(calls - results),
            "orphan_results": len(results - calls),
            "tokens_stated": _tokens(trace),
            "first_timestamp": min(times, default=None),
            "last_timestamp": max(times, default=None),
        }

    return count


def _tokens(trace: Trace) -> dict[str, int]:
    """The sum of every count that a record states; what it took is for the agent's usage policy to say."""
    found: Counter[str] = Counter()
    for record in trace.events:
        if record.usage is not UNSET and record.residue is not UNSET:
            stated = msgspec.structs.asdict(record.usage)
            found.update({name: count for name, count in stated.items() if type(count) is int})
    return dict(sorted(found.items()))
