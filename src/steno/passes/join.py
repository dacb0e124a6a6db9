"""Puts the runs of sub-agents into the trace of the agent that started them, each in a span of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, UnsetType, structs

from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity
from steno.model import Derivation, Event, Kind, Origin, Role, Span, ToolCall, Trace, Visibility
from steno.model.merge import merged, moved
from steno.model.order import inserted, response_ends

RULE = "join/sub-agent"
NAME = "sub-agent"
PARENT = "parent"
"""The actor key under which a run's own file speaks of the agent that started it."""

STRAY = Code(
    "SRC020",
    "sub-agent-without-a-call",
    "A sub-agent's file belongs to the session, but no tool call in the session started this sub-agent. This is "
    "normal for runs of the program itself, such as the one that writes a compaction. Steno puts the run at the end.",
    Severity.NOTE,
)
CODES = (STRAY,)

_SPAWN = {"description": "spawn_reason", "subagent_type": "requested_capabilities", "model": "model"}
"""What a call that starts a sub-agent says of it, by the names under which spans keep it."""


def join(trace: Trace, children: Sequence[Trace], report: Report) -> Trace:
    """One trace of a run and the runs it started.  The order of events within each run is kept."""
    runs = _Runs(trace, children)
    events = runs.whole()
    for child in runs.stray:
        path = child.header.sources[0].path if child.header.sources else UNSET
        place = Place(path if isinstance(path, str) else "")
        report(STRAY.at(place, f"no call started the sub-agent {_run(child)!r}"))
    return structs.replace(trace, header=runs.header, events=events)


class _Runs:
    def __init__(self, trace: Trace, children: Sequence[Trace]) -> None:
        self.header = trace.header
        self._children = {_run(child): child for child in children}
        self._main = _echoing(trace.events, self._children)
        self._left = dict.fromkeys(self._children)
        self.stray: list[Trace] = []

    def whole(self) -> tuple[Event, ...]:
        events = self._spanned(self._with_children(self._main))
        while self._left:
            run = next(iter(self._left))
            del self._left[run]
            self.stray.append(self._children[run])
            events = (*events, *self._span(run, None))
        return events

    def _with_children(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events of one run, with the runs it started after the responses that started them."""
        calls = {event.call: index for index, event in enumerate(events) if event.kind is Kind.TOOL_CALL}
        additions: dict[int, list[Event]] = {}
        ends = response_ends(events)
        for event in events:
            run = event.child_run
            if isinstance(run, str) and run in self._left and event.call in calls:
                del self._left[run]
                index = calls[event.call]
                additions.setdefault(ends[index], []).extend(self._span(run, events[index]))
        return inserted(events, additions)

    def _span(self, run: str, call: Event | None) -> Iterator[Event]:
        """A sub-agent's events between the start and the end of its span."""
        child = self._children[run]
        source = len(self.header.sources)
        self.header = merged(self.header, child.header)
        events = [_moved(event, run, source, call) for event in child.events]
        yield from _wrapped(run, self._with_children(events), call, ended=call is not None)

    def _spanned(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Spans for the runs that older files hold inline."""
        started = {event.span for event in events if event.kind is Kind.SPAN_START}
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for index, event in enumerate(events):
            if isinstance(event.span, str) and event.span not in started:
                if event.span not in first:
                    first[event.span] = _begins(events, index)
                last[event.span] = index
        calls = {event.call: event for event in events if event.kind is Kind.TOOL_CALL}
        starters = {event.child_run: calls.get(event.call) for event in events if isinstance(event.child_run, str)}
        additions: dict[int, list[Event]] = {}
        for run in first:
            start, end = _bounds(run, events[first[run]], starters.get(run), ended=run in starters)
            additions.setdefault(last[run] + 1, []).insert(0, end)
            additions.setdefault(first[run], []).append(start)
        return inserted(events, additions)


def _begins(events: Sequence[Event], index: int) -> int:
    """Where the record begins in which an event stands."""
    here = events[index].origin
    while index and isinstance(here, Origin):
        before = events[index - 1].origin
        if not isinstance(before, Origin) or (before.source, before.offset) != (here.source, here.offset):
            break
        index -= 1
    return index


def _echoing(events: tuple[Event, ...], children: Mapping[str, Trace]) -> tuple[Event, ...]:
    """The events of a session; what its own log says of a run is said again, where the run's own log has it."""
    told = {event.span for event in events if isinstance(event.span, str)} & children.keys()
    if not told:
        return events
    known = {(run, *key): event for run in told for key, event in _numbered(children[str(run)].events) if key[0]}
    whole: list[Event] = []
    for key, event in _numbered(events):
        again = known.get((event.span, *key)) if event.span in told else None
        if again is not None and again.kind is event.kind:
            event = structs.replace(event, echo_of=f"{event.span}/{again.uid}")
        whole.append(event)
    return tuple(whole)


def _numbered(events: Sequence[Event]) -> Iterator[tuple[tuple[str, int], Event]]:
    """Each event with the id of its record and its number in it; a record without one has no number."""
    before, number = "", 0
    for event in events:
        native = event.native if isinstance(event.native, str) else ""
        number = number + 1 if native and native == before else 0
        before = native
        yield (native, number), event


def _wrapped(run: str, events: Sequence[Event], call: Event | None, *, ended: bool) -> Iterator[Event]:
    if events:
        start, end = _bounds(run, events[0], call, ended=ended)
        yield start
        yield from events
        yield end


def _bounds(run: str, first: Event, call: Event | None, *, ended: bool) -> tuple[Event, Event]:
    """The start and the end of a sub-agent's span, both the doing of whoever started it."""

    def bound(suffix: str, kind: Kind, body: Span) -> Event:
        return Event(
            uid=f"{run}+{suffix}",
            kind=kind,
            body=body,
            origin=Derivation(RULE, (call.uid,) if call else (first.uid,)),
            actor=call.actor if call else first.actor,
            role=Role.ASSISTANT,
            visibility=Visibility.METADATA,
            replies_to=call.uid if call and kind is Kind.SPAN_START else UNSET,
            turn=call.turn if call else UNSET,
            span=run,
        )

    return (
        bound("start", Kind.SPAN_START, Span(NAME, _spawn(call))),
        bound("end", Kind.SPAN_END, Span(NAME, missing=not ended)),
    )


def _spawn(call: Event | None) -> dict[str, str] | UnsetType:
    if call is None or not isinstance(call.body, ToolCall) or not isinstance(call.body.arguments, dict):
        return UNSET
    stated = call.body.arguments
    return {name: stated[key] for key, name in _SPAWN.items() if isinstance(stated.get(key), str)} or UNSET


def _moved(event: Event, run: str, source: int, call: Event | None) -> Event:
    """An event of a sub-agent's own trace, as part of the whole."""
    return moved(
        event,
        run,
        source,
        actor=call.actor if call and event.actor == PARENT else event.actor,
        turn=call.turn if call else event.turn,
        span=run if event.span is UNSET else event.span,
    )


def _run(child: Trace) -> str:
    """The id under which its starter knows this run."""
    for namespace in ("agent", "run", "session"):
        if ids := child.header.ids.get(namespace):
            return ids[0]
    return child.events[0].uid if child.events else ""
