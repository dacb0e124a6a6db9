"""What Devin's database and its transcripts say."""

from __future__ import annotations

import pytest

from steno.model import Role, Text, ToolResult, Trace
from steno.usage import requests, sums
from tests.given.logs import fixture


@pytest.fixture(scope="module")
def session() -> Trace:
    return fixture("devin", "sessions.db")


def test_only_what_the_human_typed_begins_a_turn(session: Trace) -> None:
    said = {event.body.text: (event.actor, event.turn) for event in session.events if isinstance(event.body, Text)}
    assert said["Mend the fence."] == ("human", 1)
    assert said["continue"] == ("program", 1)
    assert [event.role for event in session.events][1] is Role.SYSTEM


def test_each_message_names_the_one_that_it_follows(session: Trace) -> None:
    follows = {event.native: event.parent for event in session.events if event.native}
    assert (follows["4"], follows["5"], follows["6"]) == ("3", "3", "5")


def test_a_result_says_whether_its_call_failed(session: Trace) -> None:
    (result,) = [event for event in session.events if isinstance(event.body, ToolResult)]
    assert (result.call, result.body.error) == ("call_1", True)  # type: ignore[union-attr]


def test_times_are_seconds_or_what_the_message_says(session: Trace) -> None:
    times = [event.time for event in session.events]
    assert (times[1], times[2]) == ("2026-05-04T09:00:00.000Z", "2026-05-04T09:00:01Z")


def test_every_answer_states_its_tokens(session: Trace) -> None:
    total = sums(requests(session))
    assert (total.requests, total.input, total.cache_read, total.output) == (2, 35, 5000, 13)


def test_accounts_are_not_looked_at(session: Trace) -> None:
    assert "not for reading" not in str(session)


def test_a_transcript_says_the_same_of_calls_and_answers() -> None:
    trace = fixture("devin", "transcript.json")
    results = {event.call: event.body.content for event in trace.events if isinstance(event.body, ToolResult)}
    assert results == {"call_1": "oak", "t2": "whole"}
    assert {event.model for event in trace.events if event.native == "4"} == {"claude-haiku-4-5"}
