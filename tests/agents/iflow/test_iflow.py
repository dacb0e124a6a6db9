"""What iFlow CLI's records say: calls that are said again, and results in the words of another API."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import pipeline, registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Text, ToolCall, ToolResult, Trace
from tests.given.machine import lines, record, steno

FIXTURE = Path(__file__).parents[2] / "fixtures" / "iflow" / "session.jsonl"


@pytest.fixture(scope="module")
def trace() -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["iflow"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(FIXTURE.read_bytes()), Place(), found.append)
    assert found == []
    return trace


def test_a_call_that_is_said_again_is_an_echo_of_the_first(trace: Trace) -> None:
    calls = [event.call for event in trace.events if isinstance(event.body, ToolCall)]
    assert calls == ["k1", "k2", "k3", "k4", "k5"]
    first = {event.call: event.uid for event in trace.events if isinstance(event.body, ToolCall)}
    echoes = [event.echo_of for event in trace.events if event.echo_of is not UNSET]
    assert echoes == [first["k1"], first["k4"]]


def test_results_are_words_with_flags_and_exit_codes(trace: Trace) -> None:
    results = {event.call: event for event in trace.events if isinstance(event.body, ToolResult)}
    said = [(event.body.content, event.body.error) for event in results.values()]  # type: ignore[union-attr]
    assert said == [
        ("hemp", False),
        ("ls: no such file\nExit Code: 2", False),
        ("File modified", False),
        ("No such file.", True),
        ("two boats", UNSET),
    ]
    assert results["k2"].signs.exit == 2


def test_a_reminder_in_a_prompt_is_the_programs(trace: Trace) -> None:
    said = [event.actor for event in trace.events if event.native == "u1" and isinstance(event.body, Text)]
    assert said == ["human", "program"]
    assert max(event.turn for event in trace.events if event.turn is not UNSET) == 2


def test_sessions_are_found_in_the_agents_folder(tmp_path: Path) -> None:
    folder = tmp_path / ".iflow/projects/-home-uma-dock"
    folder.mkdir(parents=True)
    (folder / "session-2f0e0000.jsonl").write_bytes(FIXTURE.read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"]) == ("iflow", "session-2f0e0000", 2)


@pytest.mark.parametrize("id", ["session-1", "session-2f0e0000-1111-4222-8333-000000000001"])
def test_a_session_of_another_agent_is_not_iflows_for_how_it_is_called(id: str) -> None:
    answer = {"id": "msg_01", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
    records = [record("user", "Hello", 0, id), record("assistant", [], 1, id) | {"message": answer}]
    assert pipeline.sniffed(lines(records), "file").name == "claude-code"


def test_a_session_with_a_prompt_alone_is_known_by_its_id() -> None:
    head = FIXTURE.read_bytes().splitlines(keepends=True)[0]
    sniff = registry.formats["iflow"].sniff
    assert sniff is not None
    assert sniff(head)
    assert not sniff(head.replace(b"session-2f0e0000-1111-4222-8333-000000000001", b"session-7"))
