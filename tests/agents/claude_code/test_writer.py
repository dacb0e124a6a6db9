"""Claude Code sessions are written back value by value."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import structs

from steno.agents.claude_code.reader import read
from steno.agents.claude_code.writer import WRITER
from steno.base.exact import decode, encode
from steno.diagnostics import Diagnostic, Place
from steno.model import Derivation, Note, Text, Trace
from tests.given.corpus import answers, corpus

FIXTURES = Path(__file__).parents[2] / "fixtures/claude_code"


def write(trace: Trace) -> tuple[bytes, list[Diagnostic]]:
    losses: list[Diagnostic] = []
    out = io.BytesIO()
    WRITER.write([trace], out, losses.append)
    return out.getvalue(), losses


def read_one(data: bytes) -> Trace:
    (trace,) = read(io.BytesIO(data), Place(), lambda _: None)
    return trace


def test_the_fixture_comes_back_byte_for_byte() -> None:
    data = (FIXTURES / "every_record.jsonl").read_bytes()
    assert write(read_one(data)) == (data, [])


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"user","uuid":"u","message":{"role":"user","content":"x"},"n":[1.10,-0,1e400,18446744073709551616]}',
        b'{"type":"user","uuid":"u","message":{"role":"user","content":"\\ud800"}}',
        b'{"type":"user","type":"user","message":{"role":"user","content":"x","content":"y"}}',
        b'{"type":"user","message":null}',
        b'{"type":"assistant","message":{"content":[]}}',
        b'{"type":"assistant","message":{"content":[1,null,"x",{"type":"text"},{"type":"text","text":5}]}}',
        b'{"type":"assistant","message":{"id":5,"model":null,"usage":{"input_tokens":"3","output_tokens":2}}}',
        b'{"type":"attachment","attachment":null}',
        b'{"type":5}',
        b"[1,2]",
        b"not json",
        b'{"cut',
    ],
)
def test_odd_lines_come_back_as_they_were(line: bytes) -> None:
    data = line + b"\n"
    assert write(read_one(data)) == (data, [])


def test_a_changed_event_changes_its_record() -> None:
    trace = read_one(b'{"type":"user","uuid":"u","message":{"role":"user","content":"secret"},"n":1.10}\n')
    changed = structs.replace(trace, events=(structs.replace(trace.events[0], body=Text("masked")),))
    data, losses = write(changed)
    assert data == b'{"type":"user","uuid":"u","message":{"role":"user","content":"masked"},"n":1.10}\n'
    assert losses == []


def test_bytes_that_said_more_are_not_written_over_a_change() -> None:
    trace = read_one(b'{"type":"user","type":"user","message":{"role":"user","content":"secret"}}\n')
    changed = structs.replace(trace, events=(structs.replace(trace.events[0], body=Text("masked")),))
    data, losses = write(changed)
    assert data == b'{"type":"user","message":{"role":"user","content":"masked"}}\n'
    assert [(loss.code, loss.place.pointer) for loss in losses] == [("CNV005", "/events/*/raw")]


def test_what_is_not_of_this_format_is_a_loss() -> None:
    trace = read_one(b'{"type":"user","message":{"role":"user","content":"x"}}\n')
    derived = structs.replace(trace.events[0], uid="d", origin=Derivation("test/rule"))
    extended = structs.replace(
        trace, events=(*trace.events, derived), notes=(Note(author="ada", key="ok", value=True),)
    )
    data, losses = write(extended)
    assert data.count(b"\n") == 1
    assert [(loss.code, loss.place.pointer, loss.count) for loss in losses] == [
        ("CNV004", "/events/*", 1),
        ("CNV002", "/notes", 1),
    ]


@pytest.mark.parametrize("path", list(answers("claude-code")), ids=lambda path: path.parent.name)
def test_real_sessions_come_back_value_by_value(path: Path) -> None:
    data = path.read_bytes()
    written, losses = write(read_one(data))
    before = [line.rstrip(b"\r") for line in data.split(b"\n") if line.strip()]
    after = written.split(b"\n")[:-1]
    assert len(after) == len(before)
    for old, new in zip(before, after, strict=True):
        assert new == old or new == encode(decode(old).value)
    assert losses == []


def test_the_corpus_is_there() -> None:
    assert corpus().is_dir()
