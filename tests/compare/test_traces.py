"""Two traces side by side: the laws, and who made two runs part."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.api.compare import Change, Comparison, Relation, Who, compare
from steno.compare.traces import change
from steno.model import Trace
from steno.prices import Prices
from steno.testing.strategies import traces
from tests.given.twins import TASK, Move, run, trace

PRICES = Prices(())


def compared(a: Trace, b: Trace) -> Comparison:
    return compare(a, b, PRICES)


def runs(first: tuple[Move, ...], second: tuple[Move, ...], **more: Any) -> Comparison:
    one, two = run("aaaa", *first), run("bbbb", *second, cwd="/home/mara/work/garden-2", day=5, ids="call", **more)
    return compared(trace(one), trace(two))


def counts(found: Comparison) -> tuple[int, int, int, int, int]:
    return found.same, len(found.changed), len(found.outputs), len(found.missing), len(found.extra)


# Laws


@given(traces())
def test_a_trace_is_the_same_as_itself(found: Trace) -> None:
    same = compared(found, found)
    assert same.identical
    assert same.divergence is None
    assert sorted(same.events.matched) == sorted((event.uid, event.uid) for event in found.events)


@given(traces(), traces())
def test_every_event_of_both_is_matched_or_only_on_its_side(a: Trace, b: Trace) -> None:
    events = compared(a, b).events
    assert sorted([*(one for one, _ in events.matched), *events.only_a]) == sorted(event.uid for event in a.events)
    assert sorted([*(two for _, two in events.matched), *events.only_b]) == sorted(event.uid for event in b.events)


@given(traces(), traces())
def test_the_other_way_round_the_counts_are_the_same(a: Trace, b: Trace) -> None:
    same, changed, outputs, missing, extra = counts(compared(a, b))
    assert counts(compared(b, a)) == (same, changed, outputs, extra, missing)


@given(st.lists(st.sampled_from(TASK), max_size=12), st.lists(st.sampled_from(TASK), max_size=12))
def test_runs_part_exactly_where_a_step_differs(first: list[Move], second: list[Move]) -> None:
    found = runs((TASK[0], *first), (TASK[0], *second))
    assert (found.divergence is None) == found.identical
    assert found.identical == (first == second)


# Runs


def test_a_run_elsewhere_on_another_day_with_other_ids_is_the_same_run() -> None:
    found = runs(TASK, TASK)
    assert found.relation is Relation.RUNS
    assert found.identical
    assert counts(found) == (7, 0, 0, 0, 0)


def test_another_call_after_the_same_inputs_is_the_choice_of_the_model() -> None:
    other = (*TASK[:3], ("calls", "Grep", {"pattern": "water"}, "garden.py"), *TASK[4:])
    found = runs(TASK, other).divergence
    assert found is not None
    assert (found.who, found.what) == (Who.MODEL, "call")
    assert found.a is not None
    assert found.b is not None
    assert (found.a.name, found.a.subject, found.b.name, found.b.subject) == ("Read", "garden.py", "Grep", "water")


def test_another_result_of_the_same_call_is_the_answer_of_the_environment() -> None:
    other = (*TASK[:2], ("calls", "Bash", {"command": "cd {cwd} && pytest -q"}, "no tests ran in 0.02s"), *TASK[4:])
    result = runs(TASK, other)
    found = result.divergence
    assert found is not None
    assert (found.who, found.what, found.texts) == (
        Who.ENVIRONMENT, "result", ("1 failed in 0.31s", "no tests ran in 0.02s"),
    )  # fmt: skip
    assert [each.subject for each in result.missing] == ["garden.py"]


def test_another_prompt_is_no_choice_of_the_model() -> None:
    found = runs(TASK, (("asks", "Delete the test"), *TASK[1:])).divergence
    assert found is not None
    assert (found.who, found.what) == (Who.HUMAN, "prompt")


def test_other_words_are_a_choice_of_the_model_and_the_first_other_call_is_named_beside_them() -> None:
    other = (TASK[0], ("says", "Let me look."), *TASK[2:5], ("says", "It should pass."))
    found = runs(TASK, other)
    assert found.divergence is not None
    assert found.acted is not None
    assert (found.divergence.who, found.divergence.what) == (Who.MODEL, "words")
    assert (found.acted.who, found.acted.what) == (Who.MODEL, "call")
    assert found.acted.a is not None
    assert (found.acted.a.subject, found.acted.b) == ("cd . && pytest -q", None)


def test_words_alone_are_all_that_differs_where_calls_and_results_are_the_same() -> None:
    found = runs(TASK, (*TASK[:-1], ("says", "Green.")))
    assert found.acted is None
    assert [(each.texts, each.change) for each in found.changed] == [(("It passes.", "Green."), Change.SAID)]


def test_a_result_that_came_later_than_a_choice_is_not_the_cause_of_it() -> None:
    """Both calls of the second run were made before either result was in."""
    first = run(
        "aaaa", ("asks", "Go"), ("calls", "Bash", {"command": "one"}, "1"), ("calls", "Read", {"file_path": "/x"}, "x")
    )
    second = run(
        "bbbb", ("asks", "Go"), ("calls", "Bash", {"command": "one"}, "2"), ("calls", "Glob", {"pattern": "y"}, "y")
    )
    for records in (first, second):
        records[2], records[3] = records[3], records[2]
    found = compared(trace(first), trace(second))
    assert found.divergence is not None
    assert found.divergence.who is Who.MODEL
    assert len(found.outputs) == 1


def test_the_same_edit_with_another_text_is_one_changed_step() -> None:
    edit = ("calls", "Edit", {"file_path": "{cwd}/garden.py", "old_string": "...", "new_string": "return 2"}, "updated")
    assert counts(runs(TASK, (*TASK[:4], edit, *TASK[5:]))) == (6, 1, 0, 0, 0)


def test_another_result_of_another_call_is_no_difference_of_its_own() -> None:
    other = ("calls", "Edit", {"file_path": "{cwd}/garden.py", "old_string": "...", "new_string": "2"}, "refused", True)
    assert counts(runs(TASK, (*TASK[:4], other, *TASK[5:]))) == (6, 1, 0, 0, 0)


def test_a_folder_whose_name_only_begins_alike_is_another_folder() -> None:
    here = (("asks", "Go"), ("calls", "Read", {"file_path": "{cwd}/a.py"}, "a"))
    away = (("asks", "Go"), ("calls", "Read", {"file_path": "{cwd}-old/a.py"}, "a"))
    assert not runs(here, away).identical


# Exports


def test_records_of_one_session_are_compared_to_the_letter() -> None:
    one = run("aaaa", ("asks", "Look at 2026-01-02T03:04:05Z"))
    two = run("aaaa", ("asks", "Look at 2026-01-02T03:04:06Z"))
    found = compared(trace(one), trace(two))
    assert found.relation is Relation.EXPORTS
    assert [each.change for each in found.changed] == [Change.CHANGED]
    assert found.divergence is None


def test_what_was_masked_cut_and_dropped_is_told_apart() -> None:
    whole = (("asks", "The key is hunter2"), ("says", "A long answer about water"), ("says", "Bye"), *TASK[1:3])
    left = (("asks", "The key is [REDACTED:password:1a2b]"), ("says", "A long ans…"), *TASK[1:3])
    one, two = run("aaaa", *whole), run("aaaa", *left)
    for record in two:
        del record["uuid"], record["parentUuid"]
    found = compared(trace(one), trace(two))
    assert [each.change for each in found.changed] == [Change.MASKED, Change.CUT]
    assert [each.subject for each in found.missing] == ["Bye"]


def test_a_session_whose_id_was_masked_is_known_by_its_calls() -> None:
    one, two = run("aaaa", *TASK), run("aaaa", *TASK)
    for record in two:
        record["sessionId"] = "[REDACTED:id:1]"
    assert compared(trace(one), trace(two)).relation is Relation.EXPORTS


@pytest.mark.parametrize(
    ("one", "two", "how"),
    [
        ("key hunter2", "key [REDACTED:password:12]", Change.MASKED),
        ("abcdef", "abc", Change.CUT),
        ("abcdef", "abc…", Change.CUT),
        ("abc\n[truncated 3 characters]", "abc\ndef and more of it, to the end", Change.CUT),
        ("abc", "abd", Change.CHANGED),
    ],
)
def test_a_change_is_known_by_the_texts(one: str, two: str, how: Change) -> None:
    assert change(one, two) is change(two, one) is how
