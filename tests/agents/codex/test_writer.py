"""Codex rollouts are written back value by value."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from steno.agents.codex.reader import WRITER, make, read
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic, Place
from steno.model import Lifecycle, Note, Text, ToolCall, ToolResult, Trace
from steno.testing.fake import STILL

FIXTURES = Path(__file__).parents[2] / "fixtures/codex"


def write(trace: Trace) -> tuple[bytes, list[Diagnostic]]:
    losses: list[Diagnostic] = []
    out = io.BytesIO()
    WRITER.write([trace], out, losses.append)
    return out.getvalue(), losses


def read_one(data: bytes) -> Trace:
    (trace,) = read(io.BytesIO(data), Place(), lambda _: None)
    return trace


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_fixture_comes_back_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    assert write(read_one(data)) == (data, [])


@pytest.mark.parametrize(
    "line",
    [
        b'{"timestamp":"x","type":"event_msg","payload":{"type":"error","n":[1.10,-0,1e400,18446744073709551616]}}',
        b'{"timestamp":1737200000.0,"type":"event_msg","payload":{"type":"user_message","message":"\\ud800"}}',
        b'{"type":"event_msg","type":"event_msg","payload":{"type":"error","message":"a","message":"b"}}',
        b'{"timestamp":"","type":"turn_context","payload":{"model":"","cwd":""}}',
        b'{"type":"response_item","payload":{"type":"message","role":"user","content":[1,null,"x",{"type":"text"}]}}',
        b'{"type":"response_item","payload":{"type":"function_call","id":"","name":"f","call_id":"","arguments":""}}',
        b'{"type":"response_item","payload":{"type":"reasoning","summary":["x",{"type":"summary_text","text":7}]}}',
        b'{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"Reasoning","summary_text":[1,"a"]}}}',
        b'{"type":"session_meta","payload":null}',
        b'{"payload":{"type":5}}',
        b"[1,2]",
        b"not json",
        b'{"cut',
    ],
)
def test_odd_lines_come_back_as_they_were(line: bytes) -> None:
    data = line + b"\n"
    assert write(read_one(data)) == (data, [])


def test_a_content_of_contents_deeper_than_any_record_comes_back() -> None:
    line = '{"type":"response_item","payload":{"type":"message","role":"user","content":'
    data = (line + '{"content":' * 300 + "1" + "}" * 300 + "}}\n").encode()
    assert write(read_one(data)) == (data, [])


def _changed(body: Any) -> Any:
    match body:
        case Text():
            return Text("new")
        case ToolCall():
            return structs.replace(body, arguments="new")
        case ToolResult():
            return structs.replace(body, content="new")
        case Lifecycle(_, str()):
            return structs.replace(body, text="new")
    return body


def test_changed_events_change_their_records_and_nothing_else() -> None:
    data = (FIXTURES / "wrapped.jsonl").read_bytes()
    trace = read_one(data)
    events = tuple(structs.replace(event, body=_changed(event.body)) for event in trace.events)
    written, losses = write(structs.replace(trace, events=events))
    before = [json.loads(line)["payload"] for line in data.splitlines()]
    after = [json.loads(line)["payload"] for line in written.splitlines()]
    assert losses == []
    assert after[5] == {**before[5], "content": [{"type": "input_text", "text": "new"}]}
    assert after[6] == {**before[6], "message": "new"}
    assert after[13] == {**before[13], "arguments": "new"}
    assert after[16] == {**before[16], "output": "new"}
    assert after[19] == {**before[19], "input": "new"}
    assert after[23] == {**before[23], "thread_name": "new"}
    assert after[15] == before[15]


def test_notes_are_a_loss() -> None:
    trace = read_one((FIXTURES / "fork.jsonl").read_bytes())
    _, losses = write(structs.replace(trace, notes=(Note(author="ada", key="ok", value=True),)))
    assert [(loss.code, loss.count) for loss in losses] == [("CNV002", 1)]


def test_there_are_no_options() -> None:
    with pytest.raises(UsageError, match="codex has no options, got 'pretty=true'"):
        make(["pretty=true"], STILL, lambda _: None)
