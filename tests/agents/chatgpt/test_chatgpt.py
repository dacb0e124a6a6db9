"""What an export of ChatGPT says: many conversations, each a tree."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Text, ToolCall, ToolResult, Trace

SAMPLE = Path(__file__).parents[2] / "fixtures" / "chatgpt" / "conversations.json"


@pytest.fixture(scope="module")
def traces() -> list[Trace]:
    found: list[Diagnostic] = []
    reader = registry.formats["chatgpt"].reader
    assert reader is not None
    return list(reader.read(io.BytesIO(SAMPLE.read_bytes()), Place(), found.append))


def test_each_conversation_is_a_trace_that_names_its_active_leaf(traces: list[Trace]) -> None:
    assert [trace.header.ids["session"] for trace in traces] == [("c-1",), ("c-2",)]
    assert [trace.header.ids["leaf"] for trace in traces] == [("n11",), ("root",)]
    assert traces[0].header.title == "Dry beds"


def test_an_answer_that_was_asked_for_again_is_a_branch(traces: list[Trace]) -> None:
    parents = {event.native: event.parent for event in traces[0].events}
    assert parents["n4"] == parents["n12"] == "n3"


def test_what_the_model_says_to_a_tool_is_a_call(traces: list[Trace]) -> None:
    calls = [event for event in traces[0].events if isinstance(event.body, ToolCall)]
    assert [(event.body.tool, event.body.arguments) for event in calls] == [  # type: ignore[union-attr]
        ("python", "print(beds())"),
        ("dalle.text2im", ['{"prompt":"a dry bed"}']),
    ]
    results = [event for event in traces[0].events if isinstance(event.body, ToolResult)]
    assert [event.call for event in results] == [*(event.call for event in calls), UNSET]
    assert results[0].body.error is True  # type: ignore[union-attr]


def test_only_what_the_human_typed_or_said_is_the_humans(traces: list[Trace]) -> None:
    said = [event.body.text for event in traces[0].events if event.actor == "human" and isinstance(event.body, Text)]
    assert said == ["Which beds are dry?", "Look again."]


def test_times_that_are_numbers_name_their_instant(traces: list[Trace]) -> None:
    times = [event.time for event in traces[0].events if event.kind is Kind.THOUGHT]
    assert times == ["2026-05-04T09:00:01.500000Z"]
