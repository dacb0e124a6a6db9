"""Any log becomes a record that the schema's own package takes, and says only what is true."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from steno import pipeline, registry
from steno.base.exact import decode
from steno.contracts import UsageError
from steno.diagnostics import Place
from steno.formats.opentraces.hashes import content_hash, stable_hash, system_prompt_hash
from steno.formats.opentraces.shapes import LATEST
from steno.model import (
    Actor,
    ActorKind,
    Attribution,
    Derivation,
    GitLink,
    Lifecycle,
    Note,
    Patch,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Usage,
)
from steno.redaction import Redaction
from steno.testing.fake import STILL
from tests.given.opentraces import INSTALLED, native, package, read, read_all, written
from tests.given.opentraces_traces import ACTORS, TOKEN, event, record, records, result, shown, spawned, trace, user

EDGES = Path(__file__).parents[2] / "fixtures" / "claude_code" / "every_record.jsonl"


# Steps


def test_a_response_is_one_step_with_its_calls_and_their_results() -> None:
    found = record(
        trace(
            user("1", "Look."),
            event("2", Thought(ThoughtState.FULL, "Hm."), response="r", model="m"),
            event("3", Text("I look."), response="r", model="m", usage=Usage(3, 4, UNSET, 5, 6)),
            event("4", ToolCall("Read", {"p": 1}), response="r", call="c1", time="2026-01-31T00:00:00Z"),
            result("5", "ok", "c1", time="2026-01-31T00:00:01.250Z"),
            event("6", Text("Done."), response="r2"),
        )
    )
    assert [step["role"] for step in found["steps"]] == ["user", "agent", "agent"]
    assert found["steps"][1] == {
        "step_index": 1,
        "role": "agent",
        "content": "I look.",
        "reasoning_content": "Hm.",
        "model": "m",
        "system_prompt_hash": None,
        "agent_role": "main",
        "parent_step": None,
        "call_type": "main",
        "subagent_trajectory_ref": None,
        "tools_available": [],
        "tool_calls": [{"tool_call_id": "c1", "tool_name": "Read", "input": {"p": 1}, "duration_ms": 1250}],
        "observations": [{"source_call_id": "c1", "content": "ok", "output_summary": "ok", "error": None}],
        "snippets": [],
        "token_usage": {
            "input_tokens": 3,
            "output_tokens": 4,
            "cache_read_tokens": 5,
            "cache_write_tokens": 6,
            "prefix_reuse_tokens": 0,
        },
        "timestamp": "2026-01-31T00:00:00Z",
        "context_node_id": found["steps"][1]["context_node_id"],
    }
    assert shown(found["metrics"], "total_steps", "total_input_tokens", "total_cache_creation_tokens") == {
        "total_steps": 3,
        "total_input_tokens": 3,
        "total_cache_creation_tokens": 6,
    }


def test_the_order_of_blocks_and_late_results_comes_back() -> None:
    whole = trace(
        event("1", Text("One."), response="r"),
        event("2", Thought(ThoughtState.SUMMARY, "Then."), response="r"),
        event("3", ToolCall("A", {}), response="r", call="a"),
        event("4", Text("Two."), response="r"),
        event("5", ToolCall("B", {}), response="r", call="b"),
        event("6", Thought(ThoughtState.ENCRYPTED), response="r"),
        user("7", "Hurry!"),
        result("8", "b", "b"),
        event("9", Lifecycle("turn aborted", "by the user")),
        result("10", "a", "a"),
    )
    data, _ = written(whole)
    assert [each.body for each in read(data)[0].events] == [each.body for each in whole.events]
    assert json.loads(data)["steps"][0]["content"] == "One.\n\nTwo."


def test_blocks_without_a_response_are_one_step_until_somebody_answers() -> None:
    found = record(
        trace(
            event("1", Thought(ThoughtState.FULL, "a")),
            event("2", ToolCall("A", {}), call="a"),
            event("3", ToolCall("B", {}), call="b"),
            event("4", Lifecycle("token_count", transient=True), usage=Usage(1, 2)),
            result("5", "a", "a"),
            result("6", "b", "b"),
            event("7", Text("Done.")),
        )
    )
    assert [(len(step["tool_calls"]), step["token_usage"]["input_tokens"]) for step in found["steps"]] == [
        (2, 1),
        (0, 0),
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"a": 1}, {"a": 1}),
        ('{"a": 1}', {"a": 1}),
        ("ls -l", {"steno.value": "ls -l"}),
        ([1, 2], {"steno.value": [1, 2]}),
        (UNSET, {}),
        ({"a": "\ud800"}, {"a": "\ufffd"}),
    ],
)
def test_arguments_are_an_object(arguments: Any, expected: Any) -> None:
    found = record(trace(event("1", ToolCall("A", arguments), call="a")))
    assert found["steps"][0]["tool_calls"][0]["input"] == expected


_ODDITIES = {
    "nothing odd": 1,
    "a float that is whole": 1.0,
    "a small number": 1e-7,
    "a long integer": 2**70,
    "keys that are sorted in two ways": {"\ue000": 1, "\U00010000": 2},
    "half a character": "\ud800",
    "all of it": [1.0, {"\ue000": "\ud800", "\U00010000": 2**70}],
}


@pytest.mark.parametrize("where", ["thought", "text", "input", "content", "detail", "beside"])
@pytest.mark.parametrize("odd", _ODDITIES.values(), ids=_ODDITIES)
def test_odd_values_are_written_so_that_others_can_read_and_hash_them(odd: Any, where: str) -> None:
    half = {"thought": "\ud800", "text": "\udfff", "content": "a\ud800b"}
    said = {key: half[key] if key == where else "plain" for key in half}
    held = {key: odd if key == where else None for key in ("input", "detail", "beside")}
    data, _ = written(
        trace(
            event("1", Thought(ThoughtState.FULL, said["thought"])),
            event("2", Text(said["text"])),
            event("3", ToolCall("A", {"odd": odd, "input": held["input"]}), call="a"),
            event("4", ToolResult(said["content"], detail={"detail": held["detail"], "é": "é"}), call="a"),
            event("5", Lifecycle("any", data={"beside": held["beside"]})),
        ),
        INSTALLED,
    )
    found = json.loads(data)
    assert not any("\ud800" <= each <= "\udfff" for each in json.dumps(found, ensure_ascii=False))
    assert found["content_hash"] == content_hash(decode(data).value) == package(data).compute_content_hash()
    assert found["metadata"]["steno"]["hash"] == stable_hash(decode(data).value)


@pytest.mark.parametrize(
    ("content", "error", "expected"),
    [
        ("ok", UNSET, ("ok", None)),
        ("no", True, ("no", "no")),
        ({"x": 1}, True, ('{"x":1}', "the call failed")),
        ("ok", False, ("ok", None)),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], UNSET, ("a\nb", None)),
        ({"x": [1]}, UNSET, ('{"x":[1]}', None)),
        (UNSET, UNSET, (None, None)),
    ],
)
def test_a_result_is_text(content: Any, error: Any, expected: tuple[str | None, str | None]) -> None:
    found = record(trace(event("1", ToolCall("A", {}), call="a"), result("2", content, "a", error=error)))
    seen = found["steps"][0]["observations"][0]
    assert (seen["content"], seen["error"]) == expected


def test_a_long_result_is_not_cut() -> None:
    long = "x" * 300_000
    found = record(trace(event("1", ToolCall("A", {}), call="a"), result("2", long, "a")))
    assert found["steps"][0]["observations"][0]["content"] == long


def test_a_result_of_a_call_that_is_not_there_stands_beside_the_steps_and_comes_back() -> None:
    data, _ = written(trace(result("1", "late", "gone")))
    found = json.loads(data)
    assert found["steps"] == []
    assert shown(found["metadata"]["steno"]["beside"][0], "kind", "call") == {"kind": "tool_result", "call": "gone"}
    back = read(data)[0].events[0]
    assert (back.call, back.body) == ("gone", ToolResult("late"))


def test_a_result_that_stands_before_its_call_belongs_to_it() -> None:
    found = record(trace(result("1", "early", "a"), event("2", ToolCall("A", {}), call="a")))
    assert [each["source_call_id"] for step in found["steps"] for each in step["observations"]] == ["a"]


def test_what_is_no_time_is_left_out_and_a_late_start_is_not_the_start() -> None:
    found = record(trace(event("1", ToolCall("A", {}), call="a", time="noon")))
    assert found["steps"][0]["timestamp"] is None


def test_a_call_without_an_id_gets_one_that_says_so() -> None:
    data, _ = written(trace(event("1", ToolCall("A", {}))))
    assert json.loads(data)["steps"][0]["tool_calls"][0]["tool_call_id"] == "steno:1"
    assert read(data)[0].events[0].call is UNSET


# Sub-agents


def test_a_sub_agent_is_inlined_and_points_at_the_step_that_started_it() -> None:
    keys = ("role", "agent_role", "parent_step", "call_type", "subagent_trajectory_ref")
    assert [tuple(shown(step, *keys).values()) for step in record(spawned())["steps"]] == [
        ("user", None, None, None, None),
        ("agent", "main", None, "main", "run"),
        ("user", None, 1, "subagent", "run"),
        ("agent", "Explore", 1, "subagent", "run"),
    ]


def test_a_linked_sub_agent_has_a_record_of_its_own() -> None:
    main, inner = records(spawned(), "subagents=linked")
    assert main["steps"][1]["subagent_trajectory_ref"] == inner["session_id"] == "run"
    assert [step["content"] for step in inner["steps"]] == ["Find the den.", "Here."]
    keys = ("call_type", "agent_role", "parent_step", "subagent_trajectory_ref")
    assert tuple(shown(inner["steps"][1], *keys).values()) == ("main", "Explore", None, None)
    assert inner["metadata"]["steno"]["parent"] == {"session_id": "s1", "trace_id": main["trace_id"]}
    assert main["metadata"]["steno"]["subagents"] == [
        {"session_id": "run", "trace_id": inner["trace_id"], "parent_step": 1}
    ]


def test_totals_of_all_runs_are_not_those_of_each() -> None:
    notes = (
        Note(author=Derivation("test"), key="metrics", value={"total_input_tokens": 9}),
        Note(author=Derivation("test"), key="task", value={"description": "Dens"}),
        Note(author=Derivation("test"), key="environment", value={"os": "linux"}),
    )
    whole = structs.replace(spawned(), notes=notes)
    assert record(whole)["metrics"]["total_input_tokens"] == 9
    found = records(whole, "subagents=linked")
    assert [each["metrics"]["total_input_tokens"] for each in found] == [0, 0]
    assert [each["task"]["description"] for each in found] == ["Dens", None]
    assert [each["environment"]["os"] for each in found] == ["linux", "linux"]


# The session


def test_importing_twice_gives_the_same_bytes() -> None:
    data = EDGES.read_bytes()
    assert written(native("claude-code", data)[0]) == written(native("claude-code", data)[0])


def test_tools_are_available_only_where_the_log_says_so() -> None:
    said = trace(event("1", Text("Hi.")), tools={"Read": {"name": "Read", "strict": True}, "Bash": None})
    found = record(said)
    assert found["tool_definitions"] == [{"name": "Read", "strict": True}, {"name": "Bash"}]
    assert found["steps"][0]["tools_available"] == ["Read", "Bash"]
    used = record(trace(event("1", ToolCall("Read", {}), call="a")))
    assert (used["tool_definitions"], used["steps"][0]["tools_available"]) == ([], [])


def test_a_system_prompt_is_named_by_its_hash_where_there_is_only_one() -> None:
    prompts = {"0" * 64: "Be kind."}
    found = record(trace(event("1", Text("Hi.")), system_prompts=prompts))
    key = system_prompt_hash("Be kind.")
    assert (found["system_prompts"], found["steps"][0]["system_prompt_hash"]) == ({key: "Be kind."}, key)
    both = record(trace(event("1", Text("Hi.")), system_prompts=prompts | {"1" * 64: "Be brief."}))
    assert (len(both["system_prompts"]), both["steps"][0]["system_prompt_hash"]) == (2, None)


def test_notes_fill_the_fields_they_speak_of() -> None:
    said = {
        "task": {"description": "Water", "source": "user_prompt"},
        "repository": {"repository": "acme/garden", "colour": "red"},
        "environment": {"os": "linux", "vcs": {"type": "git", "branch": "main"}},
        "language_ecosystem": ["python"],
        "dependencies": ["six"],
        "metrics": {"total_duration_s": 5, "cache_hit_rate": 7},
        "outcome": {"success": True, "signal_confidence": "inferred"},
        "redaction": {"mode": "secrets", "notes": ["masked 3 secret", "masked 1 email", "by hand"]},
        "generation_index": 2,
    }
    notes = (
        *(Note(author=Derivation("test"), key=key, value=value) for key, value in said.items()),
        Note(
            author=Derivation("test"), target="1", key="snippets", value=[{"file_path": "a.py", "text": "x"}, {"no": 1}]
        ),
    )
    found = record(trace(event("1", Text("Hi."), usage=Usage(1, 2)), notes=notes))
    assert shown(found["task"], "description", "source", "repository") == {
        "description": "Water",
        "source": "user_prompt",
        "repository": "acme/garden",
    }
    assert shown(found["environment"], "os", "language_ecosystem") == {"os": "linux", "language_ecosystem": ["python"]}
    assert found["environment"]["vcs"] == {"type": "git", "base_commit": None, "branch": "main", "diff": None}
    assert (found["dependencies"], found["generation_index"]) == (["six"], 2)
    assert shown(found["metrics"], "total_input_tokens", "total_duration_s", "cache_hit_rate") == {
        "total_input_tokens": 1,
        "total_duration_s": 5.0,
        "cache_hit_rate": None,
    }
    assert shown(found["outcome"], "success", "signal_confidence") == {"success": True, "signal_confidence": "inferred"}
    assert shown(found["security"], "scanned", "redactions_applied") == {"scanned": True, "redactions_applied": 4}
    assert found["steps"][0]["snippets"] == [
        {"file_path": "a.py", "start_line": None, "end_line": None, "language": None, "text": "x", "source_step": 0}
    ]


def test_without_a_note_nothing_is_claimed() -> None:
    found = record(trace(event("1", Text("Hi.")), agent="otter"))
    assert found["outcome"] == {
        "success": None,
        "signal_source": "deterministic",
        "signal_confidence": "derived",
        "description": None,
        "committed": False,
        "commit_sha": None,
        "terminal_state": None,
        "reward": None,
        "reward_source": None,
    }
    assert (found["execution_context"], found["lifecycle"], found["attribution"]) == (None, "provisional", None)


def test_patches_links_and_lines_point_at_their_steps() -> None:
    whole = trace(
        event("1", ToolCall("Edit", {}), call="e"),
        patches=(Patch(id="p", event="1", path="a.py", change="modify", diff="-a\n+b", methods=("log",)),),
        git_links=(GitLink(commit="abc1234", tier="tool_emitted"),),
        attributions=(Attribution(path="a.py", first=1, last=2, event="1", confidence="high"),),
    )
    data, losses = written(whole)
    found = json.loads(data)
    assert shown(found["patches"][0], "patch_id", "file_path", "step_index", "tool_call_id", "capture_method") == {
        "patch_id": "p",
        "file_path": "a.py",
        "step_index": 0,
        "tool_call_id": "e",
        "capture_method": ["log"],
    }
    assert (found["lifecycle"], found["git_links"][0]["revision"]) == ("final", "abc1234")
    talk = found["attribution"]["files"][0]["conversations"][0]
    assert talk["url"] == f"opentraces://{found['trace_id']}/step_0"
    assert read(data)[0].patches == whole.patches
    assert {loss.place.pointer for loss in losses} >= {"/git_links", "/attributions"}


# The Context Tree


def test_every_answer_has_a_view_and_a_rewind_makes_a_branch() -> None:
    found = record(
        trace(
            user("1", "Hi.", native="a"),
            event("2", Text("One."), response="r1", native="b", parent="a"),
            user("3", "No.", native="c", parent="b"),
            event("4", Text("Two."), response="r2", native="d", parent="c"),
            user("5", "Rather so.", native="e", parent="b"),
            event("6", Text("Three."), response="r3", native="f", parent="e"),
        )
    )
    nodes = [step["context_node_id"] for step in found["steps"]]
    assert [node is None for node in nodes] == [True, False, True, False, True, False]
    assert found["context_tree_summary"] == {
        "node_count": 3,
        "layer_count": 6,
        "active_path_leaf_id": nodes[5],
        "capture_limitations": ["system_prompt_not_recorded", "tool_definitions_not_recorded"],
        "branch_count": 1,
        "compaction_count": 0,
    }


def test_a_compaction_begins_a_view_anew() -> None:
    said = [user("1", "Hi."), event("2", Text("One."), response="r1")]
    again = [user("4", "Hi."), event("5", Text("One."), response="r2")]
    plain = record(trace(*said, *again))
    cut = record(trace(*said, event("3", Lifecycle("compacted")), *again))
    nodes = [[step["context_node_id"] for step in each["steps"]] for each in (plain, cut)]
    assert nodes[0][1] != nodes[0][3]
    assert nodes[1][1] == nodes[1][3]
    assert cut["context_tree_summary"]["compaction_count"] == 1


def test_a_view_that_the_log_names_keeps_its_name() -> None:
    assert record(trace(event("1", Text("Hi."), context="node-1")))["steps"][0]["context_node_id"] == "node-1"


# Options


@pytest.mark.parametrize(("word", "version"), [("0.6", "0.6.0"), ("0.7", "0.7.0"), ("0.9", "0.9.0")])
def test_a_record_is_of_the_version_asked_for(word: str, version: str) -> None:
    found = record(trace(event("1", Text("Hi."))), f"version={word}")
    assert found["schema_version"] == version
    assert ("arch" in found["environment"]) is (word == "0.9")


def test_the_usual_version_is_the_one_that_was_published_last() -> None:
    whole = trace(event("1", Text("Hi.")))
    assert record(whole) == record(whole, "version=0.9") == record(whole, "version=keep")
    assert record(whole)["schema_version"] == f"0.{LATEST}.0"


def test_a_version_that_is_not_written_is_refused_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=r"^version cannot be '0\.8'; known: 0\.9, 0\.7, 0\.6, keep$"):
        record(trace(event("1", Text("Hi."))), "version=0.8")


def test_steno_has_one_hash_for_all_versions() -> None:
    whole = trace(user("1", "Hi."), event("2", Text("Hello."), response="r"))
    hashes = {record(whole, f"version={word}")["metadata"]["steno"]["hash"] for word in ("0.6", "0.7", "0.9")}
    assert len(hashes) == 1


def test_what_is_no_step_stands_beside_them_unless_it_is_dropped() -> None:
    whole = trace(event("1", Lifecycle("title", "Otters")), event("2", Text("Hi.")))
    assert record(whole)["metadata"]["steno"]["beside"] == [
        {"kind": "lifecycle", "body": {"type": "lifecycle", "name": "title", "text": "Otters", "transient": False},
         "role": "assistant", "visibility": "metadata"}
    ]  # fmt: skip
    assert "beside" not in record(whole, "beside=drop")["metadata"]["steno"]
    assert [loss.code for loss in written(whole, "beside=drop")[1] if loss.place.pointer == "/events/*"] == ["CNV304"]


def test_a_redacted_record_has_the_hash_of_what_it_says_now() -> None:
    before, _ = read(written(trace(event("1", Text("Hi."))))[0])
    changed = structs.replace(
        before,
        events=tuple(structs.replace(each, body=Text("[REDACTED]")) for each in before.events),
        facts=frozenset({"redacted"}),
    )
    data, _ = written(changed, INSTALLED)
    stated = before.header.residue["opentraces"]["record"]["content_hash"]
    assert package(data).compute_content_hash() == json.loads(data)["content_hash"] != stated


@pytest.mark.parametrize("level", ["secrets", "pii", "strict"])
def test_a_record_is_redacted_wherever_the_secret_stands_and_keeps_its_ids(level: str) -> None:
    id = "7f288f781c6753fe3b670a36fd2cdbe4009b7f9d1677b8e0da4ba32a84b192bc"
    whole = trace(
        user("1", f"Use {TOKEN}."),
        event("2", Text("One."), response="r"),
        event("3", Text(f"Two {TOKEN}."), response="r"),
        event("4", ToolCall("Bash", {"env": {"T": TOKEN}}), response="r", call="c1"),
        event("5", Lifecycle("title", f"About {TOKEN}")),
        result("6", f"echo {TOKEN}", "c1"),
        patches=(Patch(id=id, event="4", path="a.py", change="modify", diff=f"+{TOKEN}"),),
    )
    before, _ = written(whole, INSTALLED)
    done = pipeline.redacted(io.BytesIO(before), Place(), lambda _: None, masking(level), STILL)
    data, masked = done.data, done.ledger
    old, new = json.loads(before), json.loads(data)
    assert TOKEN.encode() not in data
    assert package(data).compute_content_hash() == new["content_hash"] != old["content_hash"]
    assert new["metadata"]["steno"]["hash"] != old["metadata"]["steno"]["hash"]
    assert (new["trace_id"], new["patches"][0]["patch_id"]) == (old["trace_id"], id)
    assert new["security"]["scanned"] is True
    assert 0 < new["security"]["redactions_applied"] <= len(masked)
    assert [each.kind for each in read(data)[0].events] == [each.kind for each in whole.events]


def masking(level: str) -> Redaction:
    return Redaction(level=level, key=b"k" * 32)


# Odd logs of an agent's own

SESSION = "0f0e0d0c-0000-4000-8000-00000000000a"
Fields = dict[str, Any]


def _row(kind: str, message: Any, **more: Any) -> Fields:
    return {
        "type": kind, "uuid": f"u-{kind}-{len(str(message))}", "parentUuid": None, "sessionId": SESSION,
        "timestamp": "2026-05-01T10:00:00.000Z", "version": "2.1.0", "message": message, **more,
    }  # fmt: skip


def _said(*blocks: Any, **more: Any) -> Fields:
    return _row("assistant", {"id": "m1", "role": "assistant", "model": "claude-x", "content": list(blocks), **more})


def _asked(content: Any = "Hi", **more: Any) -> Fields:
    return _row("user", {"role": "user", "content": content}, **more)


def _use(**more: Any) -> Fields:
    return {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}, **more}


def _answer(content: Any, **more: Any) -> Fields:
    return _asked([{"type": "tool_result", "tool_use_id": "t1", "content": content, **more}])


def _lines(*rows: Any) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


_GOOD = (_asked(), _said(_use()), _answer("a.txt"), _said({"type": "text", "text": "Done."}))
_DEEP = b'{"a":' * 20_000 + b"1" + b"}" * 20_000
_NESTED: Any = 1
for _ in range(500):
    _NESTED = {"a": _NESTED}

ODD: dict[str, tuple[bytes, set[str]]] = {
    "a good session": (_lines(*_GOOD), set()),
    "a line that is a string": (_lines('"x"', *_GOOD), {"SRC003"}),
    "a line that is a number": (_lines(5, *_GOOD), {"SRC003"}),
    "a line that is null": (_lines(None, *_GOOD), {"SRC003"}),
    "a line that is a list": (_lines([1], *_GOOD), {"SRC003"}),
    "a user message that is a string": (_lines(_row("user", "Hi"), *_GOOD), {"SRC008"}),
    "a user message that is null": (_lines(_row("user", None), *_GOOD), {"SRC008"}),
    "an answer that is a string": (_lines(_row("assistant", "Hi"), *_GOOD), {"SRC008"}),
    "an answer that is null": (_lines(_row("assistant", None), *_GOOD), {"SRC008"}),
    "a user's block that is a string": (_lines(_asked(["Hi"]), *_GOOD), set()),
    "an answer's block that is a string": (_lines(_said("Hi"), *_GOOD), set()),
    "a text that is null": (_lines(_said({"type": "text", "text": None}), *_GOOD), set()),
    "a call whose id is null": (_lines(_said(_use(id=None)), *_GOOD), {"SRC008"}),
    "a call whose name is null": (_lines(_said(_use(name=None)), *_GOOD), {"SRC008"}),
    "a result that is a list of strings": (_lines(*_GOOD[:2], _answer(["a", "b"])), set()),
    "tokens that are null": (_lines(_said(_use(), usage={"input_tokens": None}), *_GOOD[2:]), set()),
    "tokens that are a float": (_lines(_said(_use(), usage={"input_tokens": 1.5}), *_GOOD[2:]), set()),
    "tokens that are a word": (_lines(_said(_use(), usage={"input_tokens": "many"}), *_GOOD[2:]), set()),
    "a time that is a number": (_lines(_asked(timestamp=1_777_000_000), *_GOOD), {"SRC008"}),
    "times with and without a zone": (_lines(_asked(timestamp="2026-05-01T10:00:00"), *_GOOD), set()),
    "a line nested 100,000 deep": (_lines(b"[" * 100_000 + b"]" * 100_000, *_GOOD), {"SRC001"}),
    "an input nested 20,000 deep": (
        _lines(json.dumps(_said(_use(input="@"))).encode().replace(b'"@"', _DEEP), *_GOOD),
        {"SRC001"},
    ),
    "an integer of 5,000 digits": (
        _lines(json.dumps(_said(_use(input={"n": "@"}))).encode().replace(b'"@"', b"9" * 5000), _answer("ok")),
        set(),
    ),
    "an input nested 500 deep": (_lines(_said(_use(input=_NESTED)), _answer("ok")), set()),
    "half a character": (_lines(_asked("\ud800"), *_GOOD), set()),
    "a last line that is cut off": (_lines(*_GOOD) + b'{"type":"user","mess', {"SRC002"}),
    "a byte order mark": (b"\xef\xbb\xbf" + _lines(*_GOOD), {"SRC004"}),
    "UTF-16": (_lines(*_GOOD).decode().encode("utf-16"), {"SRC001", "SRC002"}),
    "a byte that is no UTF-8": (_lines(*_GOOD) + b'{"type":"\xff"}\n', {"SRC001"}),
    "zeros at the end after a power failure": (_lines(*_GOOD) + b"\0" * 64, {"SRC002"}),
    "no tool calls": (_lines(_asked(), _said({"type": "text", "text": "Hello."})), set()),
    "a single message": (_lines(_asked()), set()),
    "blank lines": (b"\n\n" + _lines(*_GOOD), {"SRC005"}),
    "garbage between the lines": (_lines(_GOOD[0], b"<<<<<<< HEAD", *_GOOD[1:]), {"SRC001"}),
    "two records in one line": (_lines(b"".join(json.dumps(each).encode() for each in _GOOD)), {"SRC009"}),
    "a key that stands twice": (_lines(b'{"type":"user","uuid":"a","uuid":"b"}', *_GOOD), {"SRC006", "SRC008"}),
    "a call without a result": (_lines(*_GOOD[:2]), set()),
    "a result without a call": (_lines(_GOOD[0], _answer("late")), set()),
    "two calls of one id": (_lines(_said(_use()), _said(_use()), _answer("a")), set()),
    "content that is an object": (_lines(_asked({"type": "text"}), *_GOOD), {"SRC008"}),
    "a record of an unknown type": (_lines({"type": "novelty", "sessionId": SESSION}, *_GOOD), set()),
    "a user's words in a reminder": (_lines(_asked("<system-reminder>x</system-reminder>Please stop."), *_GOOD), set()),
    "a thought without words": (_lines(_said({"type": "redacted_thinking", "data": "AA=="}), *_GOOD), set()),
}  # fmt: skip


def test_there_are_as_many_odd_logs_as_the_reference_was_tried_on() -> None:
    assert len(ODD) == 43


@pytest.mark.parametrize(("data", "codes"), ODD.values(), ids=ODD)
def test_an_odd_log_is_a_record_and_diagnostics(data: bytes, codes: set[str]) -> None:
    (whole,), found = native("claude-code", data)
    line, losses = written(whole, INSTALLED)
    record = package(line)
    assert json.loads(record.model_dump_json()) == json.loads(line)
    assert {each.code for each in found} == codes
    assert losses


def test_no_word_of_the_user_is_lost_in_a_reminder() -> None:
    (whole,), _ = native("claude-code", ODD["a user's words in a reminder"][0])
    program, human = record(whole)["steps"][:2]
    assert (program["role"], program["content"]) == ("system", "<system-reminder>x</system-reminder>")
    assert (human["role"], human["content"]) == ("user", "Please stop.")


def test_several_sessions_are_several_lines() -> None:
    one, two = trace(user("1", "Hi.")), trace(user("1", "Hi."), ids={"session": ("s2",)})
    data, _ = written([one, two])
    assert [each.header.ids["session"] for each in read_all(data)[0]] == [("s1",), ("s2",)]


# Names, times and tools

MODEL = Actor(ActorKind.MODEL, "assistant", provider="rosehill", model="thorn-1")


def test_a_step_names_its_model_with_the_provider_as_the_agent_does() -> None:
    whole = trace(
        event("1", Text("Hi."), actor="rose", model="thorn-1", response="a"),
        event("2", Text("I am the program."), actor="rose", model="<program>", response="b"),
        event("3", Text("Hi."), actor="other", model="moss-2", response="c"),
        event("4", Text("Hi."), actor="rose", model="abroad/thorn-1", response="d"),
        actors=ACTORS | {"rose": MODEL, "other": structs.replace(MODEL, provider=UNSET, model="moss-2")},
        provider="rosehill",
    )
    found = record(whole)
    assert found["agent"]["model"] == "rosehill/thorn-1"
    models = ["rosehill/thorn-1", "<program>", "moss-2", "abroad/thorn-1"]
    assert [step["model"] for step in found["steps"]] == models
    back = read(json.dumps(found).encode())[0]
    assert [each.model for each in back.events] == ["thorn-1", "<program>", "moss-2", "abroad/thorn-1"]


def test_a_provider_that_only_the_header_names_is_that_of_all_models() -> None:
    whole = trace(event("1", Text("Hi."), model="thorn-1", response="a"), provider="rosehill")
    found = record(whole)
    assert (found["agent"]["model"], found["steps"][0]["model"]) == ("rosehill/thorn-1", "rosehill/thorn-1")
    assert "/events/*/model" not in {loss.place.pointer for loss in written(whole)[1]}


def test_the_times_of_a_record_are_those_of_all_its_events_and_of_a_step_that_of_its_first_block() -> None:
    times = [f"2026-01-02T03:04:0{second}Z" for second in range(6)]
    whole = trace(
        event("1", Lifecycle("tick", transient=True), time=times[0]),
        event("2", Text("Let us see."), response="r", time=times[1]),
        event("3", Thought(ThoughtState.FULL, "Hm."), response="r", time=times[2]),
        event("4", ToolCall("A", {}), response="r", call="c", time=times[3]),
        result("5", "done", "c", time=times[4]),
        event("6", Lifecycle("tick", transient=True), time=times[5]),
    )
    found = record(whole)
    assert (found["timestamp_start"], found["timestamp_end"]) == (times[0], times[5])
    assert [step["timestamp"] for step in found["steps"]] == [times[1]]


@pytest.mark.parametrize(
    ("agent", "called", "listed"),
    [("rose", "Water", ["Water", "Prune"]), ("rose", "Dig", []), ("codex", "Water", [])],
    ids=["a list of all", "one that a call contradicts", "an agent that lists only what was added"],
)
def test_tools_are_available_where_the_log_lists_them_all(agent: str, called: str, listed: list[str]) -> None:
    whole = trace(event("1", ToolCall(called, {}), call="c"), tools={"Water": {}, "Prune": {}}, agent=agent)
    found = record(whole)
    assert found["steps"][0]["tools_available"] == listed
    assert [each["name"] for each in found["tool_definitions"]] == ["Water", "Prune"]


LINE = "A rose is a rose.\n"


@pytest.mark.parametrize(
    ("content", "summary"),
    [
        ("done", "done"),
        ("\n\ndone\n", "done"),
        (LINE * 20, (LINE * 11).rstrip()),
        ("x" * 200, "x" * 200),
        ("x" * 201, None),
        ("x" * 201 + "\nshort", None),
        ("", None),
        ([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "one\ntwo"),
        ({"an": "object"}, None),
        ("Exit code: 0\nWall time: 0.1 seconds\nOutput:\ndone\n", "done"),
    ],
)
def test_the_summary_of_an_output_is_its_first_whole_lines(content: Any, summary: str | None) -> None:
    whole = trace(event("1", ToolCall("A", {}), call="c"), result("2", content, "c"))
    (observation,) = record(whole)["steps"][0]["observations"]
    assert observation["output_summary"] == summary


def test_no_summary_holds_a_part_of_a_line() -> None:
    for size in (1, 37, 99, 199, 200, 201, 399):
        content = "\n".join("x" * (size - len(str(each))) + str(each) for each in range(9))
        whole = trace(event("1", ToolCall("A", {}), call="c"), result("2", content, "c"))
        summary = record(whole)["steps"][0]["observations"][0]["output_summary"]
        assert summary is None or set(summary.split("\n")) <= set(content.split("\n"))
        assert (summary is None) is (size > 200)


def test_a_summary_is_made_of_what_is_masked_already() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA7Rz\n" * 20 + "-----END RSA PRIVATE KEY-----\n"
    for secret in (TOKEN, key):
        for before in ("", "x" * 150 + "\n", "x\n" * 40):
            shown = f"{before}{secret}\ndone"
            whole = trace(event("1", ToolCall("A", {}), call="c"), result("2", shown, "c"))
            out = io.BytesIO()
            pipeline.convert([whole], registry.formats["opentraces"], [], out, lambda _: None, STILL)
            (observation,) = json.loads(out.getvalue())["steps"][0]["observations"]
            assert not any(line in observation["output_summary"] for line in secret.split("\n") if len(line) > 8)
            assert observation["content"].startswith(observation["output_summary"])
