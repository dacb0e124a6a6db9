"""Why a step was taken: what the agent thought and said before it, in the same response."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.steps import Step, steps
from tests.given.derivation import Session, asked, called, codex, returned


def thinking(text: str) -> dict[str, str]:
    return {"type": "thinking", "thinking": text, "signature": "x"}


def reasons(found: list[Step]) -> list[tuple[str, str | None, str | None]]:
    """Of each step that is not the human's: what it is, why, and by which rule that is known."""
    told = [(step, step.notes.get("reasoning")) for step in found if step.action != "user_message"]
    return [
        (step.action, None, None) if note is None else (step.action, note.value, note.author.rule)  # type: ignore[union-attr]
        for step, note in told
    ]


def thinks(session: Session, block: dict[str, str], response: str) -> Session:
    session.add("assistant", [block])
    session.records[-1]["message"]["id"] = response
    return session


def test_plain_thinking_of_the_same_response_is_the_reason_for_a_call() -> None:
    session = thinks(Session().user("Go"), thinking("They look dry."), "r").call("c", "Bash", "r", command="x")
    assert reasons(session.steps()) == [("agent_step", "They look dry.", "derive/plain-thinking")]


def test_thinking_and_the_words_after_it_are_one_reason() -> None:
    session = thinks(Session().user("Go"), thinking("They look dry."), "r").say("I water them.", "r")
    found = session.call("c", "Bash", "r", command="x").steps()
    assert reasons(found) == [("agent_step", "They look dry.\nI water them.", "derive/plain-thinking")]
    assert found[1].notes["reasoning"].evidence == ("2", "3")


@pytest.mark.parametrize(
    "block", [thinking(""), {"type": "redacted_thinking", "data": "c2VhbGVk"}, thinking(" \n")], ids=str
)
def test_thinking_that_nobody_can_read_is_no_reason(block: dict[str, str]) -> None:
    session = thinks(Session().user("Go"), block, "r").call("c", "Bash", "r", command="x")
    assert reasons(session.steps()) == [("agent_step", None, None)]


def test_thinking_of_another_response_is_no_reason() -> None:
    session = thinks(Session().user("Go"), thinking("They look dry."), "r1").call("c", "Bash", "r2", command="x")
    assert reasons(session.steps()) == [("agent_step", None, None)]


def test_calls_of_one_response_share_what_was_said_before_the_first() -> None:
    session = Session().user("Go").say("I look at both beds.", "r")
    session.call("c1", "Read", "r", file_path="/north").result("c1", "dry").call("c2", "Read", "r", file_path="/south")
    assert reasons(session.steps()) == [
        ("agent_step", "I look at both beds.", "derive/stated-rationale"),
        ("agent_step", "I look at both beds.", "derive/shared-rationale"),
    ]


def test_what_is_said_between_two_calls_is_the_reason_for_the_second() -> None:
    session = Session().user("Go").say("North first.", "r").call("c1", "Read", "r", file_path="/north")
    session.say("Then south.", "r").call("c2", "Read", "r", file_path="/south")
    assert [why for _, why, _ in reasons(session.steps())] == ["North first.", "Then south."]


def test_the_next_response_shares_nothing() -> None:
    session = Session().user("Go").say("I look.", "r1").call("c1", "Read", "r1", file_path="/a").result("c1", "dry")
    assert [why for _, why, _ in reasons(session.call("c2", "Read", "r2", file_path="/b").steps())] == ["I look.", None]


def test_thinking_is_the_reason_for_an_answer_too() -> None:
    session = thinks(Session().user("Go"), thinking("All is wet now."), "r").say("Done.", "r")
    assert reasons(session.steps()) == [("output", "All is wet now.", "derive/plain-thinking")]


# Where the log does not name responses


def summarised(text: str) -> tuple[str, dict[str, object]]:
    return "response_item", {"type": "reasoning", "summary": [{"type": "summary_text", "text": text}]}


SEALED: tuple[str, dict[str, object]] = (
    "response_item", {"type": "reasoning", "summary": [], "encrypted_content": "c2VhbGVk"},
)  # fmt: skip
COUNT: tuple[str, dict[str, object]] = (
    "event_msg",
    {
        "type": "token_count",
        "info": {"total_token_usage": {"input_tokens": 5}, "last_token_usage": {"input_tokens": 5}},
    },
)


def spoken(text: str) -> tuple[str, dict[str, object]]:
    parts = [{"type": "output_text", "text": text}]
    return "response_item", {"type": "message", "role": "assistant", "content": parts}


def of(*payloads: tuple[str, dict[str, Any]]) -> list[tuple[str, str | None, str | None]]:
    return reasons(steps(codex(asked("Go"), *payloads)))


def test_a_summary_of_thinking_is_a_reason_and_says_that_it_is_one() -> None:
    assert of(summarised("**Looking at beds**"), called("c", "shell", command=["ls"])) == [
        ("agent_step", "**Looking at beds**", "derive/summary-of-thinking")
    ]


def test_sealed_thinking_is_no_reason() -> None:
    assert of(SEALED, called("c", "shell", command=["ls"])) == [("agent_step", None, None)]


def test_calls_before_the_first_result_share_their_reason_and_no_later_one_does() -> None:
    found = of(
        spoken("I look at both."),
        called("c1", "shell", command=["ls", "a"]),
        called("c2", "shell", command=["ls", "b"]),
        returned("c1", "x"),
        returned("c2", "y"),
        called("c3", "shell", command=["ls", "c"]),
    )
    assert [(why, rule) for _, why, rule in found] == [
        ("I look at both.", "derive/stated-rationale"),
        ("I look at both.", "derive/shared-rationale"),
        (None, None),
    ]


def test_a_call_without_a_result_ends_nothing() -> None:
    found = of(spoken("I look."), called("c1", "shell", command=["a"]), called("c2", "shell", command=["b"]))
    assert [why for _, why, _ in found] == ["I look.", "I look."]


def test_a_count_of_tokens_ends_what_is_shared() -> None:
    found = of(summarised("**A**"), called("c1", "shell", command=["a"]), COUNT, called("c2", "shell", command=["b"]))
    assert [why for _, why, _ in found] == ["**A**", None]


def test_what_was_said_in_an_earlier_turn_is_no_reason() -> None:
    found = of(spoken("Done."), asked("More"), called("c", "shell", command=["ls"]))
    assert [why for _, why, _ in found] == [None, None]
