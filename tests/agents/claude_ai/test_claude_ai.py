"""What an export of Claude.ai says: many conversations, whose messages say their words in blocks or as a text."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Text, Trace

SAMPLE = Path(__file__).parents[2] / "fixtures" / "claude_ai" / "conversations.json"


@pytest.fixture(scope="module")
def trace() -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["claude-ai"].reader
    assert reader is not None
    first, second = reader.read(io.BytesIO(SAMPLE.read_bytes()), Place(), found.append)
    assert (len(second.events), found) == (1, [])
    return first


def said(trace: Trace, actor: str) -> list[str]:
    return [event.body.text for event in trace.events if event.actor == actor and isinstance(event.body, Text)]


def test_words_are_read_once_in_blocks_or_as_a_text(trace: Trace) -> None:
    assert said(trace, "human") == ["Which beds are dry?", "Are you sure?", "And the south?"]
    assert said(trace, "model") == ["I look.", "The north bed."]


def test_what_an_attachment_holds_is_no_word_of_the_humans(trace: Trace) -> None:
    assert said(trace, "program") == ["North: dry."]


def test_a_message_that_was_answered_twice_is_where_two_branches_begin(trace: Trace) -> None:
    parents = {event.native: event.parent for event in trace.events}
    assert parents["m2"] == parents["m3"] == "m1"
    assert trace.header.ids["leaf"] == ("m8",)


def test_a_result_stands_in_the_message_of_its_call(trace: Trace) -> None:
    call, result = [event for event in trace.events if event.kind in (Kind.TOOL_CALL, Kind.TOOL_RESULT)]
    assert (call.call, result.call, result.body.error) == ("toolu_1", "toolu_1", True)  # type: ignore[union-attr]
