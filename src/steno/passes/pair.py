"""Gives every tool call without a result one: what the program's report of it holds, or a mark that there is none.

Pairs by call id; changes no event.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, structs

from steno import idioms, registry
from steno.diagnostics import Report
from steno.model import (
    Actor,
    ActorKind,
    Derivation,
    Event,
    Kind,
    Lifecycle,
    Role,
    ToolCall,
    ToolResult,
    Trace,
    Visibility,
)
from steno.model.calls import Pairing
from steno.model.order import inserted, response_ends

RULE = "pair/missing-result"
REPORTED = "pair/reported-result"
# An attribute of an Enum costs as much as all else that is asked of an event here.
_CALL, _RESULT, _LIFECYCLE = Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.LIFECYCLE


class Pair:
    """Adds a derived result for each unanswered call: after the record that holds what came back, or else an
    explicitly missing one after the response in which the call stands.

    A call whose id the source does not state cannot be paired and is left alone.  So are the calls of an agent whose
    logs do not say which result answers which call: that is said once, of the agent.
    """

    name = "pair"
    needs: frozenset[str] = frozenset()
    makes = frozenset({"paired"})
    unmakes = frozenset({"sealed"})

    def run(self, trace: Trace, report: Report) -> Trace:
        missing = _unanswered(trace.events)
        if not missing or _silent(trace):
            return trace
        actors = dict(trace.header.actors)
        additions: dict[int, list[Event]] = {}
        ends, reports = _ends(trace.events), _reports(trace.events, missing)
        for index, event in enumerate(trace.events):
            if event.uid not in missing:
                continue
            told = reports.get(event.uid)
            if told is None:
                additions.setdefault(ends[index], []).append(_missing(event, actors))
            else:
                additions.setdefault(told[0] + 1, []).append(_reported(event, *told[1:], actors))
        header = structs.replace(trace.header, actors=actors)
        return structs.replace(trace, header=header, events=inserted(trace.events, additions))


PASS = Pair()


def _silent(trace: Trace) -> bool:
    """Whether no log of the agent that wrote the trace's own one joins results with calls."""
    known = [registry.agents.get(source.format) for source in trace.header.sources[:1]]
    return any(each is not None and each.pairing is not None and each.pairing.value == "none" for each in known)


def _unanswered(events: tuple[Event, ...]) -> set[str]:
    """The uids of calls that no result answers."""
    pairing = Pairing[str]()
    for event in events:
        call = event.call
        if call is not UNSET:
            if event.kind is _CALL:
                pairing.called(call, event.uid)
            elif event.kind is _RESULT:
                pairing.returned(call, event)
    return set(pairing.unanswered())


def _ends(events: Sequence[Event]) -> list[int]:
    """For each event the position right after its response.

    If the source does not say what belongs to one response, these are the calls in a row, with whatever the program
    notes between them, up to a count of tokens.
    """
    ends = response_ends(events)
    last: int | None = None
    for index in range(len(events) - 1, -1, -1):
        event = events[index]
        if event.kind is _CALL and event.response is UNSET:
            last = ends[index] = ends[index] if last is None else last
        elif event.kind is not _LIFECYCLE or event.usage is not UNSET:
            last = None
    return ends


def _reports(events: Sequence[Event], calls: set[str]) -> dict[str, tuple[int, Event, ToolResult]]:
    """By call, the last of the program's records that holds what came back from it, and where it stands."""
    found: dict[str, tuple[int, Event, ToolResult]] = {}
    latest: dict[str, str] = {}
    for index, event in enumerate(events):
        if event.call is UNSET:
            continue
        if event.kind is _CALL:
            latest[event.call] = event.uid
        elif isinstance(event.body, Lifecycle) and (uid := latest.get(event.call)) in calls:
            body = None if event.echo_of is not UNSET else idioms.reported(event.body)
            if uid is not None and body is not None:
                found[uid] = index, event, body
    return found


def _reported(call: Event, report: Event, body: ToolResult, actors: dict[str, Actor]) -> Event:
    made = _made(call, f"{call.uid}+result", body, Derivation(REPORTED, (call.uid, report.uid)), actors)
    return structs.replace(made, time=report.time, signs=report.signs)


def _missing(call: Event, actors: dict[str, Actor]) -> Event:
    return _made(call, f"{call.uid}+missing", ToolResult(UNSET, missing=True), Derivation(RULE, (call.uid,)), actors)


def _made(call: Event, uid: str, body: ToolResult, origin: Derivation, actors: dict[str, Actor]) -> Event:
    tool = call.body.tool if isinstance(call.body, ToolCall) else "unknown tool"
    actor = f"tool:{tool}"
    actors.setdefault(actor, Actor(ActorKind.TOOL, tool))
    return Event(
        uid=uid,
        kind=Kind.TOOL_RESULT,
        body=body,
        origin=origin,
        actor=actor,
        role=Role.TOOL,
        visibility=Visibility.INTERNAL,
        call=call.call,
        response=call.response,
        turn=call.turn,
        span=call.span,
    )
