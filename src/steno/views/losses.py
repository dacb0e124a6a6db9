"""Why a view leaves out a row, and the count of it while one is written."""

from __future__ import annotations

from typing import Final

from steno.diagnostics import Losses
from steno.formats.losses import Loss, loss

NO_LABEL: Final = loss(
    "CNV701",
    "step-without-a-label",
    "no row for a step without evidence for a label",
    "Nothing says how good the step was: no score from a person or a rule, no known success or failure, no "
    "feedback. A 0 that a rule set for lack of evidence is not a label. Add labels with `steno note` and `steno "
    "review`.",
)
NO_ANSWER: Final = loss(
    "CNV702",
    "work-without-an-answer",
    "no row for work without a request or an answer",
    "The agent's work ends without an answer, or the log has no request for it, so there is no request and reply to "
    "learn from.",
)
REJECTED: Final = loss(
    "CNV703",
    "answer-judged-wrong",
    "no row for an answer judged wrong",
    "The answer is known to be wrong, or to have failed, so it is not an example to follow.",
)
NO_PAIR: Final = loss(
    "CNV704",
    "pair-not-decided",
    "no row if nothing decides between two attempts",
    "A step is known to be wrong or was retried, but there is nothing to compare it with: no retry is known to have "
    "worked, no named author gave a directive, or nothing says that the first attempt failed. Steno never guesses "
    "which of two is better.",
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
    "The retry that worked repeats the failed action word for word, apart from a remark on it. The difference lies "
    "outside the action, so neither is better.",
)

CODES: Final = (NO_LABEL, NO_ANSWER, REJECTED, NO_PAIR, NO_STEPS, SAME_ACTION)


class Skipped(Losses):
    """Counts the rows that are not written, and what is left out of those that are."""

    def skip(self, loss: Loss, count: int = 1) -> None:
        """So many more; none is no loss."""
        if count:
            self.add(loss.code, loss.said, "", count)
