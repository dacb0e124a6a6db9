"""What a table says beside how to read and to write: how files are known, what redaction keeps, what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.heads import DATABASE, keys, lines
from steno.formats.records import counted, tally
from steno.kit.sources import Beside
from steno.kit.table import Read, Spec, down, joined, shapes
from steno.model import Kind, Trace
from steno.model.kept import ID, Kept, under

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
            found = _top(head) if likely else set()
            return bool(likely) and (head.startswith(DATABASE) or any(way.top <= found for way in likely))
        records = [_decoded(line) for line in lines(head)] if likely else []
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


def _decoded(data: bytes) -> JSON:
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return dict.fromkeys(key for key in keys(data) if key)  # a line longer than the head


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
