"""Says what a call changed, and what was there before: what the log itself proves, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from steno import tools
from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.contracts import Code
from steno.edits import commands, diffs
from steno.edits.calls import Delete, Move, Whole
from steno.edits.printed import command_line
from steno.model import Lifecycle, Note
from steno.model.calls import as_object
from steno.model.steps import derived
from steno.passes.derive.act import Act, code
from steno.passes.derive.files import Made

BEFORE = code("078", "file-before", "The state of the file before it was written, according to the result of the call.")
CHANGED = code(
    "079", "file-changed",
    "The `state_change` of a call that changed files: each file by name, and whether it was created, changed, moved "
    "or deleted, with the number of lines that were added and removed where the log has them. It says what the "
    "result of the call, the program's own report or the applied patch says. A file that a shell command writes "
    "from a quoted here-document counts if the exit code of the command proves it (DRV100). That a command ended is "
    "no change.",
)  # fmt: skip
REPOSITORY = code(
    "101", "repository-changed",
    "The `state_change` of a command that changed a repository, as the program that did it prints it: a commit with "
    "its branch and hash, a merge, what was pushed, a branch that was made, checked out or deleted, a stash, a "
    "rebase, a pull request that was opened or merged. Only the lines of git and `gh` themselves count, and only if "
    "the command runs the subcommand that prints them. What git does without a word, such as `git add`, is "
    "not known. A command that failed later may still have made a commit.",
)  # fmt: skip
PACKAGES = code(
    "102", "packages-changed",
    "The `state_change` of a command that installed or removed packages, in the words of npm, pip or uv, if it printed "
    "how many or which.",
)  # fmt: skip
COMMANDED = code(
    "104", "command-done",
    "The `state_change` of a command that worked and does one thing or fails, although it prints nothing: `rm` and "
    "`mkdir` without options that hide whether there was something, `mv`, `cp`, `git mv`, `git tag` and "
    "`git branch` with a name. The line must be spelled out and joined by `&&` alone, so that its exit code speaks of "
    "every part.",
)  # fmt: skip
PLAN = code(
    "103", "plan-changed",
    "The `state_change` of a call that wrote the agent's plan and worked: how many items the plan has, and how many of "
    "them have which status.",
)  # fmt: skip
CODES = (BEFORE, CHANGED, REPOSITORY, PACKAGES, PLAN, COMMANDED)


_PRINTED = {"packages": PACKAGES, "file": CHANGED}


def notes(act: Act) -> Iterator[Note]:
    """What a call changed: files, the repository, packages, the plan."""
    if act.call is None:
        return
    told = list(_told(act))
    if told:
        sentences = dict.fromkeys(text for text, _ in told)
        yield derived(told[0][1].name, "state_change", " ".join(sentences), act.event, _evidence(act))


def _told(act: Act) -> Iterator[tuple[str, Code]]:
    """Each change with the rule that tells it."""
    yield from ((_sentence(each), CHANGED) for each in act.made)
    worked = act.verdict is not None and act.verdict.success
    if worked and (command := command_line(act.call) if act.call is not None else ""):
        yield from ((text, COMMANDED) for text in commands.done(command))
    for each in act.printed:
        yield each.text, _PRINTED.get(each.what, REPOSITORY)
    if worked and (plan := _plan(act)) is not None:
        yield plan, PLAN


def _evidence(act: Act) -> tuple[str, ...]:
    result = [] if act.result is None else [act.result.uid]
    reports = [each.uid for each in act.about if isinstance(each.body, Lifecycle)]
    return tuple(dict.fromkeys((act.event.uid, *result, *reports)))


# Files


def before(act: Act) -> str | None:
    """The state of the file that a call changed, before it did."""
    report = act.made[0].report if act.made else None
    if report is None or report.hunks is None:
        return None
    if report.change == "add" and not report.before:
        return f"{report.path} did not exist."
    return f"{report.path} had {_lines(report.before)}." if report.before is not None else None


def _sentence(made: Made) -> str:
    """What became of one file."""
    path, last = made.path, made.steps[-1] if made.steps else None
    if isinstance(last, Delete):
        return f"{path} was deleted."
    if made.new:
        content = made.after()
        return f"{path} was created." if content is None else f"{path} was created with {_lines(content)}."
    moved = f"moved to {last.to}" if isinstance(last, Move) else ""
    if moved and len(made.steps) == 1:
        return f"{path} was {moved}."
    how = f"{path} was {moved} and changed" if moved else f"{path} was changed"
    counts = _counts(made)
    if counts is not None:
        return f"{how}: lines added: {counts[0]}, lines removed: {counts[1]}."
    if isinstance(last, Whole) and not made.mixed:
        return f"{path} was written with {_lines(last.text)}."
    return f"{how}."


def _counts(made: Made) -> tuple[int, int] | None:
    """How many lines were added and removed; None where the log does not say."""
    return diffs.counted(None if made.report is None else made.report.hunks, made.steps, made.diff)


def _lines(text: str) -> str:
    count = text.count("\n") + (not text.endswith("\n") and text != "")
    return number_of(count, "line")


# Plans


def _plan(act: Act) -> str | None:
    tool = tools.every().get(act.call.tool) if act.call is not None else None
    if tool is None or tool.operation != "plan" or act.call is None:
        return None
    lists = (each for each in as_object(act.call.arguments).values() if isinstance(each, list) and each)
    return next((told for each in lists if (told := _items(each)) is not None), None)


def _items(listed: list[JSON]) -> str | None:
    """How many items a plan has, by status; None where it is no list of such items."""
    states = [each.get("status") if isinstance(each, dict) else None for each in listed]
    counts: dict[str, int] = {}
    for state in states:
        if not isinstance(state, str):
            return None
        counts[state] = counts.get(state, 0) + 1
    told = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in counts.items())
    return f"The plan has {number_of(len(listed), 'item')}: {told}."
