"""What the events of a managed session say, plain or wrapped."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Text, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums

FIXTURES = Path(__file__).parents[2] / "fixtures" / "claude_managed"


@pytest.fixture(scope="module", params=["events.jsonl", "wrapped.jsonl"])
def trace(request: pytest.FixtureRequest) -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["claude-managed"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / request.param).read_bytes()), Place(), found.append)
    assert found == []
    return trace


def test_the_outcome_that_is_asked_for_is_the_humans_word(trace: Trace) -> None:
    said = [event.body.text for event in trace.events if event.actor == "human" and isinstance(event.body, Text)]
    assert said == ["Water every dry bed.", "Begin in the north."]


def test_only_the_agents_own_requests_count(trace: Trace) -> None:
    total = sums(requests(trace))
    assert (total.requests, total.input, total.output, total.cache_write) == (2, 2, 30, 500)


def test_results_find_calls_whichever_name_their_id_has(trace: Trace) -> None:
    calls = [event.call for event in trace.events if event.kind is Kind.TOOL_CALL]
    assert calls == [event.call for event in trace.events if event.kind is Kind.TOOL_RESULT] == ["e09", "e12", "e15"]


def test_a_thought_without_words_is_still_one(trace: Trace) -> None:
    (thought,) = [event for event in trace.events if event.kind is Kind.THOUGHT]
    assert thought.body.text is UNSET  # type: ignore[union-attr]


def test_failures_and_interruptions_are_told(trace: Trace) -> None:
    told = [event.signs.lifecycle for event in trace.events if event.signs.lifecycle is not UNSET]
    assert told == [
        LifecycleKind.ERROR,
        LifecycleKind.ERROR,
        LifecycleKind.TURN_END,
        LifecycleKind.INTERRUPTION,
        LifecycleKind.COMPACTION,
    ]
