"""What an Inspect log says: a session for each sample, with the tokens of every model."""

from __future__ import annotations

import io
import random

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind
from tests.given.sessions import FIXTURES, of, said, sessions, spent


def test_each_sample_is_a_session_of_the_same_evaluation() -> None:
    traces = sessions("inspect-eval", "apples.eval")
    assert [trace.header.ids for trace in traces] == [{"session": ("sample-1",)}, {"session": ("sample-2",)}]
    assert [trace.header.environment for trace in traces] == [{"eval": ["ev-1"]}] * 2


def test_what_a_solver_writes_in_the_users_place_is_the_programs() -> None:
    first, second = sessions("inspect-eval", "apples.eval")
    assert (said(first, "human"), said(second, "human")) == (["Is it ripe?"], ["And this?"])
    assert said(first, "program") == ["You know apples.", "Think again."]


def test_calls_are_joined_with_results_those_of_the_server_too() -> None:
    first, _ = sessions("inspect-eval", "apples.eval")
    assert [each.call for each in of(first, Kind.TOOL_CALL)] == ["ws-1", "call_a1", "call_a2"]
    results = {each.call: each.body.error for each in of(first, Kind.TOOL_RESULT)}  # type: ignore[union-attr]
    assert results["call_a2"] is True
    assert results.keys() == {"ws-1", "call_a1", "call_a2"}


def test_tokens_are_stated_by_model() -> None:
    total = spent(sessions("inspect-eval", "apples.eval")[0])
    assert (total.requests, total.input, total.cache_read, total.output) == (2, 45, 3, 10)


def test_damage_is_said_and_what_can_be_read_is() -> None:
    data, chance = (FIXTURES / "inspect_eval/apples.eval").read_bytes(), random.Random(7)  # noqa: S311
    reader = registry.formats["inspect-eval"].reader
    assert reader is not None
    for _ in range(60):
        damaged, found = bytearray(data), list[Diagnostic]()
        place = chance.randrange(len(damaged))
        damaged[place:place] = bytes([chance.randrange(256)])
        traces = list(reader.read(io.BytesIO(bytes(damaged)), Place(), found.append))
        assert traces or found
    assert list(reader.read(io.BytesIO(data[: len(data) // 2]), Place(), found.append)) == []
    assert found
