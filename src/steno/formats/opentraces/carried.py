"""What a record carries of its events, header, notes and code, and what not: known from what is written.

Nothing is read back for that.  Tests do, and hold one against the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any

from msgspec import UNSET, convert
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.learned import learned
from steno.formats.counter import AT, LossCounter, Restated, row_of, told
from steno.formats.losses import UNMAPPED
from steno.formats.opentraces import code, said, whole
from steno.formats.opentraces.plain import text
from steno.formats.opentraces.said import PROGRAM, Results, Turns
from steno.formats.opentraces.steps import Draft
from steno.formats.opentraces.wire import NAME, OWN, VALUE, Object
from steno.model import Body, Event, Header, Kind, Origin, Source, Text, Thought, Trace

_UID, _KIND, _ACTOR, _CALL, _USAGE, _CHILD = map(AT.__getitem__, ("uid", "kind", "actor", "call", "usage", "child_run"))
Row = list[Any]
"""The fields of an event that are compared, as a reader will find them."""


class Carried:
    """Counts in what the events of one record will be found otherwise; asked for each of its parts, in their order."""

    def __init__(self, trace: Trace, counter: LossCounter, own: Object) -> None:
        """`own` is what the record says in Steno's own words."""
        self._counter = counter
        self._foreign = [source.format != NAME for source in trace.header.sources]
        self._turns = Turns(own.get("models"))
        self._pieces: Object = own.get("pieces", {})
        self.uids: dict[str, str] = {}
        """What each event is called in the record."""
        self.by_call: dict[str, str] = {}
        self.by_number: dict[int, str] = {}

    @property
    def actors(self) -> dict[str, Any]:
        return self._turns.actors

    # Steps

    def step(self, draft: Draft, events: list[Event], step: Object, index: int, *, is_plain: bool) -> None:
        """`events` are those of the draft; `is_plain` says that no text of the step is spelled in another way."""
        rows = self._rows(draft, step, index)
        bodies = _bodies(draft, step, self._pieces.get(str(index), {}), is_plain=is_plain)
        count, starts = len(events), self._starter(draft, step)
        record: JSON = step
        for number, (event, row, body) in enumerate(zip(events, rows, bodies, strict=True)):
            row[_UID] = uid = self.uids[event.uid] = said.uid(index, number, count)
            # The first event of a step has what is said of it once.
            row[_USAGE] = UNSET if number else said.usage(step["token_usage"], _as_written)
            row[_CHILD] = step["subagent_trajectory_ref"] if number == starts else UNSET
            if not number:
                self.by_number.setdefault(index, uid)
            if row[_KIND] is Kind.TOOL_CALL and row[_CALL] is not UNSET:
                self.by_call.setdefault(row[_CALL], uid)
            self._count(event, row, body, draft, record)
            record = UNSET

    def _starter(self, draft: Draft, step: Object) -> int | None:
        """The number of the event that started the run which the step names, where it is not the step's own."""
        if not step["subagent_trajectory_ref"] or step["call_type"] == "subagent":
            return None
        first = len(draft.thoughts) + (1 if draft.prompt is not None else len(draft.texts))
        return said.starter(range(first, first + len(draft.calls)))

    def _rows(self, draft: Draft, step: Object, index: int) -> Iterator[Row]:
        """What the step says of each of its events; the same row for those of one kind, one after the other."""
        turns = self._turns
        stated = turns.of(step, index, _as_written)
        speaker = turns.speaker(stated)
        shared = row_of(stated.shared)
        if draft.thoughts:
            yield from repeat(_row(shared, Kind.THOUGHT, turns.named(speaker), _THOUGHT), len(draft.thoughts))
        if draft.prompt is not None:
            yield _row(shared, Kind.LIFECYCLE, turns.named(PROGRAM), _PROMPT)
        elif draft.texts:
            yield from repeat(_row(shared, Kind.MESSAGE, turns.named(speaker), ()), len(draft.texts))
        if draft.calls:
            row = _row(shared, Kind.TOOL_CALL, turns.named(speaker), _CALLED)
            for call in step["tool_calls"]:
                row[_CALL] = id = said.call_id(call["tool_call_id"])
                if id is not UNSET:
                    turns.calls(id, call["tool_name"])
                yield row
        if draft.results:
            row = _row(shared, Kind.TOOL_RESULT, "", _ANSWERED)
            for seen in step["observations"]:
                row[_CALL] = said.call_id(seen["source_call_id"])
                row[_ACTOR] = turns.named(turns.answers(seen["source_call_id"]))
                yield row

    # What is no step

    def aside(self, event: Event, written: Object, index: int, *, is_plain: bool) -> None:
        """An event that stands beside the steps."""
        kept = {key: value for key in said.BESIDE if (value := written.get(key))}
        kept |= {"role": event.role, "visibility": event.visibility}
        shared = row_of(kept)
        row = _row(shared, event.kind, self._turns.named(PROGRAM), ())
        row[_UID] = self.uids[event.uid] = f"beside.{index + 1}"
        body: Body = event.body if is_plain else convert(written["body"], learned(Body))
        self._count(event, row, body)

    def _count(self, event: Event, row: Row, body: Body, draft: Draft | None = None, record: JSON = UNSET) -> None:
        """An event that will be read with these fields and this body, and as the first of its step with its record."""
        origin = event.origin
        own = isinstance(origin, Origin) and not self._foreign[origin.source]
        residue = UNSET if not own or draft is None or record is UNSET else _emptied(draft, record)
        self._counter.differ(told(event, row, body, own=own, residue=residue))


Places = tuple[tuple[int, Any], ...]


def _places(about: Mapping[str, Any]) -> Places:
    return tuple((AT[name], value) for name, value in about.items())


_THOUGHT, _CALLED = _places(said.THOUGHT), _places(said.CALL)
_ANSWERED, _PROMPT = _places(said.RESULT), _places(said.PROMPT)


def _row(shared: Row, kind: Kind, actor: str, about: Places) -> Row:
    row = shared.copy()
    row[_KIND], row[_ACTOR] = kind, actor
    for place, value in about:
        row[place] = value
    return row


def _bodies(draft: Draft, step: Object, pieces: Object, *, is_plain: bool) -> Iterator[Body]:
    """What a reader will find that the events hold; an event's own body where it is carried as it is."""
    for event in draft.thoughts if draft.prompt is not None else (*draft.thoughts, *draft.texts):
        body = event.body
        if not is_plain and isinstance(body, Text | Thought) and isinstance(body.text, str):
            body = replace(body, text=text(body.text))
        yield body
    if draft.prompt is not None:
        yield said.waited(pieces["prompt"]) or draft.prompt.body
    for event, call in zip(draft.calls, step["tool_calls"], strict=True):
        yield said.call(call) or event.body
    results = Results(pieces)
    for place, ((_, event), seen) in enumerate(zip(draft.results, step["observations"], strict=True)):
        yield results.of(seen, place) or event.body


def _emptied(draft: Draft, step: Object) -> Object:
    """A step without what its events hold, as a reader keeps it."""
    found = {**step}
    if step["content"] is not None and draft.prompt is None:
        found["content"] = UNSET
    if step["reasoning_content"] is not None:
        found["reasoning_content"] = UNSET
    found["tool_calls"] = [
        {**each, "input": {VALUE: UNSET} if said.is_value(each["input"]) else UNSET} for each in step["tool_calls"]
    ]
    found["observations"] = [
        each if each["content"] is None else {**each, "content": UNSET} for each in step["observations"]
    ]
    return found


def _as_written(where: str, value: JSON, kind: str) -> None:
    """Whoever writes a record writes values of the right types."""


# The whole


def count_whole(trace: Trace, record: Object, carried: Carried, counter: LossCounter) -> None:
    """In what header, notes and code will be found otherwise, of which the session's own record speaks."""
    own: Object = record["metadata"][OWN]
    header = Header(
        actors=carried.actors,
        sources=(Source(NAME),),
        residue={NAME: {"record": record}},
        system_prompts=whole.prompts(record),
        tools=whole.tools(record),
        **whole.header(record, own, _as_written),
    )
    counter.compare_headers(trace.header, header, UNMAPPED)
    restated = Restated(trace.notes)
    restated.read_back([*whole.notes(record, own)])
    counter.restated(restated)
    found = code.read(record, own, code.Steps({}, {}, carried.by_call, carried.by_number))
    counter.compare_code(_renumbered(trace, carried.uids), Trace(header=header, events=(), **found._asdict()))


def _renumbered(trace: Trace, uids: Mapping[str, str]) -> Trace:
    """Code that points at the events of the record: that they are called otherwise there is no loss of its own."""
    if not trace.patches and not trace.attributions:
        return trace
    moved = {
        name: tuple(replace(each, event=uids.get(str(each.event), each.event)) for each in getattr(trace, name))
        for name in ("patches", "attributions")
    }
    return replace(trace, **moved)
