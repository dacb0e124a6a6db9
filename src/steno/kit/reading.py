"""Reads records by a table, which is compiled once into functions.  Knows shapes and blocks, no agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.exact import pointer as pointer_to
from steno.base.memory import uncollected
from steno.diagnostics import Place, Report
from steno.idioms import over
from steno.kit.fields import BODIES, BODY, Step, conversion, steps
from steno.kit.log import Log
from steno.kit.rewrites import latest, repeated, successor
from steno.kit.sources import Entry, JsonLines, looks_beside
from steno.kit.table import (
    HUMAN,
    MODEL,
    NOTHING,
    TOOL,
    Blocks,
    Header,
    Hook,
    Part,
    Read,
    Shape,
    Spec,
    Takes,
    down,
    inside,
    parts,
    standing,
)  # fmt: skip
from steno.model import Body, Kind, Lifecycle, ThoughtState, Trace, Usage, Visibility
from steno.model.signs import NONE, Signs

Fields = dict[str, Any]


class Reader:
    """A reader of what a spec describes."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._record: Callable[[Log, dict[str, JSON]], None] | None = None

    @property
    def looks_beside(self) -> bool:
        """Whether a session is read from more than one file."""
        return looks_beside(self._spec.source)

    def read(self, stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
        """Every record's events, in the order of the source; one trace for each session that the source holds."""
        spec = self._spec
        record = self._record = self._record or compiled(spec)
        source = (spec.source or JsonLines)(stream, place, report)
        for records in source.sessions():
            log = (spec.log or Log)(spec.name, place, report, spec.actors)
            log.marks, log.recognise, log.pairing = spec.marks, spec.recognise, spec.pairing
            with uncollected():
                if spec.scan is not None or spec.rewritten:
                    records = list(records)
                    lines = [each.line if isinstance(each, Entry) else each for each in records]
                    log.state = spec.scan(lines) if spec.scan is not None else None
                    log.latest = latest(spec.rewritten, lines) if spec.rewritten else {}
                for each in records:
                    if isinstance(each, Entry):
                        log.source, log.base, log.kind, line = each
                    else:
                        line = each
                    if type(line.value) is dict:
                        log.line, log.first, log.shared = line, len(log.events), {}
                        log.start = log.first
                        record(log, line.value)
                    else:
                        log.unreadable(line)
                log.pieces.settle(log.events)
            yield log.trace(source.described(spec.name, log.size), spec.finish(log) if spec.finish else {})


def compiled(spec: Spec) -> Callable[[Log, dict[str, JSON]], None]:
    """What reads one record."""
    entries = {told: [_part(each, spec) for each in parts(entry)] for told, entry in spec.records.items()}
    tell, sets, others = spec.tell, spec.sets, entries.get("*", [])
    envelope = _envelope(spec.header) if spec.header else None
    every = _taker(None, spec.every)
    key = next(iter(spec.every)) if list(spec.every.values()) == ["time"] else ""
    last = successor(spec.rewritten) if spec.rewritten else None

    def read(log: Log, record: dict[str, JSON]) -> None:
        again = "" if last is None else last(log, record)
        if envelope is not None:
            envelope(log, record)
        if sets:
            log.shared.update(sets)
        if key and type(time := record.get(key)) is str and time:  # the same, without a call
            log.shared["time"], record[key] = time, UNSET
        else:
            every(log, record, "", log.shared, _NOWHERE)
        told = log.told = tell(record)
        if log.kind:
            told = log.told = f"{log.kind}.{told}" if f"{log.kind}.{told}" in entries else log.kind
        if again:
            log.emit(Kind.LIFECYCLE, Lifecycle(told, transient=True), log.program, "", {"echo_of": again})
            return
        for emit in entries.get(told, others):
            emit(log, record, "")
        if len(log.events) == log.first:
            log.unknown(told or "untyped record")

    return read


def _part(part: Part, spec: Spec) -> Hook:
    if isinstance(part, Shape):
        return _shape(part, spec)
    if isinstance(part, Blocks):
        return _blocks(part, spec)
    return part


# Shapes

_REQUIRED = {Kind.MESSAGE: "body.text", Kind.TOOL_CALL: "body.tool"}
_SAID = (Kind.MESSAGE, Kind.THOUGHT)
_NAMED = (Kind.LIFECYCLE, Kind.SPAN_START, Kind.SPAN_END, Kind.UNKNOWN)


def _shape(shape: Shape, spec: Spec) -> Hook:
    """What makes the event of a shape."""
    every = {} if shape.at else {path: field for path, field in spec.every.items() if isinstance(field, str)}
    kind, takes, header, make = shape.kind, _taker(shape.kind, shape.takes), _header(shape.header, every), _maker(shape)
    way, pointer = (shape.at.split("."), "/" + shape.at.replace(".", "/")) if shape.at else ([], "")
    fixed: Fields = standing(shape) | {name: value for name, value in shape.sets.items() if "." not in name}
    stated = {name[5:]: value for name, value in shape.sets.items() if name.startswith("body.")}
    when, who, stays = shape.when.split("."), _actor(shape), spec.envelope if shape.rest else None
    nothing = (UNSET, None, "") if kind in _SAID else (UNSET, None)
    needs, speaks, joins = _needs(shape), kind is Kind.MESSAGE, shape.joins.split(".") if shape.joins else []

    def read(log: Log, record: dict[str, JSON], where: str) -> None:
        part = down(record, way) if way else record
        if type(part) is not dict or (shape.when and down(part, when) in nothing):
            return
        if shape.otherwise and len(log.events) > log.start:
            return
        where += pointer
        if needs is not None and not needs(log, part, where):
            log.unknown(log.told, where)
            return
        fields, body = fixed.copy(), stated.copy()
        if shape.header:
            header(log, part)
        takes(log, part, where, fields, body)
        whole = fields.pop("body", None)
        if stays is not None:
            _rest(part, stays, body)
        if joins and log.pieces.goes_on(log, kind, down(part, joins), body["text"], where, fields):
            return
        actor = who(log, fields, body)
        if speaks:
            log.words(body["text"], actor, where, fields)
        else:
            log.emit(kind, make(log, body) if whole is None else whole, actor, where, fields)

    return read


def _needs(shape: Shape) -> Callable[[Log, dict[str, JSON], str], bool] | None:
    """What says whether a part has that without which it cannot be what its kind says."""
    field = "body.text" if shape.joins else _REQUIRED.get(shape.kind)
    if field is None or field in shape.sets:
        return None
    reads = {path: to if isinstance(to, Read) else Read(to) for path, to in shape.takes.items()}
    ways = [(path.split("."), conversion(to)) for path, to in reads.items() if to.field == field]
    if not ways:
        raise ValueError(f"no path of the shape is taken as {field}, which a {shape.kind.value} must have")

    def has(log: Log, part: dict[str, JSON], where: str) -> bool:
        for way, convert in ways:
            value = down(part, way)
            if type(value if convert is None or value is UNSET else convert(value)) is str:
                return True
        log.expect(f"{where}/{'/'.join(ways[0][0])}", down(part, ways[0][0]) or None, str)
        return False

    return has


def _rest(part: dict[str, JSON], stays: frozenset[str], body: Fields) -> None:
    data = {key: value for key, value in part.items() if value is not UNSET and key not in stays}
    if data:
        part.update(dict.fromkeys(data, UNSET))
        body["data"] = body.get("data", {}) | data


def _maker(shape: Shape) -> Callable[[Log, Fields], Body]:
    struct: Callable[..., Body] = BODIES[shape.kind]
    thinks, named = shape.kind is Kind.THOUGHT, shape.kind in _NAMED

    def make(log: Log, body: Fields) -> Body:
        if named:
            body.setdefault("name", shape.name or log.told)
        elif thinks:
            log.thoughts = True
            body.setdefault("state", ThoughtState.FULL if body.get("text") else ThoughtState.ENCRYPTED)
        return struct(**body)

    return make


def _actor(shape: Shape) -> Callable[[Log, Fields, Fields], str]:
    """Who speaks, where the table says only what sort of actor it is."""
    fixed, calls = shape.actor, shape.kind is Kind.TOOL_CALL
    if fixed == TOOL:
        return lambda log, fields, body: log.tools.get(fields.get("call", ""), TOOL)
    if fixed == HUMAN:
        return _asker
    if fixed != MODEL:
        return lambda log, fields, body: fixed

    def model(log: Log, fields: Fields, body: Fields) -> str:
        if calls and "tool" in body and "call" in fields:
            log.tools[fields["call"]] = log.tool(body["tool"], body.get("server", UNSET))
        name = fields.get("model") or log.shared.get("model", UNSET)
        if name is UNSET and log.model is not UNSET:
            name = fields["model"] = log.model
        return log.speaker(name, fields.get("span") or log.shared.get("span", UNSET))

    return model


def _asker(log: Log, fields: Fields, body: Fields) -> str:
    if log.human != HUMAN:
        fields["visibility"] = Visibility.INTERNAL
    return log.human


# Blocks


def _blocks(blocks: Blocks, spec: Spec) -> Hook:
    """What makes the events of a list of blocks."""
    *above, key = blocks.at.split(".")
    pointer = "/" + blocks.at.replace(".", "/")
    words = _words(blocks.words) if blocks.words is not None else None
    spoken = blocks.words is not None and bool(blocks.words.when)
    block = _block(blocks, spec, words)

    def read(log: Log, record: dict[str, JSON], where: str) -> None:
        if blocks.otherwise and len(log.events) > log.start:
            return
        holder = down(record, above)
        found = holder.get(key) if type(holder) is dict else None
        where += pointer
        if type(found) is str and words is not None:
            if found or not spoken:
                holder[key] = UNSET
                words(log, found, where)
        elif type(found) is list or (type(found) is dict and blocks.keyed):
            told = log.told
            for index in range(len(found)) if type(found) is list else found:
                block(log, found, index, where + (f"/{index}" if type(index) is int else pointer_to(index)))
            log.told = told
        elif found is not None:
            log.expect(where, found, list)

    return read


def _block(blocks: Blocks, spec: Spec, words: Words | None) -> Callable[[Log, Any, int | str, str], None]:
    """What makes the events of one block."""
    tell, again = blocks.tell, blocks.again
    shapes = {told: [_part(each, spec) for each in parts(entry)] for told, entry in blocks.shapes.items()}
    others, every = shapes.get("*", []), _copier(blocks.every) if blocks.every else None

    def block(log: Log, found: Any, index: int | str, where: str) -> None:
        item, before, kind, shared = found[index], len(log.events), "", log.shared
        if type(item) is str and words is not None:
            found[index] = UNSET
            words(log, item, where)
        elif type(item) is dict:
            kind = log.told = tell(item)
            if again and repeated(log, item.get(again), where):
                return
            if every is not None:
                log.shared = shared.copy()
                every(log, item, where, log.shared, _NOWHERE)
            outer, log.start = log.start, before
            for emit in shapes.get(kind, others):
                emit(log, item, where)
            log.start = outer
        if len(log.events) == before:
            log.unknown(kind or "untyped block", where)
        if log.shared is not shared:
            log.shared = shared
            shared.pop("usage", None)

    return block


def _copier(every: Mapping[str, Read]) -> Taker:
    if taken := [path for path, target in every.items() if not isinstance(target, Read)]:
        raise ValueError(f"{taken[0]} of each block is taken: what stands in a block goes to one event, so it is Read")
    return _taker(None, every)


Words = Callable[[Log, str, str], None]


def _words(shape: Shape) -> Words:
    """What makes a message of a string."""
    fixed, who = standing(shape), _actor(shape)

    def words(log: Log, text: str, where: str) -> None:
        fields = fixed.copy()
        log.words(text, who(log, fields, {}), where, fields)

    return words


# Values

Taker = Callable[[Log, dict[str, JSON], str, Fields, Fields], None]
"""Fills fields of an event and of its body from a part that stands somewhere."""
_NOWHERE: Fields = {}


def _taker(kind: Kind | None, table: Takes) -> Taker:
    """What goes through a table once for each part."""
    groups = steps(kind, table)

    def take(log: Log, part: dict[str, JSON], where: str, event: Fields, body: Fields) -> None:
        usage: Fields = {}
        signs: Fields = {}
        holders = (event, body, usage, log.__dict__, signs)
        for way, entries in groups:
            holder: JSON = part
            for key in way:
                holder = holder.get(key) if type(holder) is dict else inside(holder, key)
            if type(holder) is dict:
                for step in entries:
                    if step[0] in holder:
                        _step(log, holder, step, where, holders)
        if usage:
            event["usage"] = Usage(**usage)
        if signs:
            event["signs"] = over(log.shared.get("signs", NONE), Signs(**signs))

    return take


def _step(log: Log, holder: dict[str, JSON], step: Step, where: str, holders: tuple[Fields, ...]) -> None:
    key, target, name, expected, move, convert, pointer, inner = step
    value = holder.get(key, UNSET)
    if convert is not None:
        value = UNSET if value is UNSET else convert(value)
    elif type(value) is expected:
        if value == "" and target != BODY:
            return  # it says nothing
    elif expected is not object:
        if value is not None and value is not UNSET:
            log.expect(where + pointer, value, expected)
        return
    if value is not UNSET:
        if move:
            holder[key] = UNSET
        holders[target][name] = _nested(holders[target].get(name), inner, value) if inner else value


def _nested(before: JSON, inner: tuple[str, ...], value: JSON) -> JSON:
    """The value below some keys, beside what stands there already."""
    key, *rest = inner
    known = before if type(before) is dict else {}
    return known | {key: _nested(known.get(key), tuple(rest), value) if rest else value}


def _header(table: Header, every: Mapping[str, str] = NOTHING) -> Callable[[Log, dict[str, JSON]], None]:
    """What takes note of what a record says of the whole trace; `every` says which values its events hold by now."""
    entries = [(path.split("."), every.get(path, ""), *_field(target)) for path, target in table.items()]

    def note(log: Log, record: dict[str, JSON]) -> None:
        for way, held, field, convert in entries:
            value = log.shared.get(held, UNSET) if held in log.shared else down(record, way)
            if value is not UNSET:
                log.note(field, value if convert is None else convert(value))

    return note


def _field(target: str | Read) -> tuple[str, Callable[[Any], Any] | None]:
    return (target.field, conversion(target)) if isinstance(target, Read) else (target, None)


def _envelope(table: Header) -> Callable[[Log, dict[str, JSON]], None]:
    """The same for what every record says.

    Most records say what the one before said: they then hold the same texts, not equal ones, and nothing is noted.
    """
    flat = {path: target for path, target in table.items() if "." not in path and isinstance(target, str)}
    keys, fields = tuple(flat), tuple(flat.values())
    deep = {path: target for path, target in table.items() if path not in flat}
    further = _header(deep)

    def note(log: Log, record: dict[str, JSON]) -> None:
        around = tuple(map(record.get, keys))
        if around == log.around:
            record |= log.same
        else:
            log.around = around
            log.same = {key: each for key, each in zip(keys, around, strict=True) if type(each) is str}
            for field, value in zip(fields, around, strict=True):
                log.note(field, value)
        if deep:
            further(log, record)

    return note
