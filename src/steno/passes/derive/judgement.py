"""Judges a step only where the log decides it, and says what a user's message is only where that can be proved."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON
from steno.model import Note, ToolResult
from steno.model.steps import derived
from steno.passes.derive import replies
from steno.passes.derive.act import Act, code
from steno.passes.derive.anchors import ANSWERED
from steno.passes.derive.outcomes import failure

REDONE = code(
    "085", "failed-and-redone",
    "A call that failed and was retried has `eval` -1, with the failure in the log's own words as its directive. A "
    "line that is too long to quote is left out.",
)  # fmt: skip
UNJUDGED = code(
    "086", "not-judged",
    "`eval` is 0 if no rule decides it. The format has no null here: 0 is its neutral value, and means that there "
    "is no judgement.",
)  # fmt: skip
FIRST = code(
    "087", "first-request",
    "The human's first message is a `direct_request`. A command to the program itself, such as `/clear`, is not.",
)  # fmt: skip
CHOSEN = code(
    "088", "answer-given",
    "An answer to the agent's question is a `selection` if each answer is one of the options offered, and an "
    "`answer_to_agent_question` otherwise.",
)  # fmt: skip
CODES = (REDONE, UNJUDGED, FIRST, CHOSEN)


def notes(act: Act, *, first: bool) -> Iterator[Note]:
    event = act.event
    if act.retried is not None and act.verdict is not None:
        of = (event.uid, *act.verdict.of, act.retried.event.uid)
        yield derived(REDONE.name, "eval", -1, event, of)
        yield derived(REDONE.name, "eval_reason", "The call failed and was retried.", event, of)
        how = failure(act)
        yield derived(
            REDONE.name, "directive", f"The call failed{': ' + how if how else ''}. It was retried.", event, of
        )
    else:
        yield derived(UNJUDGED.name, "eval", 0, event, (event.uid,))
    if first:
        yield derived(FIRST.name, "message_role", "direct_request", event, (event.uid,))
    elif act.rule == ANSWERED.name:
        role = "selection" if _selected(act) else "answer_to_agent_question"
        of = (event.uid, *((act.answers.event.uid,) if act.answers else ()))
        yield derived(CHOSEN.name, "message_role", role, event, of)
    else:
        yield from replies.notes(act)


def _selected(act: Act) -> bool:
    body = act.event.body
    detail = body.detail if isinstance(body, ToolResult) and isinstance(body.detail, dict) else {}
    answers, questions = detail.get("answers"), detail.get("questions")
    if not isinstance(answers, dict) or not answers or not isinstance(questions, list):
        return False
    offered = {
        each.get("question"): _labels(each.get("options"))
        for each in questions
        if isinstance(each, dict) and isinstance(each.get("question"), str)
    }
    return all(isinstance(answer, str) and answer in offered.get(question, ()) for question, answer in answers.items())


def _labels(options: JSON) -> frozenset[str]:
    found = options if isinstance(options, list) else []
    return frozenset(each["label"] for each in found if isinstance(each, dict) and isinstance(each.get("label"), str))
