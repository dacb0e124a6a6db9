"""Says of every tool call without a result that it has none.  Pairs by call id; changes no event."""

from __future__ import annotations

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
from steno.model.calls import Pairing
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
    """The uids of calls that no result answers."""
    pairing = Pairing[str]()
    for event in events:
        if isinstance(event.call, str):
            if event.kind is Kind.TOOL_CALL:
                pairing.called(event.call, event.uid)
            elif event.kind is Kind.TOOL_RESULT:
                pairing.returned(event.call, event)
    return set(pairing.unanswered())


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
