"""Says of every tool call without a result that it has none.  Pairs by call id; changes no event."""

from __future__ import annotations

from msgspec import UNSET, structs

from steno import registry
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
        ends = response_ends(trace.events)
        for index, event in enumerate(trace.events):
            if event.uid in missing:
                additions.setdefault(ends[index], []).append(_missing(event, actors))
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
