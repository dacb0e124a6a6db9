"""How many tokens a session took, by the way its agent keeps count."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from steno.model import Event, Header, Kind, Origin, Source, Text, Trace, Usage
from steno.passes.join import join
from steno.usage import Ledger, Missing, Request, requests, sums
from tests.given.usage import answer, claude, codex, rollout, tally, told, turn


def counted(trace: Trace) -> tuple[int, ...]:
    total = sums(requests(trace))
    return total.requests, total.input, total.cache_read, total.cache_write, total.output


def test_the_last_record_of_an_answer_says_what_it_took() -> None:
    records = [answer(0, "m1", 1), answer(1, "m1", 40), answer(2, "m2", 5)]
    assert counted(claude(records)) == (2, 20, 160, 20, 45)


def test_blocks_of_one_record_state_their_usage_once() -> None:
    record = answer(0, "m1", 7)
    record["message"]["content"] *= 3
    assert counted(claude([record])) == (1, 10, 80, 10, 7)


def test_an_answer_without_a_request_id_counts_once_and_one_that_the_program_wrote_does_not() -> None:
    records = [answer(0, "m1", 7, requestId=None), answer(1, "m1", 7), answer(2, "m2", 0, model="<synthetic>")]
    assert counted(claude(records)) == (1, 10, 80, 10, 7)


def test_records_without_an_id_are_told_apart_by_their_own() -> None:
    records = [answer(0, "m", 7), answer(1, "m", 9)]
    for each in records:
        del each["message"]["id"]
    assert counted(claude(records)) == (2, 20, 160, 20, 16)


def test_what_a_sub_agent_repeats_of_its_parent_counts_once_and_its_own_answers_count() -> None:
    main = claude([answer(0, "m1", 7)])
    side = claude(
        [answer(0, "m1", 3, isSidechain=True, agentId="a"), answer(1, "m2", 5, isSidechain=True, agentId="a")]
    )
    assert counted(join(main, [side], lambda _: None)) == (2, 20, 160, 20, 12)


def test_tokens_that_the_cache_keeps_for_an_hour_are_told_apart() -> None:
    (only,) = requests(claude([answer(0, "m", 7, usage={"cache_creation": {"ephemeral_1h_input_tokens": 4}})]))
    assert (only.input, only.cache_read, only.cache_write, only.cache_write_1h, only.output) == (10, 80, 6, 4, 7)


@pytest.mark.parametrize(
    ("more", "missing"),
    [
        ({}, None),
        ({"version": "2.1.11"}, None),
        ({"version": "2.1.12"}, Missing.OUTPUT),
        ({"version": "2.1.29"}, Missing.OUTPUT),
        ({"version": "2.1.30"}, None),
        ({"usage": {"speed": "standard", "service_tier": "standard", "inference_geo": "not_available"}}, None),
        ({"usage": {"speed": "fast"}}, Missing.FAST),
        ({"usage": {"service_tier": "priority"}}, Missing.SPEED),
        ({"usage": {"input_tokens": -1}}, Missing.COUNT),
        ({"usage": {"input_tokens": 10**20}}, Missing.COUNT),
        ({"usage": {"inference_geo": "us"}}, Missing.PLACE),
        ({"usage": {"server_tool_use": {"web_search_requests": 2}}}, Missing.SEARCHES),
    ],
)
def test_what_cannot_be_billed_says_why(more: dict[str, Any], missing: Missing | None) -> None:
    (only,) = requests(claude([answer(0, "m", 7, **more)]))
    assert only.missing is missing


def test_a_running_sum_counts_for_what_it_grew_by() -> None:
    records = [turn(), told(None), told(tally(100, 80, 5)), told(tally(100, 80, 5)), told(tally(250, 180, 9))]
    found = requests(codex(rollout("t", records)))
    assert [(each.model, each.usage) for each in found] == [
        ("gpt-5.3-codex", Usage(input=100, output=5, reasoning=0, cache_read=80, total=105)),
        ("gpt-5.3-codex", Usage(input=150, output=4, reasoning=0, cache_read=100, total=154)),
    ]
    assert [(each.input, each.cache_read, each.output) for each in found] == [(20, 80, 5), (50, 100, 4)]


def test_a_sum_that_begins_anew_is_not_taken_off() -> None:
    records = [told(tally(100, 80, 5)), told(tally(30, 10, 2), tally(30, 10, 2))]
    assert counted(codex(rollout("t", records))) == (2, 130, 90, 0, 7)


def test_a_sum_that_began_in_another_file_counts_from_there() -> None:
    base: dict[str, Any] = {"history_base": {"thread_id": "p", "end_ordinal_exclusive": 9}}
    records = [told(tally(1000, 800, 50), tally(100, 80, 5)), told(tally(1200, 900, 60), tally(200, 100, 10))]
    assert counted(codex(rollout("t", records, **base))) == (2, 300, 180, 0, 15)


PARENT = [told(tally(100, 80, 5)), told(tally(250, 180, 9))]


def test_what_a_fork_copied_with_its_times_does_not_count() -> None:
    old = [{**each, "timestamp": "2026-01-01T00:00:00Z"} for each in PARENT]
    fork = codex(rollout("f", [*old, told(tally(300, 200, 10))], forked_from_id="p"))
    assert counted(fork) == (1, 50, 20, 0, 1)


@pytest.mark.parametrize("first", ["parent", "fork"])
def test_what_a_fork_copied_with_new_times_counts_where_it_was_made(first: str) -> None:
    """Whichever of the two is read first."""
    logs = {
        "parent": codex(rollout("p", PARENT)),
        "fork": codex(rollout("f", [*PARENT, told(tally(300, 200, 10))], forked_from_id="p")),
    }
    ledger: Ledger[str] = Ledger()
    found: list[Request] = []
    for name in sorted(logs, key=lambda name: name != first):
        found += ledger.add(name, requests(logs[name]))
    rest = dict(ledger.rest())
    assert [each.usage.input for each in found] == [100, 150]
    assert {name: [each.usage.input for each in own] for name, own in rest.items()} == {"fork": [50]}
    assert ledger.dropped == 2


def test_a_copy_of_a_session_counts_nothing_new() -> None:
    ledger: Ledger[str] = Ledger()
    one = [answer(0, "m1", 7), answer(1, "m2", 8)]
    again = [answer(0, "m1", 7, session="other"), answer(1, "m3", 9, session="other")]
    assert [each.usage.output for each in ledger.add("one", requests(claude(one)))] == [7, 8]
    assert [each.usage.output for each in ledger.add("again", requests(claude(again)))] == [9]
    assert ledger.dropped == 1


def stated(**more: Any) -> Trace:
    """A trace of no agent that Steno knows."""
    usage = Usage(input=100, cache_read=80, output=5)
    event = Event(
        uid="1",
        kind=Kind.MESSAGE,
        body=Text("Done."),
        origin=Origin(0, 1, 0, 1),
        actor="model",
        response="r",
        usage=usage,
    )
    header = Header(sources=(Source("open-token"),), ids={"session": ("s",)}, **more)
    return Trace(header=header, events=(event, structs.replace(event, uid="2")))


@pytest.mark.parametrize(
    ("more", "input", "missing"),
    [({"agent": "codex"}, 20, None), ({"provider": "anthropic"}, 100, None), ({}, 100, Missing.SHARE)],
)
def test_an_unknown_log_counts_each_response_once(more: dict[str, Any], input: int, missing: Missing | None) -> None:
    (only,) = requests(stated(**more))
    assert (only.event, only.input, only.cache_read, only.output, only.missing) == ("2", input, 80, 5, missing)


def test_a_count_that_was_taken_before_the_answer_was_whole_is_known_by_the_answers_length() -> None:
    """Eight characters a token are more than any answer has; a record that says why the answer ended is the last."""
    text = {"type": "text", "text": "x" * 81}
    for output, more, missing in (
        (10, {}, Missing.OUTPUT),
        (11, {}, None),
        (10, {"stop_reason": "end_turn"}, None),
    ):
        record = answer(0, "m", output, block=text)
        record["message"] |= more
        (only,) = requests(claude([record]))
        assert only.missing is missing
        again = {**record, "message": dict(record["message"])}
        (copied,) = requests(claude([record, again]))
        assert copied.missing is missing  # the same record twice is no longer an answer


def test_what_a_session_tells_of_others_runs_is_no_request_of_its_own() -> None:
    nested = answer(1, "n", 5, isSidechain=True, agentId="a")
    data = {"type": "agent_progress", "agentId": "a", "message": nested}
    told = {"type": "progress", "data": data, "uuid": "p", "sessionId": "s", "timestamp": "2026-01-02T03:04:05Z"}
    trace = claude([answer(0, "m", 5), told])
    assert [each.response for each in requests(trace)] == ["m"]
    assert [(each.response, each.nested, each.span) for each in requests(trace, nested=True)] == [
        ("m", False, None), ("n", True, "a"),
    ]  # fmt: skip


@pytest.mark.parametrize("data", [None, 3, {"type": "agent_progress"}, {"type": "agent_progress", "message": {}}])
def test_a_progress_record_that_holds_no_answer_counts_for_nothing(data: Any) -> None:
    told = {"type": "progress", "data": data, "uuid": "p", "sessionId": "s"}
    assert requests(claude([told]), nested=True) == []
