"""Judges a step only where the log decides it, and says what a user's message is only where that can be proved."""

from __future__ import annotations

from collections.abc import Iterator

from steno import idioms
from steno.base.exact import JSON
from steno.model import Note, ToolResult
from steno.model.calls import as_object, text_of
from steno.model.steps import derived
from steno.passes.derive import replies
from steno.passes.derive.act import Act, Judgement, Verdict, code
from steno.passes.derive.anchors import ANSWERED
from steno.passes.derive.contents import words
from steno.passes.derive.outcomes import STOPPED, failure, quote

FAILED = code(
    "085", "failed-call-judged",
    "A call that failed has `eval` -1, with the failure in the log's own words. If it was retried, the directive says "
    "what the retry changed; if not, it quotes the line of the output that says what to do (`hint: ...`, `did you mean "
    "...`), or says that no retry is in the log. A call that was interrupted, or rejected without a word, is judged "
    "only if it was retried. An error of the program itself is nobody's work, and is not judged.",
)  # fmt: skip
CORRECTED = code(
    "089", "corrected-by-user",
    "What a human corrected has `eval` -1: the call that was rejected, or the answer that was called wrong. The "
    "human's words are the directive.",
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
NO_RETRY = "No retry is in the log."
CODES = (FAILED, CORRECTED, UNJUDGED, FIRST, CHOSEN)


def judge(acts: list[Act]) -> None:
    """Judge what a human corrected, and every call that failed and that nothing later has judged."""
    for act in acts:
        if act.reply is not None and act.reply.feedback == "correction" and act.reply.to is not None:
            _correct(act.reply.to, act)
    for act in acts:
        verdict = act.verdict
        if act.judgement is not None or act.call is None or verdict is None or verdict.success:
            continue
        if verdict.rule == STOPPED.name:
            why = "The call was interrupted."
        elif act.returned is not None and idioms.rejects(act.returned.content):
            why = "The user rejected the call."
        else:
            why = ""
        if act.retried is not None or not why:
            act.judgement = _of_failure(act, verdict, why)


def _correct(act: Act, message: Act) -> None:
    reason = "The user corrected this." if act.call is None else "The user rejected the call."
    told = f"The user said: {words(message) or ''}"
    act.judgement = Judgement(-1, reason, told, CORRECTED.name, (act.event.uid, message.event.uid))


def _of_failure(act: Act, verdict: Verdict, why: str) -> Judgement:
    how = "" if why else failure(act)
    reason = why or f"The call failed{': ' + how if how else ''}."
    later = act.retried
    if later is None:
        text = text_of(act.returned.content) if act.returned is not None else None
        from steno.verdicts.lines import advice_line  # costs start-up, and only what failed asks

        advice = advice_line(idioms.output(text)) if text else None
        told = NO_RETRY if advice is None else f"The program says: {quote(advice)}"
        return Judgement(-1, reason, f"{reason} {told}", FAILED.name, (act.event.uid, *verdict.of))
    worked = later.verdict is not None and later.verdict.success
    of = (act.event.uid, *verdict.of, later.event.uid, *(later.verdict.of if later.verdict and worked else ()))
    told = f"{reason} {'It worked' if worked else 'It was tried again'} {_changed(act, later)}."
    return Judgement(-1, reason, told, FAILED.name, tuple(dict.fromkeys(of)))


def _changed(failed: Act, later: Act) -> str:
    """What a retry did differently."""
    before, after = (as_object(act.call.arguments) if act.call is not None else {} for act in (failed, later))
    if failed.call is not None and later.call is not None and failed.call.tool != later.call.tool:
        return f"with {later.call.tool} instead"
    keys = [key for key in after if after[key] != before.get(key)]
    if not keys:
        return "with the same input" if before == after else "with another input"
    named = [
        f"{key} {quote(value)}" if isinstance(value := after[key], str) and "\n" not in value else f"another {key}"
        for key in keys
    ]
    return f"with {', '.join(named)}"


def notes(act: Act, *, first: bool) -> Iterator[Note]:
    event, judgement = act.event, act.judgement
    if judgement is None or act.action == "user_message":
        yield derived(UNJUDGED.name, "eval", 0, event, (event.uid,))
    else:
        yield derived(judgement.rule, "eval", judgement.eval, event, judgement.of)
        yield derived(judgement.rule, "eval_reason", judgement.reason, event, judgement.of)
        if judgement.directive:
            yield derived(judgement.rule, "directive", judgement.directive, event, judgement.of)
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
