"""A Forsy trace is written from steps, with every field in its place; what was read is written as it stood."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from steno.contracts import UsageError
from steno.detect.rule import fake
from steno.formats.forsy import writer
from steno.formats.forsy.words import STEP, TOP
from steno.model import (
    Actor,
    ActorKind,
    Artifact,
    Event,
    Header,
    Kind,
    Note,
    Origin,
    Patch,
    Role,
    Source,
    Text,
    ToolCall,
    ToolResult,
    Trace,
)
from steno.model.steps import derived
from steno.testing.fake import STILL
from tests.given import machine
from tests.given.forsy import FIXTURES, KEEP, fixture, read, written

KEY = "sk-ant-" + "api03-" + fake(93) + "AA"


def event(uid: str, body: Any, **more: Any) -> Event:
    kinds: dict[Any, Kind] = {Text: Kind.MESSAGE, ToolCall: Kind.TOOL_CALL, ToolResult: Kind.TOOL_RESULT}
    number = int(uid)
    fields = {"time": f"2026-01-02T03:0{number}:00Z", "actor": "model"} | more
    return Event(uid=uid, kind=kinds[type(body)], body=body, origin=Origin(0, number, number * 10, 10), **fields)


def roses(*notes: Note, **more: Any) -> Trace:
    """A log of four events, three of which are steps."""
    events = (
        event("1", Text("Water the roses"), actor="human", role=Role.USER),
        event("2", ToolCall("Bash", {"command": "water", "n": 1.0}), call="c"),
        event("3", ToolResult("watered"), call="c"),
        event("4", Text("They are watered."), role=Role.ASSISTANT),
    )
    said = {
        "1": {"step": "user_message", "turn": 1, "actor": "user", "input": "Water the roses", "eval": 0},
        "2": {
            "step": "agent_step", "turn": 1, "actor": "agent:main", "tool": "Bash", "surface": "cli",
            "input": {"command": "water", "n": 1.0}, "output": "watered", "caused_by": ["1"], "eval": 1,
            "input_source": {"actor": "user", "source": "1", "source_field": "input", "note": "asked"},
        },
        "4": {"step": "output", "turn": 1, "actor": "agent:main", "output": "They are watered.",
              "caused_by": ["2", "9"], "retry_of": "9", "eval": 0},
    }  # fmt: skip
    made = [
        derived("test/rule", key, value, each, (each.uid,))
        for each in events
        for key, value in said.get(each.uid, {}).items()
    ]
    header = Header(
        ids={"session": ("s-1",)},
        actors={"human": Actor(ActorKind.HUMAN, "user"), "model": Actor(ActorKind.MODEL, "assistant")},
        system_prompts={"ab" * 32: "Be kind."},
        sources=(Source("claude-code"),),
    )
    return Trace(header=header, events=events, notes=(*made, *notes), **more)


def document(trace: Trace, *words: str) -> Any:
    return json.loads(written(trace, *words)[0])


def test_every_step_has_its_28_fields_in_order_and_null_where_nothing_is_known() -> None:
    found = document(roses())["steps"]
    assert [list(each) for each in found] == [list(STEP)] * 3
    assert found[1] == dict.fromkeys(STEP) | {
        "step": 2,
        "turn": 1,
        "actor": "agent:main",
        "action": "agent_step",
        "tool": "Bash",
        "input": '{"command":"water","n":1.0}',
        "input_source": {"actor": "user", "source_step": 1, "source_field": "input", "note": "asked"},
        "output": "watered",
        "caused_by": [1],
        "eval": 1,
    }


def test_a_reference_to_what_is_no_step_is_left_out() -> None:
    last = document(roses())["steps"][2]
    assert (last["caused_by"], last["retry_of"]) == ([2], None)


def test_the_top_has_every_field_in_the_recommended_order() -> None:
    notes = (derived("test/rule", "trace_mode", "retraced"), derived("test/rule", "agent_confidence", 75))
    found = document(roses(*notes))
    assert list(found) == list(TOP)
    assert {key: value for key, value in found.items() if key != "steps" and value is not None} == {
        "schema_version": "forsy-trace-v0.1",
        "trace_id": "s-1",
        "trace_mode": "retraced",
        "task": "No request is recorded.",
        "termination_reason": "other",
        "agent_tools": ["Bash"],
        "started_at": "2026-01-02T03:01:00Z",
        "ended_at": "2026-01-02T03:04:00Z",
        "system_prompt": "sha256:" + "ab" * 32,
        "summary": {
            "total_steps": 3,
            "total_turns": 1,
            "positive_steps": 1,
            "negative_steps": 0,
            "neutral_steps": 2,
            "directive_signals": 0,
            "human_feedback": {"corrections": 0, "approvals": 0, "clarifications": 0, "new_instructions": 0},
            "agent_confidence": 75,
            "goal_achieved": None,
            "goal_notes": None,
        },
    }


def test_the_text_of_a_system_prompt_is_written_only_where_it_is_asked_for() -> None:
    assert document(roses(), "system_prompt=text")["system_prompt"] == "Be kind."


def test_patches_and_artifacts_are_the_artifacts_of_the_static_output() -> None:
    patch = Patch(id="p", event="3", path="roses.txt", change="modify", diff="-dry\n+wet\n", after="cd" * 32)
    seen = Artifact(name="log.txt", event="4", sha256="ef" * 32)
    usual = {"role": None, "description": None, "state": None, "content": None, "release_sensitivity": "private"}
    assert document(roses(patches=(patch,), artifacts=(seen,)))["static_output"]["artifacts"] == [
        {"path": "roses.txt", "type": "modified", "related_steps": [2], "hash": "sha256:" + "cd" * 32,
         "diff": "-dry\n+wet\n", **usual},
        {"path": "log.txt", "type": "observed", "related_steps": [3], "hash": "sha256:" + "ef" * 32,
         "diff": None, **usual},
    ]  # fmt: skip


def test_a_trace_without_an_id_is_named_by_what_it_says() -> None:
    bare = structs.replace(roses(), header=structs.replace(roses().header, ids={}))
    first = document(bare)["trace_id"]
    assert first.startswith("forsy_trace_")
    assert document(bare)["trace_id"] == first


@pytest.mark.parametrize("name", ["v0_1.json", "v1.json", "v2.json"])
def test_what_was_read_is_written_back_value_for_value(name: str) -> None:
    data = (FIXTURES / name).read_bytes()
    found, losses = written(fixture(name), *KEEP)
    assert [list(json.loads(found).items()), losses] == [list(json.loads(data).items()), []]
    assert (b"1.50" in found) == (b"1.50" in data)


def test_a_field_that_was_absent_stays_absent_and_null_stays_null() -> None:
    step = {"x": 1, "step": 1, "action": "agent_step", "eval": None, "tool": "", "input": "a"}
    data = json.dumps({"schema_version": "forsy-trace-v0.1", "trace_id": "t", "steps": [step]}).encode()
    assert json.loads(written(read(data)[0])[0])["steps"] == [step]


def test_a_later_word_has_the_last_word_and_the_counts_follow() -> None:
    before = fixture("v0_1.json")
    notes = (
        Note(author="human:Mara", target="2", key="eval", value=-1),
        Note(author="human:Mara", target="2", key="directive", value="Ask first."),
        Note(author="human:Mara", target="5", key="retry_of", value="3"),
        Note(author="human:Mara", key="validation_level", value="human_reviewed"),
        derived("test/rule", "task", "a rule never overrides what somebody said"),
    )
    after = document(structs.replace(before, notes=before.notes + notes))
    old = json.loads((FIXTURES / "v0_1.json").read_bytes())
    old["steps"][1] |= {"eval": -1, "directive": "Ask first."}
    old["steps"][4]["retry_of"] = 3
    old["validation_level"] = old["dataset_summary"]["validation_level"] = "human_reviewed"
    old["summary"] |= {"positive_steps": 3, "negative_steps": 3, "directive_signals": 3}
    assert after == old


def test_counts_that_the_file_has_wrong_stay_as_it_states_them() -> None:
    data = (FIXTURES / "v0_1.json").read_bytes().replace(b'"total_turns": 2', b'"total_turns": 7')
    before, _ = read(data)
    said = Note(author="human:Mara", target="2", key="eval", value=-1)
    after = document(structs.replace(before, notes=(*before.notes, said)))["summary"]
    assert (after["total_turns"], after["negative_steps"]) == (7, 3)


def test_an_older_trace_is_written_as_v0_1_unless_it_is_to_be_kept() -> None:
    found, losses = written(fixture("v1.json"))
    assert json.loads(found)["schema_version"] == "forsy-trace-v0.1"
    assert "CNV208" in {each.code for each in losses}


def test_a_key_that_stands_twice_is_kept_as_long_as_nothing_changes() -> None:
    data = b'{"schema_version": "forsy-trace-v0.1", "trace_id": "a", "x": 1, "x": 2, "steps": []}'
    before, problems = read(data)
    assert [each.code for each in problems] == ["SRC006"]
    assert written(before, *KEEP) == (data + b"\n", [])
    changed = structs.replace(before, notes=(Note(author="human:Mara", key="task", value="t"),))
    again, losses = written(changed, *KEEP)
    assert json.loads(again)["x"] == 2
    assert {each.code for each in losses} == {"CNV005", "CNV207"}


def test_one_trace_is_a_document_and_several_are_lines() -> None:
    def lines(*words: str, count: int = 2) -> int:
        out = io.BytesIO()
        made = writer.make(words, STILL, lambda _: None)
        made.write([roses()] * count, out, lambda _: None)
        return out.getvalue().count(b"\n")

    assert (lines(), lines("mode=jsonl", count=1), lines("pretty=false", count=1)) == (2, 1, 1)
    assert lines(count=1) > 90
    with pytest.raises(UsageError, match="mode=jsonl"):
        lines("mode=json")


def test_a_session_is_exported_with_derived_steps_and_forsy_s_placeholders(tmp_path: Path) -> None:
    machine.claude(tmp_path, "0a1b2c3d-0000-4000-8000-000000000000", machine.dialogue("s", f"My key is {KEY}"))
    ended = machine.steno("export", "@latest", "-t", "forsy", home=tmp_path)
    found = json.loads(ended.out)
    assert (ended.code, [each["action"] for each in found["steps"]]) == (0, ["user_message", "agent_step", "output"])
    assert found["steps"][0]["input"] == "My key is [CREDENTIAL]"
    assert KEY not in ended.out
    assert found["steps"][1]["output"] == "done"


def test_what_was_read_is_redacted_in_its_own_format(tmp_path: Path) -> None:
    data = (FIXTURES / "v1.json").read_bytes().replace(b"Write a note.", KEY.encode())
    (tmp_path / "old.json").write_bytes(data)
    ended = machine.steno("redact", str(tmp_path / "old.json"), home=tmp_path)
    assert KEY not in ended.out
    assert json.loads(ended.out)["schema_version"] == "forsy-v1"
    assert read(ended.out.encode())[0].header.ids == read(data)[0].header.ids


@pytest.mark.parametrize("depth", [300, 900, 5000])
def test_however_deep_a_value_is_nested_the_trace_is_written_or_what_cannot_be_is_a_loss(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    step = f'{{"step": 1, "tool": "t", "input": {deep}}}'
    data = f'{{"schema_version": "forsy-v1", "trace_id": "a", "x": {deep}, "steps": [{step}, {{"step": 2}}]}}'.encode()
    before, problems = read(data)
    found, losses = written(before)
    readable = not problems
    assert (f"[{deep}]".encode() in found.replace(b" ", b"").replace(b"\n", b"")) is False
    assert (deep.encode() in found.replace(b" ", b"").replace(b"\n", b"")) is readable
    assert ("CNV203" in {each.code for each in losses}) is not readable


def test_of_a_damaged_document_what_could_be_read_is_written() -> None:
    data = (FIXTURES / "v0_1.json").read_bytes()
    before, _ = read(data[: data.index(b'"retry_of": 3')])
    found, losses = written(before)
    assert [each["step"] for each in json.loads(found)["steps"]] == [1, 2, 3]
    assert [(each.code, each.count) for each in losses] == [("CNV203", 1)]
