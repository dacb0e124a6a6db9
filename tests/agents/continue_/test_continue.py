"""What Continue's history says: results in the states of calls, and one count of tokens for all of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, ToolResult, Trace
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "continue"


@pytest.fixture(scope="module")
def trace() -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["continue"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / "session.json").read_bytes()), Place(), found.append)
    assert found == []
    return trace


def test_a_result_is_the_output_in_the_state_of_its_call(trace: Trace) -> None:
    results = {event.call: event.body for event in trace.events if isinstance(event.body, ToolResult)}
    assert {call: body.error for call, body in results.items()} == {"t1": False, "t2": True, "t4": UNSET}
    (canceled,) = [event for event in trace.events if event.call == "t3" and event.kind is not Kind.TOOL_CALL]
    assert (canceled.kind, canceled.signs.interrupted) == (Kind.LIFECYCLE, True)


def test_an_empty_text_beside_a_call_is_no_message(trace: Trace) -> None:
    said = [event for event in trace.events if event.kind is Kind.MESSAGE]
    assert [event.body.text for event in said] == [  # type: ignore[union-attr]
        "You are in a terminal.",
        "Why does the loom stop?",
        "I read it.",
        "It has no thread.",
        "And here?",
    ]


def test_tokens_are_stated_once_for_the_session(trace: Trace) -> None:
    total = sums(requests(trace))
    assert (total.requests, total.input, total.output, total.cache_read, total.cache_write) == (1, 900, 40, 100, 30)


def test_the_list_of_sessions_is_no_session(tmp_path: Path) -> None:
    folder = tmp_path / ".continue/sessions"
    folder.mkdir(parents=True)
    (folder / "sessions.json").write_text("[]")
    (folder / "c0.json").write_bytes((FIXTURES / "session.json").read_bytes())
    (row,) = steno("ls", "--json", home=tmp_path).json()
    assert (row["agent"], row["id"], row["title"]) == ("continue", "c0", "Broken loom")
