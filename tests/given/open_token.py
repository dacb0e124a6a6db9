"""What the tests of Open-Token share: reading, writing, checking, and small traces."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET

from steno.diagnostics import Diagnostic, Place, Severity
from steno.formats.open_token import FORMAT, reader
from steno.formats.open_token.writer import make
from steno.model import (
    Actor,
    ActorKind,
    Body,
    Event,
    Header,
    Kind,
    Origin,
    Role,
    Source,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
    Visibility,
)
from steno.passes.pair import PASS
from steno.testing.fake import STILL

FIXTURES = Path(__file__).parents[1] / "fixtures" / "open_token"
EVERYTHING = ["include=include-internal", "internal=full", "permit_internal=true"]

ACTORS = {
    "human": Actor(ActorKind.HUMAN, "user"),
    "model": Actor(ActorKind.MODEL, "assistant", model="tide-2"),
    "tool": Actor(ActorKind.TOOL, "Bash"),
    "program": Actor(ActorKind.SYSTEM, "harness"),
}
_ACTOR = {
    Kind.MESSAGE: ("human", Role.USER, Visibility.PUBLIC),
    Kind.THOUGHT: ("model", Role.ASSISTANT, Visibility.INTERNAL),
    Kind.TOOL_CALL: ("model", Role.ASSISTANT, Visibility.INTERNAL),
    Kind.TOOL_RESULT: ("tool", Role.TOOL, Visibility.INTERNAL),
    Kind.SPAN_START: ("model", Role.ASSISTANT, Visibility.METADATA),
    Kind.SPAN_END: ("model", Role.ASSISTANT, Visibility.METADATA),
}
_KIND: dict[type, Kind] = {
    Text: Kind.MESSAGE,
    Thought: Kind.THOUGHT,
    ToolCall: Kind.TOOL_CALL,
    ToolResult: Kind.TOOL_RESULT,
}


def event(uid: str, body: Body, **fields: Any) -> Event:
    kind = fields.pop("kind", _KIND.get(type(body), Kind.LIFECYCLE))
    actor, role, visibility = _ACTOR.get(kind, ("program", UNSET, Visibility.METADATA))
    values = {"actor": actor, "role": role, "visibility": visibility, "origin": Origin(0, 1, 0, 1)}
    return Event(uid=uid, kind=kind, body=body, **(values | fields))


def trace(*events: Event, **header: Any) -> Trace:
    """A paired trace of another format."""
    values: dict[str, Any] = {"ids": {"session": ("s1",)}, "actors": ACTORS, "sources": (Source("test"),)}
    whole = Trace(header=Header(**(values | header)), events=events)
    return PASS.run(whole, lambda _: None)


def written(whole: Trace, *words: str) -> tuple[bytes, list[Diagnostic]]:
    out, found = io.BytesIO(), list[Diagnostic]()
    make(words, STILL, found.append).write([whole], out, found.append)
    return out.getvalue(), found


def document(whole: Trace, *words: str) -> dict[str, Any]:
    return dict(json.loads(written(whole, *words)[0]))


def events(whole: Trace, *words: str) -> list[dict[str, Any]]:
    """The spelled events."""
    return list(document(whole, *words)["events"])


def read(data: bytes | str) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    stream = io.BytesIO(data.encode() if isinstance(data, str) else data)
    (whole,) = reader.read(stream, Place(), found.append)
    return whole, found


def checked(data: bytes) -> list[Diagnostic]:
    assert FORMAT.load is not None
    found: list[Diagnostic] = []
    loaded = FORMAT.load(io.BytesIO(data), Place(), found.append)
    for rule in FORMAT.rules:
        rule(loaded, Place(), found.append)
    return found


def errors(data: bytes) -> list[str]:
    return [str(each) for each in checked(data) if each.severity is Severity.ERROR]


def codes(found: Sequence[Diagnostic]) -> list[str]:
    return sorted({each.code for each in found})
