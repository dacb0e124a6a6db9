"""The reader of transcripts: tolerant, complete, and exact about lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET

from steno.base.exact import decode
from steno.diagnostics import Diagnostic
from steno.formats.awf import wire
from steno.formats.awf.wire import Payload, dispatch
from steno.model import (
    Actor,
    ActorKind,
    Event,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Usage,
    Visibility,
)
from steno.model.event import SYSTEM_PROMPT
from steno.testing.accounting import unaccounted
from steno.testing.battery import wrong_types
from tests.given.awf import AWF, CHILD, FIXTURES, RUN, block, call, checked, line, message, read, result, written


def fixture(name: str) -> Trace:
    return read((FIXTURES / f"{name}.jsonl").read_bytes())[0]


def bodies(data: bytes) -> list[Any]:
    return [event.body for event in read(data)[0].events]


# The closed words (EventTypeEnumCoverage, BlockTypeEnumCoverage, FidelityEnumCoverage)


def test_there_are_ten_event_types_six_block_types_and_two_fidelities() -> None:
    assert len(wire.TYPES) == 10
    assert sorted(wire.BLOCKS) == ["command", "stream", "text", "thinking", "tool_result", "tool_use"]
    assert frozenset({"router", "agent_emitted"}) == wire.FIDELITIES


# Payload dispatch (A15)

TABLE: list[tuple[Any, Payload]] = [
    (None, Payload.NONE),
    ([], Payload.BLOCKS),
    ([{"role": "user"}], Payload.BLOCKS),
    ([1, "x"], Payload.BLOCKS),
    ({"role": "user", "blocks": []}, Payload.MESSAGE),
    ({"role": None}, Payload.MESSAGE),
    ({"role": 5, "call_id": "c", "kind": "agent"}, Payload.MESSAGE),
    ({"call_id": "c", "role": "user"}, Payload.MESSAGE),
    ({"call_id": "c", "kind": "agent"}, Payload.TOOL),
    ({"kind": "agent", "call_id": None}, Payload.TOOL),
    ({"kind": "agent"}, Payload.STEP),
    ({"kind": None, "name": "x"}, Payload.STEP),
    ({"name": "x"}, Payload.ANY),
    ({}, Payload.ANY),
    ("role", Payload.ANY),
    (0, Payload.ANY),
    (False, Payload.ANY),
]


@pytest.mark.parametrize(("payload", "shape"), TABLE, ids=[json.dumps(payload) for payload, _ in TABLE])
def test_the_keys_of_a_payload_say_what_it_is_and_the_first_that_fits_counts(payload: Any, shape: Payload) -> None:
    assert dispatch(payload) is shape


@pytest.mark.parametrize(("payload", "shape"), TABLE, ids=[json.dumps(payload) for payload, _ in TABLE])
@pytest.mark.parametrize("type", sorted(wire.TYPES))
def test_any_payload_under_any_type_is_read_and_comes_back_as_it_was(type: str, payload: Any, shape: Payload) -> None:
    data = line(type, payload)
    trace, _ = read(data)
    assert unaccounted(trace, [], len(data)) == []
    assert written(trace, "unknown=keep") == (data, [])


SAID = {"role": "assistant", "blocks": [block("text", text="x")]}
DISPATCHED: list[tuple[Any, list[Any]]] = [
    (SAID, [Text("x")]),
    (SAID | {"call_id": "c", "kind": "agent"}, [Text("x")]),
    ([block("text", text="x")], [Text("x")]),
    ({"call_id": "c", "kind": "agent", "name": "Read", "input": 1}, [ToolCall("Read", 1)]),
    ({"call_id": "c", "name": "Read", "output": 1}, [ToolResult(1)]),
    ({"call_id": "c", "name": "Read", "output": None, "error": "no"}, [ToolResult("no", error=True)]),
]


@pytest.mark.parametrize("type", sorted(wire.TYPES - set(wire.TOOL)))
@pytest.mark.parametrize(("payload", "expected"), DISPATCHED, ids=[json.dumps(payload) for payload, _ in DISPATCHED])
def test_a_payload_is_what_its_keys_say_whatever_the_type(type: str, payload: Any, expected: list[Any]) -> None:
    assert bodies(line(type, payload)) == expected


@pytest.mark.parametrize("type", wire.TOOL)
@pytest.mark.parametrize(("payload", "expected"), DISPATCHED[:3], ids=["message", "message first", "blocks"])
def test_a_message_under_the_type_of_a_tool_is_a_message(type: str, payload: Any, expected: list[Any]) -> None:
    (event,) = read(line(type, payload))[0].events
    assert [event.body] == expected
    assert event.kind is Kind.MESSAGE
    assert event.role is (Role.ASSISTANT if isinstance(payload, dict) else UNSET)


def test_a_step_under_the_type_of_a_message_is_lifecycle_because_nothing_says_that_it_begins_or_ends() -> None:
    step = {"name": "a", "kind": "agent"}
    assert bodies(line("message.user", dict(step))) == [Lifecycle("message.user", data=step)]


def test_a_payload_of_no_known_shape_and_an_event_of_no_known_type_are_kept_whole_as_unknown() -> None:
    assert bodies(line("tool.call", {"name": "Read"})) == [Unknown("tool.call")]
    assert bodies(line("step.paused", SAID)) == [Unknown("step.paused")]


def test_an_array_is_the_blocks_of_a_message() -> None:
    assert bodies(line("message.assistant", [block("text", text="a"), block("thinking", thinking="b")])) == [
        Text("a"),
        Thought(ThoughtState.FULL, "b"),
    ]


# Bad lines (A13)

FIRST, LAST = message(block("text", text="first"), seq=1), message(block("text", text="last"), seq=3)
ODD = {
    "garbage": b"garbage\n",
    "torn": FIRST[:60] + b"\n",
    "glued": FIRST[:-1] + FIRST,
    "torn and glued": FIRST[:60] + FIRST,
    "byte order mark": b"\xef\xbb\xbf" + FIRST,
    "array": b"[1,2]\n",
    "text": b'"step.started"\n',
    "null": b"null\n",
    "number": b"17\n",
    "empty object": b"{}\n",
    "blank": b"\n",
    "blanks": b"  \n\t\n\n",
    "carriage return": FIRST[:-1] + b"\r\n",
    "seq is text": FIRST.replace(b'"seq":1', b'"seq":"1"'),
    "seq is negative": FIRST.replace(b'"seq":1', b'"seq":-1'),
    "seq is a fraction": FIRST.replace(b'"seq":1', b'"seq":1.5'),
    "time is no time": FIRST.replace(b"2026-03-02T10:15:00Z", b"yesterday"),
    "time is a number": FIRST.replace(b'"2026-03-02T10:15:00Z"', b"1772446500"),
    "type is a list": FIRST.replace(b'"message.assistant"', b'["message"]'),
    "run is a number": FIRST.replace(f'"{RUN}"'.encode(), b"5"),
    "role is a number": FIRST.replace(b'"assistant"', b"5"),
    "blocks is an object": line("message.user", {"role": "user", "blocks": {}}),
    "NUL": b"\0\0\0\n",
    "NUL in a line": FIRST.replace(b"first", b"fi\0rst"),
    "not UTF-8": FIRST.replace(b"first", b"\xff\xfe"),
    "half a character": FIRST.replace(b"first", b"\\ud83d"),
    "key twice": FIRST.replace(b'"seq":1', b'"seq":1,"seq":2'),
    "number beyond floats": FIRST.replace(b'"iteration":0', b'"iteration":1e400'),
    "nested deep": b'{"payload":' + b"[" * 5000 + b"]" * 5000 + b"}\n",
    "NaN": FIRST.replace(b'"seq":1', b'"seq":NaN'),
}


@pytest.mark.parametrize("name", ODD)
def test_reading_goes_on_after_a_bad_line_with_the_true_number_of_the_next(name: str) -> None:
    odd = ODD[name]
    data = FIRST + odd + LAST
    trace, found = read(data)
    last = trace.events[-1]
    assert (trace.events[0].body, last.body) == (Text("first"), Text("last"))
    assert last.origin == Origin(0, 2 + odd.count(b"\n"), len(FIRST + odd), len(LAST), "/payload/blocks/0")
    assert unaccounted(trace, found, len(data)) == []
    again, _ = written(trace, "unknown=keep")
    assert [each for each in read(again)[0].events if each.uid == "1"] == [trace.events[0]]


def test_a_bad_line_is_said_with_its_number_and_its_bytes() -> None:
    _, found = read(FIRST + b"garbage\n" + LAST)
    (said,) = found
    assert (said.code, said.place.line, said.place.offset, said.place.length) == ("SRC001", 2, len(FIRST), 8)


def test_a_last_line_that_is_cut_off_is_kept_and_said() -> None:
    trace, found = read(FIRST + LAST[:50])
    assert [(each.code, each.place.line) for each in found] == [("SRC002", 2)]
    assert trace.events[-1].raw == LAST[:50]


def test_a_missing_final_newline_is_no_loss() -> None:
    trace, found = read((FIRST + LAST)[:-1])
    assert ([event.body for event in trace.events], found) == ([Text("first"), Text("last")], [])


def test_an_empty_file_is_an_empty_trace() -> None:
    trace, found = read(b"")
    assert (trace.events, found) == ((), [])


def test_a_line_of_20_megabytes_is_read() -> None:
    long = "x" * 20_000_000
    trace, found = read(message(block("text", text=long)) + LAST)
    assert (trace.events[0].body, trace.events[1].origin.line, found) == (Text(long), 2, [])  # type: ignore[union-attr]


def wrong_lines() -> dict[str, list[bytes]]:
    lines = [each for name in ("run", "mixed") for each in (FIXTURES / f"{name}.jsonl").read_bytes().splitlines()]
    return dict(wrong_types([json.loads(each) for each in lines]))


@pytest.mark.parametrize(("name", "wrong"), wrong_lines().items(), ids=wrong_lines())
def test_a_wrong_type_in_any_field_loses_no_line_and_comes_back_as_it_was(name: str, wrong: list[bytes]) -> None:
    data = FIRST + b"".join(each + b"\n" + FIRST for each in wrong)
    trace, found = read(data)
    assert sum(event.body == Text("first") for event in trace.events) == len(wrong) + 1
    assert unaccounted(trace, found, len(data)) == []
    again, losses = written(trace, "unknown=keep")
    assert [decode(each).value for each in again.splitlines()] == [decode(each).value for each in data.splitlines()]
    assert losses == []
    checked(data)


# What becomes what


def test_a_step_is_a_span_with_its_path_and_iteration() -> None:
    data = line("step.started", {"name": "fix", "kind": "agent"}, 1, path="retry.fix", iteration=1) + line(
        "step.completed", {"name": "fix", "kind": "agent", "error": "exit 1"}, 2, path="retry.fix", iteration=1
    )
    trace, _ = read(data)
    start, end = trace.events
    assert start == Event(
        uid="1",
        kind=Kind.SPAN_START,
        body=Span("fix", {"kind": "agent"}),
        origin=Origin(0, 1, 0, data.index(b"\n") + 1, "/payload"),
        actor="workflow",
        time="2026-03-02T10:15:00Z",
        span="retry.fix[1]",
        iteration=1,
        residue={
            "seq": 1, "run_id": RUN, "type": "step.started", "path": "retry.fix", "iteration": UNSET,
            "timestamp": UNSET, "payload": {"name": UNSET, "kind": UNSET},
        },
    )  # fmt: skip
    assert (end.kind, end.body, end.span) == (
        Kind.SPAN_END, Span("fix", {"kind": "agent", "error": "exit 1"}), "retry.fix[1]",
    )  # fmt: skip


def test_the_same_step_again_is_another_span() -> None:
    step = {"name": "a", "kind": "agent"}
    pair = line("step.started", step, path="a") + line("step.completed", step, path="a")
    assert [event.span for event in read(pair + pair)[0].events] == ["a", "a", "a~2", "a~2"]


def test_an_end_without_a_beginning_is_kept_as_what_happened() -> None:
    assert bodies(line("step.completed", {"name": "a", "kind": "agent", "result": True}, path="a")) == [
        Lifecycle("step.completed", data={"name": "a", "kind": "agent", "result": True})
    ]


def test_what_happens_in_a_step_belongs_to_it_only_where_the_path_says_so() -> None:
    step = {"name": "a", "kind": "agent"}
    data = line("step.started", step, path="a") + message(block("text", text="x"), path="a")
    data += message(block("text", text="y"), path="workflow name")
    assert [event.span for event in read(data)[0].events] == ["a", "a", UNSET]


def test_a_message_is_one_event_for_each_block_and_its_blocks_stay_joined() -> None:
    trace, _ = read(
        message(block("thinking", thinking="Hm."), block("text", text="Yes."), block("tool_use", tool_name="Read"))
    )
    seen = [(event.uid, event.kind, event.role, event.visibility, event.response) for event in trace.events]
    assert seen == [
        ("1.0", Kind.THOUGHT, Role.ASSISTANT, Visibility.INTERNAL, "1"),
        ("1.1", Kind.MESSAGE, Role.ASSISTANT, Visibility.PUBLIC, "1"),
        ("1.2", Kind.TOOL_CALL, Role.ASSISTANT, Visibility.INTERNAL, "1"),
    ]
    assert {event.fidelity for event in trace.events} == {"agent_emitted"}


def test_the_second_of_two_texts_of_a_prompt_is_the_system_prompt_by_a_rule() -> None:
    trace, _ = read(message(block("text", text="Do it."), block("text", text="You are careful."), role="user"))
    assert [(e.role, e.actor, e.visibility, e.turn, e.body, e.origin.rule) for e in trace.events] == [
        (Role.USER, "human", Visibility.PUBLIC, 1, Text("Do it."), ""),
        (Role.SYSTEM, "workflow", Visibility.INTERNAL, 1, Text("You are careful."), SYSTEM_PROMPT),
    ]
    assert list(trace.header.system_prompts.values()) == ["You are careful."]


@pytest.mark.parametrize(
    ("blocks", "roles"),
    [
        ([block("text", text="a"), block("text", text="b", system=False)], [Role.USER, Role.USER]),
        ([block("text", text="a", system=True)], [Role.SYSTEM]),
        (
            [block("text", text="a"), block("text", text="b"), block("text", text="c", system=True)],
            [Role.USER, Role.USER, Role.SYSTEM],
        ),
        ([block("text", text="a"), block("command", command="ls")], [Role.USER, Role.USER]),
        ([block("text", text="a"), block("text", text="b"), block("text", text="c")], [Role.USER] * 3),
    ],
    ids=["said not to be", "said to be, alone", "said to be, last", "no text", "three texts"],
)
def test_a_block_that_says_whether_it_is_the_system_prompt_is_believed(blocks: list[Any], roles: list[Role]) -> None:
    trace, _ = read(data := message(*blocks, role="user"))
    assert [event.role for event in trace.events] == roles
    assert {getattr(event.origin, "rule", None) for event in trace.events} == {""}
    assert written(trace, "unknown=keep") == (data, [])


def test_the_second_block_of_an_answer_is_the_models() -> None:
    trace, _ = read(message(block("text", text="a"), block("text", text="b")))
    assert [event.role for event in trace.events] == [Role.ASSISTANT, Role.ASSISTANT]


def test_a_call_and_its_result_are_joined_by_their_id() -> None:
    trace, _ = read(call("c1", input={"path": "a"}) + result("c1", output={"ok": True}))
    assert [(event.kind, event.call, event.body, event.actor, event.fidelity) for event in trace.events] == [
        (Kind.TOOL_CALL, "c1", ToolCall("Read", {"path": "a"}), "model", "router"),
        (Kind.TOOL_RESULT, "c1", ToolResult({"ok": True}), "tool:Read", "router"),
    ]
    assert trace.header.actors["tool:Read"] == Actor(ActorKind.TOOL, "Read")


def test_a_failure_is_what_there_is_to_read_where_there_is_no_output() -> None:
    failed = {"name": "Read", "call_id": "c1", "input": None, "output": None, "error": "no file", "fidelity": "router"}
    assert bodies(line("tool.result", failed)) == [ToolResult("no file", error=True)]
    assert bodies(line("tool.result", {**failed, "output": "half"})) == [ToolResult("half", True, "no file")]


def test_a_command_is_a_call_of_the_shell_and_a_stream_a_piece_of_text() -> None:
    assert bodies(message(block("command", command="ls"), block("stream", text="a"), block("stream", chunk="b"))) == [
        ToolCall("shell", "ls"),
        Text("a"),
        Text("b"),
    ]


def test_an_empty_text_is_a_field_that_is_left_out() -> None:
    assert bodies(message(block("text"), block("thinking"), block("tool_use", tool_name="x"))) == [
        Text(""),
        Thought(ThoughtState.REDACTED),
        ToolCall("x"),
    ]


def test_a_nul_in_a_text_is_preserved() -> None:
    data = message(block("text", text="a\0b"))
    assert bodies(data) == [Text("a\0b")]
    assert written(read(data)[0])[0] == data


def test_unknown_events_and_blocks_are_kept_and_not_understood() -> None:
    data = line("step.paused", {"until": 1}) + message(block("image", url="x"), block("text", text="y"))
    assert bodies(data) == [Unknown("step.paused"), Unknown("image"), Text("y")]


# Runs


def test_the_runs_of_a_file_and_their_parents_are_named_in_the_header() -> None:
    trace = fixture("mixed")
    assert trace.header.ids == {"run": (RUN, "7a1be3d0-92c4-4d68-a5f1-3e0c8b7d6f29"), "parent": (RUN,)}


def test_a_run_in_anothers_file_stands_in_the_span_of_the_step_that_called_it() -> None:
    trace = fixture("mixed")
    inner = "7a1be3d0-92c4-4d68-a5f1-3e0c8b7d6f29"
    starts = [(event.span, event.child_run) for event in trace.events if event.kind is Kind.SPAN_START]
    step = f"{inner}/loop:0/loop:2/upload[2]"
    assert starts == [("plan", UNSET), ("deliver", UNSET), (inner, inner), (step, UNSET)]
    (prompt,) = (event for event in trace.events if event.body == Text("Upload part 3."))
    assert prompt.span == inner


def test_a_call_of_a_workflow_names_the_run_that_it_starts() -> None:
    (start,) = (event for event in fixture("run").events if event.child_run is not UNSET)
    assert (start.kind, start.child_run, start.span) == (Kind.SPAN_START, CHILD, CHILD)


def test_the_name_of_the_workflow_is_the_title() -> None:
    assert fixture("run").header.title == "review"
    assert fixture("child").header.title is UNSET


# Calls that are stated twice (A18)


def echoes(data: bytes) -> list[tuple[str, Any, Any]]:
    return [(event.uid, event.echo_of, event.call) for event in read(data)[0].events if event.echo_of is not UNSET]


USE = block("tool_use", tool_name="Read", tool_id="toolu_1", tool_input={"path": "a", "n": 1})
INPUT = {"n": 1, "path": "a"}
PROMPT = message(block("text", text="go"), role="user")


@pytest.mark.parametrize("first", ["router", "agent"])
def test_a_block_of_the_agent_and_an_event_of_the_router_with_one_tool_and_input_are_one_call(first: str) -> None:
    routed, emitted = call("r1", input=INPUT) + result("r1"), message(USE)
    data = PROMPT + (routed + emitted if first == "router" else emitted + routed)
    trace, _ = read(data)
    (router,) = (event.uid for event in trace.events if event.kind is Kind.TOOL_CALL)
    (echo,) = (event for event in trace.events if event.echo_of is not UNSET)
    assert (echo.echo_of, echo.call, echo.call_ids) == (router, "r1", {"block": "toolu_1"})
    assert echo.body == Lifecycle("tool_use", data={"tool_name": "Read", "tool_input": {"path": "a", "n": 1}})
    assert AWF.count is not None
    counts = AWF.count(trace)
    assert (counts["tool_calls"], counts["tool_calls_stated_twice"], counts["unpaired_calls"]) == (1, 1, 0)
    assert written(trace) == (data, [])


def test_a_result_block_of_such_a_call_is_stated_twice_too() -> None:
    answer = block("tool_result", tool_id="toolu_1", tool_content="ok")
    assert echoes(PROMPT + call("r1", input=INPUT) + result("r1") + message(USE, answer)) == [
        ("4.0", "2", "r1"),
        ("4.1", "3", "r1"),
    ]


def test_arguments_that_are_text_are_compared_by_what_they_say() -> None:
    use = block("tool_use", tool_name="Read", tool_input='{"path": "a", "n": 1}')
    assert echoes(call("r1", input=INPUT) + message(use)) == [("2", "1", "r1")]


def test_as_many_blocks_as_calls_are_joined_in_order() -> None:
    data = call("r1", input=INPUT) + call("r2", input=INPUT) + message(USE, USE)
    assert echoes(data) == [("3.0", "1", "r1"), ("3.1", "2", "r2")]


APART = {
    "another tool": call("r1", name="Write", input=INPUT) + message(USE),
    "another input": call("r1", input={"path": "b"}) + message(USE),
    "another number of them": call("r1", input=INPUT) + message(USE, USE),
    "another run": call("r1", input=INPUT) + message(USE, run_id=CHILD),
    "a prompt between": call("r1", input=INPUT) + PROMPT + message(USE),
    "a step between": call("r1", input=INPUT) + line("step.started", {"name": "b", "kind": "agent"}) + message(USE),
    "both of the agent": call("r1", input=INPUT, fidelity="agent_emitted") + message(USE),
    "both of the router": call("r1", input=INPUT) + message({**USE, "fidelity": "router"}),
}


@pytest.mark.parametrize("name", APART)
def test_where_the_evidence_does_not_decide_both_are_calls(name: str) -> None:
    assert echoes(APART[name]) == []


def test_one_id_and_one_tool_are_one_call_whoever_reports_them() -> None:
    data = call("toolu_1", input=None, fidelity="agent_emitted") + message(USE)
    assert echoes(data) == [("2", "1", "toolu_1")]


# Recognition


def test_a_transcript_is_known_by_its_envelope_and_nothing_else_is() -> None:
    assert AWF.reader is not None
    sniff = AWF.sniff
    assert sniff is not None
    assert sniff(b"garbage\n" + FIRST)
    assert sniff(message(block("text", text="x" * 70_000))[:65_536])
    assert sniff(b'{"type":"x","run_id":"y","seq":1}\n')
    assert not sniff(b'{"type":"session_meta","timestamp":"x","payload":{}}\n')
    assert not sniff(b"")
    assert not sniff(b'{"run_id": broken\n')


def test_reading_reports_nothing_of_a_whole_transcript() -> None:
    found: list[Diagnostic] = []
    for name in ("run", "child", "mixed"):
        found += read((FIXTURES / f"{name}.jsonl").read_bytes())[1]
    assert found == []


def test_the_rounds_of_a_loop_belong_to_its_only_open_step() -> None:
    def said(iteration: int, seq: int) -> bytes:
        block = {"type": "text", "fidelity": "router", "text": f"round {iteration}"}
        payload = {"role": "assistant", "blocks": [block]}
        return line("message.assistant", payload, seq, path="loop", iteration=iteration)

    loop = {"name": "loop", "kind": "for_each"}
    data = line("step.started", loop, 1, path="loop") + said(0, 2) + said(1, 3)
    data += line("step.started", loop, 4, path="loop", iteration=2) + said(2, 5) + said(3, 6)
    assert [event.span for event in read(data)[0].events] == ["loop", "loop", "loop", "loop[2]", "loop[2]", UNSET]


# What integrations write beside the blocks


@pytest.mark.parametrize(
    ("stated", "usage"),
    [
        (
            {
                "input_tokens": 9, "cache_creation_input_tokens": 2, "cache_read_input_tokens": 3, "output_tokens": 4,
                "service_tier": "standard",
            },
            Usage(input=9, output=4, cache_read=3, cache_write=2),
        ),
        (
            {
                "prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13,
                "prompt_tokens_details": {"cached_tokens": 3, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 1},
            },
            Usage(input=9, output=4, reasoning=1, cache_read=3, total=13),
        ),
        (
            {
                "input_tokens": 9, "input_tokens_details": {"cached_tokens": 3}, "output_tokens": 4,
                "output_tokens_details": {"reasoning_tokens": 1}, "total_tokens": 13,
            },
            Usage(input=9, output=4, reasoning=1, cache_read=3, total=13),
        ),
        (
            {
                "input_tokens": 9, "output_tokens": 4, "total_tokens": 13,
                "input_token_details": {"cache_read": 3, "cache_creation": 2}, "output_token_details": {"reasoning": 1},
            },
            Usage(input=9, output=4, reasoning=1, cache_read=3, cache_write=2, total=13),
        ),
        (
            {"input_tokens": 9, "cache_read.input_tokens": 3, "reasoning.output_tokens": 1},
            Usage(input=9, reasoning=1, cache_read=3),
        ),
        ({"input_tokens": 9, "prompt_tokens": 8}, Usage(input=9)),
    ],
    ids=["anthropic", "chat", "responses", "langchain", "otel", "both"],
)  # fmt: skip
def test_model_and_usage_beside_the_blocks_are_the_replys(stated: dict[str, Any], usage: Usage) -> None:
    blocks = [block("thinking", thinking="hm"), block("text", text="yes")]
    payload = {"role": "assistant", "blocks": blocks, "model": "m-1", "usage": stated, "response_id": "r"}
    data = line("message.assistant", payload)
    trace, found = read(data)
    assert [(event.model, event.usage) for event in trace.events] == [("m-1", usage), ("m-1", UNSET)]
    assert found == []
    assert written(trace, "unknown=keep")[0] == data


@pytest.mark.parametrize(
    "more",
    [
        {"model": None, "usage": None},
        {"model": "", "usage": {}},
        {"model": {"name": "m"}, "usage": [1]},
        {"usage": {"input_tokens": "9", "output_tokens": True, "total_tokens": 1.5, "input_tokens_details": 3}},
    ],
)
def test_fields_of_those_names_and_another_shape_stay_what_they_are(more: dict[str, Any]) -> None:
    data = line("message.assistant", {"role": "assistant", "blocks": [block("text", text="yes")], **more})
    trace, found = read(data)
    assert [(event.model, event.usage) for event in trace.events] == [(UNSET, UNSET)]
    assert found == []
    assert written(trace, "unknown=keep")[0] == data


@pytest.mark.parametrize("blocks", [[], None, [block("hologram")], ["text"]])
def test_a_reply_without_a_known_block_has_its_model_and_usage_all_the_same(blocks: Any) -> None:
    payload = {"role": "assistant", "blocks": blocks, "model": "m-1", "usage": {"output_tokens": 4}}
    data = line("message.assistant", payload)
    trace = read(data)[0]
    assert [(event.model, event.usage) for event in trace.events] == [("m-1", Usage(output=4))]
    assert written(trace, "unknown=keep")[0] == data
