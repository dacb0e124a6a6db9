"""The events of a trace that was read from anything else, as the lines of a transcript before they are bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON, encode
from steno.base.time import utc
from steno.contracts import Code
from steno.formats import prompts
from steno.formats.awf import losses
from steno.formats.awf.echoes import AGENT
from steno.formats.awf.spelling import is_go_time
from steno.formats.awf.wire import FIDELITIES, is_uuid4
from steno.formats.counter import LossCounter
from steno.model import (
    ActorKind,
    Blob,
    Event,
    Header,
    Kind,
    Lifecycle,
    Role,
    Span,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
)

FAILED = "the call failed"
"""The description of a failure that the source describes by no text: without one, a call did not fail."""

_USER, _ASSISTANT = "message.user", "message.assistant"
_NAMESPACES = ("run", "session", "conversation", "thread")


@dataclass(slots=True)
class Draft:
    """One line, without its number and its run."""

    type: str
    path: str
    iteration: int
    time: str
    payload: dict[str, JSON]
    events: list[Event] = field(default_factory=list)
    """What it states, one for each block; a block more than events is the system prompt."""


def run_id(header: Header) -> str | None:
    """The id of the source that may be a run's: the first that is a UUID of version 4."""
    return next((id for name in _NAMESPACES for id in header.ids.get(name, ()) if is_uuid4(id)), None)


def made_run_id(trace: Trace) -> str:
    """An id made of the source's own, or of its words and times: a UUID by its shape, the same every time."""
    from uuid import UUID

    words = (str(event.body.text if isinstance(event.body, Text) else event.kind) for event in trace.events)
    said = trace.header.ids or [[str(event.time), word] for event, word in zip(trace.events, words, strict=True)]
    return str(UUID(bytes=hashlib.sha256(encode(said)).digest()[:16], version=4))


class Drafts:
    """The lines of one trace; counts the events that none of them states."""

    def __init__(self, trace: Trace, counter: LossCounter, now: str) -> None:
        self._trace, self._counter = trace, counter
        self._prompt = prompts.unstated(trace)
        self._calls: dict[str, str] = {}
        """The tools of the calls that have not been answered, by their ids."""
        self._known: set[str] = set()
        self._open: dict[str, int] = {}
        stated = (_time(event.time) for event in trace.events)
        self._time = next((time for time in stated if time), _time(trace.header.started) or now)

    def __iter__(self) -> Iterator[Draft]:
        last: Draft | None = None
        for event in self._trace.events:
            draft = self._draft(event)
            if isinstance(draft, Code):
                self._counter.add(draft, "/events/*")
            elif last is not None and _goes_on(last, draft):
                last.payload["blocks"] += draft.payload["blocks"]
                last.events += draft.events
            else:
                if last is not None:
                    yield last
                last = draft
        if last is not None:
            yield last

    def _draft(self, event: Event) -> Draft | Code:
        """The line that states an event, or why none does."""
        if event.echo_of is not UNSET:
            return losses.ECHO
        body = event.body
        match body:
            case Text(text):
                return self._message(event, self._voice(event), {"type": "text", "text": text})
            case Thought(_, thought):
                return self._message(event, _ASSISTANT, {"type": "thinking", "thinking": thought or None})
            case ToolCall():
                return self._call(event, body)
            case ToolResult():
                return self._result(event, body)
            case Span():
                return self._step(event, body)
            case Lifecycle():
                return losses.LIFECYCLE
            case Blob():
                return losses.BINARY
            case Unknown():
                return losses.UNKNOWN

    def _voice(self, event: Event) -> str:
        if event.role is UNSET:
            actor = self._trace.header.actors.get(event.actor)
            return _ASSISTANT if actor is not None and actor.kind is ActorKind.MODEL else _USER
        return _ASSISTANT if event.role is Role.ASSISTANT else _USER

    def _line(self, event: Event, type: str, payload: dict[str, JSON], iteration: int | UnsetType = UNSET) -> Draft:
        self._time = _time(event.time) or self._time
        stated = iteration if iteration is not UNSET else event.iteration
        count = stated if isinstance(stated, int) and stated >= 0 else 0
        return Draft(type, event.span or "", count, self._time, payload, [event])

    def _message(self, event: Event, type: str, block: dict[str, JSON]) -> Draft:
        block = {**block, "fidelity": _fidelity(event)}
        blocks = [block]
        if type == _USER and self._prompt is not None:
            blocks.append({"type": "text", "text": self._prompt, "fidelity": block["fidelity"]})
            self._prompt = None
            self._counter.add(losses.PROMPT, "/events/+")
        role = "user" if type == _USER else "assistant"
        return self._line(event, type, {"role": role, "blocks": blocks})

    def _call(self, event: Event, body: ToolCall) -> Draft:
        arguments = None if body.arguments is UNSET else body.arguments
        call = event.call
        if not isinstance(call, str) or call in self._known:
            # Without an id of its own it cannot be an event; a block needs none.
            block = {"type": "tool_use", "tool_name": body.tool, "tool_input": arguments}
            return self._message(event, _ASSISTANT, block)
        self._known.add(call)
        self._calls[call] = body.tool
        payload = {"name": body.tool, "call_id": call, "input": arguments, "fidelity": _fidelity(event)}
        return self._line(event, "tool.call", payload)

    def _result(self, event: Event, body: ToolResult) -> Draft | Code:
        if body.missing:
            return losses.ABSENT
        content = None if body.content is UNSET else body.content
        call = event.call
        if not isinstance(call, str) or call not in self._calls:
            answered = call if isinstance(call, str) else None
            return self._message(
                event, _ASSISTANT, {"type": "tool_result", "tool_id": answered, "tool_content": content}
            )
        payload: dict[str, JSON] = {"name": self._calls.pop(call), "call_id": call, "output": content}
        payload["fidelity"] = _fidelity(event)
        if body.error is True:
            payload["error"] = trouble = body.trouble() or FAILED
            if trouble == content:  # the failure is all there is to read
                payload["output"] = None
        return self._line(event, "tool.result", payload)

    def _step(self, event: Event, body: Span) -> Draft | Code:
        data: dict[str, Any] = body.data if isinstance(body.data, dict) else {}
        kind = data.get("kind")
        payload: dict[str, JSON] = {"name": body.name, "kind": body.name or "step"}
        if isinstance(kind, str) and kind:
            payload["kind"] = kind
        span = event.span if isinstance(event.span, str) else ""
        if event.kind is Kind.SPAN_START:
            draft = self._line(event, "step.started", payload)
            self._open[span] = draft.iteration
            return draft
        if body.missing or span not in self._open:
            return losses.ABSENT
        if isinstance(data.get("error"), str):
            payload["error"] = data["error"]
        payload["result"] = data.get("result")
        return self._line(event, "step.completed", payload, self._open.pop(span))


def _goes_on(last: Draft, draft: Draft) -> bool:
    """Whether two lines are blocks of one response, with nothing to tell them apart."""
    if not last.type == draft.type == _ASSISTANT:
        return False
    response = draft.events[0].response
    same = (last.path, last.iteration, last.time) == (draft.path, draft.iteration, draft.time)
    return same and isinstance(response, str) and response == last.events[0].response


def _fidelity(event: Event) -> str:
    """An agent's own log is the agent's word."""
    return event.fidelity if isinstance(event.fidelity, str) and event.fidelity in FIDELITIES else AGENT


def _time(time: str | UnsetType) -> str | None:
    """The time as it may stand in a line; None where it names no instant."""
    if not isinstance(time, str) or (moment := utc(time)) is None:
        return None
    return time if is_go_time(time) else moment
