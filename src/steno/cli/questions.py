"""The questions of `steno review`: which key does what."""

from __future__ import annotations

import enum
import shutil
from collections.abc import Callable, Iterator

from steno.api import JSON, UsageError
from steno.api.review import FEEDBACK_TYPES, REVIEWED, NotKept, Review
from steno.cli import output
from steno.cli.answers import Answers
from steno.render.review import KEYS, step_lines
from steno.render.terminal import Paint

_Then = enum.Enum("_Then", ("SHOW", "ASK", "END"))


class Questions:
    """One run of questions and answers."""

    def __init__(self, review: Review, answers: Answers, paint: Paint) -> None:
        self._review, self._walk, self._answers, self._paint = review, review.walk, answers, paint
        self._keys: dict[str, Callable[[], _Then]] = {
            "+": lambda: self._judge("eval", 1),
            "0": lambda: self._judge("eval", 0),
            "-": lambda: self._judge("eval", -1),
            "d": lambda: self._tell("directive"),
            "r": lambda: self._tell("eval_reason"),
            "f": self._feedback,
            "n": self._next,
            "\n": self._next,
            "\x1b[C": self._next,
            "s": lambda: self._move(1),
            "p": lambda: self._move(-1),
            "\x1b[D": lambda: self._move(-1),
            "g": self._go,
            "v": self._whole,
            "u": self._undo,
            "q": lambda: _Then.END,
            "?": self._help,
        }

    def run(self) -> None:
        then = _Then.SHOW
        while then is not _Then.END:
            if then is _Then.SHOW:
                self._walk.refresh()
                output.lines(["", *self._lines()])
            then = self._ask()

    def _lines(self, *, everything: bool = False) -> Iterator[str]:
        walk, columns = self._walk, shutil.get_terminal_size((100, 24)).columns
        return step_lines(
            walk.step, walk.numbers, self._paint, columns, reviewed=walk.is_reviewed, everything=everything
        )

    def _ask(self) -> _Then:
        key = self._answers.key()
        if key is None:
            return _Then.END
        act = self._keys.get(key)
        if act is None:
            return self._say("no such key; ? shows the keys")
        try:
            return act()
        except NotKept:
            raise  # whatever is said next would be lost too
        except UsageError as error:
            return self._say(str(error))

    def _say(self, message: str) -> _Then:
        output.lines([self._paint("  " + message, "warning")])
        return _Then.ASK

    # Saying something

    def _judge(self, key: str, value: JSON) -> _Then:
        step = self._walk.step
        self._walk.judge(key, self._review.allowed(key, value))
        output.lines([self._paint(f"  step {step.number}: {key} {value}", "good")])
        return _Then.ASK

    def _tell(self, key: str) -> _Then:
        self._review.allowed(key, "to be said")  # before anybody writes in vain
        text = self._answers.line(key)
        if text is None:
            return _Then.END
        return self._judge(key, text) if text.strip() else self._say("nothing was said, so nothing is kept")

    def _feedback(self) -> _Then:
        self._review.allowed("feedback_type", FEEDBACK_TYPES[0])
        text = self._answers.line(f"feedback type ({', '.join(FEEDBACK_TYPES)})")
        if text is None:
            return _Then.END
        return self._judge("feedback_type", self._review.feedback(text))

    def _undo(self) -> _Then:
        gone = self._walk.undo()
        if gone is None:
            return self._say("there is no note of yours to take back")
        what = "the review" if gone.key == REVIEWED else gone.key
        output.lines([self._paint(f"  step {self._walk.number}: {what} is taken back", "good")])
        return _Then.SHOW

    # Going somewhere

    def _next(self) -> _Then:
        walk = self._walk
        is_new = not walk.is_reviewed
        if not walk.mark():
            self._say("somebody else has said something about this step meanwhile; look at it again")
            return _Then.SHOW
        at_end = walk.number == len(walk.steps)
        if not walk.remaining and (is_new or at_end):
            return _Then.END
        if not at_end:
            walk.number += 1
            return _Then.SHOW
        walk.number = walk.left[0]
        self._say(f"that was the last step; step {walk.number} is not reviewed yet")
        return _Then.SHOW

    def _move(self, by: int) -> _Then:
        if not 1 <= self._walk.number + by <= len(self._walk.steps):
            return self._say("this is the last step; q quits" if by > 0 else "this is the first step")
        self._walk.number += by
        return _Then.SHOW

    def _go(self) -> _Then:
        text = self._answers.line("go to step")
        if text is None:
            return _Then.END
        numbers = {str(step.number): step.number for step in self._walk.steps}
        if text.strip() not in numbers:
            return self._say(f"{text!r} is no step; there are {len(self._walk.steps)}")
        self._walk.number = numbers[text.strip()]
        return _Then.SHOW

    # Looking

    def _whole(self) -> _Then:
        output.paged(self._lines(everything=True), with_pager=True)
        return _Then.ASK

    def _help(self) -> _Then:
        output.lines(KEYS.splitlines())
        return _Then.ASK
