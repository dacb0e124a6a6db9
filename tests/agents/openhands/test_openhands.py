"""What events of OpenHands say, in all the places and versions in which they stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from steno.model import Kind, Trace
from steno.model.signs import LifecycleKind
from tests.given.machine import steno
from tests.given.sessions import FIXTURES, of, one, said, sessions, spent


def pairs(trace: Trace) -> tuple[list[object], list[object]]:
    return [each.call for each in of(trace, Kind.TOOL_CALL)], [each.call for each in of(trace, Kind.TOOL_RESULT)]


def test_a_result_names_its_call_by_id_and_an_error_is_one_only_with_a_cause() -> None:
    trace = one("openhands", "trajectory.json")
    assert pairs(trace) == (["toolu_s1", "toolu_s2", "toolu_s3"], ["toolu_s1", "toolu_s2"])
    assert [each.body.error for each in of(trace, Kind.TOOL_RESULT)] == [False, True]  # type: ignore[union-attr]
    (error,) = [event for event in trace.events if event.signs.lifecycle is LifecycleKind.ERROR]
    assert error.body.text == "the wolf came"  # type: ignore[union-attr]


def test_without_ids_a_result_names_the_event_that_caused_it() -> None:
    assert pairs(sessions("openhands", "output.jsonl")[1]) == (["1", "3"], ["1"])


@pytest.mark.parametrize("name", ["output.jsonl", "pairs.jsonl"])
def test_each_instance_of_an_evaluation_is_a_session(name: str) -> None:
    traces = sessions("openhands", name)
    number = 1 if name == "output.jsonl" else 3
    assert [trace.header.ids["session"] for trace in traces] == [(f"meadow-{number}",), (f"meadow-{number + 1}",)]


def test_events_in_pairs_are_read_one_by_one() -> None:
    trace = sessions("openhands", "pairs.jsonl")[0]
    assert (said(trace, "human"), pairs(trace)) == (["Shear one."], (["1"], ["1"]))


def test_a_folder_is_read_in_the_order_of_its_numbers() -> None:
    alone, together = one("openhands", "folder/main.json"), one("openhands", "trajectory.json")
    assert [event.native for event in alone.events] == [event.native for event in together.events]
    assert said(alone) == said(together)


def test_what_goes_with_a_call_is_said_and_is_no_argument_of_it() -> None:
    trace = one("openhands", "trajectory.json")
    assert "I look." in said(trace, "model")
    call = of(trace, Kind.TOOL_CALL)[0]
    assert call.body.arguments == {"command": "ls", "blocking": False}  # type: ignore[union-attr]


def test_sums_that_grow_count_once_and_else_each_response_does() -> None:
    total = spent(one("openhands", "trajectory.json"))
    assert (total.requests, total.input, total.output) == (1, 90, 14)
    total = spent(sessions("openhands", "output.jsonl")[1])
    assert (total.requests, total.input, total.output) == (1, 50, 11)
    total = spent(one("openhands", "events.jsonl"))
    assert (total.input, total.output, total.cache_read) == (305, 71, 4)


def test_version_1_joins_by_id_and_a_rejection_is_a_result() -> None:
    trace = one("openhands", "events.jsonl")
    assert pairs(trace) == (["call_1", "call_2", "call_3"], ["call_1", "call_2", "call_3"])
    calls = of(trace, Kind.TOOL_CALL)
    assert [each.response for each in calls] == ["resp-1", "resp-1", "resp-2"]
    assert calls[1].body.arguments == '{"to": "sky"}'  # type: ignore[union-attr]
    assert [each.body.error for each in of(trace, Kind.TOOL_RESULT)] == [False, True, True]  # type: ignore[union-attr]


def test_what_the_program_adds_to_a_prompt_is_the_programs() -> None:
    trace = one("openhands", "events.jsonl")
    assert said(trace, "human") == ["Count the sheep."]
    assert said(trace, "program")[1].startswith("<EXTRA_INFO>")


def test_conversations_of_both_versions_are_found(tmp_path: Path) -> None:
    new, old = tmp_path / ".openhands/conversations/c1/events", tmp_path / ".openhands/sessions/s1/events"
    for folder in (new, old):
        folder.mkdir(parents=True)
    (new.parent / "base_state.json").write_bytes((FIXTURES / "openhands/state/main.json").read_bytes())
    for path in (FIXTURES / "openhands/state/events").iterdir():
        (new / path.name).write_bytes(path.read_bytes())
    for path in (FIXTURES / "openhands/folder").iterdir():
        (old / path.name.replace("main", "0")).write_bytes(path.read_bytes())
    rows = steno("ls", "--json", home=tmp_path).json()
    assert sorted((row["agent"], row["id"], row["turns"]) for row in rows) == [
        ("openhands", "c1", 1),
        ("openhands", "s1", 1),
    ]


def test_an_event_without_a_cause_is_no_result() -> None:
    assert all(each.call is not UNSET for each in of(one("openhands", "trajectory.json"), Kind.TOOL_RESULT))
