"""`steno review`"""

from __future__ import annotations

import enum
import shutil
from collections.abc import Callable

import click

from steno.base.counts import number_of
from steno.cli import exits, judgements, options, output
from steno.cli.keys import Answers, answers
from steno.cli.subject import Subject, author, pen, subject
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.formats.forsy import words
from steno.model import JSON
from steno.notes.level import REVIEWED
from steno.notes.sidecar import NotKept
from steno.notes.walk import Walk
from steno.render.review import step_lines
from steno.render.terminal import Paint

HELP = """\
  +  0  -    judge the step: good, neutral, bad
  r          say why it is judged so
  d          say what should have been done instead
  f          of a user's message: which kind of feedback it is
  n, Return  next; the step counts as reviewed
  s          skip to the next, without reviewing this one
  p          previous
  g          go to a step by its number
  v          show the whole of this step's texts
  u          undo the last note
  q          quit; everything is saved already
  ?          this help"""


@click.command("review")
@options.word()
@click.option("--step", "number", type=int, metavar="N", help="Begin here, instead of where the review stopped.")
@author
@options.no_subagents
@options.source_format
@options.colour
def command(
    word: str,
    number: int | None,
    name: str | None,
    role: str | None,
    no_subagents: bool,
    source_format: str | None,
    colour: str,
) -> int:
    """Walk over the steps of a trace and judge them, key by key; ? shows the keys.

    SESSION is a path, the beginning of a session's id, @latest, or @-2.  Each decision is written at once, and a later
    review by the same author goes on where this one stopped.

    When one author has reviewed every step, the validation level rises to human_reviewed, model_reviewed,
    expert_reviewed or client_validated, by their role.  It falls again when somebody else says something about a
    step, or when a step's content changes.

    Without a terminal, keys are lines of standard input: `d Read the file first` gives a directive.

    \b
      steno review @latest --author Mara --role human
      steno review trace.json --step 12 --author "Dr. Ode" --role expert
    """
    writer = pen(name, role)
    found: list[Diagnostic] = []
    about = subject(word, found.append, format=source_format, subagents=not no_subagents)
    if not about.steps:
        raise UsageError(f"{word}: the trace has no steps, so there is nothing to review")
    walk = Walk(about.trace, about.notes, writer, found.append)
    if number is not None:
        walk.number = about.step(number).number
    output.warn(found, named=True)
    try:
        if walk.remaining or number is not None:
            _Review(walk, answers(), output.paint(colour)).run()
    finally:
        _summary(walk, about, writer.author)
    return exits.Exit.DONE


class _Then(enum.Enum):
    SHOW = enum.auto()
    ASK = enum.auto()
    END = enum.auto()


class _Review:
    """One run of questions and answers."""

    def __init__(self, walk: Walk, answers: Answers, paint: Paint) -> None:
        self._walk, self._answers, self._paint = walk, answers, paint
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
            "s": self._skip,
            "p": self._previous,
            "\x1b[D": self._previous,
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

    def _lines(self, *, everything: bool = False) -> list[str]:
        walk = self._walk
        columns = shutil.get_terminal_size((100, 24)).columns
        lines = step_lines(
            walk.step, walk.numbers, self._paint, columns, reviewed=walk.is_reviewed, everything=everything
        )
        return list(lines)

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
        self._walk.judge(key, judgements.of_step(key, value, step, self._walk.steps))
        output.lines([self._paint(f"  step {step.number}: {key} {value}", "good")])
        return _Then.ASK

    def _tell(self, key: str) -> _Then:
        judgements.of_step(key, "to be said", self._walk.step, self._walk.steps)  # before anybody writes in vain
        text = self._answers.line(key)
        if text is None:
            return _Then.END
        return self._judge(key, text) if text.strip() else self._say("nothing was said, so nothing is kept")

    def _feedback(self) -> _Then:
        judgements.of_step("feedback_type", words.FEEDBACK_TYPES[0], self._walk.step, self._walk.steps)
        text = self._answers.line(f"feedback type ({', '.join(words.FEEDBACK_TYPES)})")
        if text is None:
            return _Then.END
        return self._judge("feedback_type", judgements.chosen(text, words.FEEDBACK_TYPES))

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

    def _skip(self) -> _Then:
        if self._walk.number == len(self._walk.steps):
            return self._say("this is the last step; q quits")
        self._walk.number += 1
        return _Then.SHOW

    def _previous(self) -> _Then:
        if self._walk.number == 1:
            return self._say("this is the first step")
        self._walk.number -= 1
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
        output.paged(self._lines(everything=True), pager=True)
        return _Then.ASK

    def _help(self) -> _Then:
        output.lines(HELP.splitlines())
        return _Then.ASK


def _summary(walk: Walk, about: Subject, by: str) -> None:
    """Where the review stands, whichever way it ended."""
    standing = walk.standing()
    if standing is not None and standing.complete:
        exits.say(f"{by} has reviewed every step: validation level {standing.level}", "")
    else:
        steps = number_of(len(walk.steps), "step")
        exits.say(f"{by} has reviewed {len(walk.steps) - walk.remaining} of {steps} as they stand", "")
        if standing is not None and not walk.remaining and standing.whole_edited:
            exits.say(
                "others have said something of the whole trace since: `steno note SESSION --list` shows it, "
                "`steno note SESSION --reviewed` marks it as reviewed",
                "",
            )
    exits.say(f"notes are kept in {about.notes}", "")
