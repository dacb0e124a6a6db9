"""What a human's message is to the work before it, in sessions of both agents."""

from __future__ import annotations

import pytest

from steno.model.steps import steps
from tests.given.derivation import Session, asked, codex, linked, values

REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected. "
OFFER = "The roses are pruned. Want me to water them too?"
CHOICE = "Two ways:\n1. Prune\n2. Wait\nWhich one?"


def said(text: str) -> tuple[str, dict[str, object]]:
    part = {"type": "output_text", "text": text}
    return "response_item", {"type": "message", "role": "assistant", "content": [part]}


@pytest.mark.parametrize(
    ("answer", "reply", "role", "feedback", "cause"),
    [
        (OFFER, "yes, go on", "approval", "approval", "approval_response"),
        (OFFER, "no, leave them", "answer_to_agent_question", None, "answer_to_agent_question"),
        (CHOICE, "2", "selection", None, "answer_to_agent_question"),
        ("Which bed do you mean?", "the one by the gate", "answer_to_agent_question", None, "answer_to_agent_question"),
        ("All done.", "no, the tulips too", "correction", "correction", "correction_response"),
        ("All done.", "now check the tulips", "direct_request", None, "follow_up_user_request"),
        ("All done.", "how long did it take?", "direct_request", None, "follow_up_user_request"),
        ("All done.", "the gate squeaks", None, None, "follow_up_user_request"),
        ("Want me to go on?", "is that safe?", None, None, "follow_up_user_request"),
    ],
)
def test_a_reply_is_told_by_its_form_and_by_what_was_asked(
    answer: str, reply: str, role: str | None, feedback: str | None, cause: str
) -> None:
    claude = Session().user("Prune the roses").say(answer).user(reply).say("Well.").steps()
    other = steps(codex(asked("Prune the roses"), said(answer), asked(reply), said("Well.")))
    for found in (claude, other):
        assert values(found, "message_role", "feedback_type")[2] == (role, feedback)
        assert linked(found)[3][:2] == ([3], cause)
        assert linked(found)[2][0] == ([2] if role not in (None, "direct_request") else [])


def test_feedback_says_what_was_agreed_to_or_corrected() -> None:
    found = Session().user("Prune").say(OFFER).user("yes").say("Done.").user("no, the tulips").say("Sorry.").steps()
    assert [step.get("feedback_content") for step in found] == [
        None, None, "The user agreed to: Want me to water them too?", None,
        "The user corrected the agent's last answer: no, the tulips", None,
    ]  # fmt: skip


def test_what_was_said_when_rejecting_a_call_corrects_it() -> None:
    found = (
        Session()
        .user("Prune")
        .call("c1", "Bash", command="prune --all")
        .result("c1", f"{REJECTED}To tell you how to proceed, the user said:\nuse the small shears", error=True)
        .call("c2", "Bash", command="prune --half")
        .result("c2", f"{REJECTED}STOP what you are doing and wait.", error=True)
        .user("no, only the tulips")
        .say("Well.")
        .steps()
    )
    assert values(found, "step", "message_role", "feedback_type")[2] == ("user_message", "correction", "correction")
    assert values(found, "step", "message_role", "feedback_type")[4] == ("user_message", "correction", "correction")
    assert [linked(found)[index][0] for index in (2, 4)] == [[2], [4]]


def test_a_question_or_a_remark_on_a_rejected_call_is_no_correction() -> None:
    for words in ("is that safe?", "I take it from here."):
        found = (
            Session()
            .user("Prune")
            .call("c1", "Bash", command="prune")
            .result("c1", f"{REJECTED}To tell you how to proceed, the user said:\n{words}", error=True)
            .say("Well.")
            .steps()
        )
        assert values(found, "step", "message_role")[2] == ("user_message", None)


@pytest.mark.parametrize(("words", "role"), [("and add water", "new_constraint"), ("water", None), ("add water", None)])
def test_a_message_into_running_work_adds_to_the_request_only_if_it_says_so(words: str, role: str | None) -> None:
    found = Session().user("Prune").call("c1", "Bash", command="prune").result("c1", "ok").user(words).say("Yes.")
    assert values(found.steps(), "message_role")[2] == (role,)
