"""What Antigravity's transcripts and databases say, and what nobody can read."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from steno import pipeline
from steno.base.files import opened
from steno.diagnostics import Diagnostic, Place
from steno.model import Blob, Kind, Text, ToolResult, Trace
from steno.model.signs import LifecycleKind, Reported
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "antigravity"


def read(path: Path, format: str | None = None) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    with opened(path) as stream:
        (trace,) = pipeline.read(stream, Place(str(path)), found.append, format)
    return trace, found


@pytest.fixture(scope="module")
def transcript() -> Trace:
    trace, found = read(FIXTURES / "transcript.jsonl")
    assert found == []
    return trace


def test_the_humans_request_is_told_apart_from_what_the_program_adds(transcript: Trace) -> None:
    said = [(event.actor, event.body.text) for event in transcript.events if isinstance(event.body, Text)]
    assert [text for actor, text in said if actor == "human"] == ["Count the kites.", "Fly it."]
    assert not any(event.is_command() for event in transcript.events)
    assert max(event.turn for event in transcript.events if event.turn is not UNSET) == 2


def test_results_answer_calls_in_their_order(transcript: Trace) -> None:
    results = [event for event in transcript.events if isinstance(event.body, ToolResult)]
    assert [transcript.header.actors[event.actor].name for event in results] == ["list_dir", "run_command", "view_file"]
    assert [event.body.error for event in results] == [UNSET, UNSET, True]  # type: ignore[union-attr]
    assert results[1].signs.reported is Reported.SUCCEEDED


def test_a_checkpoint_is_a_compaction_and_an_error_an_error(transcript: Trace) -> None:
    kinds = [event.signs.lifecycle for event in transcript.events if event.signs.lifecycle is not UNSET]
    assert kinds == [LifecycleKind.COMPACTION, LifecycleKind.ERROR]


def test_a_database_gives_steps_tokens_and_models_and_says_that_words_cannot_be_read() -> None:
    trace, found = read(FIXTURES / "store.db")
    assert [event.role.value for event in trace.events if event.kind is Kind.BLOB] == [
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert {event.turn for event in trace.events if event.kind is Kind.BLOB} == {1}
    total = sums(requests(trace))
    assert (total.requests, total.input, total.output, total.cache_read) == (2, 1600, 42, 650)
    assert {event.model for event in trace.events if event.usage is not UNSET} == {"gemini-3.5-flash"}
    assert trace.header.ids["session"] == ("c0ffee00-0000-4000-8000-000000000001",)
    assert any("no text" in each.message for each in found)


def test_an_encrypted_file_is_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "c0ffee00.pb"
    path.write_bytes(bytes(range(1, 200)))
    trace, found = read(path, "antigravity")
    assert [each.code for each in found] == ["SRC013"]
    assert isinstance(trace.events[0].body, Blob)


def test_of_a_session_that_is_kept_in_several_ways_the_transcript_is_listed(tmp_path: Path) -> None:
    top, id = tmp_path / ".gemini/antigravity-cli", "c0ffee00-0000-4000-8000-000000000001"
    logs = top / "brain" / id / ".system_generated/logs"
    logs.mkdir(parents=True)
    (top / "conversations").mkdir()
    (logs / "transcript.jsonl").write_bytes((FIXTURES / "transcript.jsonl").read_bytes())
    (top / "conversations" / f"{id}.db").write_bytes((FIXTURES / "store.db").read_bytes())
    (tmp_path / ".gemini/antigravity/conversations").mkdir(parents=True)
    (tmp_path / ".gemini/antigravity/conversations" / f"{id}.pb").write_bytes(b"sealed")
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["turns"]) == ("antigravity", id, 2)
    assert row["path"].endswith("transcript.jsonl")
