"""Reads OpenTraces records of every version, one trace each.

Steps become events, what is said of the whole session becomes notes, and the record keeps what neither of them holds,
unknown fields too.  What Steno itself put into `metadata.steno` puts the events back in their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from msgspec import UNSET, ValidationError, convert
from msgspec.structs import replace

from steno.base.exact import JSON, said
from steno.base.files import damage
from steno.base.jsonl import Flaw, Line
from steno.base.learned import learned
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.formats.opentraces import code, step, whole
from steno.formats.opentraces.lines import pieces
from steno.formats.opentraces.said import BESIDE, PROGRAM
from steno.formats.opentraces.versions import FIRMNESS, TIERS
from steno.formats.opentraces.wire import NAME, OWN, Object
from steno.formats.records import DAMAGED, WRONG_TYPE, unreadable
from steno.idioms import recognised
from steno.model import Actor, ActorKind, Body, Event, Header, Kind, Origin, Role, Source, Trace, Visibility

RESPELLED: Final = Code(
    "SRC130",
    "evidence-by-another-name",
    "The record names a tier of evidence, or its firmness, by a word that the schema does not have but some programs "
    "write: `structural_match` is read as `structural_symbol`, `firm` as `firm_observed`. The record keeps its word.",
    Severity.WARNING,
)
CODES: Final = (RESPELLED,)

_KINDS: Final = {
    "lifecycle": Kind.LIFECYCLE,
    "span_start": Kind.SPAN_START,
    "span_end": Kind.SPAN_END,
    "blob": Kind.BLOB,
    "tool_result": Kind.TOOL_RESULT,
    "unknown": Kind.UNKNOWN,
}


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """Every record of the file, in its order."""
    data = stream.read()
    for line in pieces(data, place, report):
        yield Reading(line, place, report, len(data)).trace()
    if problem := damage(stream):
        report(DAMAGED.at(place, f"the compressed data is damaged or cut off: {problem}"))


def of_record(record: Object) -> Trace:
    """The trace that a reader of this record will see.  The record is left as it is."""
    top = {**record}
    if type(top.get("steps")) is list:
        top["steps"] = [_copied(each) for each in top["steps"]]
    if type(metadata := top.get("metadata")) is dict:
        top["metadata"] = _with_pieces(metadata)
    return again(top).trace()


def again(record: Object) -> Reading:
    """The reading of a record by who wrote it, and needs it no more: what it says is taken out of it."""
    return Reading(Line(1, 0, 0, record), Place(), _unheard, 0)


def _unheard(diagnostic: Diagnostic) -> None:
    """What there is to say of the record was said when it was read, or is the writer's own fault."""


def _copied(each: JSON) -> JSON:
    if type(each) is not dict:
        return each
    found = {**each}
    for key in ("tool_calls", "observations"):
        if type(listed := found.get(key)) is list:
            found[key] = [{**one} if type(one) is dict else one for one in listed]
    return found


def _with_pieces(metadata: Object) -> Object:
    """The same, with what reading takes out of it copied."""
    own = metadata.get(OWN)
    if type(own) is not dict or type(known := own.get("pieces")) is not dict:
        return metadata
    pieces = {
        key: {**each, "results": {**each["results"]}}
        if type(each) is dict and type(each.get("results")) is dict
        else each
        for key, each in known.items()
    }
    return {**metadata, OWN: {**own, "pieces": pieces}}


class Reading:
    """What is known while a record is being read."""

    def __init__(self, line: Line, place: Place, report: Report, size: int) -> None:
        self._line, self._place, self._report, self._size = line, place, report, size
        self._origin = Origin(0, line.number, line.offset, line.length)
        self._top: Object = line.value if type(line.value) is dict else {}
        metadata = self._top.get("metadata")
        own = metadata.get(OWN) if type(metadata) is dict else None
        self._own: Object = own if type(own) is dict else {}
        models = self._own.get("models")
        self._steps = step.Reader(models if type(models) is dict else None)
        self._by_call: dict[str, str] = {}
        self._by_number: dict[int, str] = {}
        self._thoughts = False

    def trace(self) -> Trace:
        if type(self._line.value) is not dict:
            header = Header(
                actors={PROGRAM: Actor(ActorKind.SYSTEM, PROGRAM)},
                sources=(self._source(),),
                residue={NAME: {}},
            )
            return Trace(header=header, events=(unreadable(self._line, PROGRAM),))
        events = list(self.events())
        return self.around(self._ordered(events))

    def around(self, events: tuple[Event, ...] = ()) -> Trace:
        """The trace with these events.  All of them have been read before."""
        line = self._line
        found = code.read(self._top, self._own, code.Steps({}, {}, self._by_call, self._by_number))
        self._respelled()
        notes = tuple(whole.notes(self._top, self._own))
        residue: Object = {"record": self._top}
        if line.flaw is Flaw.DUPLICATE:
            # Not the bytes themselves: residue is JSON.
            residue["raw"] = line.raw.decode("utf-8", "surrogateescape")
        header = Header(
            actors=self._steps.actors,
            thoughts=self._thoughts,
            sources=(self._source(),),
            residue={NAME: residue},
            system_prompts=whole.prompts(self._top),
            tools=whole.tools(self._top),
        )
        stated = whole.header(self._top, self._own, self._wrong)
        return Trace(header=replace(header, **stated), events=events, notes=notes, **found._asdict())

    def _source(self) -> Source:
        """Other records of the file stand in its frame."""
        first, length = self._line.offset, self._line.length
        around = ((0, first), (first + length, self._size - first - length))
        frame = tuple((offset, size) for offset, size in around if size > 0)
        return Source(NAME, self._place.path or UNSET, self._size, frame=frame)

    # Events

    def events(self) -> Iterator[Event]:
        """In the order of the record.  The texts of its steps are taken out of them."""
        listed = self._top.get("steps")
        if type(listed) is not list:
            if listed is not None:
                self._wrong("/steps", listed, "array")
            listed = []
        else:
            self._top["steps"] = UNSET
        known = self._own.get("pieces")
        blocks: Object = known if type(known) is dict else {}
        for index, each in enumerate(listed):
            how = blocks.get(str(index))
            events = self._steps.read(each, index, self._origin, how if type(how) is dict else {}, self._wrong)
            self._know(events)
            yield from events
        yield from self._beside(self._steps)

    def _know(self, events: list[Event]) -> None:
        """Where the events of a step stand."""
        first = events[0]
        if isinstance(first.native, str):
            self._by_number.setdefault(int(first.native), first.uid)
        for event in events:
            if event.kind is Kind.TOOL_CALL and isinstance(event.call, str):
                self._by_call.setdefault(event.call, event.uid)
            elif event.kind is Kind.THOUGHT:
                self._thoughts = True

    def _beside(self, steps: step.Reader) -> Iterator[Event]:
        """Events that are no steps, which Steno keeps beside them."""
        listed = self._own.get("beside")
        for index, each in enumerate(listed if type(listed) is list else ()):
            event = self._aside(each, index, steps) if type(each) is dict else None
            if event is not None:
                yield event

    def _aside(self, each: Object, index: int, steps: step.Reader) -> Event | None:
        kind = _KINDS.get(each["kind"]) if type(each.get("kind")) is str else None
        try:
            body: Body = convert(each.get("body"), learned(Body))
            role = convert(each["role"], learned(Role)) if "role" in each else UNSET
            visibility = convert(each.get("visibility", "metadata"), learned(Visibility))
        except ValidationError:
            return None
        if kind is None or not _agree(kind, body):
            return None
        texts: dict[str, Any] = {key: value for key in BESIDE if type(value := each.get(key)) is str and value}
        steps.actors.setdefault(PROGRAM, Actor(ActorKind.SYSTEM, PROGRAM))
        place = self._origin
        return Event(
            uid=f"beside.{index + 1}",
            kind=kind,
            body=body,
            origin=Origin(0, place.line, place.offset, place.length, f"/metadata/{OWN}/beside/{index}"),
            actor=PROGRAM,
            role=role,
            visibility=visibility,
            signs=recognised(body, role),
            **texts,
        )

    def _ordered(self, events: list[Event]) -> tuple[Event, ...]:
        """The events in the order of the log, where Steno wrote it down; else in that of the record."""
        runs = self._own.get("order")
        if type(runs) is not list or not all(map(_is_run, runs)):
            return tuple(events)
        count = len(events)
        if sum(length for _, length in runs) != count or any(start + length > count for start, length in runs):
            return tuple(events)
        order = [index for start, length in runs for index in range(start, start + length)]
        return tuple(events[index] for index in order) if len(set(order)) == count else tuple(events)

    def _respelled(self) -> None:
        patches = self._top.get("patches")
        for index, patch in enumerate(patches if type(patches) is list else ()):
            anchor = patch.get("anchor") if type(patch) is dict else None
            for key, words in (("evidence_tier", TIERS), ("evidence_firmness", FIRMNESS)):
                word = anchor.get(key) if type(anchor) is dict else None
                if type(word) is str and word in words:
                    place = self._at(f"/patches/{index}/anchor/{key}")
                    self._report(RESPELLED.at(place, f"{key} is {said(word)}, read as {words[word]!r}"))

    def _wrong(self, where: str, value: JSON, kind: str) -> None:
        found = "nothing" if value is None else said(value)
        self._report(WRONG_TYPE.at(self._at(where), f"{where} is {found}, expected a {kind}"))

    def _at(self, where: str) -> Place:
        line = self._line
        return Place(self._place.path, line.number, where, line.offset, line.length)


def _agree(kind: Kind, body: Body) -> bool:
    return _TAGS[kind] == body.__struct_config__.tag


_TAGS: Final[dict[Kind, str]] = {
    Kind.LIFECYCLE: "lifecycle",
    Kind.SPAN_START: "span",
    Kind.SPAN_END: "span",
    Kind.BLOB: "blob",
    Kind.TOOL_RESULT: "tool_result",
    Kind.UNKNOWN: "unknown",
}


def _is_run(run: JSON) -> bool:
    return type(run) is list and len(run) == 2 and all(type(each) is int and each >= 0 for each in run)
