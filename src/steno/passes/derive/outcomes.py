"""Says what came of a call: whether it worked, what was known before it, and what it changed.

Says nothing of what an exit code means to its program.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno import idioms
from steno.base.counts import number_of
from steno.idioms import FileReport
from steno.model import Event, Lifecycle, Note, Reported, ToolResult
from steno.model.calls import text_of
from steno.model.steps import derived
from steno.passes.derive import scripts
from steno.passes.derive.act import Act, Verdict, code
from steno.passes.derive.anchors import ERROR, FAILED, TROUBLE
from steno.passes.derive.operations import Operations

FLAGGED = code("070", "tool-result-error", "The call failed: its result says that it is an error.")
EXIT = code(
    "071", "exit-code",
    "A command that ended with exit code 0 worked; any other failed. The code is in the result of a command-line "
    "tool, or in the program's own record of the call. Steno does not interpret other codes, such as those that mean "
    "that nothing was found.",
)  # fmt: skip
CLEAR = code("072", "tool-result-ok", "The call worked: its result says that it is not an error.")
REPORTED = code("073", "reported-success", "The program's own report of the call says whether it succeeded.")
APPLIED = code("074", "patch-applied", "The call worked: the program reports the change that it made to the file.")
STATUS = code("075", "http-status", "A request answered with a status from 200 to 399 worked.")
STOPPED = code("076", "interrupted", "The call did not do what it should: the program reports that it was interrupted.")
SEEN = code(
    "077", "outcome-seen",
    "What the agent saw when it took the step: the exit code or the error of the call that it responds to, in "
    "the words of the log.",
)  # fmt: skip
BEFORE = code("078", "file-before", "The state of the file before it was written, according to the result of the call.")
CHANGED = code(
    "079", "file-changed", "What the call changed in files, according to its result or the program's report."
)
ENDED = code("080", "command-ended", "The exit code of the command.")
CODES = (FLAGGED, EXIT, CLEAR, REPORTED, APPLIED, STATUS, STOPPED, SEEN, BEFORE, CHANGED, ENDED)

_QUOTED = 300


def judge(acts: list[Act]) -> None:
    """Decide of every call whether it worked, where the log says so."""
    for act in acts:
        if act.call is not None:
            act.verdict = _verdict(act)
            if act.verdict is not None and not act.verdict.success:
                act.action, act.rule = ERROR, FAILED.name
        elif act.rule == TROUBLE.name:
            act.verdict = Verdict(False, TROUBLE.name, (act.event.uid,))


def _verdict(act: Act) -> Verdict | None:
    if act.inside is not None:
        return scripts.judged(act, _signed)
    for event in act.about:
        if (found := _signed(event)) is not None:
            return found
    return None if act.result is None else _signed(act.result)


def _signed(event: Event) -> Verdict | None:
    """What a result, or a record of the program's own, says of a call."""
    signs, own, body = event.signs, (event.uid,), event.body
    error = body.error if isinstance(body, ToolResult) else UNSET
    if isinstance(signs.exit, int):
        return Verdict(signs.exit == 0 and error is not True, EXIT.name, own, signs.exit)
    if error is True:
        return Verdict(False, FLAGGED.name, own)
    if signs.interrupted:
        return Verdict(False, STOPPED.name, own)
    if isinstance(signs.reported, Reported):
        rule, success = _REPORTED[signs.reported]
        return Verdict(success, rule.name, own)
    return Verdict(True, CLEAR.name, own) if error is False else None


_REPORTED = {
    Reported.SUCCEEDED: (REPORTED, True),
    Reported.FAILED: (REPORTED, False),
    Reported.APPLIED: (APPLIED, True),
    Reported.ANSWERED: (STATUS, True),
    Reported.REFUSED: (STATUS, False),
}


def failure(act: Act) -> str:
    """How a call failed, in the log's own words: its exit code and the first line that says something."""
    verdict = act.verdict
    code = f"exit code {verdict.exit}" if verdict is not None and verdict.exit is not None else ""
    body = act.returned
    text = _message(text_of(body.content)) if body is not None else None
    quoted = quote(text) if text else ""
    return ": ".join(part for part in (code, quoted) if part)


def _message(text: str | None) -> str | None:
    """The first line of a result that says something, without what the program put before it."""
    if text is None:
        return None
    start = idioms.preamble(text)
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if line := text[start:end].strip():
            return line
        start = end + 1
    return None


def quote(line: str) -> str:
    """A whole line in quotation marks, or how long it is: a part of one may be a part of a secret, which nobody knows.

    Redaction comes after this, and finds only what is whole.
    """
    return f'"{line}"' if len(line) <= _QUOTED else f"a line of {number_of(len(line), 'character')}"


def notes(act: Act, operations: Operations) -> Iterator[Note]:
    event, verdict = act.event, act.verdict
    if verdict is not None:
        yield derived(verdict.rule, "success", verdict.success, event, verdict.of)
    if act.action == "user_message":
        return
    if act.call is not None and (found := _before(act)) is not None:
        yield derived(BEFORE.name, "observation", found, event, (act.result.uid,) if act.result else ())
    elif (known := _seen(act, operations)) is not None:
        yield known
    if act.call is None or (verdict is None and act.inside is None):
        return
    if (changed := _changed(act)) is not None:
        yield derived(CHANGED.name, "state_change", changed[0], event, changed[1])
    elif verdict is not None and verdict.exit is not None:
        yield derived(
            ENDED.name, "state_change", f"The command ended with exit code {verdict.exit}.", event, verdict.of
        )


def _seen(act: Act, operations: Operations) -> Note | None:
    """The outcome of the one call to whose result the step answers."""
    causes = act.causes
    if causes is None or len(causes.acts) != 1:
        return None
    cause = causes.acts[0]
    if cause.call is None or cause.verdict is None or cause.index > act.index:
        return None
    name = operations.name(cause.call)[0]
    if cause.verdict.success:
        if cause.verdict.exit is None:
            return None
        text = f"{name} had ended with exit code 0."
    else:
        text = f"{name} had failed: {how}." if (how := failure(cause)) else f"{name} had failed."
    result = () if cause.result is None else (cause.result.uid,)
    return derived(SEEN.name, "observation", text, act.event, tuple(dict.fromkeys((*cause.verdict.of, *result))))


def _before(act: Act) -> str | None:
    for report in _stated(act.returned):
        if report.change == "add" and not report.before:
            return f"{report.path} did not exist."
        return f"{report.path} had {_lines(report.before)}." if report.before is not None else None
    return None


def _changed(act: Act) -> tuple[str, tuple[str, ...]] | None:
    if act.inside is not None:
        return scripts.changed(act)
    if act.verdict is None or not act.verdict.success:
        return None
    if act.result is not None and (text := _patched(_stated(act.returned))) is not None:
        return text, (act.result.uid,)
    for event in act.about:
        if isinstance(event.body, Lifecycle) and (reports := idioms.file_reports(event.body.data)):
            return " ".join(f"{each.path} was {scripts.CHANGES[each.change]}." for each in reports), (event.uid,)
    return None


def _stated(body: ToolResult | None) -> list[FileReport]:
    """What the details of a result say of the change to a file."""
    found = idioms.file_reports(body.detail) if body is not None else []
    return [report for report in found if report.hunks is not None]


def _patched(reports: list[FileReport]) -> str | None:
    for report in reports:
        if report.change == "add" and report.after is not None:
            return f"{report.path} was created with {_lines(report.after)}."
        lines = [line for hunk in report.hunks or () for line in hunk.lines]
        if lines:
            added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
            return f"{report.path} was changed: lines added: {added}, lines removed: {removed}."
    return None


def _lines(text: str) -> str:
    count = text.count("\n") + (not text.endswith("\n") and text != "")
    return number_of(count, "line")
