"""What a Forsy trace says is in the model: events that happened, and notes on them by whoever the file speaks for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET

from steno.base.ids import sha256
from steno.formats.forsy.sniff import sniff
from steno.formats.forsy.wire import IDS
from steno.model import Actor, ActorKind, Kind, Lifecycle, Role, Text, ToolCall, ToolResult, Unknown, Visibility
from steno.model.steps import steps, whole
from steno.testing.accounting import unaccounted
from tests.given.forsy import FIXTURES, fixture, read, read_all

AUTHOR = "agent:garden-1"


def document(*steps: Any, **top: Any) -> bytes:
    return json.dumps({"schema_version": "forsy-trace-v0.1", "trace_id": "t", **top, "steps": list(steps)}).encode()


def test_every_step_is_the_events_it_tells_of() -> None:
    found = [(each.uid, each.kind, each.actor, each.role, each.body) for each in fixture("v0_1.json").events]
    assert found == [
        ("1", Kind.MESSAGE, "user", Role.USER, Text("The greenhouse fan never stops. Find out why.")),
        ("2", Kind.LIFECYCLE, "agent", UNSET, Lifecycle("plan", "Look at fan.toml, then at the last readings.")),
        ("3", Kind.TOOL_CALL, "agent", Role.ASSISTANT, ToolCall("Bash", "tail -n 1 log/fan.csv")),
        ("3.1", Kind.TOOL_RESULT, "tool:Bash", Role.TOOL, ToolResult("tail: cannot open 'log/fan.csv'", True)),
        ("4", Kind.TOOL_CALL, "agent", Role.ASSISTANT, ToolCall("Bash", "tail -n 1 logs/fan.csv")),
        ("4.1", Kind.TOOL_RESULT, "tool:Bash", Role.TOOL, ToolResult("2026-03-02,21.5", False)),
        (
            "5",
            Kind.TOOL_CALL,
            "agent",
            Role.ASSISTANT,
            ToolCall("replace", '{"path": "fan.toml", "old": "2.15", "new": "21.5"}', "files"),
        ),
        ("5.1", Kind.TOOL_RESULT, "tool:mcp:files.replace", Role.TOOL, ToolResult("ok", False)),
        ("6", Kind.TOOL_CALL, "subagent:check_1", Role.ASSISTANT, ToolCall("Bash", "fanctl check")),
        ("6.1", Kind.TOOL_RESULT, "tool:Bash", Role.TOOL, ToolResult("fanctl: command not found", True)),
        (
            "7",
            Kind.MESSAGE,
            "agent",
            Role.ASSISTANT,
            Text("The limit was a tenth of what it should be. It is 21.5 now."),
        ),
        ("8", Kind.MESSAGE, "user", Role.USER, Text("It stopped. Thanks.")),
    ]


def test_times_turns_calls_and_groups_are_those_of_the_step() -> None:
    call, result = (each for each in fixture("v0_1.json").events if each.uid in ("5", "5.1"))
    assert [(each.time, each.turn, each.call, each.parallel, each.visibility) for each in (call, result)] == [
        ("2026-03-02T10:05:00Z", 1, "5", "pg_001", Visibility.INTERNAL),
        ("2026-03-02T10:05:07Z", 1, "5", "pg_001", Visibility.INTERNAL),
    ]


def test_a_field_is_a_note_and_null_is_none() -> None:
    trace = fixture("v0_1.json")
    third = steps(trace)[2]
    assert {key: note.value for key, note in third.notes.items()} == {
        "step": "agent_step",
        "turn": 1,
        "actor": "agent",
        "operation": "execute",
        "tool": "Bash",
        "execution_mode": "serial",
        "observation": "No reading was looked at yet.",
        "input": "tail -n 1 log/fan.csv",
        "output": "tail: cannot open 'log/fan.csv'",
        "state_change": "Nothing changed.",
        "reasoning": "The last reading shows whether the sensor works.",
        "caused_by": ["2"],
        "causal_type": "execution_of_plan",
        "success": False,
        "eval": -1,
        "eval_reason": "The folder is logs.",
        "directive": "List the folder before reading from it.",
        "started_at": "2026-03-02T10:03:00Z",
        "ended_at": "2026-03-02T10:03:07Z",
    }
    assert {note.author for note in trace.notes} == {AUTHOR}


def test_references_between_steps_are_uids() -> None:
    found = steps(fixture("v0_1.json"))
    assert [(each.get("caused_by"), each.get("retry_of")) for each in found] == [
        (None, None),
        (["1"], None),
        (["2"], None),
        (["3"], "3"),
        (["2", "4"], None),
        (["5"], None),
        (["5"], None),
        (["7"], None),
    ]
    assert found[1].get("input_source") == {
        "actor": "user",
        "source": "1",
        "source_field": "input",
        "note": "The request.",
    }


def test_what_is_said_of_the_whole_is_in_the_header_and_in_notes() -> None:
    trace = fixture("v0_1.json")
    assert {
        key: note.value for key, note in whole(trace).items() if key not in ("agent_config", "dataset_summary")
    } == {
        "task": "Find out why the greenhouse fan never stops.",
        "trace_mode": "live",
        "validation_level": "self_traced",
        "agent_confidence": 90,
        "termination_reason": "user_confirmed_done",
        "final_output": "limit = 21.5",
        "learning": "Where a limit is off by ten, look for a misplaced point.",
        "goal_achieved": True,
        "skills": ["forsy-trace-skill"],
    }
    header = trace.header
    prompt = "You look after a greenhouse."
    assert (header.ids, header.started, header.tools, header.system_prompts) == (
        {"trace": ("forsy_trace_fan_001",)},
        "2026-03-02T10:00:00Z",
        {"Bash": None, "mcp:files.replace": None},
        {sha256(prompt.encode()): prompt},
    )
    assert header.actors["subagent:check_1"] == Actor(ActorKind.MODEL, "subagent:check_1", instance="check_1")
    assert [(each.name, each.event, each.sha256) for each in trace.artifacts] == [
        ("fan.toml", "5", "ab" * 32),
        ("logs/fan.csv", UNSET, UNSET),
    ]


@pytest.mark.parametrize(
    ("level", "config", "author"),
    [
        ("self_traced", {"model": "m-1", "framework": "f"}, "agent:m-1"),
        ("retraced_from_logs", {"framework": "f"}, "agent:f"),
        (None, None, "agent:unnamed"),
        ("", "m-1", "agent:unnamed"),
        ("model_reviewed", {"model": "m-1"}, "model:unnamed"),
        ("human_reviewed", {"model": "m-1"}, "human:unnamed"),
        ("expert_reviewed", None, "expert:unnamed"),
        ("client_validated", None, "client:unnamed"),
        ("certified", {"model": "m-1"}, "agent:m-1"),
    ],
)
def test_the_author_is_whom_the_validation_level_speaks_for(level: Any, config: Any, author: str) -> None:
    trace, _ = read(document({"step": 1}, validation_level=level, agent_config=config))
    assert {note.author for note in trace.notes} == {author}


def test_an_older_trace_says_the_same_in_the_words_of_today() -> None:
    found = steps(fixture("v1.json"))
    keys = ("action", "operation", "tool", "feedback_type", "feedback_content", "message_role", "observation")
    assert [tuple(each.action if key == "action" else each.get(key) for key in keys) for each in found] == [
        ("user_message", None, None, None, None, None, None),
        ("agent_step", "write", "Write", None, None, None, None),
        ("agent_step", None, "Bash", None, None, None, "tea.txt was written."),
        ("user_message", None, None, "approval", "The note is right.", None, None),
    ]
    assert fixture("v1.json").artifacts[0].sha256 == "cd" * 32  # out of a string


def test_free_words_and_assistants_are_steps_of_the_agent() -> None:
    trace = fixture("v2.json")
    assert [(each.number, each.action, each.get("actor"), each.get("operation")) for each in steps(trace)] == [
        (1, "user_message", "user", None),
        (2, "agent_step", "agent", "weigh_the_reds"),
        (3, "output", "agent", None),
    ]
    assert [each.body for each in trace.events[3:]] == [Unknown("not an object")] * 2
    assert trace.header.ids == {"trace": ("trace_9",), "prior_trace": ("trace_8",), "collection": ("col_9",)}
    assert whole(trace)["agent_config"].value == {"model": "loom-2"}


def test_a_number_that_no_step_has_is_reported_and_not_made_into_anything() -> None:
    trace, found = read((FIXTURES / "v1.json").read_bytes())
    assert [(each.code, each.place.pointer) for each in found] == [
        ("SRC120", "/steps/3/caused_by"),
        ("SRC120", "/steps/3/retry_of"),
    ]
    assert {"caused_by", "retry_of"}.isdisjoint(steps(trace)[3].notes)


@pytest.mark.parametrize("id", ["trace_id", "collection_id"])
def test_either_id_makes_it_a_trace(id: str) -> None:
    data = json.dumps({"schema_version": None, id: "x", "task": None, "termination_reason": None, "steps": []}).encode()
    assert sniff(data)
    assert read(data)[0].header.ids == {IDS[id]: ("x",)}


def test_neither_a_manifest_nor_another_trace_is_taken_for_a_forsy_trace() -> None:
    manifest = {"trace_id": "x", "trace_mode": "live", "termination_reason": "other", "total_steps": 3}
    others = [manifest, {"trace_id": "x", "steps": [], "agent": {}}, {"steps": [1]}, {"schema_version": "forsy-v1"}]
    assert [sniff(json.dumps(each).encode()) for each in others] == [False] * 4


def test_lines_are_one_trace_each_and_a_bad_line_keeps_its_bytes() -> None:
    good = document({"step": 1, "action": "output", "output": "a"})
    data = good + b"\n{broken\n" + good + b"\n[1]\n"
    found, problems = read_all(data)
    assert [len(each.events) for each in found] == [1, 0, 1, 0]
    assert [each.code for each in problems] == ["SRC001", "SRC003"]
    assert [unaccounted(each, problems, len(data)) for each in found] == [[]] * 4


def test_a_damaged_document_is_read_as_far_as_it_goes() -> None:
    data = (FIXTURES / "v0_1.json").read_bytes()
    cut = data[: data.index(b'"retry_of": 3')]
    trace, problems = read(cut)
    assert len(steps(trace)) == 3
    assert whole(trace)["task"].value == "Find out why the greenhouse fan never stops."
    assert trace.events[-1].raw
    assert unaccounted(trace, problems, len(cut)) == []


def test_the_lines_of_steps_are_where_they_stand() -> None:
    data = (FIXTURES / "v0_1.json").read_bytes()
    for event in fixture("v0_1.json").events:
        origin: Any = event.origin
        value = json.loads(data[origin.offset : origin.offset + origin.length])
        assert f"/steps/{value['step'] - 1}" == origin.pointer
        assert data.count(b"\n", 0, origin.offset) + 1 == origin.line
