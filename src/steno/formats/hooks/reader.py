"""Reads a hook log into a trace: prompts, tool calls with their results and files, and what became of the run.

What a hook says of an answer stands in the agent's own log too, and whole; here is what was said while it ran.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.jsonl import Line
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
from steno.formats.records import moved
from steno.idioms import recognised
from steno.kit.log import Log
from steno.kit.reading import Reader
from steno.kit.table import HUMAN, PROGRAM, Read, Spec
from steno.kit.writing import WriteBack, inverse
from steno.model import Actor, ActorKind, Kind, Lifecycle, Role, Text, ToolCall, ToolResult, Visibility


class _Said(NamedTuple):
    """What is known of the whole log while it is being read."""

    agents: set[str]
    """Those whose hooks wrote it."""
    first: dict[tuple[str, Role, str], str]
    """The uid of each message, by turn, role and text: some agents say one twice."""


def _scan(lines: Sequence[Line]) -> _Said:
    agents = (line.value.get("agent") for line in lines if type(line.value) is dict)
    return _Said({agent for agent in agents if type(agent) is str and agent}, {})


def _header(log: Log) -> Mapping[str, Any]:
    agents = log.state.agents
    return {"agent": next(iter(agents)) if len(agents) == 1 else UNSET, "thoughts": False}


def _tell(record: dict[str, JSON]) -> str:
    event = record.get("event")
    if type(event) is not dict:
        return next((key for key in ("raw", "omitted", "event") if key in record), "")
    name = event.get("hook_event_name", event.get("type"))
    return name if type(name) is str and name else "untyped event"


def _other(log: Log, record: dict[str, JSON], where: str) -> None:
    event = record.get("event")
    if type(event) is dict:
        name = event.get("hook_event_name", event.get("type"))
        if name is not None and type(name) is not str:
            log.expect("/event/hook_event_name", name, str)
    elif "event" in record:
        log.expect("/event", event, dict)


def _prompt(log: Log, record: dict[str, JSON], where: str) -> None:
    event = record["event"]
    if "model" in log.shared:  # which will answer the prompt, and does not speak here
        event["model"] = log.shared.pop("model")
    text = event.get("prompt")
    if type(text) is not str:
        log.expect("/event/prompt", text, str)
        return
    log.prompt()
    event["prompt"] = UNSET
    _message(log, event, text, HUMAN, Role.USER, "/event/prompt")


def _call(log: Log, record: dict[str, JSON], where: str) -> None:
    event = record["event"]
    tool = log.take(event, "tool_name", "/event")
    if not isinstance(tool, str):
        return
    call = log.take(event, "tool_use_id", "/event")
    body = ToolCall(tool, moved(event, "tool_input"))
    about = {"role": Role.ASSISTANT, "visibility": Visibility.INTERNAL, "call": call}
    log.emit(Kind.TOOL_CALL, body, _model(log, event), "/event", about)
    if type(record.get("files")) is list:
        files = Lifecycle("files", data={"files": moved(record, "files")})
        log.emit(Kind.LIFECYCLE, files, PROGRAM, "/files", {"call": call})


def _result(log: Log, record: dict[str, JSON], where: str) -> None:
    event, name = record["event"], log.told
    tool = event.get("tool_name")
    call = log.take(event, "tool_use_id", "/event")
    content = moved(event, RESULTS[name])
    detail = {"files": moved(record, "files")} if type(record.get("files")) is list else UNSET
    body = ToolResult(content, True if name == FAILURE else UNSET, detail)
    about = {"role": Role.TOOL, "visibility": Visibility.INTERNAL, "call": call}
    log.emit(Kind.TOOL_RESULT, body, log.tool(tool if type(tool) is str else UNSET), "/event", about)


def _lifecycle(log: Log, record: dict[str, JSON], where: str) -> None:
    """What happened to the run; an answer that it tells is a message of its own."""
    event, name = record["event"], log.told
    text: str | UnsetType = log.take(event, LIFECYCLE[name], "/event") if LIFECYCLE[name] else UNSET
    answer = next((key for key in ANSWERS if type(event.get(key)) is str and event[key]), "")
    asked: list[JSON] = each if name == NOTIFY and type(each := event.get(ASKED)) is list else []
    held = {answer, ASKED} if asked else {answer}
    rest = {key: each for key, each in event.items() if key not in AROUND | held and each is not UNSET}
    event.update(dict.fromkeys(rest, UNSET))
    log.emit(Kind.LIFECYCLE, Lifecycle(name, text, rest or UNSET), PROGRAM, "/event")
    for index, each in enumerate(asked):
        if type(each) is str:
            asked[index] = UNSET
            _message(log, event, each, HUMAN, Role.USER, f"/event/{ASKED}/{index}")
    if answer and (name in STOPS or name == NOTIFY):
        said, event[answer] = event[answer], UNSET
        _message(log, event, said, _model(log, event), Role.ASSISTANT, f"/event/{answer}")


def _message(log: Log, event: dict[str, JSON], text: str, actor: str, role: Role, where: str) -> None:
    turn = event.get("turn_id", event.get("turn-id"))
    about: dict[str, Any] = {
        "role": role,
        "visibility": Visibility.INTERNAL if event.get("agent_id") else Visibility.PUBLIC,
    }
    if type(turn) is str:
        uid = log.uid()
        first = log.state.first.setdefault((turn, role, text), uid)
        if first != uid:
            about["echo_of"] = first
    log.emit(Kind.MESSAGE, Text(text), actor, where, about)


def _model(log: Log, event: dict[str, JSON]) -> str:
    """The model, apart for each sub-agent."""
    agent = event.get("agent_id")
    return log.speaker(log.shared.get("model", UNSET), agent if type(agent) is str and agent else UNSET)


SPEC = Spec(
    NAME,
    _tell,
    {
        PROMPT: _prompt,
        CALL: _call,
        **dict.fromkeys(RESULTS, _result),
        **dict.fromkeys(LIFECYCLE, _lifecycle),
        "*": _other,
    },
    every={
        "time": "time",
        "event.model": "model",
        "event.cwd": Read("signs.cwd", lambda folder: folder if type(folder) is str else UNSET),
    },
    recognise=recognised,
    sets={"fidelity": "hook"},
    header={
        "event.session_id": "ids.session",
        "event.thread-id": "ids.session",
        "event.agent_id": "ids.agent",
        "event.cwd": "environment.cwd",
    },
    actors={PROGRAM: Actor(ActorKind.SYSTEM, "program")},
    holes={
        Kind.MESSAGE: {"": "body.text"},
        Kind.TOOL_CALL: {"tool_name": "body.tool", "tool_input": "body.arguments", "tool_use_id": "call"},
        Kind.TOOL_RESULT: {
            "tool_use_id": "call",
            "/files": "body.detail.files",
            **dict.fromkeys(RESULTS.values(), "body.content"),
        },
        Kind.LIFECYCLE: {"": "body.data.files", **{key: "body.text" for key in LIFECYCLE.values() if key}},
    },
    scan=_scan,
    finish=_header,
)
read = Reader(SPEC).read
make = WriteBack(NAME, inverse(SPEC)).make
