"""What a folder of Grok says: who speaks in the user's place, what ran elsewhere, and what each turn took."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.model import Kind, Text, Thought, ThoughtState, ToolResult, Trace
from steno.model.signs import Injected
from steno.usage import requests, sums
from tests.given.logs import FIXTURES, fixture
from tests.given.machine import steno


@pytest.fixture(scope="module")
def whole() -> Trace:
    return fixture("grok", "session/main.jsonl")


def test_what_the_program_wrote_in_the_users_place_says_why_and_an_interjection_is_the_humans(whole: Trace) -> None:
    said = [
        (event.actor, event.signs.injected) for event in whole.events if isinstance(event.body, Text) and event.turn
    ]
    human = [event.body.text for event in whole.events if isinstance(event.body, Text) and event.actor == "human"]
    assert human == ["Is the pond frozen?", "and the stream?", "Here it is."]
    (first,) = [event for event in whole.events if event.signs.injected is Injected.ENVIRONMENT]
    assert first.actor == "program"
    assert ("human", Injected.ENVIRONMENT) not in said


def test_the_tokens_of_each_turn_count_once_by_model_and_stand_in_their_turn(whole: Trace) -> None:
    found = list(requests(whole))
    assert [(each.model, each.input, each.cache_read, each.output) for each in found] == [
        ("grok-4.5", 0, 1000, 9), ("grok/small", 100, 0, 1), (None, 90, 120, 6),
    ]  # fmt: skip
    turns = {event.uid: event.turn for event in whole.events}
    assert [turns[each.event] for each in found] == [1, 1, 3]


def test_without_the_updates_no_token_is_stated() -> None:
    assert sums(requests(fixture("grok", "history.jsonl"))).requests == 0


def test_thoughts_are_the_providers_summary_or_sealed(whole: Trace) -> None:
    thoughts = [event.body for event in whole.events if isinstance(event.body, Thought)]
    assert thoughts == [Thought(ThoughtState.SUMMARY, "Look at the sensor."), Thought(ThoughtState.ENCRYPTED)]


def test_the_summary_names_the_session_and_its_parent(whole: Trace) -> None:
    assert whole.header.ids["session"] == ("019f0000-0000-7000-8000-000000000001",)
    assert whole.header.ids["parent"] == ("019f0000-0000-7000-8000-000000000000",)
    assert whole.header.title == "Ice on the pond"


def test_older_lines_have_roles_and_functions() -> None:
    trace = fixture("grok", "older.jsonl")
    call = next(event for event in trace.events if event.kind is Kind.TOOL_CALL)
    assert (call.body.tool, call.call) == ("run_terminal_cmd", "call_1")  # type: ignore[union-attr]


def test_updates_alone_are_a_session_whose_calls_have_results() -> None:
    trace = fixture("grok", "stream.jsonl")
    (result,) = [event for event in trace.events if isinstance(event.body, ToolResult)]
    assert (result.call, result.body.error, result.signs.exit) == ("t1", True, 2)  # type: ignore[union-attr]
    assert sums(requests(trace)).output == 5


def test_a_folder_is_listed_once(tmp_path: Path) -> None:
    folder = tmp_path / ".grok/sessions/%2Fhome%2Fana/019f"
    folder.mkdir(parents=True)
    for path in (FIXTURES / "grok/session").iterdir():
        name = "chat_history.jsonl" if path.name == "main.jsonl" else path.name
        (folder / name).write_bytes(path.read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["title"]) == ("grok", "019f", "Ice on the pond")
