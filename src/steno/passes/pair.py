"""Says of every tool call without a result that it has none.  Pairs by call id; changes no event."""

from __future__ import annotations

from collections import Counter, deque

from msgspec import UNSET, structs

from steno.diagnostics import Report
from steno.model import (
    Actor,
    ActorKind,
    Derivation,
    Event,
    Kind,
    Role,
    ToolCall,
    ToolResult,
    Trace,
    Visibility,
)
from steno.model.order import inserted, response_ends

RULE = "pair/missing-result"


class Pair:
    """Adds a derived, explicitly missing result after the response in which an unanswered call stands.

    A call whose id the source does not state cannot be paired and is left alone.
    """

    name = "pair"
    needs: frozenset[str] = frozenset()
    makes = frozenset({"paired"})
    unmakes = frozenset({"sealed"})

    def run(self, trace: Trace, report: Report) -> Trace:
        missing = _unanswered(trace.events)
        if not missing:
            return trace
        actors = dict(trace.header.actors)
        additions: dict[int, list[Event]] = {}
        ends = response_ends(trace.events)
        for index, event in enumerate(trace.events):
            if event.uid in missing:
                additions.setdefault(ends[index], []).append(_missing(event, actors))
        header = structs.replace(trace.header, actors=actors)
        return structs.replace(trace, header=header, events=inserted(trace.events, additions))


PASS = Pair()


def _unanswered(events: tuple[Event, ...]) -> set[str]:
    """The uids of calls that no result answers.

    Ids are not unique in every agent's log: a result answers the earliest call of its id that is still open.
    """
    calls: dict[str, deque[str]] = {}
    early: Counter[str] = Counter()
    for event in events:
        call = event.call
        if not isinstance(call, str):
            continue
        if event.kind is Kind.TOOL_CALL:
            if early[call]:
                early[call] -= 1
            else:
                calls.setdefault(call, deque()).append(event.uid)
        elif event.kind is Kind.TOOL_RESULT:
            if calls.get(call):
                calls[call].popleft()
            else:
                early[call] += 1
    return {uid for uids in calls.values() for uid in uids}


def _missing(call: Event, actors: dict[str, Actor]) -> Event:
    tool = call.body.tool if isinstance(call.body, ToolCall) else "unknown tool"
    actor = f"tool:{tool}"
    actors.setdefault(actor, Actor(ActorKind.TOOL, tool))
    return Event(
        uid=f"{call.uid}+missing",
        kind=Kind.TOOL_RESULT,
        body=ToolResult(UNSET, missing=True),
        origin=Derivation(RULE, (call.uid,)),
        actor=actor,
        role=Role.TOOL,
        visibility=Visibility.INTERNAL,
        call=call.call,
        response=call.response,
        turn=call.turn,
        span=call.span,
    )
