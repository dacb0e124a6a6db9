from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.given import garden
from tests.given.derivation import asked
from tests.given.machine import Ended, claude, lines, record, steno

FORSY = Path(__file__).parents[1] / "fixtures" / "forsy"
MARA = ("--author", "Mara", "--role", "human")

TRUST = {
    "trace_mode": "retraced",
    "validation_level": "retraced_from_logs",
    "validation_grade": "derived:derive/validation-level",
    "agent_confidence": 90,
}
CONTEXT = {
    "task": "Water the roses daily",
    "system_prompt": None,
    "skills": None,
    "memory": None,
    "agent_tools": ["Edit", "Bash"],
    "tool_definitions": None,
    "grades": {"task": "observed"},
}
CALLED = {
    "operation": "derived:derive/tool-table",
    "tool": "derived:derive/tool-name",
    "input": "derived:derive/arguments",
}


def head(view: str, step: int, uid: str, turn: int = 1) -> dict[str, Any]:
    return {
        "schema": f"steno.view/{view}/{2 if view == 'sft' else 1}", "trace": garden.SESSION, "step": step, "uid": uid,
        "turn": turn, "actor": "agent:main", "trust": TRUST,
    }  # fmt: skip


def label(value: object, rule: str, *evidence: str) -> dict[str, Any]:
    return {"value": value, "grade": f"derived:derive/{rule}", "strength": "weak", "evidence": list(evidence)}


def edited(old: str) -> str:
    return json.dumps(garden.edit("", old)["input"], separators=(",", ":"))


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return claude(tmp_path, garden.SESSION, garden.session())


def viewed(view: str, word: Path, home: Path, *args: str) -> Ended:
    return steno("view-as", view, str(word), *args, "--no-seeds", home=home)


def rows(view: str, word: Path, home: Path, *args: str) -> list[dict[str, Any]]:
    ended = viewed(view, word, home, *args)
    assert ended.code == 0, ended.err
    return ended.json()


def note(word: Path, home: Path, *args: str) -> None:
    ended = steno("note", str(word), *args, home=home)
    assert ended.code == 0, ended.err


# sft


def message(role: str, step: int, uid: str, content: str | None, grades: dict[str, str], **more: object) -> object:
    actor = {"user": "user", "assistant": "agent:main", "tool": None}[role]
    return {
        "role": role, "step": step, "uid": uid, "actor": actor, "content": content, "operation": None, "tool": None,
        "input": None, "grades": grades, **more,
    }  # fmt: skip


def test_each_answer_is_a_row_with_what_led_to_it(session: Path, tmp_path: Path) -> None:
    first, second = rows("sft", session, tmp_path)
    assert first["steps"][:3] == [
        message("user", 1, "1", "Water the roses daily", {"input": "observed"}),
        message(
            "assistant", 2, "2.1", "First the plan.", {"reasoning": "observed", **CALLED},
            operation="edit", tool="Edit", input=edited("roses: never"),
        ),
        message("tool", 2, "2.1", "String to replace not found in file.", {"output": "observed"}, tool="Edit"),
    ]  # fmt: skip
    assert [each["step"] for each in first["steps"]] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 6]
    assert second == {
        **head("sft", 8, "12", turn=2),
        "messages": [
            {"role": "user", "content": "And the beans?"},
            {"role": "assistant", "content": "The beans have had enough."},
        ],
        "steps": [
            message("user", 7, "11", "And the beans?", {"input": "observed"}),
            message("assistant", 8, "12", "The beans have had enough.", {"output": "observed"}),
        ],
        "labels": {
            "completion": {"grade": "observed", "strength": "weak", "evidence": ["12"]},
            "eval": None,
            "success": None,
            "directive": None,
            "feedback": None,
        },
        "context": None,
    }


def test_messages_are_those_of_a_chat_with_tool_calls(session: Path, tmp_path: Path) -> None:
    first, second = rows("sft", session, tmp_path)
    assert first["messages"][:3] == [
        {"role": "user", "content": "Water the roses daily"},
        {
            "role": "assistant", "content": "First the plan.",
            "tool_calls": [{
                "id": "toolu_1", "type": "function",
                "function": {"name": "Edit", "arguments": edited("roses: never")},
            }],
        },
        {"role": "tool", "tool_call_id": "toolu_1", "content": "String to replace not found in file."},
    ]  # fmt: skip
    assert first["messages"][-1] == {"role": "assistant", "content": "The roses are watered daily."}
    is_chat(first["messages"])
    is_chat(second["messages"])


def is_chat(messages: list[dict[str, Any]]) -> None:
    """What any reader of the shape relies on."""
    called: set[str] = set()
    for each in messages:
        keys = {
            "system": set(),
            "user": set(),
            "tool": {"tool_call_id"},
            "assistant": {"tool_calls", "reasoning_content"},
        }
        assert set(each) <= {"role", "content"} | keys[each["role"]]
        for call in each.get("tool_calls", ()):
            assert set(call) == {"id", "type", "function"}
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            called.add(call["id"])
        if each["role"] == "tool":
            assert each["tool_call_id"] in called


def test_calls_of_one_answer_are_one_message(tmp_path: Path) -> None:
    both = [garden.water("toolu_1", "One"), garden.water("toolu_2", "Two")]
    records = [
        record("user", "Water twice", 0, garden.SESSION),
        record("assistant", [garden.said("Both."), *both], 1, garden.SESSION),
        record("user", [garden.result("toolu_1", "one")], 2, garden.SESSION),
        record("user", [garden.result("toolu_2", "two")], 3, garden.SESSION),
        record("assistant", [garden.said("Done.")], 4, garden.SESSION),
    ]
    (row,) = rows("sft", claude(tmp_path, garden.SESSION, records), tmp_path)
    assert [each["role"] for each in row["messages"]] == ["user", "assistant", "tool", "tool", "assistant"]
    assert [call["id"] for call in row["messages"][1]["tool_calls"]] == ["toolu_1", "toolu_2"]
    is_chat(row["messages"])


def test_thoughts_are_in_the_messages_only_where_they_are_asked_for(tmp_path: Path) -> None:
    thought = {"type": "thinking", "thinking": "They look dry.", "signature": "x"}
    records = [
        record("user", "Water", 0, garden.SESSION),
        record("assistant", [thought, garden.water("toolu_1", "Water")], 1, garden.SESSION),
        record("user", [garden.result("toolu_1", "done")], 2, garden.SESSION),
        record("assistant", [garden.said("Done.")], 3, garden.SESSION),
    ]
    path = claude(tmp_path, garden.SESSION, records)
    assert "They look dry." not in viewed("sft", path, tmp_path).out
    (row,) = rows("sft", path, tmp_path, "--thoughts", "keep")
    assert row["messages"][1]["reasoning_content"] == "They look dry."
    is_chat(row["messages"])


def test_a_call_without_a_result_has_no_message_after_it(tmp_path: Path) -> None:
    records = [
        record("user", "Water", 0, garden.SESSION),
        record("assistant", [garden.water("toolu_1", "Water")], 1, garden.SESSION),
        record("assistant", [garden.said("Done.")], 2, garden.SESSION),
    ]
    (row,) = rows("sft", claude(tmp_path, garden.SESSION, records), tmp_path)
    assert [each["role"] for each in row["messages"]] == ["user", "assistant", "assistant"]


def test_the_first_row_of_a_trace_has_its_context(session: Path, tmp_path: Path) -> None:
    assert [row["context"] for row in rows("sft", session, tmp_path)] == [CONTEXT, None]


def test_an_answer_that_somebody_judged_wrong_is_no_example(session: Path, tmp_path: Path) -> None:
    note(session, tmp_path, "--step", "6", "--eval", "-1", *MARA)
    ended = viewed("sft", session, tmp_path)
    assert [row["step"] for row in ended.json()] == [8]
    assert "1 CNV703 answer-judged-wrong" in ended.err


def test_work_without_an_answer_is_no_example(tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, garden.session()[:9])
    ended = viewed("sft", session, tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert "1 CNV702 work-without-an-answer" in ended.err
    assert "0 rows of sft from 1 input" in ended.err


def test_a_sub_agent_answers_the_call_that_started_it(tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, _delegation())
    agent = session.parent / garden.SESSION / "subagents" / "agent-abc.jsonl"
    agent.parent.mkdir(parents=True)
    more = {"isSidechain": True, "agentId": "abc"}
    agent.write_bytes(
        lines(
            [
                record("user", "Look at the pump", 20, garden.SESSION, **more),
                record("assistant", [garden.said("The pump is warm.")], 21, garden.SESSION, **more),
            ]
        )
    )
    of_agent, of_main = rows("sft", session, tmp_path)
    assert [(each["role"], each["actor"], each["content"]) for each in of_agent["steps"]] == [
        ("user", "agent:main", '{"prompt":"Look at the pump","subagent_type":"plumber"}'),
        ("assistant", "subagent:abc", "The pump is warm."),
    ]
    assert [(each["role"], each["actor"], each["content"]) for each in of_main["steps"]] == [
        ("user", "user", "Is the pump warm?"),
        ("assistant", "agent:main", None),
        ("tool", None, "The pump is warm."),
        ("assistant", "agent:main", "It is."),
    ]


def _delegation() -> list[dict[str, object]]:
    arguments = {"prompt": "Look at the pump", "subagent_type": "plumber"}
    call = {"type": "tool_use", "id": "toolu_9", "name": "Task", "input": arguments}
    told = {"toolUseResult": {"agentId": "abc", "status": "completed"}}
    return [
        record("user", "Is the pump warm?", 0, garden.SESSION),
        record("assistant", [call], 1, garden.SESSION),
        record("user", [garden.result("toolu_9", "The pump is warm.")], 22, garden.SESSION, **told),
        record("assistant", [garden.said("It is.")], 23, garden.SESSION),
    ]


# preference


def test_a_failed_step_and_the_retry_that_worked_are_a_pair(session: Path, tmp_path: Path) -> None:
    assert rows("preference", session, tmp_path) == [
        {
            **head("preference", 2, "2.1"),
            "pair": "retry",
            "request": {"step": 1, "uid": "1", "input": "Water the roses daily"},
            "state": {"observation": None},
            "rejected": {
                "step": 2, "uid": "2.1", "actor": "agent:main", "action": "error", "operation": "edit",
                "tool": "Edit", "input": edited("roses: never"), "output": "String to replace not found in file.",
                "state_change": None, "grades": {**CALLED, "output": "observed"},
            },
            "chosen": {
                "step": 3, "uid": "4", "actor": "agent:main", "action": "agent_step", "operation": "edit",
                "tool": "Edit", "input": edited("roses: weekly"), "output": "The file was updated.",
                "state_change": f"{garden.PLAN} was changed: lines added: 1, lines removed: 1.",
                "grades": {**CALLED, "output": "observed", "state_change": "derived:derive/file-changed"},
            },
            "alternatives_considered": None,
            "labels": {
                "rejected": {"by": "eval", **label(-1, "failed-call-judged", "2.1", "3", "4", "5")},
                "chosen": {"by": "success", **label(True, "patch-applied", "5")},
                "retry": {"grade": "derived:derive/retry", "strength": "weak", "evidence": ["2.1", "3", "4"]},
                "directive": label(
                    'The call failed: "String to replace not found in file.". '
                    'It worked with old_string "roses: weekly".',
                    "failed-call-judged", "2.1", "3", "4", "5",
                ),
            },
            "grades": {},
            "context": CONTEXT,
        }
    ]  # fmt: skip


def test_the_same_command_again_is_no_pair_whatever_remark_stands_on_it(session: Path, tmp_path: Path) -> None:
    assert "1 CNV706 same-action-twice" in viewed("preference", session, tmp_path).err


def test_a_failed_step_without_a_retry_is_no_pair(tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, garden.session()[:3])
    ended = viewed("preference", session, tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert "1 CNV704 pair-not-decided" in ended.err


def test_a_retry_of_which_nobody_knows_whether_it_worked_is_no_pair(tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, garden.session()[:4])
    ended = viewed("preference", session, tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert "1 CNV704 pair-not-decided" in ended.err


def test_a_directive_by_a_named_author_is_a_correction_of_that_strength(session: Path, tmp_path: Path) -> None:
    said = ("--step", "6", "--directive", "Say when they were watered.", "--author", "Dr. Ode", "--role", "expert")
    note(session, tmp_path, *said)
    (_, row) = rows("preference", session, tmp_path)
    assert (row["pair"], row["step"], row["chosen"]) == ("directive", 6, None)
    assert row["labels"] == {
        "rejected": None,
        "chosen": None,
        "retry": None,
        "directive": {
            "value": "Say when they were watered.",
            "grade": "annotated:expert:Dr. Ode",
            "strength": "expert",
            "evidence": [],
        },
    }


# process-reward


def test_each_step_of_which_something_is_known_is_a_row(session: Path, tmp_path: Path) -> None:
    ended = viewed("process-reward", session, tmp_path)
    found = ended.json()
    assert [row["step"] for row in found] == [2, 3, 4, 5]
    assert "2 CNV701 step-without-a-label" in ended.err
    assert found[1] == {
        **head("process-reward", 3, "4"),
        "request": {"step": 1, "uid": "1"},
        "caused_by": [{"step": 2, "uid": "2.1"}],
        "retry_of": {"step": 2, "uid": "2.1"},
        "state": {"observation": f'Edit had failed: "String to replace not found in file.". {garden.PLAN} had 1 line.'},
        "action": {"action": "agent_step", "operation": "edit", "tool": "Edit", "input": edited("roses: weekly")},
        "next_state": {
            "output": "The file was updated.",
            "state_change": f"{garden.PLAN} was changed: lines added: 1, lines removed: 1.",
        },
        "grades": {
            "observation": "derived:derive/outcome-seen",
            **CALLED,
            "output": "observed",
            "state_change": "derived:derive/file-changed",
            "caused_by": "derived:derive/retry",
            "retry_of": "derived:derive/retry",
        },
        "eval_reason": None,
        "labels": {"eval": None, "success": label(True, "patch-applied", "5"), "directive": None, "feedback": None},
        "context": None,
    }


def test_a_score_that_somebody_gave_is_a_label_even_if_it_is_0(session: Path, tmp_path: Path) -> None:
    note(session, tmp_path, "--step", "8", "--eval", "0", *MARA)
    row = rows("process-reward", session, tmp_path)[-1]
    assert row["step"] == 8
    assert row["labels"]["eval"] == {"value": 0, "grade": "annotated:human:Mara", "strength": "human", "evidence": []}


def test_what_a_user_said_of_a_step_is_feedback_on_it(session: Path, tmp_path: Path) -> None:
    about = ("--step", "7", *MARA)
    note(session, tmp_path, *about, "--feedback-type", "correction", "--feedback-content", "The beans were meant too.")
    note(session, tmp_path, *about, "--key", "caused_by", "--json-value", "[6]")
    row = next(row for row in rows("process-reward", session, tmp_path) if row["step"] == 6)
    said = {"type": "correction", "content": "The beans were meant too.", "words": "And the beans?"}
    assert row["labels"] == {
        "eval": None,
        "success": None,
        "directive": None,
        "feedback": [
            {
                "value": {"step": 7, "uid": "11", **said},
                "grade": "annotated:human:Mara",
                "strength": "human",
                "evidence": [],
            }
        ],
    }


# trajectory


def test_a_trace_is_one_row_with_every_step_and_how_it_ended(session: Path, tmp_path: Path) -> None:
    (row,) = rows("trajectory", session, tmp_path)
    assert list(row) == ["schema", "trace", "trust", "steps", "terminal", "context"]
    assert [(step["step"], step["action"]["action"]) for step in row["steps"]] == [
        (1, "user_message"), (2, "error"), (3, "agent_step"), (4, "error"), (5, "agent_step"), (6, "output"),
        (7, "user_message"), (8, "output"),
    ]  # fmt: skip
    (artifact,) = row["terminal"].pop("static_output")["artifacts"]
    assert (artifact["type"], artifact["related_steps"]) == ("modified", [3])
    assert row["terminal"] == {
        "final_output": "The beans have had enough.",
        "labels": {"termination_reason": None, "goal_achieved": None, "goal_notes": None, "learning": None},
        "grades": {"final_output": "observed"},
    }
    assert row["context"] == CONTEXT


def test_every_known_field_of_a_step_has_a_grade(session: Path, tmp_path: Path) -> None:
    (row,) = rows("trajectory", session, tmp_path)
    for step in row["steps"]:
        parts = ("state", "action", "next_state")
        flat = {**step, **{key: value for part in parts for key, value in step[part].items()}}
        known = {key for key, value in flat.items() if value is not None}
        assert known - {"step", "uid", "grades", "labels", *parts} == set(step["grades"])


def test_what_is_said_of_the_whole_is_a_label_of_its_end(session: Path, tmp_path: Path) -> None:
    note(session, tmp_path, "--goal-achieved", "--author", "Garden Ltd", "--role", "client")
    (row,) = rows("trajectory", session, tmp_path)
    assert row["terminal"]["labels"]["goal_achieved"] == {
        "value": True,
        "grade": "annotated:client:Garden Ltd",
        "strength": "client",
        "evidence": [],
    }


def test_a_session_without_an_agents_step_is_no_trajectory(tmp_path: Path) -> None:
    session = claude(tmp_path, garden.SESSION, garden.session()[:1])
    ended = viewed("trajectory", session, tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert "1 CNV705 trace-without-steps" in ended.err


# Traces that state their steps


def test_a_file_that_claims_a_review_and_names_nobody_has_weak_labels(tmp_path: Path) -> None:
    document = json.loads((FORSY / "v0_1.json").read_bytes())
    document["validation_level"] = "expert_reviewed"
    trace = tmp_path / "trace.json"
    trace.write_text(json.dumps(document))
    found = rows("process-reward", trace, tmp_path)
    assert found
    assert found[0]["trust"]["validation_grade"] == "annotated:expert:unnamed"
    assert {each["strength"] for row in found for each in _labels(row)} == {"weak"}


def _labels(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for each in row["labels"].values():
        yield from each if isinstance(each, list) else [each] if each else []


@pytest.mark.parametrize("view", ["sft", "preference", "process-reward", "trajectory"])
@pytest.mark.parametrize("name", ["v0_1.json", "v1.json", "v2.json", "traces.jsonl", "minimal.json"])
def test_traces_of_every_version_have_rows_of_one_shape(view: str, name: str, tmp_path: Path) -> None:
    shapes = {tuple(row) for row in rows(view, FORSY / name, tmp_path)}
    assert len(shapes) <= 1


def test_words_before_two_calls_are_said_once(tmp_path: Path) -> None:
    both = [garden.water("toolu_1", "Water"), garden.water("toolu_2", "Water")]
    records = [
        record("user", "Water twice", 0, garden.SESSION),
        record("assistant", [garden.said("Both."), *both], 1, garden.SESSION),
        record("user", [garden.result("toolu_1", "one"), garden.result("toolu_2", "two")], 2, garden.SESSION),
        record("assistant", [garden.said("Done.")], 3, garden.SESSION),
    ]
    (row,) = rows("sft", claude(tmp_path, garden.SESSION, records), tmp_path)
    assert [each["content"] for each in row["steps"] if each["role"] == "assistant"] == ["Both.", None, "Done."]


def test_a_script_is_the_call_that_the_model_made(tmp_path: Path) -> None:
    script = 'await tools.web__run({q: "roses"});'
    said: dict[str, object] = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Red."}],
    }
    payloads: list[tuple[str, dict[str, object]]] = [
        ("session_meta", {"id": "t", "cwd": "/srv/garden", "cli_version": "0.150.0"}),
        asked("Which colour?"),
        ("response_item", {"type": "custom_tool_call", "name": "exec", "input": script, "call_id": "c"}),
        ("response_item", {"type": "custom_tool_call_output", "call_id": "c", "output": "Script completed"}),
        ("response_item", said),
    ]
    log = tmp_path / "rollout.jsonl"
    log.write_bytes(lines([{"timestamp": TIME, "type": kind, "payload": payload} for kind, payload in payloads]))
    (row,) = rows("sft", log, tmp_path)
    calls = [call["function"] for each in row["messages"] for call in each.get("tool_calls", ())]
    assert calls == [{"name": "exec", "arguments": json.dumps({"input": script}, separators=(",", ":"))}]


TIME = "2026-01-02T03:04:05.000Z"
