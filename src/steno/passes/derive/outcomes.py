"""Says of each call whether it worked, where the log shows it, and how it failed.

What a command line and its output prove is not decided here: `steno.verdicts` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from steno import idioms, tools
from steno.base.counts import number_of
from steno.model import Event, Note, Reported, ToolResult
from steno.model.calls import as_object, command_of, text_of
from steno.model.steps import derived
from steno.passes.derive import scripts
from steno.passes.derive.act import Act, Verdict, code
from steno.passes.derive.anchors import ERROR, FAILED, TROUBLE

FLAGGED = code("070", "tool-result-error", "The call failed: its result says that it is an error.")
EXIT = code(
    "071", "exit-code",
    "A command that ended with exit code 0 worked; any other failed. The code is in the result of a command-line "
    "tool, or in the program's own record of the call. It decides only where it is the code of the command that "
    "matters: behind `| tail`, `|| true` or `; echo done` it is another's, and the output is asked instead "
    "(derive/own-verdict, derive/own-error-line, derive/no-complaint, derive/printed-exit-code).",
)  # fmt: skip
CLEAR = code(
    "072", "tool-result-ok",
    "The call worked: its result says that it is not an error. Of a command line that means exit code 0, and is "
    "weighed like one.",
)  # fmt: skip
REPORTED = code("073", "reported-success", "The program's own report of the call says whether it succeeded.")
APPLIED = code("074", "patch-applied", "The call worked: the program reports the change that it made to the file.")
STATUS = code("075", "http-status", "A request answered with a status from 200 to 399 worked.")
STOPPED = code("076", "interrupted", "The call did not do what it should: the program reports that it was interrupted.")
ANSWER = code(
    "081", "answer-no",
    "A search that finds nothing and a comparison that finds a difference worked: `grep`, `rg`, `diff`, `cmp` and "
    "`test` end with 1 to say no, and with 2 where they fail. So nothing failed if the line ends with one of them, its "
    "exit code is 1, and no other command of the line complains. `which`, `pgrep` and others end with 1 in both cases: "
    "of these, `success` is left open. It is left open as well where the agent marked the result as an error.",
)  # fmt: skip
PRINTED = code(
    "082", "printed-exit-code",
    "A line that ends with `; echo $?` prints the exit code of the command before. That code decides, and not the one "
    "of `echo`. Behind a pipe `$?` is the code of the last command of the pipe, and decides nothing.",
)  # fmt: skip
SUMMARY = code(
    "083", "own-verdict",
    "Where the exit code is another command's, the program's own words decide: the summary of a test runner, the count "
    "of a linter, the last line of a package manager, a traceback that ends the output. They count only if no command "
    "of the line prints what others wrote, such as `cat`, `git log` or `grep` on a file; and success only if the end "
    "of the output is seen or one line speaks of everything. A compiler that prints nothing unless it finds an error, "
    "and printed nothing, worked. Of an output of more than 28,000 characters, the first 8,000 and the last 20,000 are "
    "looked at.",
)  # fmt: skip
COMPLAINT = code(
    "084", "own-error-line",
    "Where the exit code is another command's, a line in which a program of the command line names itself and an error "
    "(`cat: bed: No such file or directory`, `fatal: …` of git) says that it failed. It decides nothing if the line "
    "goes on with something else in that case (`||`), or if other commands were run beside it.",
)  # fmt: skip
QUIET = code(
    "110", "no-complaint",
    "The exit code is 0, and all commands that it does not speak of are such as print a line of their own when they "
    "fail: `ls`, `cat`, `grep`, `find`, `git log` and the like. None did, so the line worked. It is left open if their "
    "complaints were thrown away (`2>/dev/null`) and nothing was printed. The same holds for a command whose exit code "
    "was not kept, if it printed anything.",
)  # fmt: skip
UNFLAGGED = code(
    "111", "not-flagged",
    "The call worked: the result is in the agent's own log, the agent marks every result that is an error, and this "
    "one has no mark. It does not count for tools whose result may say in words alone that they failed, nor for what a "
    "trace format kept of such a log.",
)  # fmt: skip
LATER = code(
    "112", "ended-later",
    "A process, a task or a sub-agent that was started and went on is judged by its end, which a later record states: "
    "the exit code or the status in the result of a call that asks for it, or in a notice of the program. Word that it "
    "was started says nothing of how it went; without word of the end, `success` is left open.",
)  # fmt: skip
CODES = (
    FLAGGED, EXIT, CLEAR, REPORTED, APPLIED, STATUS, STOPPED, ANSWER, PRINTED, SUMMARY, COMPLAINT, QUIET, UNFLAGGED,
    LATER,
)  # fmt: skip

_QUOTED = 300
_NAMING = ("session_id", "bash_id", "shell_id", "task_id", "cell_id")
"""The arguments that name what an earlier call started."""
_GROUNDS = {
    "ANSWER": ANSWER,
    "PRINTED": PRINTED,
    "SUMMARY": SUMMARY,
    "COMPLAINT": COMPLAINT,
    "NO_COMPLAINT": QUIET,
}
_ZERO = (EXIT.name, CLEAR.name, UNFLAGGED.name)
"""Of a command line, what these say is an exit code."""


def judge(acts: list[Act], events: tuple[Event, ...]) -> None:
    """Decide of every call whether it worked, where the log says so."""
    where = {event.uid: index for index, event in enumerate(events)}
    started = False
    for act in acts:
        if act.call is not None:
            body = act.returned
            goes_on = body is not None and idioms.launched(body)
            started = started or goes_on
            act.verdict = _verdict(act, where, goes_on=goes_on)
        elif act.rule == TROUBLE.name:
            act.verdict = Verdict(False, TROUBLE.name, (act.event.uid,), at=act.index)
    if started:
        _Tasks(acts).walk(events)
    for act in acts:
        if act.call is not None and act.verdict is not None and not act.verdict.success:
            act.action, act.rule = ERROR, FAILED.name


def _verdict(act: Act, where: dict[str, int], *, goes_on: bool) -> Verdict | None:
    def signed(event: Event) -> Verdict | None:
        return _signed(event, where.get(event.uid, 0))

    if act.inside is not None:
        told = scripts.judged(act, signed)
        return _unstated(act, where) if told is None else _weighed(act, told, act.returned)
    result = () if act.result is None or goes_on else (act.result,)
    found = next((verdict for event in (*act.about, *result) if (verdict := signed(event)) is not None), None)
    return None if found is None else _weighed(act, found, act.returned)


def _signed(event: Event, at: int) -> Verdict | None:
    """What a result, or a record of the program's own, says of a call."""
    signs, own, body = event.signs, (event.uid,), event.body
    error = body.error if isinstance(body, ToolResult) else UNSET
    if isinstance(signs.exit, int):
        return Verdict(signs.exit == 0 and error is not True, EXIT.name, own, signs.exit, at)
    if error is True:
        return Verdict(False, FLAGGED.name, own, at=at)
    if signs.interrupted:
        return Verdict(False, STOPPED.name, own, at=at)
    if isinstance(signs.reported, Reported):
        rule, success = _REPORTED[signs.reported]
        return Verdict(success, rule.name, own, at=at)
    return Verdict(True, CLEAR.name, own, at=at) if error is False else None


_REPORTED = {
    Reported.SUCCEEDED: (REPORTED, True),
    Reported.FAILED: (REPORTED, False),
    Reported.APPLIED: (APPLIED, True),
    Reported.ANSWERED: (STATUS, True),
    Reported.REFUSED: (STATUS, False),
    Reported.UNFLAGGED: (UNFLAGGED, True),
}


def _weighed(act: Act, found: Verdict, returned: ToolResult | None) -> Verdict | None:
    """What an exit code proves of the command line that ended with it."""
    line = _line(act)
    if line is None or found.rule not in _ZERO:
        return found
    text = text_of(returned.content) if returned is not None else None
    from steno.verdicts.commands import Grounds, judge_exit  # costs start-up, and only a command line asks

    outcome = judge_exit(line, found.exit or 0, idioms.output(text or ""))
    if outcome is not None and outcome.grounds is Grounds.EXIT:
        return found
    if outcome is None or returned is None:
        return None  # what nobody has kept says nothing
    if outcome.grounds is Grounds.ANSWER:
        # The agent took it for an error, and a search says that nothing failed: one of them is wrong.
        return (
            None if returned is not None and returned.error is True else replace(found, success=True, rule=ANSWER.name)
        )
    return replace(found, success=outcome.worked, rule=_GROUNDS[outcome.grounds.name].name, exit=None)


def _unstated(act: Act, where: dict[str, int]) -> Verdict | None:
    """What the output of a command says of it, where a script ended that ran it and kept its exit code to itself."""
    line, result, returned = _line(act), act.result, act.returned
    if line is None or result is None or returned is None or not result.signs.completed:
        return None
    from steno.verdicts.commands import judge_exit

    outcome = judge_exit(line, None, idioms.output(text_of(returned.content) or ""))
    if outcome is None:
        return None
    return Verdict(outcome.worked, _GROUNDS[outcome.grounds.name].name, (result.uid,), at=where.get(result.uid, 0))


def _line(act: Act) -> str | None:
    if act.call is None or act.call.tool not in tools.shells():
        return None
    return command_of(as_object(act.call.arguments))


class _Tasks:
    """What was started and goes on, until a record speaks of its end."""

    def __init__(self, acts: list[Act]) -> None:
        self._returns = {act.result.uid: act for act in acts if act.result is not None and act.call is not None}
        self._open: dict[str, Act] = {}

    def walk(self, events: tuple[Event, ...]) -> None:
        for index, event in enumerate(events):
            act = self._returns.get(event.uid)
            if act is not None and (body := act.returned) is not None and idioms.launched(body):
                for id in idioms.given(body):
                    self._open.setdefault(id, act)
            elif self._open:
                if act is not None and isinstance(event.signs.exit, int):
                    self._exited(act, event, index)
                for word in idioms.ended(event.body):
                    self._ended(word.id, _told(word, event, index), act)

    def _exited(self, act: Act, event: Event, index: int) -> None:
        """A call that names a process tells that it ended."""
        given = as_object(act.call.arguments) if act.call is not None else {}
        for id in (str(given[key]) for key in _NAMING if isinstance(given.get(key), str | int)):
            exit = event.signs.exit
            self._ended(
                id, Verdict(exit == 0, LATER.name, (event.uid,), exit if isinstance(exit, int) else None, index), act
            )
            break

    def _ended(self, id: str, found: Verdict | None, act: Act | None) -> None:
        started = self._open.pop(id, None) if found is not None else None
        if found is None or started is None or started.verdict is not None:
            return
        if found.exit is not None:
            exit_like = replace(found, rule=EXIT.name)
            weighed = _weighed(started, exit_like, act.returned if act is not None else None)
            started.verdict = weighed and (found if weighed == exit_like else weighed)
        else:
            started.verdict = found
        if act is not None:
            started.ended, act.ends = act, started


def _told(word: idioms.Ended, event: Event, index: int) -> Verdict | None:
    if word.exit is None and word.failed is None:
        return None
    success = word.exit == 0 if word.exit is not None else not word.failed
    return Verdict(success, LATER.name, (event.uid,), word.exit, index)


def failure(act: Act) -> str:
    """How a call failed, in the log's own words: its exit code and the line that names the error."""
    verdict = act.verdict
    code = f"exit code {verdict.exit}" if verdict is not None and verdict.exit is not None else ""
    body = act.returned if act.ended is None else act.ended.returned
    text = text_of(body.content) if body is not None else None
    from steno.verdicts.commands import shows  # costs start-up, and only what failed asks
    from steno.verdicts.lines import error_line

    command = _line(act)
    shown = command is not None and shows(command)
    line = error_line(idioms.output(text), message=command is None, shown=shown) if text else None
    return ": ".join(part for part in (code, quote(line) if line else "") if part)


def quote(line: str) -> str:
    """A whole line in quotation marks, or how long it is: a part of one may be a part of a secret, which nobody knows.

    Redaction comes after this, and finds only what is whole.
    """
    return f'"{line}"' if len(line) <= _QUOTED else f"a line of {number_of(len(line), 'character')}"


def notes(act: Act) -> Iterator[Note]:
    if act.verdict is not None:
        yield derived(act.verdict.rule, "success", act.verdict.success, act.event, act.verdict.of)
