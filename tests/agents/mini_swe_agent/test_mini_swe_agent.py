"""What mini-swe-agent's messages say: the task is the human's, what commands returned is the program's."""

from __future__ import annotations

import pytest

from steno.model import Kind
from steno.model.signs import Injected, LifecycleKind
from tests.given.sessions import of, one, said, spent


@pytest.mark.parametrize(
    ("name", "task"), [("text.traj.json", "The pond leaks."), ("list.traj.json", "Feed the fish.")]
)
def test_only_the_first_words_in_the_users_place_are_the_humans(name: str, task: str) -> None:
    trace = one("mini-swe-agent", name)
    assert said(trace, "human") == [task]
    assert max(event.turn for event in trace.events if event.turn) == 1


def test_what_a_command_returned_is_labelled() -> None:
    trace = one("mini-swe-agent", "text.traj.json")
    (returned,) = [event for event in trace.events if event.signs.injected is Injected.NOTICE]
    assert returned.actor == "program"


def test_reasoning_is_taken_from_the_response_that_is_kept() -> None:
    for name, text in (("text.traj.json", "Water goes down."), ("calls.traj.json", "Where is it?")):
        (thought,) = of(one("mini-swe-agent", name), Kind.THOUGHT)
        assert thought.body.text == text  # type: ignore[union-attr]


def test_calls_and_results_of_both_interfaces_are_joined() -> None:
    trace = one("mini-swe-agent", "calls.traj.json")
    calls, results = of(trace, Kind.TOOL_CALL), of(trace, Kind.TOOL_RESULT)
    assert [each.call for each in calls] == [each.call for each in results] == ["call_p1", "call_p2"]
    assert [each.signs.exit for each in results] == [2, 0]


def test_what_a_human_types_in_the_middle_of_a_run_is_the_humans() -> None:
    trace = one("mini-swe-agent", "calls.traj.json")
    assert said(trace, "human") == ["The pond leaks.", "Look deeper."]


def test_a_run_says_how_it_ended_and_what_it_took() -> None:
    trace = one("mini-swe-agent", "calls.traj.json")
    assert trace.events[-1].signs.lifecycle is LifecycleKind.RUN_END
    total = spent(one("mini-swe-agent", "text.traj.json"))
    assert (total.requests, total.input, total.cache_read, total.fresh, total.output) == (2, 203, 100, 103, 23)
