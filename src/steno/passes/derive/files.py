"""Which files a call changed and how, as far as the log proves it: what artifacts and changes are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from steno import idioms
from steno.edits import calls, diffs, printed
from steno.edits.calls import Append, Delete, FileAction, Move, Replace, Seen, Tried, Whole
from steno.idioms import FileReport
from steno.model import Event, Lifecycle, LifecycleKind
from steno.passes.derive.act import Act
from steno.tools import Tool


class Made(Struct, frozen=True):
    """What became of one file."""

    path: str
    """As the agent spelled it."""
    steps: tuple[FileAction, ...]
    """Empty where the program says only that the file was changed."""
    known: Mapping[str, Any]
    report: FileReport | None
    """What the program says of it."""

    @property
    def new(self) -> bool:
        """Whether the log says that there was no file before."""
        return bool(self.known.get("new"))

    @property
    def mixed(self) -> bool:
        """Whether the human changed what the call names."""
        return bool(self.known.get("mixed"))

    def existed(self) -> bool | None:
        """Whether there was a file before; None where the log does not say."""
        if self.new:
            return False
        whole = bool(self.steps) and isinstance(self.steps[0], Whole | Append) and self.known.get("before") is None
        return None if whole else True

    def diff(self) -> str | None:
        """As the program reports it, or else of the lines that the call names."""
        report = self.report
        text = None if report is None else diffs.of_hunks(report.hunks or ()) or report.diff
        if text and "@@" in text:
            return text if text.endswith("\n") else text + "\n"
        steps = tuple(step for step in self.steps if not isinstance(step, Move))
        return None if self.mixed else diffs.of_steps(steps, self.known)

    def after(self) -> str | None:
        """The whole file afterwards; None where the log does not have it."""
        if len(self.steps) != 1:
            return None  # to do many edits of one long file is not linear
        step, before = self.steps[0], self.known.get("before")
        if isinstance(step, Whole) and self.report is not None and self.report.after is not None:
            return self.report.after
        if self.mixed:
            return None
        if isinstance(step, Whole):
            return step.text
        if isinstance(step, Replace) and isinstance(before, str) and step.old in before:
            return before.replace(step.old, step.new, -1 if step.every else 1)
        return None


def look(acts: Iterable[Act], table: Mapping[str, Tool]) -> None:
    """See what each call did to files, and what the programs that it ran say they did."""
    for act in acts:
        if act.call is not None:
            act.made, act.printed = _made(act, table), printed.of_call(act.call, act.returned)


def _made(act: Act, table: Mapping[str, Tool]) -> list[Made]:
    """What a call did to files: as the program reports it, or else as the call says, if it worked."""
    told: dict[object, list[Made]] = {}
    for event in act.about:
        # What is told twice of one call was done once; what a script did has calls of its own.
        if event.signs.lifecycle is LifecycleKind.CHANGES and event.call not in told:
            told[event.call] = of_report(event)
    reported = [each for found in told.values() for each in found]
    if reported and all(each.steps for each in reported):
        return reported
    return _asked(act, table) or reported


def _asked(act: Act, table: Mapping[str, Tool]) -> list[Made]:
    """As the call says, and the details of its result."""
    if act.result is None or not _worked(act):
        return []
    reports = calls.reports_of(act.result)
    done = calls.done(act.event, act.result, reports, table)
    return [Made(path, steps, known, _about(path, reports)) for path, steps, known in done if _counts(steps, known)]


def _worked(act: Act) -> bool:
    """Whether it did what it says of files; a script that ended did, whatever came of the other calls in it."""
    if act.inside is not None and act.result is not None and act.result.signs.completed:
        return True
    return act.verdict is not None and act.verdict.success


def of_report(event: Event) -> list[Made]:
    """What a record of the program's own says of files; nothing where that failed."""
    if event.signs.lifecycle is not LifecycleKind.CHANGES or not isinstance(event.body, Lifecycle):
        return []
    reports, done = idioms.file_reports(event.body.data), calls.reported(event)
    if not done:
        return list(_named(reports))
    return [Made(path, steps, known, _about(path, reports)) for path, steps, known in done if _counts(steps, known)]


def _named(reports: Iterable[FileReport]) -> Iterator[Made]:
    """The files of a report that does not say of all of them what is new in them."""
    for each in reports:
        if not each.failed:
            steps: tuple[FileAction, ...] = (Delete(),) if each.change == "delete" else ()
            yield Made(each.path, steps, {"new": each.change == "add"}, each)


def _counts(steps: tuple[FileAction, ...], known: Mapping[str, Any]) -> bool:
    """Whether something was done, and not by a shell whose exit code says nothing of it."""
    if not steps or isinstance(steps[0], Seen | Tried):
        return False
    return known.get("method") != "shell" or known.get("proved") is True


def _about(path: str, reports: Iterable[FileReport]) -> FileReport | None:
    return next((report for report in reports if report.path in (path, "")), None)
