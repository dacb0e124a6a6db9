"""Why a view leaves out a row, and the count of it while one is written."""

from __future__ import annotations

from typing import Final

from steno.contracts import Code
from steno.diagnostics import Losses, Severity


def _loss(code: str, name: str, page: str) -> Code:
    return Code(code, name, page, Severity.LOSS)


NO_LABEL: Final = _loss(
    "CNV701",
    "step-without-a-label",
    "Nothing says how good the step was: no score that somebody gave or a rule could decide, no known success or "
    "failure, no feedback. A 0 that a rule put there for want of evidence is no label. `steno note` and `steno review` "
    "give labels.",
)
NO_ANSWER: Final = _loss(
    "CNV702",
    "work-without-an-answer",
    "The agent's work ends without an answer, or nobody asked for it in the log: there is no pair of a request and a "
    "reply to learn from.",
)
REJECTED: Final = _loss(
    "CNV703",
    "answer-judged-wrong",
    "The answer is known to be wrong, or to have failed, so it is no example to follow.",
)
NO_PAIR: Final = _loss(
    "CNV704",
    "pair-not-decided",
    "A step is known to be wrong or was done again, but there is no second side: no retry that is known to have worked "
    "and no directive by a named author, or nothing says that the first attempt failed. Which of two is better is "
    "never guessed.",
)
NO_STEPS: Final = _loss("CNV705", "trace-without-steps", "The trace has no step that an agent took.")
SAME_ACTION: Final = _loss(
    "CNV706",
    "same-action-twice",
    "The retry that worked is the same action as the one that failed, to the letter but for a remark on it. What made "
    "the difference lies outside of the action, so neither is better.",
)

CODES: Final = (NO_LABEL, NO_ANSWER, REJECTED, NO_PAIR, NO_STEPS, SAME_ACTION)

_SAID: Final = {
    NO_LABEL: "no row for a step without evidence for a label",
    NO_ANSWER: "no row for work without a request or an answer",
    REJECTED: "no row for an answer that is judged wrong",
    NO_PAIR: "no row where nothing decides between two",
    SAME_ACTION: "no row for a retry that is the same action",
    NO_STEPS: "no row for a trace without an agent's step",
}


class Skipped(Losses):
    """Counts the rows that are not written."""

    def skip(self, code: Code) -> None:
        self.add(code.code, _SAID[code], "")
