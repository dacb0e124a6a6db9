"""The requests and tool calls of a trace as rows: which tool an answer called, how long it took, which call failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import UNSET, Struct

from steno.base.time import parse
from steno.model import Event, Kind, Origin, Role, ToolCall, Trace
from steno.model.calls import failed, results, returned
from steno.stats.rows import NO_TOOL, SEVERAL, UNSTATED, Called, Requested
from steno.usage import Charge, Missing, Request


class Log(Struct, frozen=True):
    """What is known of the log that rows stand in."""

    session: str
    agent: str
    project: str


class Answers(Struct, frozen=True):
    """What is known of requests beyond what they took, by the uid of the event that states one."""

    tools: dict[str, str]
    waits: dict[str, int]
    """In milliseconds."""
    numbers: dict[str, int]
    """Of the events, counted from 1."""


def log_of(trace: Trace, name: str) -> Log:
    """`name` is what it is called where it does not state its session."""
    header = trace.header
    cwd = header.environment.get("cwd")
    project = cwd[0] if isinstance(cwd, list) and cwd else cwd
    return Log(
        next(iter(header.ids.get("session", ())), name),
        header.agent if isinstance(header.agent, str) else UNSTATED,
        project if isinstance(project, str) else UNSTATED,
    )


NOTHING = Answers({}, {}, {})
"""For sums that look at nothing of it."""


def answers(trace: Trace, found: Sequence[Request]) -> Answers:
    stated = {each.event for each in found}
    numbers = {event.uid: number for number, event in enumerate(trace.events, 1) if event.uid in stated}
    return Answers(tools_of(trace, found), waits_of(trace, found), numbers)


def requested(request: Request, log: Log, known: Answers, price: Charge | str) -> Requested:
    """A request with what it cost, or why nobody knows."""
    counts = request.missing is not Missing.COUNT
    cost, why = (None, price) if isinstance(price, str) else (price, None)
    return Requested(
        session=log.session,
        agent=log.agent,
        project=log.project,
        model=request.model or UNSTATED,
        tool=known.tools.get(request.event, NO_TOOL),
        moment=milliseconds(request.time),
        input=request.input * counts,
        cache_read=request.cache_read * counts,
        cache_write=(request.cache_write + request.cache_write_1h) * counts,
        output=request.output * counts,
        reasoning=(request.usage.reasoning or 0) * counts,
        stated_input=(request.usage.input or 0) * counts,
        is_shared=request.missing is Missing.SHARE,
        usd=None if cost is None else cost.usd,
        unpriced=why,
        partly=None if cost is None else cost.more,
        waited=known.waits.get(request.event),
        event=known.numbers.get(request.event, 0),
    )


def called(trace: Trace, log: Log) -> Iterator[Called]:
    """The tool calls that a trace made itself, in order."""
    numbers = {event.uid: number for number, event in enumerate(trace.events, 1)}
    back = results(trace.events)
    for number, event in enumerate(trace.events, 1):
        body = event.body
        if type(body) is not ToolCall or event.echo_of is not UNSET or event.signs.replayed:
            continue
        result = back.get(event.uid)
        is_back = result is not None and returned(result) is not None
        yield Called(
            session=log.session,
            agent=log.agent,
            project=log.project,
            model=event.model if isinstance(event.model, str) else UNSTATED,
            tool=body.tool,
            moment=milliseconds(event.time),
            key=key_of(event, body.tool, log.session),
            run=f"{log.session} {_source(event)}",
            event=number,
            result=numbers.get(result.uid) if is_back and result is not None else None,
            failed=failed(result) if is_back and result is not None else None,
            latency=latency(event, result) if is_back else None,
        )


def key_of(event: Event, tool: str, session: str) -> str:
    """What every copy of a call has: some agents count their calls in each session anew."""
    moment = milliseconds(event.time)
    place = session if moment is None else str(moment)
    return f"{event.call if isinstance(event.call, str) else event.uid} {tool} {place}"


def latency(call: Event, result: Event | None) -> int | None:
    """Milliseconds from a call to its result, where both times are known."""
    asked, came = milliseconds(call.time), milliseconds(result.time) if result is not None else None
    return None if asked is None or came is None else came - asked


def tools_of(trace: Trace, found: Sequence[Request]) -> dict[str, str]:
    """The tool that each request called, by the event that states the request.

    Its calls are those of its response; where a log knows no responses, those since the request before.
    """
    responses = {each.response: each.event for each in found if each.response is not None}
    stated = {each.event for each in found if each.response is None}
    made: dict[str, set[str]] = {}
    waiting: dict[int, set[str]] = {}
    for event in trace.events:
        if event.uid in stated:
            made[event.uid] = waiting.pop(_source(event), set())
        elif isinstance(event.body, ToolCall) and event.echo_of is UNSET:
            if event.response in responses:
                tools = made.setdefault(responses[str(event.response)], set())
            else:
                tools = waiting.setdefault(_source(event), set())
            tools.add(event.body.tool)
    return {uid: next(iter(tools)) if len(tools) == 1 else SEVERAL for uid, tools in made.items() if tools}


def waits_of(trace: Trace, found: Sequence[Request]) -> dict[str, int]:
    """How long each answer took, by the event that states its request: from the last thing the model was given.

    What comes back while an answer is still being written does not begin another wait.
    """
    responses = {each.response: each.event for each in found if each.response is not None}
    stated = {each.event for each in found}
    given: dict[int, int] = {}
    begun: dict[str, int] = {}
    waits: dict[str, int] = {}
    for event in trace.events:
        if event.echo_of is not UNSET or event.signs.replayed:
            continue
        request = responses.get(event.response) if isinstance(event.response, str) else None
        request = event.uid if request is None and event.uid in stated else request
        moment = milliseconds(event.time)
        if moment is None:
            continue
        if request is not None:
            start = begun.setdefault(request, given.get(_source(event), moment))
            waits[request] = max(waits.get(request, 0), moment - start)
        elif event.kind is Kind.TOOL_RESULT or (event.kind is Kind.MESSAGE and event.role is Role.USER):
            given[_source(event)] = moment
    return waits


def milliseconds(time: object) -> int | None:
    """A time as milliseconds since the epoch; None where it names no moment."""
    moment = parse(time) if isinstance(time, str) else None
    return None if moment is None else _since(moment)


def _since(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _source(event: Event) -> int:
    return event.origin.source if isinstance(event.origin, Origin) else -1
