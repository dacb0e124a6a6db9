"""A hook log is a trace: prompts, calls with their results and files, answers, and what became of the run."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from msgspec import UNSET

from steno.diagnostics import Diagnostic, Place
from steno.formats.hooks import FORMAT
from steno.model import (
    Actor,
    ActorKind,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Text,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Visibility,
)
from steno.testing.fake import STILL
from tests.given.machine import steno
from tests.given.secrets import TOKEN

FIXTURES = Path(__file__).parents[1] / "fixtures" / "hooks"


def line(event: object, number: int = 0, **more: object) -> bytes:
    record = {"steno_hook": 1, "time": f"2026-01-31T09:00:{number:02}.000000Z", "agent": "claude-code", **more}
    return json.dumps(record | {"event": event}, separators=(",", ":")).encode() + b"\n"


def read(data: bytes) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    assert FORMAT.reader
    (trace,) = FORMAT.reader.read(io.BytesIO(data), Place(), found.append)
    return trace, found


def written(trace: Trace) -> bytes:
    out, losses = io.BytesIO(), list[Diagnostic]()
    assert FORMAT.writer
    FORMAT.writer((), STILL, losses.append).write([trace], out, losses.append)
    assert losses == []
    return out.getvalue()


def test_a_call_its_result_and_its_files_are_joined_by_the_id_of_the_call() -> None:
    before, after = [{"path": "a", "state": "missing"}], [{"path": "a", "state": "file", "sha256": "0" * 64}]
    tool = {"session_id": "s", "tool_name": "Write", "tool_input": {"file_path": "a"}, "tool_use_id": "toolu_1"}
    first = line({"hook_event_name": "PreToolUse", **tool}, files=before)
    second = line({"hook_event_name": "PostToolUse", **tool, "tool_response": {"ok": True}}, 1, files=after)
    trace, found = read(first + second)
    assert found == []
    residue = {"steno_hook": 1, "time": UNSET, "agent": "claude-code", "files": UNSET}
    about = {"session_id": "s", "tool_use_id": UNSET}
    assert trace.events == (
        Event(
            uid="1", kind=Kind.TOOL_CALL, body=ToolCall("Write", {"file_path": "a"}), call="toolu_1",
            origin=Origin(0, 1, 0, len(first), "/event"), actor="model", role=Role.ASSISTANT,
            visibility=Visibility.INTERNAL, time="2026-01-31T09:00:00.000000Z", fidelity="hook",
            residue=residue | {
                "event": {"hook_event_name": "PreToolUse", **about, "tool_name": UNSET, "tool_input": UNSET}
            },
        ),
        Event(
            uid="1.1", kind=Kind.LIFECYCLE, body=Lifecycle("files", data={"files": before}), call="toolu_1",
            origin=Origin(0, 1, 0, len(first), "/files"), actor="program", time="2026-01-31T09:00:00.000000Z",
            fidelity="hook",
        ),
        Event(
            uid="2", kind=Kind.TOOL_RESULT, body=ToolResult({"ok": True}, detail={"files": after}), call="toolu_1",
            origin=Origin(0, 2, len(first), len(second), "/event"), actor="tool:Write", role=Role.TOOL,
            visibility=Visibility.INTERNAL, time="2026-01-31T09:00:01.000000Z", fidelity="hook",
            residue=residue | {
                "event": {
                    "hook_event_name": "PostToolUse", **about, "tool_name": "Write",
                    "tool_input": {"file_path": "a"}, "tool_response": UNSET,
                }
            },
        ),
    )  # fmt: skip
    assert trace.header.actors == {
        "model": Actor(ActorKind.MODEL, "assistant"),
        "program": Actor(ActorKind.SYSTEM, "program"),
        "tool:Write": Actor(ActorKind.TOOL, "Write"),
    }
    assert (trace.header.ids, trace.header.agent) == ({"session": ("s",)}, "claude-code")


def test_a_failed_call_has_an_error() -> None:
    failure = {"hook_event_name": "PostToolUseFailure", "tool_name": "Bash", "error": "no", "tool_use_id": "t"}
    trace, _ = read(line(failure))
    assert trace.events[0].body == ToolResult("no", error=True)


def test_prompts_count_turns_and_an_answer_is_a_message() -> None:
    stop = {"hook_event_name": "Stop", "stop_hook_active": False, "last_assistant_message": "Hello"}
    trace, _ = read(line({"hook_event_name": "UserPromptSubmit", "prompt": "Hi"}) + line(stop))
    assert [(each.body, each.role, each.visibility, each.turn) for each in trace.events] == [
        (Text("Hi"), Role.USER, Visibility.PUBLIC, 1),
        (Lifecycle("Stop"), UNSET, Visibility.METADATA, 1),
        (Text("Hello"), Role.ASSISTANT, Visibility.PUBLIC, 1),
    ]


def test_what_codex_says_twice_is_an_echo_the_second_time() -> None:
    about = {"thread-id": "t", "turn-id": "1", "input-messages": ["Hi", "there"], "last-assistant-message": "Hello"}
    notify = {"type": "agent-turn-complete", **about}
    prompt = {"hook_event_name": "UserPromptSubmit", "turn_id": "1", "prompt": "Hi"}
    stop = {"hook_event_name": "Stop", "turn_id": "1", "last_assistant_message": "Hello"}
    trace, _ = read(line(prompt) + line(notify, 1) + line(stop, 2))
    texts = [(each.uid, each.body.text, each.echo_of) for each in trace.events if isinstance(each.body, Text)]
    assert texts == [
        ("1", "Hi", UNSET),
        ("2.1", "Hi", "1"),
        ("2.2", "there", UNSET),
        ("2.3", "Hello", UNSET),
        ("3.1", "Hello", "2.3"),
    ]


def test_a_sub_agent_is_an_actor_of_its_own() -> None:
    call = {"hook_event_name": "PreToolUse", "tool_name": "Read", "agent_id": "a1", "model": "m"}
    trace, _ = read(line(call))
    (event,) = trace.events
    assert trace.header.actors[event.actor] == Actor(ActorKind.MODEL, "sub-agent", model="m", instance="a1")


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({"raw": "AA=="}, "raw"),
        ({"omitted": {"bytes": 1, "limit": 0}}, "omitted"),
        ({"event": None}, "event"),
        ({}, "untyped record"),
        ({"event": {}}, "untyped event"),
        ({"event": {"hook_event_name": 3}}, "untyped event"),
        ({"event": {"hook_event_name": "New"}}, "New"),
        ({"event": {"hook_event_name": "UserPromptSubmit", "prompt": ["x"]}}, "UserPromptSubmit"),
    ],
)
def test_what_is_not_understood_is_kept_whole(record: dict[str, object], name: str) -> None:
    data = json.dumps({"steno_hook": 1, **record}, separators=(",", ":")).encode() + b"\n"
    trace, _ = read(data)
    assert [each.body for each in trace.events] == [Unknown(name)]
    assert written(trace) == data


@pytest.mark.parametrize("path", sorted(FIXTURES.iterdir()), ids=lambda path: path.stem)
def test_a_log_is_written_back_to_the_byte(path: Path) -> None:
    trace, _ = read(path.read_bytes())
    assert written(trace) == path.read_bytes()


def test_a_torn_line_and_a_foreign_one_are_reported_and_kept() -> None:
    good = line({"hook_event_name": "SessionEnd", "reason": "exit"})
    trace, found = read(good + good[:30] + b"\n" + b"[]\n" + good)
    assert [each.code for each in found] == ["SRC001", "SRC003"]
    assert len(trace.events) == 4


def test_secrets_go_and_ids_and_hashes_stay(tmp_path: Path) -> None:
    digest = "ab" * 32
    files = [{"path": f"/srv/{TOKEN}", "state": "file", "sha256": digest}]
    tool = {"session_id": "4f1c2d3e-0000-4000-8000-00000000c0de", "tool_name": "Write", "tool_use_id": "toolu_01AbCdEf"}
    path = tmp_path / "log.jsonl"
    path.write_bytes(
        line({"hook_event_name": "UserPromptSubmit", "prompt": f"use {TOKEN}"})
        + line({"hook_event_name": "PreToolUse", **tool, "tool_input": {"content": TOKEN}}, 1, files=files)
        + line({"hook_event_name": "PostToolUse", **tool, "tool_response": TOKEN}, 2, files=files)
    )
    ended = steno("redact", str(path), home=tmp_path)
    records = ended.json()
    assert (ended.code, TOKEN in ended.out) == (0, False)
    assert [each["files"][0]["sha256"] for each in records[1:]] == [digest, digest]
    assert [each["event"]["tool_use_id"] for each in records[1:]] == ["toolu_01AbCdEf"] * 2


def test_every_command_takes_a_hook_log(tmp_path: Path) -> None:
    path = str(FIXTURES / "claude_code.jsonl")
    assert steno("show", path, home=tmp_path).code == 0
    assert steno("check", path, home=tmp_path).code == 0
    (told,) = steno("info", path, "--json", home=tmp_path).json()
    assert (told["format"], told["agent"], told["tool_calls"], told["contents_kept"]) == ("hooks", "claude-code", 4, 2)
    converted = steno("convert", path, "-t", "open-token", "-O", "redact=none", home=tmp_path)
    assert (converted.code, "Water the roses" in converted.out) == (0, True)
