"""OpenTraces records of every version are read whole, and every byte is spoken for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET

from steno.diagnostics import Place
from steno.formats.opentraces import FORMAT
from steno.formats.opentraces.sniff import sniff
from steno.model import (
    Event,
    GitLink,
    Kind,
    Lifecycle,
    Note,
    Patch,
    Role,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Unknown,
    Usage,
    Visibility,
)
from steno.model.code import GitAnchor
from steno.pipeline import sniffed
from steno.testing.accounting import unaccounted
from steno.verify import verify
from tests.given.opentraces import FIXTURES, KEEP, SEED, line, read, read_all, written

FULL = (FIXTURES / "v0_7.jsonl").read_bytes()
COMMIT = "1b6453892473a467d07372d45eb05abc2031647a"


def steps(*listed: Any, **more: Any) -> tuple[Event, ...]:
    record = {"schema_version": "0.7.0", "trace_id": "t", "session_id": "s", "agent": {"name": "x"}, "steps": listed}
    return read(line(record | more))[0].events


def agent(**fields: Any) -> dict[str, Any]:
    return {"step_index": 1, "role": "agent", **fields}


def test_a_file_is_one_trace_for_every_record() -> None:
    traces, problems = read_all(FULL)
    assert [trace.header.ids for trace in traces] == [
        {"session": ("0d6b7c1a-garden",), "trace": ("5f0c1b1e-98b9-4d0e-9a44-1c3b9d1a7f02",)},
        {"session": ("s-2",), "trace": ("t-2",)},
    ]
    assert problems == []


def test_a_step_is_a_thought_a_text_calls_and_results() -> None:
    events = [event for event in read_all(FULL)[0][0].events if event.native == "2"]
    assert [(event.uid, event.kind, event.body, event.role, event.call) for event in events] == [
        ("3.0", Kind.THOUGHT, Thought(ThoughtState.FULL, "The sensor file knows."), Role.ASSISTANT, UNSET),
        ("3.1", Kind.MESSAGE, Text("I look at the sensor first."), Role.ASSISTANT, UNSET),
        ("3.2", Kind.TOOL_CALL, ToolCall("Read", {"file_path": "sensor.py", "limit": 12345678901234567890}),
         Role.ASSISTANT, "c1"),
        ("3.3", Kind.TOOL_CALL, ToolCall("Task", {"prompt": "find the valve", "depth": 1.0}), Role.ASSISTANT, "c2"),
        ("3.4", Kind.TOOL_RESULT, ToolResult("moisture = 0.2\n"), Role.TOOL, "c1"),
        ("3.5", Kind.TOOL_RESULT, ToolResult(missing=True), Role.TOOL, "c2"),
    ]  # fmt: skip
    first = events[0]
    assert (first.usage, first.model, first.context, first.response, first.turn) == (
        Usage(12, 34, UNSET, 100, 0), "claude-sonnet-4-5", "sha256:4b1c", "3", 1,
    )  # fmt: skip


def test_who_speaks_is_known_by_role_and_run() -> None:
    trace = read_all(FULL)[0][0]
    found = {event.native: (event.actor, event.visibility, event.span) for event in trace.events}
    assert found["0"] == ("system", Visibility.INTERNAL, UNSET)
    assert found["1"] == ("human", Visibility.PUBLIC, UNSET)
    assert found["3"] == ("model:@run-7", Visibility.INTERNAL, "run-7")
    assert next(event.parent for event in trace.events if event.native == "3") == "2"


def test_a_failure_keeps_what_the_record_says_of_it() -> None:
    (_, seen) = [event for event in read_all(FULL)[0][0].events if event.native == "4"]
    assert seen.body == ToolResult("denied", True, "exit status 1")


def test_a_step_that_says_nothing_is_there() -> None:
    (event,) = [event for event in read_all(FULL)[0][0].events if event.native == "5"]
    assert event.body == Lifecycle("step")


def test_a_step_names_the_run_it_started() -> None:
    one = {"tool_call_id": "c", "tool_name": "Task", "input": {}}
    (text, call) = steps(agent(content="Go.", subagent_trajectory_ref="run-1", tool_calls=[one]))
    assert (text.child_run, call.child_run, call.span) == (UNSET, "run-1", UNSET)


def test_tokens_that_nobody_counted_are_not_zero() -> None:
    zeros = {"input_tokens": 0, "output_tokens": 0, "cache_read_tokens": 0, "cache_write_tokens": 0}
    assert [event.usage for event in steps(agent(content="a", token_usage=zeros))] == [UNSET]


def test_what_is_said_of_the_session_is_notes() -> None:
    trace = read_all(FULL)[0][0]
    assert [(note.author, note.key) for note in trace.notes] == [
        ("opentraces", "task"), ("opentraces", "task_source"), ("opentraces", "repository"), ("opentraces", "outcome"),
        ("opentraces", "dependencies"),
    ]  # fmt: skip
    assert type(trace.notes[0].value) is str
    assert trace.notes[4] == Note(author="opentraces", key="dependencies", value=["gpiozero"])
    assert read_all(FULL)[0][1].notes == ()


def test_the_header_is_what_the_record_states() -> None:
    header = read_all(FULL)[0][0].header
    assert (header.agent, header.versions, header.started) == ("claude-code", ("2.1.0",), "2026-04-02T08:00:00Z")
    assert header.environment == {
        "os": "linux", "shell": "bash", "language_ecosystem": ["python"],
        "vcs": {"type": "git", "base_commit": None, "branch": "main", "diff": None},
    }  # fmt: skip
    assert header.tools == {"Read": {"name": "Read", "input_schema": {"type": "object"}}, "Task": None}
    assert [*header.system_prompts.values()] == ["You tend a garden."]


def test_code_points_at_the_events_it_came_from() -> None:
    trace = read_all(FULL)[0][0]
    anchor = GitAnchor(
        searched="2026-04-02T09:00:00Z", found=True, commit=COMMIT, path="water.py", tier="exact_range_hash",
        firmness="firm_observed",
    )  # fmt: skip
    assert trace.patches == (
        Patch(
            id="7f288f781c6753fe3b670a36fd2cdbe4009b7f9d1677b8e0da4ba32a84b192bc", event="3.2", path="water.py",
            change="unknown", methods=("hook_posttooluse",), anchor=anchor,
        ),
    )  # fmt: skip
    assert trace.git_links == (
        GitLink(
            commit=COMMIT, repository="https://example.org/acme/garden", tier="tool_emitted", vcs="git", branch="main",
            reachable=True, unaccounted=("notes.txt",),
        ),
    )  # fmt: skip
    assert [(each.path, each.first, each.last, each.event, each.commit) for each in trace.attributions] == [
        ("water.py", 1, 4, "3.0", COMMIT)
    ]


def test_a_document_of_many_lines_is_one_record() -> None:
    data = json.dumps(SEED, indent=2).encode()
    trace, problems = read(data)
    assert (len(trace.events), problems) == (4, [])
    assert unaccounted(trace, problems, len(data)) == []


@pytest.mark.parametrize(
    ("step", "codes", "kinds"),
    [
        (7, ["SRC008"], [Kind.UNKNOWN]),
        (agent(content=["a"]), ["SRC008"], [Kind.LIFECYCLE]),
        (agent(tool_calls=[{"tool_name": 5}]), ["SRC008"], [Kind.UNKNOWN]),
        (agent(tool_calls={"a": 1}, content="x"), ["SRC008"], [Kind.MESSAGE]),
        (agent(observations=[{"source_call_id": "c", "error": 7}]), ["SRC008"], [Kind.UNKNOWN]),
        (agent(content="x", token_usage={"input_tokens": "many"}), ["SRC008"], [Kind.MESSAGE]),
        (agent(content="x", timestamp=5), ["SRC008"], [Kind.MESSAGE]),
        ({"step_index": 0, "role": "assistant", "content": "x"}, ["SRC008"], [Kind.MESSAGE]),
    ],
)
def test_an_odd_step_is_kept_and_reported(step: Any, codes: list[str], kinds: list[Kind]) -> None:
    data = line({"trace_id": "t", "session_id": "s", "agent": {"name": "x"}, "steps": [step]})
    trace, problems = read(data)
    assert ([each.code for each in problems], [event.kind for event in trace.events]) == (codes, kinds)
    assert written(trace, *KEEP) == (data, [])


def test_a_line_that_is_no_record_does_not_stop_the_others() -> None:
    first, second = FULL.splitlines(keepends=True)
    data = first + b"<<<\n" + b"[1]\n" + b"\n" + second + first[:40]
    traces, problems = read_all(data)
    assert [trace.header.ids.get("session", ("none",))[0] for trace in traces] == [
        "0d6b7c1a-garden", "none", "none", "s-2", "none",
    ]  # fmt: skip
    assert [trace.events[0].body for trace in traces[1:3]] == [Unknown("not JSON"), Unknown("not an object")]
    assert [each.code for each in problems] == ["SRC001", "SRC003", "SRC005", "SRC002"]
    assert all(unaccounted(trace, problems, len(data)) == [] for trace in traces)
    assert written(traces, *KEEP)[0] == first + b"<<<\n[1]\n" + second + first[:40] + b"\n"


def test_a_key_that_stands_twice_is_written_back_as_it_stood() -> None:
    data = b'{"trace_id":"a","trace_id":"b","session_id":"s","agent":{"name":"x"},"steps":[{"role":"user"}],"x":1.50}\n'
    trace, problems = read(data)
    assert ([each.code for each in problems], trace.header.ids["trace"]) == (["SRC006"], ("b",))
    assert written(trace, *KEEP) == (data, [])


@pytest.mark.parametrize("name", [path.name for path in sorted(FIXTURES.iterdir())])
def test_a_fixture_is_known_and_its_traces_are_sound(name: str) -> None:
    data = (FIXTURES / name).read_bytes()
    assert sniffed(data, name) is FORMAT
    broken: list[Any] = []
    for trace in read_all(data)[0]:
        verify(trace, Place(), broken.append)
    assert broken == []


@pytest.mark.parametrize(
    "head",
    [
        b'{"trace_id": "t", "session_id": "s", "steps": []}',
        b'{"trace_id": "t", "session_id": "s", "task": {}, "outcome": {}}',
        b'{"session_id": "s", "steps": [], "metrics": {}, "outcome": {}, "environment": {}}',
    ],
)
def test_a_record_without_an_agent_is_known_all_the_same(head: bytes) -> None:
    assert sniffed(head, "x") is FORMAT


@pytest.mark.parametrize("head", [b"", b"[]", b'{"trace_id": "t", "steps": []}', b'{"type":"user","sessionId":"x"}'])
def test_other_files_are_not_taken_for_records(head: bytes) -> None:
    assert not sniff(head)


def test_counts_are_those_of_the_steps() -> None:
    assert FORMAT.count is not None
    found = FORMAT.count(read_all(FULL)[0][0])
    assert found == {
        "records": 1,
        "schema_version": "0.7.0",
        "steps": 6,
        "roles": {"agent": 4, "system": 1, "user": 1},
        "call_types": {"main": 1, "subagent": 1},
        "thoughts": 1,
        "tool_calls": 3,
        "tool_calls_by_name": {"Bash": 1, "Read": 1, "Task": 1},
        "observations": 3,
        "tokens": {"input_tokens": 12, "output_tokens": 34, "cache_read_tokens": 100, "cache_write_tokens": 0},
        "patches": 1,
        "git_links": 1,
    }
