"""What a record keeps beside its steps, what the records of sub-agents count, and what is said of the whole capture."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from steno import pipeline
from steno.base.exact import encode
from steno.detect.rule import crc32_base62, fake
from steno.diagnostics import Place
from steno.formats.opentraces import security
from steno.model import (
    Actor,
    ActorKind,
    Event,
    GitAnchor,
    GitLink,
    Lifecycle,
    Patch,
    Role,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Usage,
)
from steno.redaction import Redaction
from steno.registry import passes
from steno.testing.fake import STILL
from tests.given.machine import claude, lines, steno
from tests.given.machine import record as machine_record
from tests.given.opentraces import native, package, read, written
from tests.given.opentraces_traces import ACTORS, TOKEN, event, record, records, shown, spawned, trace, user
from tests.given.usage import answer, rollout, tally, told, turn

# What is known of results beyond what the model saw


def returned(uid: str, call: str, body: ToolResult) -> Event:
    return event(uid, body, actor="tool", role=Role.TOOL, call=call)


def ran(*bodies: ToolResult) -> Trace:
    """One response with as many calls as there are results."""
    calls = [event(str(i), ToolCall("Bash", {}), call=f"c{i}", response="r") for i, _ in enumerate(bodies, 1)]
    results = [returned(str(len(bodies) + i), f"c{i}", body) for i, body in enumerate(bodies, 1)]
    return trace(*calls, *results)


DETAIL: dict[str, Any] = {"stdout": "a\n", "exit_code": 0, "patch": [{"lines": ["-a", "+b"]}], "n": None, "big": 2**70}


def test_what_is_known_beside_a_result_comes_back_whole() -> None:
    whole = ran(ToolResult("a"), ToolResult("a", UNSET, DETAIL), ToolResult("b", UNSET, None), ToolResult("c", True))
    data, losses = written(whole)
    assert json.loads(data)["metadata"]["steno"]["pieces"] == {"0": {"results": {"1": DETAIL, "2": None}}}
    after = read(data)[0]
    assert [each.body for each in after.events[4:]] == [each.body for each in whole.events[4:]]
    assert "/events/*/body/detail" not in {loss.place.pointer for loss in losses}
    assert written(after) == (data, [])


def test_the_text_of_an_error_is_the_error_of_the_observation() -> None:
    whole = ran(ToolResult("no", True, "Exit code 1: no"), ToolResult(UNSET, True, ""), ToolResult("no", UNSET, "odd"))
    data, _ = written(whole)
    found = json.loads(data)
    assert [each["error"] for each in found["steps"][0]["observations"]] == ["Exit code 1: no", "the call failed", None]
    assert found["metadata"]["steno"]["pieces"] == {"0": {"results": {"1": "", "2": "odd"}}}
    assert [each.body for each in read(data)[0].events[3:]] == [each.body for each in whole.events[3:]]


def test_that_a_call_did_not_fail_comes_back_too() -> None:
    whole = ran(ToolResult("a", False), ToolResult("b"), ToolResult("c", False, DETAIL), ToolResult("d", True))
    data, losses = written(whole)
    assert json.loads(data)["metadata"]["steno"]["pieces"] == {"0": {"results": {"2": DETAIL}, "succeeded": [0, 2]}}
    assert [each.body for each in read(data)[0].events[4:]] == [each.body for each in whole.events[4:]]
    assert {loss.place.pointer for loss in losses if "body" in loss.place.pointer} == set()


def test_it_is_left_out_on_request_and_the_loss_says_so() -> None:
    data, losses = written(ran(ToolResult("a", UNSET, DETAIL)), "beside=drop")
    assert "pieces" not in json.loads(data)["metadata"]["steno"]
    assert ("CNV306", "/events/*/body/detail") in {(loss.code, loss.place.pointer) for loss in losses}


@pytest.mark.parametrize("level", ["secrets", "strict"])
def test_a_secret_in_it_is_taken_out_before_and_after_it_is_written(level: str) -> None:
    whole = ran(ToolResult("a", UNSET, {"env": {"TOKEN": TOKEN}, TOKEN: 1, "list": [f"x {TOKEN}"]}))
    safe = pipeline.apply([Redaction(level=level).masking(b"k" * 32)], whole, lambda _: None)
    assert TOKEN not in written(safe)[0].decode()
    before, _ = written(whole)
    redaction = Redaction(level=level, key=b"k" * 32)
    data = pipeline.redacted(io.BytesIO(before), Place(), lambda _: None, redaction, STILL).data
    assert TOKEN.encode() not in data
    (result,) = [each.body for each in read(data)[0].events if isinstance(each.body, ToolResult)]
    assert result.detail == next(each.body.detail for each in safe.events if isinstance(each.body, ToolResult))


def test_what_stands_there_of_another_hand_is_written_back_as_it_stood() -> None:
    found = record(ran(ToolResult("a", UNSET, DETAIL)))
    found["metadata"]["steno"]["pieces"] = {"0": {"results": {"0": {"x": 1}, "7": {"y": 2}, "odd": 3}}, "9": 1}
    data = json.dumps(found).encode()
    back, losses = written(read(data)[0], "version=keep")
    assert (json.loads(back), losses) == (found, [])


# Sub-agents as records of their own


OTHER = "ghp_" + fake(30) + crc32_base62(fake(30))


def counted() -> Trace:
    """A session that used tokens before, in and after the run of a sub-agent, with secrets in both."""
    at = "2026-05-01T10:0{}:00Z".format
    return trace(
        user("1", f"Find {TOKEN}.", time=at(0)),
        event("2", ToolCall("Task", {}), call="t", response="r", usage=Usage(10, 1, cache_read=30), time=at(1)),
        event("3", Span("sub-agent"), span="run"),
        user("4", f"Find {TOKEN}, or {TOKEN}, or {OTHER}.", span="run", time=at(2)),
        event("5", Text("Here."), span="run", actor="inner", response="q", usage=Usage(5, 7), time=at(4)),
        returned("6", "t", ToolResult("Here.")),
        event("7", Text("Done."), response="s", usage=Usage(20, 2, cache_read=0), time=at(9)),
        actors=ACTORS | {"inner": Actor(ActorKind.MODEL, "sub-agent", instance="run")},
        provider="anthropic",
    )


def test_the_records_of_sub_agents_count_their_own_part() -> None:
    redact = Redaction().masking(b"k" * 32)
    whole = pipeline.apply([redact, passes["enrich"]], counted(), lambda _: None)
    keys = ("total_input_tokens", "total_output_tokens", "total_duration_s", "cache_hit_rate", "total_steps")
    together = record(whole)
    main, inner = records(whole, "subagents=linked")
    assert shown(together["metrics"], *keys) == dict(zip(keys, (35, 10, 540.0, 0.461538, 5), strict=True))
    assert shown(main["metrics"], *keys) == dict(zip(keys, (30, 3, 540.0, 0.5, 3), strict=True))
    assert shown(inner["metrics"], *keys) == dict(zip(keys, (5, 7, 120.0, None, 2), strict=True))
    assert [each["security"]["redactions_applied"] for each in (together, main, inner)] == [2, 1, 2]
    assert [each["security"]["scanned"] for each in (together, main, inner)] == [True, True, True]


def test_a_session_without_sub_agents_is_the_same_record_linked_or_not() -> None:
    whole = pipeline.apply([passes["enrich"]], trace(event("1", Text("Hi."), usage=Usage(1, 2))), lambda _: None)
    one, other = record(whole), record(whole, "subagents=linked")
    assert other["metadata"]["steno"].pop("subagents") == []
    for each in (one, other):
        del each["content_hash"]
    assert one == other


def test_what_was_taken_out_counts_once_wherever_it_stood_in_a_record() -> None:
    mark, other = "[REDACTED:api_key:0123abcd]", "[REDACTED:api_key:0123abce]"
    assert security.marks({"a": f"{mark}{mark}", mark: ["[REDACTED]", {"b": other}]}) == 2


# The capture


def test_tools_of_the_session_are_not_said_to_be_those_of_a_sub_agent() -> None:
    whole = structs.replace(spawned(), header=structs.replace(spawned().header, tools={"Task": None}))
    assert [step["tools_available"] for step in record(whole)["steps"]] == [[], ["Task"], [], []]
    main, inner = records(whole, "subagents=linked")
    assert [each["tool_definitions"] for each in (main, inner)] == [[{"name": "Task"}], []]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, ["system_prompt_not_recorded", "tool_definitions_not_recorded"]),
        ({"system_prompts": {"k": "Be kind."}}, ["tool_definitions_not_recorded"]),
        ({"system_prompts": {"k": "Be kind."}, "tools": {"Read": None}}, []),
    ],
)
def test_what_a_view_does_not_hold_is_a_limitation(more: dict[str, Any], expected: list[str]) -> None:
    sealed = event("2", Thought(ThoughtState.ENCRYPTED), response="r")
    compacted = event("3", Lifecycle("compacted"))
    said = [user("1", "Hi."), event("4", Text("Hello."), response="r")]
    assert record(trace(*said, **more))["context_tree_summary"]["capture_limitations"] == expected
    limited = record(trace(said[0], sealed, said[1], compacted, **more))["context_tree_summary"]
    assert limited["capture_limitations"] == [*expected, "reasoning_not_readable", "context_compacted"]


def test_layers_are_counted_with_the_prompts_and_the_tools_below_them() -> None:
    said = [user("1", "Hi."), event("2", Text("Hello."), response="r")]
    whole = record(trace(*said, system_prompts={"k": "Be kind."}, tools={"Read": None}))
    assert shown(whole["context_tree_summary"], "node_count", "layer_count") == {"node_count": 1, "layer_count": 4}
    assert whole["context_tree_summary"]["active_path_leaf_id"] == whole["steps"][1]["context_node_id"]
    assert record(trace(said[0]))["context_tree_summary"] == {}


FOUND = GitAnchor(searched="2026-05-01T10:00:00Z", found=True, commit="abc1234")


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({}, "provisional"),
        ({"git_links": (GitLink(commit="abc1234", tier="orphan"),)}, "provisional"),
        ({"git_links": (GitLink(commit="abc1234", tier="overlapping"),)}, "final"),
        ({"patches": (Patch(id="p", path="a", change="modify", anchor=FOUND),)}, "final"),
        ({"patches": (Patch(id="p", path="a", change="modify"),)}, "provisional"),
    ],
)
def test_a_record_is_final_once_a_revision_is_known(parts: dict[str, Any], expected: str) -> None:
    assert record(trace(event("1", Text("Hi.")), **parts))["lifecycle"] == expected


def test_a_sub_agents_record_names_no_revision_and_is_not_final() -> None:
    whole = structs.replace(spawned(), git_links=(GitLink(commit="abc1234", tier="tool_emitted"),))
    found = records(whole, "subagents=linked")
    assert [(each["lifecycle"], len(each["git_links"])) for each in found] == [("final", 1), ("provisional", 0)]


def test_an_import_is_the_first_generation_and_is_so_every_time() -> None:
    whole = trace(event("1", Text("Hi.")))
    assert [record(whole)["generation_index"] for _ in range(2)] == [0, 0]


# Odd logs of Codex


@pytest.mark.parametrize(
    ("odd", "codes"),
    [
        (b"[1]", {"SRC003"}),
        (b'"x"', {"SRC003"}),
        (encode(told(tally(1, 0, 1) | {"input_tokens": "many", "output_tokens": 1.5})), set()),
        (encode(told(tally(-1, 0, 1))), set()),
        (b"[" * 100_000 + b"]" * 100_000, {"SRC001"}),
        (b'{"type":"response_item","payload":{"type":"function_call","arguments":' + b"[" * 20_000, {"SRC001"}),
    ],
    ids=["a list", "a string", "tokens that are a word and a fraction", "negative tokens", "deep nesting", "cut off"],
)
def test_an_odd_log_of_codex_is_a_record_and_diagnostics(odd: bytes, codes: set[str]) -> None:
    good = lines(rollout("t", [turn(), told(tally(100, 80, 5))]))
    (whole,), found = native("codex", good + odd + b"\n" + lines([told(tally(120, 80, 6))]))
    whole = passes["enrich"].run(whole, lambda _: None)
    package(written(whole)[0])
    assert {each.code for each in found} == codes


def test_the_files_of_sub_agents_become_records_of_their_own(tmp_path: Path) -> None:
    prompt = [machine_record("user", "Find the den", 0, "s", isSidechain=True, agentId="a1")]
    path = claude(tmp_path, "s")
    beside = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    beside.parent.mkdir(parents=True)
    beside.write_bytes(lines([*prompt, answer(1, "m9", 7, isSidechain=True, agentId="a1")]))
    args = ("convert", str(path), "-t", "opentraces", "-O", "subagents=linked")
    assert len(steno(*args, home=tmp_path).json()) == 1
    main, inner = steno(*args, "--subagents", home=tmp_path).json()
    assert (inner["session_id"], inner["metrics"]["total_output_tokens"]) == ("a1", 7)
    assert main["metadata"]["steno"]["subagents"][0]["trace_id"] == inner["trace_id"]
