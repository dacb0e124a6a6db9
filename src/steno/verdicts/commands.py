"""Says of a command line whether it worked, from its exit code and its output.  Knows no agent and no log.

An exit code is that of the last command.  What stands before a `|`, a `;` or a `||` may have failed behind it; then the
output is asked: for an exit code that the line itself prints, for the words in which a program says how it fared, for a
line in which it names itself.  Where none of these decides, nothing is said.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from msgspec import Struct

from steno.base.patterns import deferred
from steno.shell.parse import Command, Line, parse
from steno.verdicts import programs
from steno.verdicts.lines import lines_of, plain
from steno.verdicts.summaries import View, verdict


class Grounds(Enum):
    """What decides."""

    EXIT = "exit"
    """The exit code."""
    ANSWER = "answer"
    """An exit code 1 that is an answer."""
    PRINTED = "printed"
    """The exit code that the line prints."""
    SUMMARY = "summary"
    """What the program says of how it fared."""
    COMPLAINT = "complaint"
    """A line in which a program says that it failed."""
    NO_COMPLAINT = "no complaint"
    """All that the exit code does not speak of would say so, had it failed; none did."""


class Outcome(Struct, frozen=True):
    worked: bool
    grounds: Grounds


_WORKED: Final = Outcome(True, Grounds.EXIT)
_FAILED: Final = Outcome(False, Grounds.EXIT)
_SHELL = deferred(r"(?:/\S*/)?(?:ba|z|da|k|fi)?sh:|\S+: line \d+: |\(eval\):\d+:|.{0,80}: command not found$")
_MARKS: Final = ("sh:", "(eval):", ": line ", ": command not found")
"""Without any of these, no line is the shell's."""
_STATUS = re.compile(r"\$\??\{?\?\}?|\$\{PIPESTATUS\[0\]\}|\$\{?pipestatus\[1\]\}?")
_DISCARD: Final = "/dev/null"
_TEN: Final = 10
"""So many lines `head` lets through, where it is not told otherwise."""
_LONG: Final = 10
"""No exit code and no count of lines has so many digits."""


def judge_exit(line: str, exit: int | None, output: str) -> Outcome | None:
    """Whether a command line worked.

    Args:
        line: As it was given to the shell.
        exit: The exit code of the whole; None where nobody has kept it, so that only the output can tell.
        output: What the agent saw of its output.
    """
    found = parse(line)
    if exit:
        return _ended(found, exit, output)
    if exit is None and not output.strip():
        return None
    return _passed(found, line, output, known=exit is not None)


def shows(line: str) -> bool:
    """Whether a command line prints what others wrote."""
    return any(programs.shows(each) for each in _sources(parse(line)))


def _ended(line: Line, exit: int, output: str) -> Outcome | None:
    """An exit code that is not 0 says that something failed, or it is an answer."""
    commands = [each for each in line.commands if each.words]
    last = commands[-1] if commands else None
    if exit != 1 or last is None:
        return _FAILED
    if programs.doubtful(last):
        return None
    if not programs.answers(last):
        return _FAILED
    others = commands[:-1]
    if _complaint(output, commands):
        return _FAILED
    if all(programs.complains(each) for each in others):
        return Outcome(True, Grounds.ANSWER)
    sources = [each for each in _sources(line) if each is not last]
    return Outcome(False, Grounds.SUMMARY) if _told(line, output, others, sources) is False else None


def _passed(line: Line, text: str, output: str, *, known: bool) -> Outcome | None:
    """What an exit code 0 says, or none at all, and the output where that is not enough."""
    all_ = [each for each in line.commands if each.words and not programs.cannot_fail(each)]
    hidden = [each for each in all_ if not each.proves] if known else all_
    if not hidden:
        return _WORKED if known else None
    runs = [each for each in hidden if not programs.complains(each)]
    if (printed := _printed(line, output)) is not None and (printed or len(runs) <= 1):
        return Outcome(printed == 0, Grounds.PRINTED)
    if _complaint(output, hidden):
        # Where something else is done instead, or others were asked for too, it need not have failed as a whole.
        alone = len(line.pipelines) == 1 or all(_SHELL().match(each) for each in lines_of(output))
        once = "||" not in text and (bool(runs) or alone)
        return Outcome(False, Grounds.COMPLAINT) if once else None
    if runs:
        told = _told(line, output, runs, _sources(line))
        return None if told is None else Outcome(told, Grounds.SUMMARY)
    if not output.strip() and any(_is_mute(each) for each in hidden):
        return None
    return Outcome(True, Grounds.NO_COMPLAINT)


def _complaint(output: str, commands: list[Command]) -> bool:
    """Whether one of these programs, or the shell, says in a line that something failed."""
    names = frozenset(each.program for each in commands)
    if not programs.speaks(output, names) and not any(mark in output for mark in _MARKS):
        return False
    return any(programs.own_error(each, names) or _SHELL().match(each) for each in lines_of(output))


def _told(line: Line, output: str, runs: list[Command], sources: list[Command]) -> bool | None:
    """What the programs say of how they fared, where nobody else's words can be in the output."""
    written = {each.target for run in runs for each in run.redirections}
    if any(programs.shows(first) and not written.intersection(first.arguments) for first in sources):
        return None
    view = min((_view(line, run, output) for run in runs), default=View.PART)
    if not output.strip():
        quiet = view is not View.PART and all(programs.silent(run) and not _is_mute(run) for run in runs)
        return True if quiet else None
    found = verdict(plain(output), view)
    # Of several programs, one may have passed and another not; but `&&` goes on only after what worked.
    alike = all(run.proves for run in runs) and len({run.program for run in runs}) == 1
    return None if found and len(runs) > 1 and not alike else found


def _sources(line: Line) -> list[Command]:
    """What stands first in a pipeline that prints: the others only pass on what they are given."""
    return [each.commands[0] for each in line.pipelines if each.commands and not _is_kept(each.commands[-1])]


def _is_kept(command: Command) -> bool:
    """Whether what it prints goes into a file."""
    return any(each.sign in (">", ">>", ">|") and each.descriptor in ("", "1") for each in command.redirections)


def _view(line: Line, run: Command, output: str) -> View:
    """How much of what a program printed is seen behind the filters after it."""
    pipeline = next(each.commands for each in line.pipelines if run in each.commands)
    return min((_through(each, output) for each in pipeline[pipeline.index(run) + 1 :]), default=View.WHOLE)


def _through(command: Command, output: str) -> View:
    if command.program in programs.FILTERS:
        return View.WHOLE
    if command.program == "tail" and not any(word.startswith(("+", "-n+")) for word in command.arguments):
        return View.END
    if command.program == "head" and "-c" not in command.arguments:
        return View.WHOLE if output.rstrip("\n").count("\n") + 1 < _limit(command) else View.PART
    # A search for failures shows them, or there are none.
    shows_failures = "fail" in " ".join(command.arguments).lower() and "-v" not in command.arguments
    return View.END if programs.answers(command) and shows_failures else View.PART


def _limit(command: Command) -> int:
    """How many lines it lets through."""
    for word in command.arguments:
        number = _number(word.removeprefix("-").removeprefix("n").removeprefix("-lines="))
        if number is not None:
            return number
    return _TEN


def _is_mute(command: Command) -> bool:
    """Whether what it has to complain of is thrown away."""
    if command.program == "curl":
        return any(word.startswith("-s") and "S" not in word for word in command.arguments)
    return any(
        each.target == _DISCARD and (each.descriptor == "2" or each.sign.startswith("&"))
        for each in command.redirections
    )


def _printed(line: Line, output: str) -> int | None:
    """The exit code of the command before, where the line ends by printing it."""
    *_, before, end = ((), (), *(pipeline.commands for pipeline in line.pipelines))
    said = " ".join(end[-1].arguments) if end and end[-1].program == "echo" else ""
    found = _STATUS.search(said)
    if not before or found is None or (len(before) > 1 and found[0] in ("$?", "${?}")):
        return None
    head, tail = said[: found.start()].strip(), said[found.end() :].strip()
    shown = next(reversed(list(lines_of(output))), "")
    number = _number(shown.removeprefix(head).removesuffix(tail).strip())
    return None if "$" in head + tail else number


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < _LONG else None
