"""What Copilot CLI's events say: calls that are told twice, sub-agents in the same file, tokens when a run ends."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Role, ToolResult, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from steno.usage.request import Missing
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "copilot_cli"


@pytest.fixture(scope="module")
def trace() -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["copilot-cli"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / "events.jsonl").read_bytes()), Place(), found.append)
    assert found == []
    return trace


def of(trace: Trace, *kinds: Kind) -> list[Event]:
    return [event for event in trace.events if event.kind in kinds]


def test_a_call_is_told_when_it_is_asked_for_and_again_when_it_starts(trace: Trace) -> None:
    calls = of(trace, Kind.TOOL_CALL)
    first = [event for event in calls if event.echo_of is UNSET]
    assert [event.call for event in first] == ["c-1", "c-2", "c-3", "c-4", "c-5", "c-6", "c-9"]
    uids = {event.call: event.uid for event in first}
    assert all(event.echo_of == uids[event.call] for event in calls if event.echo_of is not UNSET)


def test_a_failed_call_has_the_words_of_its_error(trace: Trace) -> None:
    results = {event.call: event.body for event in of(trace, Kind.TOOL_RESULT) if isinstance(event.body, ToolResult)}
    assert results["c-3"].trouble() == "No match found"
    assert results["c-6"].trouble() == "rg: not found"


def test_the_last_line_of_an_output_says_how_the_command_ended(trace: Trace) -> None:
    exits = {event.call: event.signs.exit for event in of(trace, Kind.TOOL_RESULT)}
    assert (exits["c-2"], exits["c-1"]) == (3, UNSET)


def test_what_a_sub_agent_does_stands_under_the_call_that_started_it(trace: Trace) -> None:
    inside = [event for event in trace.events if event.span == "c-4"]
    assert [event.kind for event in inside] == [
        Kind.SPAN_START,
        Kind.MESSAGE,
        Kind.TOOL_CALL,
        Kind.TOOL_CALL,
        Kind.TOOL_RESULT,
        Kind.SPAN_END,
    ]
    assert trace.header.actors[inside[1].actor].name == "sub-agent"


def test_the_program_speaks_in_the_users_place_and_begins_no_turn(trace: Trace) -> None:
    said = [event for event in of(trace, Kind.MESSAGE) if event.role is Role.USER]
    assert [event.actor for event in said] == ["human", "program", "program", "human"]
    assert max(event.turn for event in trace.events if event.turn is not UNSET) == 2


def test_tokens_are_those_of_each_run_that_ended_and_the_answers_of_one_that_did_not(trace: Trace) -> None:
    found = requests(trace)
    assert [(each.model, each.missing) for each in found] == [
        ("claude-sonnet-4.6", None),
        ("claude-haiku-4.5", None),
        ("claude-sonnet-4.6", Missing.INPUT),
    ]
    total = sums(found)
    assert (total.input, total.output, total.cache_read, total.fresh) == (10200, 167, 7000, 2700)


def test_an_interruption_an_error_and_a_compaction_are_known_for_what_they_are(trace: Trace) -> None:
    kinds = [event.signs.lifecycle for event in trace.events if event.signs.lifecycle is not UNSET]
    assert kinds == [
        LifecycleKind.INTERRUPTION,
        LifecycleKind.ERROR,
        LifecycleKind.COMPACTION,
        LifecycleKind.COMPACTION,
        LifecycleKind.TITLE,
        LifecycleKind.RUN_END,
    ]


def test_sessions_are_found_in_folders_and_as_files(tmp_path: Path) -> None:
    folder = tmp_path / ".copilot/session-state"
    (folder / "abc").mkdir(parents=True)
    (folder / "abc/events.jsonl").write_bytes((FIXTURES / "events.jsonl").read_bytes())
    (folder / "def.jsonl").write_bytes((FIXTURES / "flat.jsonl").read_bytes())
    rows = steno("ls", "--json", home=tmp_path).json()
    assert {(row["agent"], row["id"], row["title"]) for row in rows} == {
        ("copilot-cli", "abc", "Cold kiln"),
        ("copilot-cli", "def", "Hello?"),
    }
