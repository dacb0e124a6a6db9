"""Says what a call changed, and what was there before: what the log itself proves, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from steno import idioms
from steno.base.counts import number_of
from steno.idioms import FileReport
from steno.model import Lifecycle, Note, ToolResult
from steno.model.steps import derived
from steno.passes.derive import scripts
from steno.passes.derive.act import Act, code

BEFORE = code("078", "file-before", "The state of the file before it was written, according to the result of the call.")
CHANGED = code(
    "079", "file-changed", "What the call changed in files, according to its result or the program's report."
)
ENDED = code("080", "command-ended", "The exit code of the command.")
CODES = (BEFORE, CHANGED, ENDED)


def notes(act: Act) -> Iterator[Note]:
    event, verdict = act.event, act.verdict
    if act.call is None or (verdict is None and act.inside is None):
        return
    if (changed := _changed(act)) is not None:
        yield derived(CHANGED.name, "state_change", changed[0], event, changed[1])
    elif verdict is not None and verdict.exit is not None:
        yield derived(
            ENDED.name, "state_change", f"The command ended with exit code {verdict.exit}.", event, verdict.of
        )


def before(act: Act) -> str | None:
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
