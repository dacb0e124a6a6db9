"""The writer of transcripts: strict with what is new, exact with what was there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from steno.contracts import UsageError
from steno.detect.rule import crc32_base62, fake
from steno.formats.awf import strict, wire
from steno.formats.awf.spelling import go_time
from steno.model import (
    Actor,
    ActorKind,
    Event,
    Header,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Source,
    Span,
    Text,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Trace,
)
from tests.given.awf import CHILD, FIXTURES, RUN, block, call, checked, errors, line, message, read, result, written
from tests.given.machine import claude, steno

STEP = {"name": "a", "kind": "agent"}
_BODY = fake(30)
TOKEN = "ghp_" + _BODY + crc32_base62(_BODY)


def spelled(**fields: Any) -> bytes:
    usual: dict[str, Any] = {
        "seq": 1,
        "run_id": RUN,
        "type": "run.started",
        "path": "",
        "iteration": 0,
        "timestamp": "t",
        "payload": None,
    }
    return wire.line(wire.Event(**(usual | fields)))


# Lines (MarshalJSON_*, OmitEmptyParentRunID, IncludeNonEmptyParentRunID)


def test_the_fields_of_a_line_stand_in_one_order_and_empty_ids_are_left_out() -> None:
    assert (
        spelled()
        == (
            f'{{"seq":1,"run_id":"{RUN}","type":"run.started","path":"","iteration":0,"timestamp":"t","payload":null}}'
        ).encode()
    )
    assert spelled(parent_run_id="p", child_run_id="c").startswith(
        f'{{"seq":1,"run_id":"{RUN}","parent_run_id":"p","child_run_id":"c","type":'.encode()
    )


@pytest.mark.parametrize(
    ("type", "payload", "expected"),
    [
        ("run.started", None, "null"),
        ("run.completed", {"kind": "w", "name": "x", "result": False}, '{"name":"x","kind":"w","result":false}'),
        ("step.started", {"kind": "agent", "name": "a", "error": "", "result": None}, '{"name":"a","kind":"agent"}'),
        (
            "step.completed",
            {"result": {"b": 1, "a": 2}, "error": "bad", "kind": "agent", "name": "a"},
            '{"name":"a","kind":"agent","error":"bad","result":{"b":1,"a":2}}',
        ),
        ("message.user", {"blocks": [], "role": "user"}, '{"role":"user","blocks":[]}'),
        (
            "tool.call",
            {"fidelity": "router", "input": [], "call_id": "c", "name": "n"},
            '{"name":"n","call_id":"c","input":[],"output":null,"fidelity":"router"}',
        ),
        (
            "tool.result",
            {"fidelity": "router", "error": "bad", "call_id": "c", "name": "n"},
            '{"name":"n","call_id":"c","input":null,"output":null,"error":"bad","fidelity":"router"}',
        ),
    ],
)
def test_a_payload_is_written_in_its_order_without_empty_optional_fields(
    type: str, payload: Any, expected: str
) -> None:
    given = json.dumps(payload)
    assert json.dumps(strict.arranged(type, payload), separators=(",", ":")) == expected
    assert json.dumps(payload) == given


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"text": "x", "fidelity": "router", "type": "text"}, '{"type":"text","fidelity":"router","text":"x"}'),
        (block("text", text=""), '{"type":"text","fidelity":"agent_emitted"}'),
        (block("thinking", thinking="t"), '{"type":"thinking","fidelity":"agent_emitted","thinking":"t"}'),
        (
            {"tool_input": {}, "tool_id": "i", "tool_name": "n", **block("tool_use")},
            '{"type":"tool_use","fidelity":"agent_emitted","tool_name":"n","tool_id":"i","tool_input":{}}',
        ),
        (
            block("tool_result", tool_content="", tool_id="i"),
            '{"type":"tool_result","fidelity":"agent_emitted","tool_id":"i","tool_content":""}',
        ),
        (block("command", command="ls"), '{"type":"command","fidelity":"agent_emitted","command":"ls"}'),
        (block("stream", text="s"), '{"type":"stream","fidelity":"agent_emitted","text":"s"}'),
    ],
)
def test_a_block_of_each_type_is_written_in_its_order(given: dict[str, Any], expected: str) -> None:
    arranged = strict.arranged("message.user", {"role": "user", "blocks": [given]})
    assert json.dumps(arranged["blocks"][0], separators=(",", ":")) == expected


@pytest.mark.parametrize(
    ("type", "payload", "said"),
    [
        ("step.paused", None, "type is 'step.paused', expected one of message.assistant,"),
        ("step.started", None, "payload is missing, expected an object in step.started"),
        ("step.started", {"name": "a"}, "payload/kind is missing, expected text"),
        ("step.started", {"name": "a", "kind": "b", "role": "c"}, "payload/role would make a reader mistake"),
        ("message.user", {"role": "assistant", "blocks": []}, "payload/role is 'assistant', expected 'user'"),
        ("message.user", {"role": "user"}, "payload/blocks is missing, expected an array"),
        ("message.user", {"role": "user", "blocks": ["x"]}, "payload/blocks/0 is of type str, expected an object"),
        ("message.user", {"role": "user", "blocks": [block("image")]}, "payload/blocks/0/type is 'image'"),
        ("message.user", {"role": "user", "blocks": [{"type": ["x"]}]}, "payload/blocks/0/type is ['x']"),
        ("message.user", {"role": "user", "blocks": [block("text", "guess")]}, "payload/blocks/0/fidelity is 'guess'"),
        ("message.user", {"role": "user", "blocks": [block("text", text=1)]}, "payload/blocks/0/text is of type int"),
        (
            "message.user",
            {"role": "user", "blocks": [block("text", command="ls")]},
            "payload/blocks/0/command does not belong in a text block",
        ),
        ("tool.call", {"name": "n", "call_id": "c", "fidelity": "router"}, "payload/input is missing from tool.call"),
        ("tool.call", {"name": "n", "call_id": "c", "input": 1, "fidelity": {}}, "payload/fidelity is {}"),
        ("tool.result", {"name": "n", "call_id": "c", "fidelity": "router"}, "payload/output is missing"),
    ],
)
def test_what_the_format_does_not_allow_is_refused_with_the_place(type: str, payload: Any, said: str) -> None:
    """A11"""
    with pytest.raises(strict.Invalid) as refused:
        strict.arranged(type, payload)
    assert str(refused.value).startswith(said)


def test_the_words_and_shapes_can_be_had_without_the_reader() -> None:
    """The recorder needs them at every start."""
    code = "import sys, steno.formats.awf.strict; print('steno.formats.awf.reader' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "False\n"


# A transcript as a transcript (A14)

BIG = (
    b'{"seq":1,"run_id":"' + RUN.encode() + b'","type":"tool.call","path":"","iteration":0,'
    b'"timestamp":"2026-03-02T10:15:00.120Z","payload":{"name":"n","call_id":"c","input":{"big":9007199254740993,'
    b'"one":1.0,"tenth":1.10,"zero":-0,"huge":1e400,"long":123456789012345678901234567890},"output":null,'
    b'"fidelity":"router","x":{"y":[null,"",{}]}},"host":"h"}\n'
)


def test_unknown_fields_and_every_number_come_back_as_they_were() -> None:
    assert written(read(BIG)[0], "unknown=keep") == (BIG, [])


def test_a_key_that_stands_twice_comes_back_twice() -> None:
    data = BIG.replace(b'"seq":1,', b'"seq":1,"seq":1,')
    assert written(read(data)[0], "unknown=keep") == (data, [])


def test_what_awf_does_not_define_is_kept_with_a_warning_each() -> None:
    data = line("step.paused", STEP, host="h") + message(block("image", url="u"), block("image", url="v"))
    out, said = written(read(data)[0])
    assert out == data
    assert [(each.code, each.severity.value, each.message, each.count) for each in said] == [
        ("SRC110", "warning", "the event type 'step.paused' is not part of AWF; kept unchanged", 1),
        ("SRC110", "warning", "the envelope's field 'host' is not part of AWF; kept unchanged", 1),
        ("SRC110", "warning", "the block type 'image' is not part of AWF; kept unchanged", 2),
        ("SRC110", "warning", "the block's field 'url' is not part of AWF; kept unchanged", 2),
    ]


def test_seq_is_kept_unless_it_shall_be_numbered_anew() -> None:
    data = line("run.started", None, 10) + line("run.completed", None, 1)
    trace, _ = read(data)
    assert written(trace) == (data, [])
    out, said = written(trace, "seq=renumber")
    assert out == line("run.started", None, 1) + line("run.completed", None, 2)
    assert [(each.code, each.place.pointer, each.count) for each in said] == [("CNV401", "/events/*/residue/seq", 2)]


def test_an_event_that_a_pass_has_changed_is_written_as_it_is_now() -> None:
    trace, _ = read(message(block("text", text="secret"), block("thinking", thinking="t")))
    first = structs.replace(trace.events[0], body=Text("[gone]"))
    changed = structs.replace(trace, events=(first, *trace.events[1:]))
    assert written(changed)[0] == message(block("text", text="[gone]"), block("thinking", thinking="t"))


# The spelling of AWF's own program (A16)

GO = (
    '{"seq":1,"run_id":"' + RUN + '","type":"message.user","path":"a","iteration":0,'
    '"timestamp":"2026-03-02T11:15:00.12+01:00","payload":{"role":"user","blocks":[{"type":"text","fidelity":"router",'
    '"text":"a \\u003c b \\u0026\\u0026 c \\u003e d\\u2028\\u2029\\u0000\\t\\\\ é \U0001f600"}]}}\n'
).encode()


def test_what_go_wrote_comes_back_byte_for_byte() -> None:
    trace, _ = read(GO)
    assert written(trace, "spelling=go") == (GO, [])
    assert json.loads(written(trace)[0]) == json.loads(GO)
    assert b"a < b && c > d" in written(trace)[0]


def test_keys_go_back_to_their_order() -> None:
    data = line(
        "message.user", {"blocks": [{"text": "x", "new": 1, "fidelity": "router", "type": "text"}], "role": "user"}
    )
    (out, _) = written(read(data)[0], "spelling=go", "unknown=keep")
    assert b'"payload":{"role":"user","blocks":[{"type":"text","fidelity":"router","text":"x","new":1}]}' in out


def test_garbage_is_not_respelled() -> None:
    data = GO + b"<garbage> & more\n"
    assert written(read(data)[0], "spelling=go") == (data, [])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2026-03-02T10:15:00Z", "2026-03-02T10:15:00Z"),
        ("2026-03-02T10:15:00.000Z", "2026-03-02T10:15:00Z"),
        ("2026-03-02T10:15:00.120Z", "2026-03-02T10:15:00.12Z"),
        ("2026-03-02T10:15:00.123456789+02:00", "2026-03-02T10:15:00.123456789+02:00"),
        ("2026-03-02T10:15:00.1234567891Z", "2026-03-02T10:15:00.123456789Z"),
        ("2026-03-02T10:15:00+00:00", "2026-03-02T10:15:00Z"),
        ("yesterday", "yesterday"),
    ],
)
def test_times_are_spelled_as_go_spells_them(given: str, expected: str) -> None:
    assert go_time(given) == expected


def test_a_time_that_go_spells_otherwise_is_a_loss() -> None:
    out, said = written(read(BIG)[0], "spelling=go", "unknown=keep")
    assert b'"timestamp":"2026-03-02T10:15:00.12Z"' in out
    assert [(each.code, each.place.pointer, each.count) for each in said] == [("CNV408", "/events/*/time", 1)]


# From anything else

ACTORS = {"human": Actor(ActorKind.HUMAN, "user"), "model": Actor(ActorKind.MODEL, "assistant")}


def event(uid: str, kind: Kind, body: Any, **more: Any) -> Event:
    fields: dict[str, Any] = {
        "actor": "model",
        "origin": Origin(0, int(uid), 0, 1),
        "time": f"2026-03-02T10:15:{int(uid):02}Z",
    }
    return Event(uid=uid, kind=kind, body=body, **(fields | more))


def anew(*events: Event, **header: Any) -> list[dict[str, Any]]:
    usual: dict[str, Any] = {"ids": {"session": (RUN,)}, "actors": ACTORS, "sources": (Source("test"),)}
    data, _ = written(Trace(header=Header(**(usual | header)), events=events))
    assert errors(data) == []
    return [json.loads(each) for each in data.splitlines()]


def test_a_conversation_becomes_messages_calls_and_steps() -> None:
    lines = anew(
        event("1", Kind.SPAN_START, Span("sub-agent", {"kind": "agent"}), span="s1"),
        event("2", Kind.MESSAGE, Text("Hi"), role=Role.USER, actor="human", span="s1"),
        event("3", Kind.THOUGHT, Thought(ThoughtState.FULL, "Hm"), response="r", time="2026-03-02T10:15:03Z"),
        event("4", Kind.MESSAGE, Text("Ho"), role=Role.ASSISTANT, response="r", time="2026-03-02T10:15:03Z"),
        event("5", Kind.TOOL_CALL, ToolCall("Read", {"a": 1}), call="c1"),
        event("6", Kind.TOOL_RESULT, ToolResult("no such file", error=True), call="c1"),
        event("7", Kind.SPAN_END, Span("sub-agent"), span="s1"),
    )
    assert [(each["seq"], each["run_id"]) for each in lines] == [(number, RUN) for number in range(1, 7)]
    assert [(each["type"], each["path"], each["payload"]) for each in lines] == [
        ("step.started", "s1", {"name": "sub-agent", "kind": "agent"}),
        ("message.user", "s1", {"role": "user", "blocks": [block("text", text="Hi")]}),
        (
            "message.assistant",
            "",
            {"role": "assistant", "blocks": [block("thinking", thinking="Hm"), block("text", text="Ho")]},
        ),
        (
            "tool.call",
            "",
            {"name": "Read", "call_id": "c1", "input": {"a": 1}, "output": None, "fidelity": "agent_emitted"},
        ),
        (
            "tool.result",
            "",
            {
                "name": "Read", "call_id": "c1", "input": None, "output": None, "error": "no such file",
                "fidelity": "agent_emitted",
            },
        ),
        ("step.completed", "s1", {"name": "sub-agent", "kind": "sub-agent"}),
    ]  # fmt: skip


def test_a_call_that_cannot_be_an_event_is_a_block() -> None:
    lines = anew(
        event("1", Kind.TOOL_CALL, ToolCall("search", "x")),
        event("2", Kind.TOOL_CALL, ToolCall("Read", {}), call="c1"),
        event("3", Kind.TOOL_RESULT, ToolResult("one"), call="c1"),
        event("4", Kind.TOOL_CALL, ToolCall("Read", {}), call="c1"),
        event("5", Kind.TOOL_RESULT, ToolResult("two"), call="c1"),
        event("6", Kind.TOOL_RESULT, ToolResult("three")),
    )
    assert [each["type"] for each in lines] == [
        "message.assistant",
        "tool.call",
        "tool.result",
        *["message.assistant"] * 3,
    ]
    assert [each["payload"]["blocks"][0] for each in lines if "blocks" in each["payload"]] == [
        block("tool_use", tool_name="search", tool_input="x"),
        block("tool_use", tool_name="Read", tool_input={}),
        block("tool_result", tool_id="c1", tool_content="two"),
        block("tool_result", tool_content="three"),
    ]


def test_the_system_prompt_of_a_session_is_the_second_block_of_its_first_prompt() -> None:
    (first,) = anew(
        event("1", Kind.MESSAGE, Text("Hi"), role=Role.USER, actor="human"), system_prompts={"hash": "Be careful."}
    )
    assert [each["text"] for each in first["payload"]["blocks"]] == ["Hi", "Be careful."]


def test_a_time_that_is_not_known_is_that_of_the_event_before() -> None:
    lines = anew(
        event("1", Kind.MESSAGE, Text("a"), time=UNSET),
        event("2", Kind.MESSAGE, Text("b"), time="2026-03-02 10:15:02z"),
        event("3", Kind.MESSAGE, Text("c"), time="2026-03-02T10:15:03"),
    )
    assert [each["timestamp"] for each in lines] == ["2026-03-02T10:15:02Z"] * 3


def test_an_id_that_is_no_uuid_gives_the_same_run_every_time() -> None:
    one = event("1", Kind.MESSAGE, Text("a"))
    made = [anew(one, ids={"session": (name,)})[0]["run_id"] for name in ("x", "x", "y")]
    assert made[0] == made[1] != made[2]
    assert all(map(wire.is_uuid4, made))


def test_what_has_no_event_is_left_out_and_named() -> None:
    gone = event("1", Kind.LIFECYCLE, Lifecycle("compaction"))
    missing = event("2", Kind.TOOL_RESULT, ToolResult(missing=True), call="c")
    data, said = written(Trace(header=Header(actors=ACTORS, sources=(Source("test"),)), events=(gone, missing)))
    assert data == b""
    assert [each.code for each in said if each.place.pointer == "/events/*"] == ["CNV403", "CNV411"]


def test_several_traces_are_runs_of_one_file_numbered_through() -> None:
    header = Header(actors=ACTORS, sources=(Source("test"),))
    traces = [
        Trace(header=structs.replace(header, ids={"run": (run,)}), events=(event("1", Kind.MESSAGE, Text("a")),))
        for run in (RUN, CHILD)
    ]
    data, _ = written(traces)
    assert [(each["seq"], each["run_id"]) for each in map(json.loads, data.splitlines())] == [(1, RUN), (2, CHILD)]


def test_a_value_that_is_nested_too_deep_to_write_is_left_out_and_named() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    events = (
        event("1", Kind.TOOL_CALL, ToolCall("Read", deep), call="c1"),
        event("2", Kind.MESSAGE, Text("after"), role=Role.ASSISTANT),
    )
    data, said = written(Trace(header=Header(actors=ACTORS, sources=(Source("test"),)), events=events))
    assert [json.loads(each)["payload"]["blocks"] for each in data.splitlines()] == [[block("text", text="after")]]
    assert [each.place.pointer for each in said if each.code == "CNV413"] == ["/events/*"]
    while deep:  # not all at once: freeing it would recurse too
        deep = deep[0]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("speling=go", "no option named 'speling' in 'speling=go'; did you mean 'spelling'?"),
        ("spelling", "'spelling' has no value, expected spelling=plain|go"),
        ("spelling=rust", "spelling cannot be 'rust'; known: plain, go"),
    ],
)
def test_a_misspelt_option_is_a_mistake(word: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        written(read(b"")[0], word)
    assert str(refused.value) == said


# On the command line


def test_convert_spells_as_go_does_on_request(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(GO)
    assert steno("convert", str(path), "-t", "awf", "--go-compatible", home=tmp_path).out.encode() == GO
    refused = steno("convert", str(path), "-t", "codex", "--go-compatible", home=tmp_path)
    assert refused.code == 2


def test_a_session_of_an_agent_becomes_a_transcript_that_checks_clean(tmp_path: Path) -> None:
    session = claude(tmp_path, "aaa")
    out = tmp_path / "run.jsonl"
    assert steno("convert", str(session), "-t", "awf", "-o", str(out), home=tmp_path).code == 0
    assert checked(out.read_bytes()) == []
    assert steno("info", str(out), "--json", home=tmp_path).json()[0]["format"] == "awf"


def test_secrets_are_taken_out_of_a_transcript_unless_told_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(call("c1", input={"path": TOKEN}) + result("c1", output=f"used {TOKEN}"))
    kept = steno("convert", str(path), "-t", "awf", "-O", "redact=none", home=tmp_path)
    clean = steno("convert", str(path), "-t", "awf", home=tmp_path)
    assert TOKEN in kept.out
    assert TOKEN not in clean.out
    assert clean.out.count(RUN) == 2
    assert '"call_id":"c1"' in clean.out


def test_a_secret_in_pieces_of_a_stream_is_taken_out_of_each(tmp_path: Path) -> None:
    first, second = TOKEN[:20], TOKEN[20:]
    path = tmp_path / "run.jsonl"
    path.write_bytes(message(block("stream", text=f"it is {first}")) + message(block("stream", chunk=f"{second} ok")))
    clean = steno("convert", str(path), "-t", "awf", "-O", "redact=secrets", home=tmp_path)
    assert clean.code == 0
    assert first not in clean.out
    assert second not in clean.out


def test_every_sample_can_be_exported_and_shown(tmp_path: Path) -> None:
    for path in sorted(FIXTURES.glob("*.jsonl")):
        # Bytes that are no text cannot be scanned, and do not leave.
        assert steno("export", str(path), home=tmp_path).code == (1 if path.stem == "odd" else 0)
        assert steno("show", str(path), home=tmp_path).code == 0
