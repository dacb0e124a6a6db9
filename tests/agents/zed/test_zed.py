"""What Zed's threads say: a row each, newer and older ones, with results beside their calls."""

from __future__ import annotations

import pytest

from steno.model import Text, ThoughtState, ToolResult, Trace
from steno.model.body import Thought
from steno.usage import requests, sums
from tests.given.logs import fixtures


@pytest.fixture(scope="module")
def threads() -> list[Trace]:
    return fixtures("zed", "threads.db")


def test_each_row_is_a_session_whether_it_is_compressed_or_not(threads: list[Trace]) -> None:
    new, old = threads
    assert (new.header.title, old.header.title) == ("Prune the roses", "Old")
    assert new.header.ids["parent"] == ("z0000000-0000-4000-8000-000000000000",)
    assert new.header.environment == {"cwd": ["/home/ana/roses"]}


def test_what_the_human_pointed_at_is_the_editors(threads: list[Trace]) -> None:
    said = {event.body.text: event.actor for event in threads[0].events if isinstance(event.body, Text)}
    assert (said["When are roses pruned?"], said["Roses: white, red"]) == ("human", "program")


def test_results_name_their_calls_and_say_whether_they_failed(threads: list[Trace]) -> None:
    found = {event.call: event.body.error for event in threads[0].events if isinstance(event.body, ToolResult)}
    assert found == {"toolu_1": False, "toolu_2": True}
    (result,) = [event for event in threads[1].events if isinstance(event.body, ToolResult)]
    assert (result.call, result.body.content) == ("t1", "fed")  # type: ignore[union-attr]


def test_a_thought_that_was_taken_out_is_one(threads: list[Trace]) -> None:
    for thread in threads:
        states = [event.body.state for event in thread.events if isinstance(event.body, Thought)]
        assert states == [ThoughtState.FULL, ThoughtState.REDACTED]


def test_the_sum_of_a_thread_counts_and_not_its_last_requests_as_well(threads: list[Trace]) -> None:
    assert [(total.input, total.output) for total in (sums(requests(each)) for each in threads)] == [(999, 99), (50, 5)]
