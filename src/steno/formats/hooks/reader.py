"""Reads a hook log into a trace: prompts, tool calls with their results and files, and what became of the run.

What a hook says of an answer stands in the agent's own log too, and whole; here is what was said while it ran.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.hooks.wire import (
    ANSWERS,
    AROUND,
    ASKED,
    CALL,
    FAILURE,
    LIFECYCLE,
    NAME,
    NOTIFY,
    PROMPT,
    RESULTS,
    STOPS,
)
from steno.formats.records import moved, records, taken, unreadable, wrong_type
from steno.idioms import over, recognised
from steno.model import (
    Actor,
    ActorKind,
    Body,
    Event,
    Header,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Source,
    Text,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Visibility,
)
from steno.model.signs import NONE, Signs

HUMAN, PROGRAM, MODEL, TOOL = "human", "program", "model", "tool"

_ACTORS = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    PROGRAM: Actor(ActorKind.SYSTEM, "program"),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
}


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """One trace: every record as its events, in file order."""
    reading = _Reading(place, report)
    size = 0
    for line in records(stream, place, report):
        reading.record(line)
        size = line.offset + line.length
    yield reading.trace(size)


class _Reading:
    """What is known while a log is being read."""

    def __init__(self, place: Place, report: Report) -> None:
        self._place, self._report = place, report
        self._events: list[Event] = []
        self._actors: dict[str, Actor] = {}
        self._seen: dict[str, dict[str, None]] = {"session": {}, "agent": {}, "cwd": {}, "name": {}}
        self._said: dict[tuple[str, Role, str], str] = {}
        """The uid of each message, by turn, role and text: some agents say one twice."""
        self._turn = 0
        self._line: Line
        self._shared: dict[str, Any] = {}
        self._signs = NONE
        self._pending: list[tuple[Kind, Body, str, str, dict[str, Any]]] = []

    def record(self, line: Line) -> None:
        """Every line becomes at least one event."""
        record = line.value
        if type(record) is not dict:
            self._events.append(unreadable(line, self._actor(PROGRAM)))
            return
        self._line, self._pending = line, []
        self._shared, self._signs = {"time": self._take(record, "time", "")}, NONE
        self._note("name", record.get("agent"))
        event = record.get("event")
        if type(event) is dict:
            self._event(record, event)
        else:
            if "event" in record:
                self._expect("/event", event, dict)
            name = next((key for key in ("raw", "omitted", "event") if key in record), "untyped record")
            self._add(Kind.UNKNOWN, Unknown(name), PROGRAM)
        self._flush()

    def trace(self, size: int) -> Trace:
        seen = {key: tuple(values) for key, values in self._seen.items()}
        ids = {key: seen[key] for key in ("session", "agent") if seen[key]}
        header = Header(
            ids=ids,
            agent=seen["name"][0] if len(seen["name"]) == 1 else UNSET,
            actors=self._actors,
            environment={"cwd": list(seen["cwd"])} if seen["cwd"] else {},
            thoughts=False,
            sources=(Source(NAME, self._place.path or UNSET, size),),
        )
        return Trace(header=header, events=tuple(self._events))

    # Events

    def _event(self, record: dict[str, JSON], event: dict[str, JSON]) -> None:
        for key, kind in (("session_id", "session"), ("thread-id", "session"), ("agent_id", "agent"), ("cwd", "cwd")):
            self._note(kind, event.get(key))
        if type(folder := event.get("cwd")) is str:
            self._signs = Signs(cwd=folder)
        name = event.get("hook_event_name", event.get("type"))
        # A prompt names the model that will answer it, not one that speaks.
        self._shared["model"] = UNSET if name == PROMPT else self._take(event, "model", "/event")
        if name == PROMPT:
            self._prompt(event)
        elif name == CALL:
            self._call(record, event)
        elif type(name) is str and name in RESULTS:
            self._result(record, event, name)
        elif type(name) is str and name in LIFECYCLE:
            self._lifecycle(event, name)
        if not self._pending:
            if name is not None and type(name) is not str:
                self._expect("/event/hook_event_name", name, str)
            self._add(Kind.UNKNOWN, Unknown(name if type(name) is str and name else "untyped event"), PROGRAM)

    def _prompt(self, event: dict[str, JSON]) -> None:
        text = event.get("prompt")
        if type(text) is not str:
            self._expect("/event/prompt", text, str)
            return
        self._turn += 1
        event["prompt"] = UNSET
        self._message(event, text, HUMAN, Role.USER, "/event/prompt")

    def _call(self, record: dict[str, JSON], event: dict[str, JSON]) -> None:
        tool = self._take(event, "tool_name", "/event")
        if not isinstance(tool, str):
            return
        call = self._take(event, "tool_use_id", "/event")
        given = moved(event, "tool_input")
        about = {"role": Role.ASSISTANT, "visibility": Visibility.INTERNAL, "call": call}
        self._add(Kind.TOOL_CALL, ToolCall(tool, given), self._model(event), "/event", **about)
        if type(record.get("files")) is list:
            files = moved(record, "files")
            self._add(Kind.LIFECYCLE, Lifecycle("files", data={"files": files}), PROGRAM, "/files", call=call)

    def _result(self, record: dict[str, JSON], event: dict[str, JSON], name: str) -> None:
        call = self._take(event, "tool_use_id", "/event")
        content = moved(event, RESULTS[name])
        detail = {"files": moved(record, "files")} if type(record.get("files")) is list else UNSET
        body = ToolResult(content, True if name == FAILURE else UNSET, detail)
        about = {"role": Role.TOOL, "visibility": Visibility.INTERNAL, "call": call}
        tool = event.get("tool_name")
        self._add(Kind.TOOL_RESULT, body, self._tool(tool) if type(tool) is str else TOOL, "/event", **about)

    def _lifecycle(self, event: dict[str, JSON], name: str) -> None:
        """What happened to the run; an answer that it tells is a message of its own."""
        text: str | UnsetType = self._take(event, LIFECYCLE[name], "/event") if LIFECYCLE[name] else UNSET
        answer = next((key for key in ANSWERS if type(event.get(key)) is str and event[key]), "")
        asked: list[JSON] = each if name == NOTIFY and type(each := event.get(ASKED)) is list else []
        held = {answer, ASKED} if asked else {answer}
        rest = {key: each for key, each in event.items() if key not in AROUND | held and each is not UNSET}
        event.update(dict.fromkeys(rest, UNSET))
        self._add(Kind.LIFECYCLE, Lifecycle(name, text, rest or UNSET), PROGRAM, "/event")
        for index, each in enumerate(asked):
            if type(each) is str:
                asked[index] = UNSET
                self._message(event, each, HUMAN, Role.USER, f"/event/{ASKED}/{index}")
        if answer and (name in STOPS or name == NOTIFY):
            said, event[answer] = event[answer], UNSET
            self._message(event, said, self._model(event), Role.ASSISTANT, f"/event/{answer}")

    def _message(self, event: dict[str, JSON], text: str, actor: str, role: Role, where: str) -> None:
        turn = event.get("turn_id", event.get("turn-id"))
        visibility = Visibility.INTERNAL if event.get("agent_id") else Visibility.PUBLIC
        about: dict[str, Any] = {"role": role, "visibility": visibility}
        if type(turn) is str:
            uid = self._uid(len(self._pending))
            first = self._said.setdefault((turn, role, text), uid)
            if first != uid:
                about["echo_of"] = first
        self._add(Kind.MESSAGE, Text(text), actor, where, **about)

    # Values

    def _take(self, holder: dict[str, JSON], key: str, where: str) -> str | UnsetType:
        return taken(holder, key, where, self._expect)

    def _note(self, name: str, value: JSON) -> None:
        if type(value) is str and value:
            self._seen[name].setdefault(value)

    def _expect(self, where: str, value: JSON, kind: type) -> None:
        self._report(wrong_type(self._place.path, self._line, where, value, kind))

    # Who

    def _actor(self, key: str) -> str:
        self._actors.setdefault(key, _ACTORS[key])
        return key

    def _model(self, event: dict[str, JSON]) -> str:
        """The model, apart for each sub-agent."""
        agent, model = event.get("agent_id"), self._shared["model"]
        instance: str | UnsetType = agent if type(agent) is str and agent else UNSET
        key = MODEL + (f":{model}" if model else "") + (f"@{instance}" if instance else "")
        name = "sub-agent" if instance else "assistant"
        self._actors.setdefault(key, Actor(ActorKind.MODEL, name, UNSET, model, instance))
        return key

    def _tool(self, name: str) -> str:
        key = f"{TOOL}:{name}" if name else TOOL
        self._actors.setdefault(key, Actor(ActorKind.TOOL, name) if name else _ACTORS[TOOL])
        return key

    # Writing down

    def _add(self, kind: Kind, body: Body, actor: str, where: str = "", **about: Any) -> None:
        if actor in _ACTORS:
            self._actor(actor)
        self._pending.append((kind, body, actor, where, about))

    def _uid(self, index: int) -> str:
        return f"{self._line.name}.{index}" if index else self._line.name

    def _flush(self) -> None:
        line = self._line
        for index, (kind, body, actor, where, about) in enumerate(self._pending):
            self._events.append(
                Event(
                    uid=self._uid(index),
                    kind=kind,
                    body=body,
                    origin=Origin(0, line.number, line.offset, line.length, where),
                    actor=actor,
                    turn=self._turn or UNSET,
                    fidelity="hook",
                    residue=UNSET if index else line.value,
                    raw=UNSET if index else line.raw or UNSET,
                    signs=over(self._signs, recognised(body, about.get("role", UNSET), self._actors[actor].name)),
                    **self._shared,
                    **about,
                )
            )
