"""Small traces for tests of the OpenTraces writer, and the records they become."""

from __future__ import annotations

import json
from typing import Any

from msgspec import UNSET

from steno.detect.rule import crc32_base62
from steno.model import (
    Actor,
    ActorKind,
    Derivation,
    Event,
    Header,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Source,
    Span,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
)
from tests.given.opentraces import package, written

ACTORS = {
    "human": Actor(ActorKind.HUMAN, "user"),
    "model": Actor(ActorKind.MODEL, "assistant"),
    "tool": Actor(ActorKind.TOOL, "Read"),
}
_BODY = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0"
TOKEN = "ghp_" + _BODY + crc32_base62(_BODY)


def event(uid: str, body: Any, **more: Any) -> Event:
    kinds: dict[Any, Kind] = {
        Text: Kind.MESSAGE, Thought: Kind.THOUGHT, ToolCall: Kind.TOOL_CALL, ToolResult: Kind.TOOL_RESULT,
        Lifecycle: Kind.LIFECYCLE, Span: Kind.SPAN_START,
    }  # fmt: skip
    said = {"origin": Origin(0, int(uid), int(uid) * 10, 10), "actor": "model", "role": Role.ASSISTANT}
    return Event(uid=uid, body=body, **{"kind": kinds[type(body)], **said, **more})


def user(uid: str, text: str, **more: Any) -> Event:
    return event(uid, Text(text), actor="human", role=Role.USER, **more)


def result(uid: str, content: Any, call: str, **more: Any) -> Event:
    error = more.pop("error", UNSET)
    return event(uid, ToolResult(content, error), actor="tool", role=Role.TOOL, call=call, **more)


def trace(*events: Event, **more: Any) -> Trace:
    header = {"ids": {"session": ("s1",)}, "agent": "claude-code", "actors": ACTORS, "sources": (Source("test"),)}
    parts = {key: more.pop(key) for key in ("notes", "patches", "git_links", "attributions", "facts") if key in more}
    return Trace(header=Header(**header | more), events=events, **parts)


def record(whole: Trace, *words: str) -> dict[str, Any]:
    (found,) = records(whole, *words)
    return found


def records(whole: Trace, *words: str) -> list[dict[str, Any]]:
    lines = written(whole, *words)[0].splitlines()
    for each in lines:
        package(each)
    return [json.loads(each) for each in lines]


def shown(step: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: step[key] for key in keys}


def spawned() -> Trace:
    inner = Actor(ActorKind.MODEL, "sub-agent", instance="run")
    started = Span("sub-agent", {"requested_capabilities": "Explore"})
    return trace(
        user("1", "Find it."),
        event("2", ToolCall("Task", {}), call="t", response="r"),
        event("3", started, span="run", replies_to="2", origin=Derivation("join", ("2",))),
        user("4", "Find the den.", span="run"),
        event("5", Text("Here."), span="run", actor="inner", response="q"),
        event("6", Span("sub-agent"), kind=Kind.SPAN_END, span="run"),
        result("7", "Here.", "t", child_run="run"),
        actors=ACTORS | {"inner": inner},
    )
