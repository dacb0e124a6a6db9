"""What Hermes' store, snapshots, transcripts and trajectories say."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Text, ToolCall, ToolResult, Trace
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "hermes"


def read(name: str) -> list[Trace]:
    found: list[Diagnostic] = []
    with (FIXTURES / name).open("rb") as stream:
        traces = list(pipeline.read(stream, Place(str(FIXTURES / name)), found.append, "hermes"))
    assert found == []
    return traces


def said(trace: Trace) -> list[str]:
    return [event.body.text for event in trace.events if event.actor == "human" and isinstance(event.body, Text)]


@pytest.mark.parametrize("name", ["state.db", "session_snapshot.json", "transcript.jsonl"])
def test_a_summary_and_a_skill_are_the_programs_words(name: str) -> None:
    assert said(read(name)[0])[:2] == ["Which beds are dry?", "Only the north."]


def test_a_store_holds_a_sum_of_tokens_for_each_session() -> None:
    first, second = read("state.db")
    total = sums(requests(first))
    assert (total.requests, total.input, total.output, total.cache_read, total.cache_write) == (1, 120, 30, 400, 7)
    assert (first.header.title, second.header.ids["parent"]) == ("Dry beds", ("s-1",))


def test_a_call_that_failed_says_so_and_one_that_did_not_says_nothing() -> None:
    (trace,) = read("transcript.jsonl")
    (result,) = [event.body for event in trace.events if isinstance(event.body, ToolResult)]
    assert result.error is True


def test_calls_in_texts_are_read_and_find_their_results_by_order() -> None:
    trace, _ = read("trajectory.jsonl")
    calls = [event for event in trace.events if isinstance(event.body, ToolCall)]
    assert [(event.body.tool, event.body.arguments) for event in calls] == [  # type: ignore[union-attr]
        ("terminal", {"command": "beds --dry"}),
        ("read_file", {"path": "beds.md"}),
    ]
    results = [event for event in trace.events if event.kind is Kind.TOOL_RESULT]
    assert [event.call for event in results] == [event.call for event in calls]
    assert [event.body.content for event in results] == ["no such bed", "North: dry."]  # type: ignore[union-attr]
    assert UNSET not in {event.call for event in results}


def test_the_store_and_transcripts_are_found_and_nothing_else(tmp_path: Path) -> None:
    home = tmp_path / ".hermes"
    (home / "sessions").mkdir(parents=True)
    (home / "state.db").write_bytes((FIXTURES / "state.db").read_bytes())
    for name in ("20260504_090000_ab.jsonl", "sessions.json", "request_dump_1.json", "session_20260504_1.json"):
        sample = "transcript.jsonl" if name.endswith("l") else "session_snapshot.json"
        (home / "sessions" / name).write_bytes((FIXTURES / sample).read_bytes())
    (home / "config.json").write_text("{}")
    rows = steno("ls", "--json", home=tmp_path).json()
    assert {row["id"] for row in rows} >= {"20260504_090000_ab", "20260504_1"}
    assert {row["agent"] for row in rows} == {"hermes"}
    assert not any("dump" in row["id"] or row["id"] in ("sessions", "config") for row in rows)
