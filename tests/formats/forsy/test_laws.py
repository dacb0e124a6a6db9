"""A Forsy trace loses nothing without a word."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from steno.base.exact import JSON, decode, encode
from steno.formats.forsy.order import rising
from steno.model import (
    Actor,
    ActorKind,
    Event,
    Header,
    Kind,
    Note,
    Origin,
    Source,
    ToolCall,
    ToolResult,
    Trace,
)
from steno.testing.laws import Unexplained, unexplained
from steno.testing.strategies import traces
from tests.given.corpus import corpus
from tests.given.effort import examples
from tests.given.forsy import KEEP, documents, fixture, read, read_all, serial, stepped, written

NOTHING = Unexplained([], [])
SLOWLY = settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))


@SLOWLY
@given(documents)
def test_any_document_is_written_back_as_it_stood(document: JSON) -> None:
    data = encode(document)
    found, losses = written(read(data)[0], *KEEP)
    assert encode(decode(found).value) == encode(decode(data).value)
    assert losses == []


@SLOWLY
@given(documents)
def test_every_change_of_an_upgrade_is_a_loss(document: JSON) -> None:
    before, _ = read(encode(document))
    data, losses = written(before)
    assert unexplained(before, read(data)[0], losses) == NOTHING


@SLOWLY
@given(traces())
def test_a_trace_without_steps_is_an_empty_document_and_says_so(before: Trace) -> None:
    data, losses = written(before)
    assert unexplained(before, read(data)[0], losses) == NOTHING


@SLOWLY
@given(serial())
def test_every_difference_is_a_loss_and_every_loss_a_difference(before: Trace) -> None:
    data, losses = written(before)
    assert unexplained(before, read(data)[0], losses) == NOTHING


@SLOWLY
@given(serial())
def test_what_steno_wrote_comes_back_byte_for_byte(whole: Trace) -> None:
    data, _ = written(whole)
    assert written(read(data)[0]) == (data, [])


@pytest.mark.parametrize("name", ["v0_1.json", "v1.json", "v2.json"])
def test_a_later_word_is_written_and_its_author_is_a_loss(name: str) -> None:
    before = fixture(name)
    said = (
        Note(author="human:Mara", target="2", key="eval", value=-1, time="2026-05-01T00:00:00Z"),
        Note(author="human:Mara", target="2", key="directive", value="Look first."),
        Note(author="human:Mara", key="validation_level", value="human_reviewed"),
    )
    before = structs.replace(before, notes=before.notes + said)
    data, losses = written(before, *KEEP)
    assert unexplained(before, read(data)[0], losses) == NOTHING


def test_the_published_traces_are_read_and_written_back() -> None:
    folder = corpus() / "forsy"
    paths = [*sorted(folder.glob("examples/*/trace.json")), *sorted(folder.glob("raw/*/data.json"))]
    assert len(paths) == 21
    for path in paths:
        data = path.read_bytes()
        before, problems = read(data)
        assert problems == []
        assert encode(decode(written(before, *KEEP)[0]).value) == encode(decode(data).value), path
        upgraded, losses = written(before)
        assert unexplained(before, read(upgraded)[0], losses) == NOTHING, path


def test_the_published_lines_are_one_trace_each() -> None:
    data = (corpus() / "forsy" / "dataset" / "traces.jsonl").read_bytes()
    found, problems = read_all(data)
    assert (len(found), problems) == (10, [])
    again = b"".join(written(trace, *KEEP)[0] for trace in found)
    assert [encode(decode(each).value) for each in again.splitlines()] == [
        encode(decode(each).value) for each in data.splitlines()
    ]


def test_the_order_of_calls_that_were_under_way_at_once_is_a_loss() -> None:
    asked = [at(1, ToolCall("A", "a"), "x"), at(2, ToolCall("B", "b"), "y")]
    answered = [at(3, ToolResult("of a"), "x"), at(4, ToolResult("of b"), "y")]
    whole = Trace(
        header=Header(actors={"model": Actor(ActorKind.MODEL, "model")}, sources=(Source("test"),)),
        events=(*asked, *answered),
    )
    outputs = {"1": "of a", "2": "of b"}
    before = stepped(
        whole,
        lambda event: (
            {"step": "agent_step", "tool": event.body.tool, "output": outputs[event.uid]}
            if isinstance(event.body, ToolCall)
            else {}
        ),
    )
    data, losses = written(before)
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert {each.place.pointer: each.count for each in losses if each.code == "CNV210"} == {
        "/events/*": 1,
        "/events/+": 1,
    }


def at(number: int, body: ToolCall | ToolResult, call: str) -> Event:
    kind = Kind.TOOL_CALL if isinstance(body, ToolCall) else Kind.TOOL_RESULT
    time = f"2026-01-31T00:0{number}:00Z"
    origin = Origin(0, number, number * 10, 10)
    return Event(uid=str(number), kind=kind, body=body, origin=origin, actor="model", call=call, time=time)


@given(st.permutations(range(6)), st.lists(st.integers(1, 9), min_size=6, max_size=6))
def test_of_all_rising_sequences_the_heaviest_is_kept(places: list[int], weights: list[int]) -> None:
    chosen = (
        each
        for size in range(7)
        for each in combinations(range(6), size)
        if all(places[one] < places[two] for one, two in pairwise(each))
    )
    best = max(sum(weights[index] for index in each) for each in chosen)
    found = sorted(rising(places, weights))
    assert all(places[one] < places[two] for one, two in pairwise(found))
    assert sum(weights[index] for index in found) == best
