"""Says what a human's message is to the work before it: a choice, a consent, a correction, an answer, a new request.

Decides by the form of the message and by what the agent had just said.  Where they leave a doubt, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from steno import idioms
from steno.model import Note
from steno.model.steps import derived
from steno.passes.derive import forms
from steno.passes.derive.act import Act, Reply, breaks_before, code
from steno.passes.derive.anchors import ANSWERED, REJECTED
from steno.passes.derive.contents import words

CHOSEN = code(
    "130", "reply-selects",
    "A reply is a `selection` if the agent's last words ask the human to choose from a list, and the reply begins with "
    "the label of an entry (`2`, `b`, `Option 3`). If the question offers two things joined by `or`, the reply must "
    "begin with the words of one of them.",
)  # fmt: skip
CONSENTED = code(
    "131", "reply-consents",
    "A reply is an `approval` if it says yes and nothing against it: it begins with a word from a closed list (`yes`, "
    "`go ahead`, `looks good`), is short, and has no `but`, `instead`, `not`, question mark or the like. `ok` and "
    "`sure` count only after an offer such as `Want me to ...?`. English is recognised, and a few words of Chinese.",
)  # fmt: skip
CORRECTED = code(
    "132", "reply-corrects",
    "A reply to a finished answer is a `correction` if it begins by saying that the work is wrong: `no, ...`, `that's "
    "not what ...`, `you forgot ...`, `it still doesn't ...`. What a human says when rejecting a call, or right after, "
    "is a correction of that call if it begins so or asks for something else. `no` after an offer is an answer, not a "
    "correction.",
)  # fmt: skip
REPLIED = code(
    "133", "reply-answers",
    "A reply is an `answer_to_agent_question` if the agent's last words end with a question that is no offer and the "
    "reply does not begin with a question of its own, or if it says no to an offer.",
)  # fmt: skip
ASKED_AGAIN = code(
    "134", "later-request",
    "A message to an agent that has finished, or was stopped, is a `direct_request` if one of its sentences begins as "
    "one: with an imperative from a closed list of verbs, `can you`, `please`, `let's`, `I want`; or if its first "
    "sentence is a question and the agent had asked none. A text of more than 1,500 characters is not looked through, "
    "as most of it is pasted.",
)  # fmt: skip
ADDED = code(
    "139", "request-extended",
    "A message that reaches the agent while it works is a `new_constraint` if it goes on with the request: it begins "
    "with `and` or `also` and then asks for something.",
)  # fmt: skip
CODES = (CHOSEN, CONSENTED, CORRECTED, REPLIED, ASKED_AGAIN, ADDED)


def read(acts: list[Act], breaks: list[int]) -> None:
    """Give every message of the human its reply, where its form decides it.  `breaks`: where work was broken off."""
    last: Act | None = None
    """What the main agent did last."""
    for act in acts:
        if act.action == "user_message":
            if act.rule != ANSWERED.name:
                act.reply = _reply(act, last, broken=last is not None and breaks_before(breaks, act.index) > last.index)
        elif act.actor.startswith("agent:") and act.actor != "agent:parent":
            last = act


def _reply(act: Act, last: Act | None, *, broken: bool) -> Reply | None:
    text = words(act)
    if last is None or not text:
        return None
    if act.rule == REJECTED.name or _rejected(last):
        wants = (forms.corrects(text) or forms.requests(text)) and not forms.inquires(text)
        return Reply("correction", CORRECTED.name, act.answers or last, "correction") if wants else None
    if broken and last.action != "output":
        return Reply("direct_request", ASKED_AGAIN.name) if forms.requests(text) else None
    if last.call is not None or last.action not in ("output", "error"):
        return Reply("new_constraint", ADDED.name, last) if forms.adds(text) else None
    return _to_answer(text, last)


def _rejected(act: Act) -> bool:
    body = act.returned
    return act.call is not None and body is not None and body.error is True and idioms.rejects(body.content)


def _to_answer(text: str, last: Act) -> Reply | None:
    """A reply to what the agent said when it had finished."""
    asked = forms.question(words(last) or "")
    sentence = "" if asked is None else asked.text
    if asked is not None and forms.selects(text, asked):
        return Reply("selection", CHOSEN.name, last, asked=sentence)
    if forms.consents(text, asked):
        return Reply("approval", CONSENTED.name, last, "approval", sentence)
    if asked is not None and forms.refuses(text):
        return Reply("answer_to_agent_question", REPLIED.name, last, asked=sentence)
    if forms.corrects(text):
        return Reply("correction", CORRECTED.name, last, "correction")
    inquires = forms.inquires(text)
    if asked is not None and not asked.offers and not inquires and not forms.begs(text):
        return Reply("answer_to_agent_question", REPLIED.name, last, asked=sentence)
    if forms.requests(text) or (inquires and asked is None):
        return Reply("direct_request", ASKED_AGAIN.name)
    return None


def notes(act: Act) -> Iterator[Note]:
    reply, event = act.reply, act.event
    if reply is None:
        return
    of = (event.uid,) if reply.to is None else (event.uid, reply.to.event.uid)
    yield derived(reply.rule, "message_role", reply.role, event, of)
    if reply.feedback:
        yield derived(reply.rule, "feedback_type", reply.feedback, event, of)
        yield derived(reply.rule, "feedback_content", _meant(act, reply), event, of)


def _meant(act: Act, reply: Reply) -> str:
    """The feedback in one sentence, in the words of the log."""
    if reply.feedback == "approval":
        return f"The user agreed to: {reply.asked}" if reply.asked else "The user approved the agent's last answer."
    what = "the rejected call" if reply.to is not None and reply.to.call is not None else "the agent's last answer"
    return f"The user corrected {what}: {words(act)}"
