"""What trajectories say: steps of a run, observations with and without calls, and steps that were copied."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Kind
from tests.given.sessions import of, one, said, spent


def test_an_observation_answers_the_call_that_it_names() -> None:
    results = of(one("atif", "trajectory.json"), Kind.TOOL_RESULT)
    assert [each.call for each in results] == ["c-1", "c-2", UNSET]
    assert results[1].child_run == "run-7-helper"


def test_a_step_that_names_no_model_is_of_the_agents_own() -> None:
    trace = one("atif", "trajectory.json")
    answers = [event for event in of(trace, Kind.MESSAGE) if event.actor.startswith("model")]
    assert [event.model for event in answers] == ["oak-2", "oak/oak-2", "oak/oak-2"]
    assert trace.header.ids == {"session": ("run-7",)}


def test_prompts_include_what_the_cache_gave() -> None:
    total = spent(one("atif", "trajectory.json"))
    assert (total.requests, total.prompt, total.fresh, total.cache_read, total.output) == (3, 210, 150, 60, 28)


def test_a_copied_prompt_is_no_humans_and_begins_no_turn() -> None:
    trace = one("atif", "continued.json")
    assert (said(trace, "human"), said(trace, "program")) == ([], ["Rake the leaves."])
    assert all(event.turn is UNSET for event in trace.events)
