"""Writing Open-Token from traces of other formats."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from msgspec import UNSET, structs

from steno.base.exact import encode
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Severity
from steno.formats.open_token.writer import make
from steno.model import (
    Actor,
    ActorKind,
    Blob,
    Derivation,
    Kind,
    Lifecycle,
    Note,
    Role,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Unknown,
    Usage,
    Visibility,
)
from steno.testing.fake import STILL
from tests.given.open_token import ACTORS, EVERYTHING, document, errors, event, events, read, trace, written

CALL = event("2", ToolCall("Bash", {"command": "ls"}), call="toolu_1", model="tide-2")
RESULT = event("3", ToolResult("a.txt"), call="toolu_1")
HELLO = event("1", Text("Hello."), time="2026-01-31T08:00:00+01:00", native="n1")
ANSWER = event("4", Text("Hello to you."), actor="model", role=Role.ASSISTANT, model="tide-2", native="n2", parent="n1")


def contents(found: list[dict[str, Any]]) -> list[Any]:
    return [each["content"].get("text", each["content"].get("data")) for each in found]


def test_a_small_trace_as_a_document() -> None:
    assert document(trace(HELLO, CALL, RESULT, ANSWER, title="Greeting", thoughts=False)) == {
        "open_token_version": "0.1",
        "exported_at": "2026-01-31T00:00:00Z",
        "conversation": {"id": "s1", "title": "Greeting", "internal_availability": "unavailable"},
        "participants": [
            {"actor_id": "act_001", "kind": "human", "name": "user"},
            {"actor_id": "act_002", "kind": "model", "name": "assistant", "model": "tide-2"},
            {"actor_id": "act_003", "kind": "tool", "name": "Bash"},
        ],
        "events": [
            {
                "id": "evt_000001",
                "seq": 1,
                "ts": "2026-01-31T07:00:00Z",
                "type": "message",
                "actor_id": "act_001",
                "visibility": "public",
                "role": "user",
                "content": {"mime": "text/plain", "text": "Hello."},
            },
            {
                "id": "evt_000002",
                "seq": 2,
                "type": "tool_use",
                "actor_id": "act_002",
                "visibility": "internal",
                "role": "assistant",
                "content": {
                    "mime": "application/json",
                    "data": {"tool_name": "Bash", "arguments": {"command": "ls"}, "native_call_id": "toolu_1"},
                },
                "links": {"call_id": "call_000001"},
            },
            {
                "id": "evt_000003",
                "seq": 3,
                "type": "tool_result",
                "actor_id": "act_003",
                "visibility": "internal",
                "role": "tool",
                "content": {"mime": "text/plain", "text": "a.txt"},
                "links": {"call_id": "call_000001"},
            },
            {
                "id": "evt_000004",
                "seq": 4,
                "type": "message",
                "actor_id": "act_002",
                "visibility": "public",
                "role": "assistant",
                "content": {"mime": "text/plain", "text": "Hello to you."},
                "links": {"parent_id": "evt_000001"},
            },
        ],
        "integrity": {
            "hash_alg": "sha256",
            "canonicalization": "json-c14n-like",
            "events_hash": "0" * 64,
        }
        | document(trace(HELLO, CALL, RESULT, ANSWER))["integrity"],
    }


def test_two_runs_give_the_same_bytes() -> None:
    whole = trace(HELLO, CALL, RESULT, ANSWER, ids={})
    for words in (["mode=json"], ["mode=ndjson"], ["max_bytes=2000"]):
        assert written(whole, *words) == written(whole, *words)


def test_json_is_indented_unless_told_otherwise_and_ndjson_never_is() -> None:
    whole = trace(HELLO)
    assert written(whole)[0].startswith(b'{\n  "open_token_version": "0.1",\n')
    assert written(whole, "pretty=false")[0].count(b"\n") == 1
    assert json.loads(written(whole)[0]) == json.loads(written(whole, "pretty=false")[0])
    assert written(whole, "mode=ndjson", "pretty=true")[0].count(b"\n") == 3


def test_pretty_printing_is_what_the_standard_library_prints() -> None:
    data, _ = written(trace(HELLO, CALL, RESULT, ANSWER))
    assert data.decode() == json.dumps(json.loads(data), indent=2, ensure_ascii=False) + "\n"


def test_a_conversation_without_an_id_gets_one_from_its_day_and_its_events() -> None:
    found = document(trace(HELLO, ids={}))
    assert found["conversation"]["id"] == "conv_20260131_" + found["integrity"]["events_hash"][:8]
    started = document(trace(HELLO, ids={}, started="2025-12-31T23:30:00-02:00"))
    assert started["conversation"]["id"].startswith("conv_20260101_")


def test_a_time_that_names_no_instant_is_left_out() -> None:
    found = document(trace(event("1", Text("x"), time="2026-01-31 08:00:00"), started="this morning"))
    assert "ts" not in found["events"][0]
    assert "started_at" not in found["conversation"]


@pytest.mark.parametrize(("runtime", "written_as"), [("cli", "cli"), ("moon", "other")])
def test_a_runtime_of_no_known_kind_is_other(runtime: str, written_as: str) -> None:
    assert document(trace(HELLO, runtime=runtime))["conversation"]["source_runtime"] == written_as


# Calls and results


@pytest.mark.parametrize(
    ("arguments", "spelled"),
    [
        ({"a": 1}, {"arguments": {"a": 1}}),
        ([1], {"arguments": [1]}),
        ('{"a":1}', {"arguments": {"a": 1}, "arguments_encoding": "json-string"}),
        ('{"a": 1, "b": [2]}', {"arguments": {"a": 1, "b": [2]}, "arguments_encoding": "json-string-spaced"}),
        ('{"a" :1}', {"arguments": {"input": '{"a" :1}'}, "arguments_encoding": "text"}),
        ('{"a":1,"a":2}', {"arguments": {"input": '{"a":1,"a":2}'}, "arguments_encoding": "text"}),
        ("*** Begin Patch", {"arguments": {"input": "*** Begin Patch"}, "arguments_encoding": "text"}),
        ("5", {"arguments": {"input": "5"}, "arguments_encoding": "text"}),
        (5, {"arguments": {"input": 5}, "arguments_encoding": "value"}),
        (None, {"arguments": {"input": None}, "arguments_encoding": "value"}),
        (UNSET, {"arguments": {}, "arguments_encoding": "absent"}),
    ],
)
def test_arguments_become_an_object_and_come_back_as_they_were(arguments: Any, spelled: dict[str, Any]) -> None:
    whole = trace(event("1", ToolCall("Bash", arguments), call="c"), event("2", ToolResult("x"), call="c"))
    assert events(whole)[0]["content"]["data"] == {"tool_name": "Bash", **spelled, "native_call_id": "c"}
    back = read(written(whole)[0])[0].events[0].body
    assert back == ToolCall("Bash", arguments)


def test_unpaired_tool_call_gets_a_missing_result_marker() -> None:
    found = events(trace(CALL))
    assert [each["type"] for each in found] == ["tool_use", "tool_result", "annotation"]
    assert contents(found)[1:] == [{"missing_result": True}, {"marker": "missing_result"}]
    assert "ts" not in found[1]
    assert found[2]["links"] == {"replies_to": "evt_000002", "call_id": "call_000001"}


def test_a_call_without_an_id_gets_a_missing_result_too() -> None:
    whole = trace(event("1", ToolCall("Bash", {})))
    assert [each["type"] for each in events(whole)] == ["tool_use", "tool_result", "annotation"]
    assert errors(written(whole)[0]) == []


def test_parallel_calls_have_ids_by_first_appearance() -> None:
    whole = trace(
        event("1", ToolCall("A", {}), call="x"),
        event("2", ToolCall("B", {}), call="y"),
        event("3", ToolResult("b"), call="y"),
        event("4", ToolResult("a"), call="x"),
    )
    assert [each["links"]["call_id"] for each in events(whole)] == [
        "call_000001", "call_000002", "call_000002", "call_000001",
    ]  # fmt: skip


def test_an_id_used_for_two_calls_is_two_ids() -> None:
    whole = trace(
        event("1", ToolCall("A", {}), call="x"), event("2", ToolResult("1"), call="x"),
        event("3", ToolCall("A", {}), call="x"), event("4", ToolResult("2"), call="x"),
    )  # fmt: skip
    assert [each["links"]["call_id"] for each in events(whole)] == [
        "call_000001", "call_000001", "call_000002", "call_000002",
    ]  # fmt: skip
    assert [each.call for each in read(written(whole)[0])[0].events] == ["x"] * 4


def test_an_orphan_result_stands_alone_with_an_annotation() -> None:
    whole = trace(event("1", ToolResult("a"), call="toolu_9"))
    assert contents(events(whole)) == ["a", {"tool_result": {"orphan": True, "native_call_id": "toolu_9"}}]
    assert errors(written(whole)[0]) == []


def test_a_second_result_is_annotated() -> None:
    whole = trace(CALL, RESULT, event("4", ToolResult("b.txt"), call="toolu_1"))
    assert contents(events(whole))[2:] == ["b.txt", {"tool_result": {"duplicate": True}}]


def test_errors_and_exit_codes_go_into_an_annotation() -> None:
    whole = trace(
        CALL, event("3", ToolResult("no", error=True, detail={"exit_code": 2, "stderr": "no"}), call="toolu_1")
    )
    found = events(whole)
    assert contents(found)[1:] == ["no", {"tool_result": {"error": True, "exit_code": 2}}]
    assert found[2]["links"] == {"replies_to": "evt_000002", "call_id": "call_000001"}
    assert read(written(whole)[0])[0].events[1].body == ToolResult("no", error=True)


def test_a_result_that_looks_like_a_marker_is_said_to_be_none() -> None:
    whole = trace(CALL, event("3", ToolResult({"missing_result": True}), call="toolu_1"))
    assert contents(events(whole))[1:] == [{"missing_result": True}, {"literal": "missing_result"}]
    assert read(written(whole)[0])[0].events[1].body == ToolResult({"missing_result": True})


def test_binary_parts_of_a_result_are_replaced_by_their_hash() -> None:
    parts = [
        {"type": "text", "text": "see"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}},
        {"type": "input_image", "image_url": "data:image/gif;base64,aGVsbG8="},
        {"type": "image", "mimeType": "image/png", "data": "aGVsbG8="},
    ]
    sha = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    gone = {"omitted": "binary", "media_type": "image/png", "bytes": 5, "sha256": sha}
    data, found = written(trace(CALL, event("3", ToolResult(parts), call="toolu_1")))
    assert json.loads(data)["events"][1]["content"]["data"] == [
        parts[0],
        {"type": "image", "source": gone},
        {"type": "input_image", "image_url": gone | {"media_type": "image/gif"}},
        {"type": "image", "mimeType": "image/png", "data": gone},
    ]
    assert [(each.code, each.place.pointer) for each in found if each.code == "CNV112"] == [
        ("CNV112", "/events/*/body/content")
    ]


def test_a_blob_is_a_message_without_its_bytes() -> None:
    whole = trace(event("1", Blob("image/png", 5, "ab"), kind=Kind.BLOB, role=Role.USER, actor="human"))
    assert contents(events(whole)) == [{"omitted": "binary", "media_type": "image/png", "bytes": 5, "sha256": "ab"}]


# Thoughts

THOUGHTS = trace(
    event("1", Thought(ThoughtState.FULL, "all of it")),
    event("2", Thought(ThoughtState.SUMMARY, "in short")),
    event("3", Thought(ThoughtState.ENCRYPTED)),
    HELLO,
    thoughts=True,
)
HIDDEN = {"redacted": True}
NONE_GIVEN = {"marker": "redacted", "reason": "the source has no summary"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["include=visible-only"], []),
        (["include=include-internal", "internal=redacted"], [HIDDEN, HIDDEN, HIDDEN]),
        (
            ["include=include-internal", "internal=summary"],
            [HIDDEN, NONE_GIVEN, "in short", {"thought": "summary"}, HIDDEN, NONE_GIVEN],
        ),
        (
            ["include=include-internal", "internal=full", "permit_internal=true"],
            ["all of it", "in short", {"thought": "summary"}, HIDDEN, {"marker": "redacted", "reason": "encrypted"}],
        ),
    ],
)
def test_thoughts_are_exported_as_far_as_the_options_say(words: list[str], expected: list[Any]) -> None:
    found = document(THOUGHTS, *words)
    assert contents(found["events"][:-1]) == expected
    assert found["conversation"]["internal_availability"] == "available"
    assert {each["role"] for each in found["events"] if each["type"] == "message"} <= {"user", "assistant_thought"}


def test_no_thoughts_in_the_source_are_unavailable_and_not_made_up() -> None:
    found = document(trace(HELLO, thoughts=False), *EVERYTHING)
    assert (len(found["events"]), found["conversation"]["internal_availability"]) == (1, "unavailable")


def test_prompts_and_tools_are_exported_with_visible_only() -> None:
    prompt = event("0", Text("Be kind."), actor="program", role=Role.SYSTEM, visibility=Visibility.INTERNAL)
    assert [each["role"] for each in events(trace(prompt, CALL, RESULT))] == ["system", "assistant", "tool"]


def test_a_prompt_that_only_the_header_states_is_the_first_message() -> None:
    found = events(trace(HELLO, system_prompts={"ab": "Be kind."}))
    assert [(each["role"], each["content"]["text"]) for each in found] == [("system", "Be kind."), ("user", "Hello.")]


# Links, spans, usage


def test_a_parent_that_is_left_out_is_replaced_by_its_own_parent() -> None:
    tick = event("2", Lifecycle("progress", transient=True), native="n5", parent="n1")
    after = event("3", Text("x"), native="n6", parent="n5")
    assert events(trace(HELLO, tick, after))[1]["links"] == {"parent_id": "evt_000001"}


def test_the_parent_of_a_record_of_several_events_is_its_last() -> None:
    first, second = (event(uid, Text(uid), native="n1") for uid in "12")
    assert events(trace(first, second, event("3", Text("x"), parent="n1")))[2]["links"] == {"parent_id": "evt_000002"}


def test_a_span_keeps_its_id_and_its_events() -> None:
    whole = trace(
        CALL,
        event("5", Span("scout", {"spawn_reason": "search"}), kind=Kind.SPAN_START, span="a1", replies_to="2"),
        event("6", Text("found"), actor="sub", role=Role.ASSISTANT, span="a1"),
        event("7", Span("scout", missing=True), kind=Kind.SPAN_END, span="a1"),
        RESULT,
        actors={**ACTORS, "sub": Actor(ActorKind.MODEL, "scout", instance="a1")},
    )
    found = events(whole)
    assert contents(found)[1:4] == [
        {"spawn_reason": "search", "span_name": "scout", "native_span_id": "a1"}, "found", {"missing_end": True},
    ]  # fmt: skip
    assert found[1]["links"] == {
        "parent_id": "evt_000001", "replies_to": "evt_000001", "span_id": "span_000001",
    }  # fmt: skip
    assert errors(written(whole)[0]) == []


def test_tokens_are_stated_once_on_the_last_event_of_a_response() -> None:
    usage = Usage(10, 1, cache_read=5)
    final = Usage(10, 7, cache_read=5)
    whole = trace(
        event("1", Text("a"), actor="model", role=Role.ASSISTANT, response="r", usage=usage),
        HELLO,
        event("2", Text("b"), actor="model", role=Role.ASSISTANT, response="r", usage=final),
    )
    found = events(whole)
    assert [each.get("usage") for each in found] == [None, None, {"input_tokens": 10, "output_tokens": 7}, None]
    assert found[3]["content"]["data"] == {"usage": {"cache_read_tokens": 5}}
    assert found[3]["links"] == {"replies_to": "evt_000003"}


def test_an_actor_with_two_models_is_two_participants() -> None:
    one, two = (event(m, Text(m), actor="m", role=Role.ASSISTANT, model=m) for m in ("tide-1", "tide-2"))
    found = document(trace(one, two, one, actors={"m": Actor(ActorKind.MODEL, "assistant")}))
    assert [each.get("model") for each in found["participants"]] == ["tide-1", "tide-2"]
    assert [each["actor_id"] for each in found["events"]] == ["act_001", "act_002", "act_001"]


def test_lifecycle_is_an_annotation_and_bookkeeping_a_loss() -> None:
    whole = trace(
        event("1", Lifecycle("compaction", "short", {"n": 1})),
        event("2", Lifecycle("tick", transient=True)),
        event("3", Lifecycle("again"), echo_of="1"),
        event("4", Unknown("riddle"), kind=Kind.UNKNOWN),
    )
    data, found = written(whole)
    spelled = json.loads(data)["events"]
    assert contents(spelled) == [{"lifecycle": "compaction", "text": "short", "data": {"n": 1}}]
    assert (spelled[0]["role"], spelled[0]["visibility"]) == ("system", "metadata")
    assert sorted(each.code for each in found if each.place.pointer == "/events/*") == ["CNV104", "CNV105", "CNV106"]


# Redaction

REDACTION = {"mode": "secrets", "strategy": "mask", "notes": ["masked 2 api_key"]}
NOTE = Note(author=Derivation("redact/secrets"), key="redaction", value=REDACTION)


def exported(whole: Any, *words: str) -> dict[str, Any]:
    out = io.BytesIO()
    make(list(words), STILL, lambda _: None).write([whole], out, lambda _: None)
    return dict(json.loads(out.getvalue()))


def test_what_was_redacted_is_told_from_the_pass_own_note() -> None:
    whole = structs.replace(trace(HELLO), notes=(NOTE,), facts=frozenset({"redacted"}))
    assert exported(whole)["conversation"]["redaction"] == REDACTION


def test_a_trace_that_was_not_redacted_does_not_say_that_it_was() -> None:
    assert "redaction" not in exported(trace(HELLO))["conversation"]


def test_other_notes_are_losses() -> None:
    whole = structs.replace(trace(HELLO), notes=(Note(author="ada", key="eval", value=1), NOTE))
    assert [(each.place.pointer, each.count) for each in written(whole)[1] if each.code == "CNV002"] == [("/notes", 1)]


# One document


@pytest.mark.parametrize("count", [0, 2])
def test_a_document_holds_exactly_one_trace(count: int) -> None:
    with pytest.raises(UsageError, match="exactly one conversation"):
        make([], STILL, lambda _: None).write([trace(HELLO)] * count, io.BytesIO(), lambda _: None)


def test_losses_are_losses_with_a_place_and_a_number() -> None:
    found: list[Diagnostic] = written(trace(HELLO, CALL, RESULT, ANSWER))[1]
    assert all(each.severity is Severity.LOSS and each.place.pointer for each in found)
    assert {each.place.pointer: each.count for each in found}["/events/*/uid"] == 4


def test_content_beyond_what_can_be_encoded_is_left_out() -> None:
    deep: Any = "x"
    for _ in range(900):
        deep = [deep]
    data, found = written(trace(CALL, event("3", ToolResult(deep), call="toolu_1")), "pretty=false")
    assert json.loads(data)["events"][1]["content"]["data"] == {"omitted": "nesting"}
    assert "/events/*/body" in {each.place.pointer for each in found}


def test_lone_surrogates_and_large_integers_survive() -> None:
    odd = {"text": "\ud800", "n": 2**70}
    whole = trace(event("1", ToolCall("A", odd), call="c"), event("2", ToolResult("x"), call="c"))
    for words in (["pretty=true"], ["pretty=false"], ["mode=ndjson"]):
        data, _ = written(whole, *words)
        body = read(data)[0].events[0].body
        assert isinstance(body, ToolCall)
        assert encode(body.arguments) == encode(odd)
        assert b"rfc8785-exact" in data


@pytest.mark.parametrize("kind", ["text", "input_text", "output_text"])
def test_a_result_that_is_one_text_is_plain_text(kind: str) -> None:
    whole = trace(
        event("1", ToolCall("Read", {}), call="c"), event("2", ToolResult([{"type": kind, "text": "ok"}]), call="c")
    )
    assert events(whole)[1]["content"] == {"mime": "text/plain", "text": "ok"}
    _, losses = written(whole)
    assert ("CNV117", "/events/*/body/content", 1) in [(each.code, each.place.pointer, each.count) for each in losses]


@pytest.mark.parametrize(
    "content",
    [
        [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
        [{"type": "text", "text": "a", "citations": []}],
        [{"type": "image", "text": "a"}],
        [{"type": "text"}],
        [],
    ],
)
def test_a_result_that_is_more_than_one_text_stays_structured(content: list[Any]) -> None:
    whole = trace(event("1", ToolCall("Read", {}), call="c"), event("2", ToolResult(content), call="c"))
    assert events(whole)[1]["content"] == {"mime": "application/json", "data": content}
