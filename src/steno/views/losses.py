"""Why a view leaves out a row, and the count of it while one is written."""

from __future__ import annotations

from typing import Final

from steno.diagnostics import Losses
from steno.formats.losses import Loss, loss

NO_LABEL: Final = loss(
    "CNV701",
    "step-without-a-label",
    "no row for a step without evidence for a label",
    "Nothing says how good the step was: no score that somebody gave or a rule could decide, no known success or "
    "failure, no feedback. A 0 that a rule put there for want of evidence is no label. `steno note` and `steno review` "
    "give labels.",
)
NO_ANSWER: Final = loss(
    "CNV702",
    "work-without-an-answer",
    "no row for work without a request or an answer",
    "The agent's work ends without an answer, or nobody asked for it in the log: there is no pair of a request and a "
    "reply to learn from.",
)
REJECTED: Final = loss(
    "CNV703",
    "answer-judged-wrong",
    "no row for an answer judged wrong",
    "The answer is known to be wrong, or to have failed, so it is no example to follow.",
)
NO_PAIR: Final = loss(
    "CNV704",
    "pair-not-decided",
    "no row where nothing decides between two attempts",
    "A step is known to be wrong or was done again, but there is no second side: no retry that is known to have worked "
    "and no directive by a named author, or nothing says that the first attempt failed. Which of two is better is "
    "never guessed.",
)
NO_STEPS: Final = loss(
    "CNV705",
    "trace-without-steps",
    "no row for a trace without an agent's step",
    "The trace has no step that an agent took.",
)
SAME_ACTION: Final = loss(
    "CNV706",
    "same-action-twice",
    "no row for a retry that repeats the same action",
    "The retry that worked is the same action as the one that failed, to the letter but for a remark on it. What made "
    "the difference lies outside of the action, so neither is better.",
)

CODES: Final = (NO_LABEL, NO_ANSWER, REJECTED, NO_PAIR, NO_STEPS, SAME_ACTION)


class Skipped(Losses):
    """Counts the rows that are not written."""

    def skip(self, loss: Loss) -> None:
        self.add(loss.code, loss.said, "")
