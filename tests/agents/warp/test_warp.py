"""What Warp's database says: prompts, and commands of the agent; nothing of what else was typed into the terminal."""

from __future__ import annotations

import pytest

from steno.model import Kind, Text, ToolCall, Trace
from tests.given.logs import fixture


@pytest.fixture(scope="module")
def conversation() -> Trace:
    return fixture("warp", "warp.sqlite")


def test_prompts_and_commands_stand_in_the_order_of_their_times(conversation: Trace) -> None:
    kinds = [event.kind for event in conversation.events]
    said = [event.body.text for event in conversation.events if isinstance(event.body, Text)]
    assert said == ["Why is the tap dripping?", "And now?"]
    assert kinds.index(Kind.TOOL_CALL) > kinds.index(Kind.MESSAGE)
    times = [event.time for event in conversation.events if isinstance(event.time, str)]
    assert times == sorted(times)


def test_a_command_has_its_result_beside_it_without_colours(conversation: Trace) -> None:
    call, result = [event for event in conversation.events if event.kind in (Kind.TOOL_CALL, Kind.TOOL_RESULT)]
    assert call.body == ToolCall("run_command", {"command": "ls taps"})
    assert (result.call, result.signs.exit, result.body.content) == (call.call, 0, "tap.md\n")  # type: ignore[union-attr]


def test_what_belongs_to_no_conversation_is_not_looked_at(conversation: Trace) -> None:
    assert "private" not in str(conversation)
    assert "not for reading" not in str(conversation)
