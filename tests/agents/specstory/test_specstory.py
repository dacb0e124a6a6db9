"""What SpecStory's Markdown says: who speaks, when, and as which model; calls that hold what they returned."""

from __future__ import annotations

import pytest

from steno import registry
from steno.model import Kind, ToolCall, Trace
from steno.model.signs import Injected
from steno.testing.conformance import written_back
from tests.given.sessions import FIXTURES, of, one, said


@pytest.fixture(scope="module")
def trace() -> Trace:
    return one("specstory", "history.md")


def test_words_are_told_from_the_lines_between_speakers(trace: Trace) -> None:
    assert said(trace, "human") == ["<command-name>/weed</command-name>", "Pull the weeds.\n\n- all of them", "Thanks."]
    assert said(trace, "model") == ["I pull.", "Done."]
    assert of(trace, Kind.MESSAGE)[0].signs.injected is Injected.COMMAND


def test_time_and_model_of_a_speaker_hold_for_all_that_follows(trace: Trace) -> None:
    answers = [event for event in of(trace, Kind.MESSAGE, Kind.TOOL_CALL) if event.actor.startswith("model")]
    assert [(event.time, event.model) for event in answers] == [
        ("2026-03-04 15:00:02Z", "oak-2"),
        ("2026-03-04 15:00:03Z", "oak-2"),
        ("2026-03-04 15:00:03Z", "oak-2"),
    ]


def test_a_call_holds_what_it_returned_also_where_that_looks_like_a_speaker(trace: Trace) -> None:
    (call,) = of(trace, Kind.TOOL_CALL)
    assert isinstance(call.body, ToolCall)
    assert call.body.tool == "Bash"
    assert "_**User**_\npulled 4" in str(call.body.arguments)
    assert not of(trace, Kind.TOOL_RESULT)


def test_the_head_names_the_session_and_its_agent(trace: Trace) -> None:
    assert trace.header.ids == {"session": ("5e55-1",)}
    assert trace.header.environment == {"agent": ["Claude Code"]}


def test_a_history_is_written_back_byte_for_byte(trace: Trace) -> None:
    written, losses = written_back(registry.formats["specstory"], [trace])
    assert (written, losses) == ((FIXTURES / "specstory/history.md").read_bytes(), [])
