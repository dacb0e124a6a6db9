"""Tells a trace as OpenTelemetry spans, by the GenAI conventions, at the times that the trace states.

The run is one span, in a trace of its own; its steps are spans in it; a question and its reply are a `chat` span, and
a tool call with its result is an `execute_tool` span.  What has no span of its own is an event of the one around it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET
from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer, set_span_in_context

from steno import pipeline
from steno.base.exact import JSON, encode
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place, Report
from steno.integrations.shape import object_in, taken
from steno.model import Event, Kind, Lifecycle, Role, Text, Thought, ToolCall, ToolResult, Trace, Unknown
from steno.model import Span as Step

Source: TypeAlias = Trace | str | os.PathLike[str]
Part: TypeAlias = dict[str, JSON]

UNFINISHED: Final = "steno.unfinished"
"""On a span whose end the trace does not state; it ends where it began."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_USAGE = {
    "input": "input_tokens",
    "output": "output_tokens",
    "reasoning": "reasoning.output_tokens",
    "cache_read": "cache_read.input_tokens",
    "cache_write": "cache_creation.input_tokens",
}
"""What the conventions call the counts of a reply; they have no name for a total."""
_NUMBER = re.compile(r"(\[\d+\])?(~\d+)?$")
"""What tells a span from others of its path."""


def _unheard(each: Diagnostic) -> None:
    """Where nobody asked for diagnostics."""


def spans(source: Source, tracer: Tracer, *, report: Report = _unheard) -> int:
    """Make the spans of a trace, or of every trace in a file, with this tracer; gives their number.

    Raises `ValueError` for a trace that states no time at all, and `Unreadable` for a file that cannot be read.
    """
    return sum(_Teller(each, tracer).tell() for each in _traces(source, report))


def _traces(source: Source, report: Report) -> Iterator[Trace]:
    if isinstance(source, Trace):
        yield source
        return
    with opened(Path(source)) as stream:
        yield from pipeline.read(stream, Place(os.fspath(source)), report)


class _Reply:
    """A reply of the model as it is put together, block by block."""

    def __init__(self, event: Event, time: int) -> None:
        self.event, self.begun, self.ended = event, time, time
        self.parts: list[Part] = []


class _Asked(NamedTuple):
    """A message to the model that waits for its reply."""

    role: str
    part: Part
    time: int


class _Call(NamedTuple):
    event: Event
    body: ToolCall
    time: int


class _Teller:
    def __init__(self, trace: Trace, tracer: Tracer) -> None:
        self._trace, self._tracer = trace, tracer
        self._count = 0
        self._open: dict[str, tuple[Span, int]] = {}
        self._paths: dict[str, dict[str, None]] = {}
        """The open steps of each path, in the order in which they began."""
        self._asked: dict[str, list[_Asked]] = {}
        self._calls: dict[str, _Call] = {}
        self._reply: _Reply | None = None

    def tell(self) -> int:
        times = list(_times(self._trace))
        ids = self._trace.header.ids
        name = self._trace.header.title or (ids.get("run") or ids.get("session") or ("run",))[0]
        about = {"gen_ai.operation.name": "invoke_workflow", "gen_ai.workflow.name": name}
        if stated := ids.get("run") or ids.get("session"):
            about["gen_ai.conversation.id"] = stated[0]
        self._root = self._tracer.start_span(
            f"invoke_workflow {name}", Context(), attributes=about, start_time=min(times)
        )
        for event, time in zip(self._trace.events, times, strict=True):
            if self._reply and not (_is_reply(event) and event.response == self._reply.event.response != UNSET):
                self._end_reply()
            self._event(event, time)
        self._end(max(times))
        return self._count + 1

    def _event(self, event: Event, time: int) -> None:
        match event.body:
            case Step() as step if event.kind is Kind.SPAN_START:
                self._begin_step(event, step, time)
            case Step() as step:
                self._end_step(event, step, time)
            case ToolResult() as result:
                self._result(event, result, time)
            case ToolCall() as call if not _is_reply(event):
                self._calls[_call(event)] = _Call(event, call, time)
            case _ if _is_reply(event):
                self._said(event, time)
            case Text(text):
                self._ask(event, _Asked("system" if _is_system(event) else "user", _text(text), time))
            case Lifecycle(name) | Unknown(name):
                self._around(event).add_event(f"steno.{event.kind.value}", {"name": name}, time)
            case _:
                self._around(event).add_event(f"steno.{event.kind.value}", timestamp=time)

    def _said(self, event: Event, time: int) -> None:
        if self._reply is None:
            self._reply = _Reply(event, time)
        self._reply.ended = time
        match event.body:
            case Text(text):
                self._reply.parts.append(_text(text))
            case Thought(_, text):
                self._reply.parts.append({"type": "reasoning", "content": "" if text is UNSET else text})
            case ToolCall(tool, arguments) as call:
                self._calls.setdefault(_call(event), _Call(event, call, time))
                self._reply.parts.append(_asks(event, tool, arguments))
            case Lifecycle("tool_use", data=data):
                stated = object_in(data)
                self._reply.parts.append(_asks(event, stated.get("tool_name", ""), stated.get("tool_input", UNSET)))
            case Lifecycle("message.assistant"):
                pass  # a reply without any block
            case Lifecycle(name) | Unknown(name):
                self._reply.parts.append({"type": name})
            case _:
                self._reply.parts.append({"type": event.kind.value})

    def _end_reply(self) -> None:
        reply, self._reply = self._reply, None
        if reply is None:
            return
        event = reply.event
        asked = self._asked.pop(_place(event), [])
        stated = _stated(event)
        model = stated.get("model")
        about = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": _spelled(_output(reply, stated))}
        about |= _messages(asked) | _reply_attributes(event, stated)
        start = min((each.time for each in asked), default=reply.begun)
        span = self._start(f"chat {model}" if model else "chat", event, start, about, SpanKind.CLIENT)
        if stated.get("error"):
            span.set_status(Status(StatusCode.ERROR, str(stated["error"])))
        span.end(reply.ended)

    def _ask(self, event: Event, asked: _Asked) -> None:
        self._asked.setdefault(_place(event), []).append(asked)

    def _result(self, event: Event, result: ToolResult, time: int) -> None:
        if result.missing:
            return  # a pass has said that there is none
        content = None if result.content is UNSET else result.content
        part = {"type": "tool_call_response", "id": _call(event), "response": content}
        self._ask(event, _Asked("tool", part, time))
        call = self._calls.pop(_call(event), None)
        if call is None:
            return
        # Where a failure is all that there is to read, it is the content.
        only_failed = result.error is True and result.detail is UNSET
        output = "" if only_failed else _value(result.content)
        span = self._start_call(call, {"gen_ai.tool.call.result": output})
        if result.error is True:
            failure = _value(result.content if only_failed else result.detail)
            span.set_status(Status(StatusCode.ERROR, failure or None))
        span.end(time)

    def _start_call(self, call: _Call, about: Part) -> Span:
        stated = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.body.tool,
            "gen_ai.tool.call.id": "" if call.event.call is UNSET else call.event.call,
            "gen_ai.tool.call.arguments": _value(call.body.arguments),
            **about,
        }
        return self._start(f"execute_tool {call.body.tool}", call.event, call.time, stated)

    def _begin_step(self, event: Event, step: Step, time: int) -> None:
        kind = object_in(step.data).get("kind")
        if event.span in (self._trace.header.ids.get("run") or ())[:1] or event.span is UNSET:
            return  # the run itself, which is the outermost span
        about = {"steno.step.kind": str(kind)} if kind else {}
        self._open[event.span] = self._start(step.name, event, time, about), time
        self._paths.setdefault(_NUMBER.sub("", event.span), {})[event.span] = None

    def _end_step(self, event: Event, step: Step, time: int) -> None:
        span = self._root
        if event.span in self._open:
            span = self._open.pop(str(event.span))[0]
            self._paths[_NUMBER.sub("", str(event.span))].pop(str(event.span), None)
        data = object_in(step.data)
        if data.get("error"):
            span.set_status(Status(StatusCode.ERROR, str(data["error"])))
        if data.get("result") is not None:
            span.set_attribute("steno.step.result", _value(data["result"]))
        if span is not self._root:
            span.end(time)

    def _end(self, time: int) -> None:
        self._end_reply()
        for call in self._calls.values():
            # A call that only the model speaks of was perhaps never made.
            if not _is_reply(call.event):
                self._start_call(call, {UNFINISHED: True}).end(call.time)
        for asked in self._asked.values():
            if rest := [each for each in asked if each.role != "tool"]:
                about = {"gen_ai.operation.name": "chat", UNFINISHED: True, **_messages(rest)}
                self._start("chat", None, rest[0].time, about, SpanKind.CLIENT).end(rest[0].time)
        for span, began in reversed(self._open.values()):
            span.set_attribute(UNFINISHED, True)
            span.end(max(began, time))
        self._root.end(time)

    def _around(self, event: Event | None) -> Span:
        """The span that an event lies in: its own, or the innermost open one whose path its path begins with.

        Of several with one path, the last that began.
        """
        where = _place(event) if event else ""
        if where in self._open:
            return self._open[where][0]
        path = _NUMBER.sub("", where)
        while cut := max(path.rfind("."), path.rfind("/"), 0):
            path = path[:cut]
            if found := self._paths.get(path):
                return self._open[next(reversed(found))][0]
        return self._root

    def _start(
        self, name: str, event: Event | None, time: int, about: Part, kind: SpanKind = SpanKind.INTERNAL
    ) -> Span:
        self._count += 1
        stated = {key: value for key, value in about.items() if value != "" and value is not None}
        around = set_span_in_context(self._around(event), Context())
        return self._tracer.start_span(name, around, kind, stated, start_time=time)


def _times(trace: Trace) -> Iterator[int]:
    """The time of each event in nanoseconds.  One that states none has that of the one before it, or of the first."""
    instants = [event.instant() for event in trace.events]
    last = next((each for each in instants if each), None)
    if last is None:
        raise ValueError("the trace has no times, which spans need")
    for each in instants:
        last = each or last
        yield (last - _EPOCH) // timedelta(microseconds=1) * 1000


def _is_reply(event: Event) -> bool:
    if event.role is not Role.ASSISTANT:
        return event.kind is Kind.LIFECYCLE and getattr(event.body, "name", "") == "message.assistant"
    # A call that a router saw is no block of a reply.
    return event.kind is not Kind.TOOL_CALL or event.response is not UNSET


def _is_system(event: Event) -> bool:
    return event.role in (Role.SYSTEM, Role.DEVELOPER)


def _place(event: Event) -> str:
    return "" if event.span is UNSET else event.span


def _call(event: Event) -> str:
    return event.uid if event.call is UNSET else event.call


def _stated(event: Event) -> dict[str, JSON]:
    """What is known of a reply beyond its blocks; the last four only where a transcript has them beside the blocks."""
    payload = object_in(object_in(None if event.residue is UNSET else event.residue).get("payload"))
    stated = taken(payload, "response_id", "error", "finish_reason", "stop_reason")
    if event.model is not UNSET:
        stated["model"] = event.model
    if event.usage is not UNSET:
        usage = msgspec.to_builtins(event.usage)
        stated["usage"] = {name: usage[key] for key, name in _USAGE.items() if key in usage}
    return stated


def _reply_attributes(event: Event, stated: dict[str, JSON]) -> Part:
    about: Part = {
        "gen_ai.response.model": stated.get("model"),
        "gen_ai.response.id": stated.get("response_id"),
    }
    reason = stated.get("finish_reason") or stated.get("stop_reason")
    if isinstance(reason, str):
        about["gen_ai.response.finish_reasons"] = [reason]
    return about | {f"gen_ai.usage.{name}": count for name, count in stated.get("usage", {}).items()}


def _messages(asked: list[_Asked]) -> Part:
    """The input: each message of its own, the system's apart."""
    system = [each.part for each in asked if each.role == "system"]
    given = [{"role": each.role, "parts": [each.part]} for each in asked if each.role != "system"]
    about = {"gen_ai.system_instructions": system, "gen_ai.input.messages": given}
    return {key: _spelled(value) for key, value in about.items() if value}


def _output(reply: _Reply, stated: dict[str, JSON]) -> list[Part]:
    reason = stated.get("finish_reason") or stated.get("stop_reason")
    return [{"role": "assistant", "parts": reply.parts, **({"finish_reason": reason} if reason else {})}]


def _asks(event: Event, tool: str, arguments: JSON) -> Part:
    part: Part = {"type": "tool_call", "id": _call(event), "name": tool}
    return part if arguments is UNSET else part | {"arguments": arguments}


def _text(text: str) -> Part:
    return {"type": "text", "content": text}


def _value(value: JSON) -> str:
    """A value as an attribute: a text as it is, anything else in JSON."""
    if value is UNSET or value is None:
        return ""
    return value if isinstance(value, str) else _spelled(value)


def _spelled(value: JSON) -> str:
    return encode(value).decode()
