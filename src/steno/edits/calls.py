"""The edits in a trace: which file, what was there before where that is known, and what the tool did to it.

Applies nothing and opens nothing.  What a shell did is known only if the command holds the text of a file;
everything else a shell does to files is not accounted for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from steno import idioms, tools
from steno.base.exact import JSON
from steno.edits import patchtext
from steno.edits.heredoc import is_proved, joined, written
from steno.edits.patchtext import Hunk
from steno.edits.paths import spelled
from steno.idioms import FileReport, ReportedHunk
from steno.model import Event, Lifecycle, LifecycleKind, ToolCall, ToolResult, Trace
from steno.model.calls import Pairing, Scripts, as_object, failed, first_text, path_of, returned
from steno.tools import Effect, Tool


class Replace(Struct, frozen=True, tag=True, array_like=True):
    """One text put in the place of another."""

    old: str
    new: str
    every: bool = False


class Whole(Struct, frozen=True, tag=True, array_like=True):
    """The whole file written."""

    text: str


class Append(Struct, frozen=True, tag=True, array_like=True):
    text: str


class Hunks(Struct, frozen=True, tag=True, array_like=True):
    """Lines taken away and added between lines that stay."""

    hunks: tuple[Hunk, ...]


class Delete(Struct, frozen=True, tag=True, array_like=True):
    """The file is gone."""


class Move(Struct, frozen=True, tag=True, array_like=True):
    to: str


class Seen(Struct, frozen=True, tag=True, array_like=True):
    """Nothing done: the agent saw the whole file."""

    text: str


class Tried(Struct, frozen=True, tag=True, array_like=True):
    """Nothing done: the edit failed."""


FileAction = Replace | Whole | Append | Hunks | Delete | Move | Seen | Tried


class Saw(Struct, frozen=True):
    """A file around one call, as a hook found it; None where it could not say."""

    before: str | None = None
    after: str | None = None
    new: bool = False
    """There was no file before."""
    gone: bool = False
    """There was none after."""


States = Mapping[tuple[str, str], Saw]
"""What hooks saw, by call and whole path."""


class Edit(Struct, frozen=True, kw_only=True):
    """What one call did to one file."""

    session: str = ""
    uid: str
    """Of the event that asked for it."""
    call: str
    native: str = ""
    """The source's own id of the record, by which a copy of it is known."""
    time: float
    """When it was done, in seconds since the epoch; 0 where nobody knows."""
    path: str
    """As the agent spelled it."""
    cwd: str = ""
    before: str | None = None
    """The whole file before, where the source has it."""
    new: bool = False
    """Whether the source says that there was no file."""
    steps: tuple[FileAction, ...]
    method: str = "tool"
    """`tool`, or `shell` where a command held the text."""
    mixed: bool = False
    """Whether the user changed what the agent proposed before it was written."""
    model: str = ""
    turn: int = 0
    saw: Saw | None = None
    """What a hook saw of the file, where one was there."""
    hunks: tuple[ReportedHunk, ...] | None = None
    """The change as the program reports it, where it does."""
    proved: bool = True
    """Whether the exit code of a command says that it was done."""


_CHANGES = LifecycleKind.CHANGES  # an attribute of an Enum is slow, and this one is asked for every event

One = tuple[str, tuple[FileAction, ...], dict[str, Any]]
"""Path, steps, and what else is known."""
Arguments = Mapping[str, Any]
Reports = list[FileReport]
Reads = Callable[[Arguments, Reports], Iterator[One]]


def _known(reports: Reports) -> dict[str, Any]:
    """What the program says of the state before."""
    if not reports:
        return {}
    known: dict[str, Any] = {"mixed": reports[0].mixed, "hunks": reports[0].hunks}
    if reports[0].before is not None:
        known["before"] = reports[0].before
    elif reports[0].change == "add":
        known["new"] = True
    return known


def _replace(arguments: Arguments, reports: Reports) -> Iterator[One]:
    path = path_of(arguments)
    old = first_text(arguments, ("old_string", "oldString", "old_str"))
    new = first_text(arguments, ("new_string", "newString", "new_str"))
    if path is None or old is None or new is None:
        return
    every = any(arguments.get(name) is True for name in ("replace_all", "replaceAll", "allow_multiple"))
    count = arguments.get("expected_replacements")
    every = every or (isinstance(count, int) and count > 1)
    yield path, (Replace(old, new, every) if old else Whole(new),), _known(reports)


def _replace_many(arguments: Arguments, reports: Reports) -> Iterator[One]:
    path, edits = path_of(arguments), arguments.get("edits")
    if path is None or not isinstance(edits, list):
        return
    each = (_replace({"path": path, **edit}, []) for edit in edits if isinstance(edit, dict))
    if steps := tuple(step for found in each for _, (step,), _ in found):
        yield path, steps, _known(reports)


def _write(arguments: Arguments, reports: Reports) -> Iterator[One]:
    path, text = path_of(arguments), first_text(arguments, ("content", "contents", "file_text", "text"))
    if path is not None and text is not None:
        yield path, (Whole(text),), _known(reports)


def _notebook(arguments: Arguments, reports: Reports) -> Iterator[One]:
    """Both whole files, where the result has them: a cell's own text is not what stands in the file."""
    path = path_of(arguments)
    for report in reports if path is not None else ():
        if report.after is not None and report.before is not None:
            yield str(path), (Whole(report.after),), {"before": report.before}


def _read(arguments: Arguments, reports: Reports) -> Iterator[One]:
    for report in reports:
        if report.change == "read" and report.after is not None:
            yield report.path, (Seen(report.after),), {}


def _delete(arguments: Arguments, reports: Reports) -> Iterator[One]:
    if (path := path_of(arguments)) is not None:
        yield path, (Delete(),), {}


def _patch(arguments: Arguments, reports: Reports) -> Iterator[One]:
    text = first_text(arguments, ("input", "patch", "patchText", "patch_text", "diff", "command"))
    for change in patchtext.changes(text) if text else ():
        yield change.path, _steps(change.kind, change.text, change.hunks, change.to), {"new": change.kind == "add"}


def _steps(change: str, text: str | None, hunks: tuple[Hunk, ...], to: str) -> tuple[FileAction, ...]:
    if change == "delete":
        return (Delete(),)
    steps: list[FileAction] = []
    if change == "add" and (text is not None or hunks):
        steps.append(Whole("".join(line + "\n" for hunk in hunks for line in hunk.new) if text is None else text))
    elif hunks:
        steps.append(Hunks(hunks))
    if to:
        steps.append(Move(to))
    return tuple(steps)


def _blocks(arguments: Arguments, reports: Reports) -> Iterator[One]:
    """Blocks that name the text to look for and the text to put there."""
    path, text = path_of(arguments), first_text(arguments, ("diff",))
    if path is not None and text is not None and (blocks := patchtext.blocks(text)):
        yield path, tuple(Replace(old, new) for old, new in blocks), {}


def _shell(arguments: Arguments, reports: Reports) -> Iterator[One]:
    command = arguments.get("command", arguments.get("cmd"))
    if isinstance(command, list):
        parts = [part for part in command if isinstance(part, str)]
        if len(parts) == 2 and patchtext.is_program(parts[0]):
            yield from _patch({"input": parts[1]}, reports)
            return
        command = parts[-1] if parts else None
    if not isinstance(command, str):
        return
    base = first_text(arguments, ("workdir", "cwd"))
    for target, text, how in written(command):
        more: dict[str, Any] = {"cwd": base} if base else {}
        if how == "patch":
            for path, steps, known in _patch({"input": text}, reports):
                yield joined(target, path), steps, known | more
        else:
            step: FileAction = Append(text) if how == "append" else Whole(text)
            yield target, (step,), {"method": "shell", "proved": is_proved(command), **more}


_READS: dict[Effect | None, Reads] = {
    Effect.REPLACE: _replace, Effect.REPLACE_MANY: _replace_many, Effect.WRITE: _write, Effect.NOTEBOOK: _notebook,
    Effect.READ: _read, Effect.DELETE: _delete, Effect.PATCH: _patch, Effect.BLOCKS: _blocks, Effect.SHELL: _shell,
}  # fmt: skip


def edits(trace: Trace, saw: States = MappingProxyType({}), *, undated: bool = False) -> Iterator[Edit]:
    """What the calls of a trace did to files, in the order of their results; `saw`: what hooks saw meanwhile.

    One whose time nobody knows cannot be put before or after a commit, and counts only if `undated` asks for it.
    """
    for edit in _logged(trace, saw):
        if not edit.time and not undated:
            continue
        state = saw.get((edit.call, spelled(edit.path, edit.cwd)))
        yield edit if state is None else msgspec.structs.replace(edit, saw=state)


def done(call: Event, result: Event, reports: Reports, table: Mapping[str, Tool]) -> list[One]:
    """What one call did to files, as it and its result have it; `reports` is what the details of the result say."""
    reads = _reads(call, table)
    return [] if reads is None else _told(call, result, reads, reports)


def _reads(call: Event, table: Mapping[str, Tool]) -> Reads | None:
    tool = table.get(call.body.tool) if isinstance(call.body, ToolCall) else None
    return None if tool is None else _READS.get(tool.effect)


def _logged(trace: Trace, saw: States) -> Iterator[Edit]:
    table = tools.known(trace.header.agent)
    calls = Pairing[tuple[Event, Reads]]()
    applied, seen = _applied(trace), _seen(saw)
    directories = trace.header.environment.get("cwd")
    cwd = directories[0] if isinstance(directories, list) and directories else directories
    done: set[str] = set()
    for event in trace.events:
        cwd = event.signs.cwd or cwd
        call = event.call
        if call is UNSET or call in done:
            continue
        if (reads := _reads(event, table)) is not None:
            calls.called(call, (event, reads))
            if call in applied:
                done.add(call)
                for when, changes in applied[call].values():
                    yield from _made(event, when, changes, cwd)
        elif isinstance(event.body, ToolResult) and (asked := calls.returned(call, event)) is not None:
            done.add(call)
            changes = _told(asked[0], event, asked[1])
            if not changes and event.body.error is not True:
                changes = seen.get(call, [])
            yield from _made(asked[0], event, changes, cwd)


def _seen(saw: States) -> dict[str, list[One]]:
    """By call, what only hooks know of it: both states, and no word of the change itself."""
    found: dict[str, list[One]] = {}
    for (call, path), each in saw.items():
        if each.after is not None and (each.new or each.before is not None) and each.after != each.before:
            known = {"before": each.before, "new": each.new}
            found.setdefault(call, []).append((path, (Whole(each.after),), known))
    return found


def reports_of(result: Event) -> Reports:
    """What a result says of files beside what the model saw."""
    # A hook's record has the tool's own words in the place of its result, and its files beside them.
    back = returned(result)
    return [] if back is None else idioms.file_reports(back.detail) or idioms.file_reports(back.content)


def _told(call: Event, result: Event, reads: Reads, reports: Reports | None = None) -> list[One]:
    """`reports` is what the details of the result say, where they have been read already."""
    body = call.body
    if not isinstance(body, ToolCall) or returned(result) is None:
        return []
    asked = [*_asked(body, reads)]
    if reports is None:
        # All that is known of a command's files stands in the command.
        reports = reports_of(result) if any(its is not _shell for _, its in asked) else []
    found = [
        one
        for each, its in asked
        for one in its(as_object(each) or ({"input": each} if isinstance(each, str) else {}), reports)
    ]
    if body.tool in tools.scripts():
        # One that did not end may have come to the edit or not; one that did, whatever failed in it, has made it.
        return found if result.signs.completed else []
    if failed(result):
        return [(path, (Tried(),), {}) for path, steps, _ in found if not steps or not isinstance(steps[0], Seen)]
    return found


def _asked(call: ToolCall, reads: Reads) -> Iterator[tuple[JSON, Reads]]:
    """The arguments of a call, and how to read them; of a script, those of every call that it made for sure."""
    if call.tool not in tools.scripts():
        yield call.arguments, reads
        return
    inside = idioms.inside(call)
    for each in () if inside.swallows else inside.calls:
        known = tools.every().get(each.tool)
        if known is not None and (its := _READS.get(known.effect)) is not None:
            yield each.arguments, its


def _applied(trace: Trace) -> dict[str, dict[str, tuple[Event, list[One]]]]:
    """By call, what the program says of patches that it has applied: with it, the patch itself need not be read."""
    found: dict[str, dict[str, tuple[Event, list[One]]]] = {}
    running, known, scripts = Scripts[str](), set[str](), tools.scripts()
    for event in trace.events:
        call = event.call
        if call is UNSET or event.echo_of is not UNSET:
            continue
        if isinstance(event.body, ToolCall):
            known.add(call)
            running.called(call, call if event.body.tool in scripts else None)
        elif isinstance(event.body, ToolResult):
            if running.runs(call) and not any(idioms.given(event.body)):
                running.returned(call)
        elif done := reported(event):
            # What a script has done has an id of its own.
            owner = call if call in known else running.now() or call
            found.setdefault(owner, {})[call] = (event, done)
    return found


def reported(event: Event) -> list[One]:
    """What the program's own record says of the files that a call changed; nothing where it does not say it of all."""
    if event.signs.lifecycle is not _CHANGES or not isinstance(event.body, Lifecycle):
        return []
    done: list[One] = []
    for report in idioms.file_reports(event.body.data):
        hunks = patchtext.unified(report.diff) if report.diff else ()
        steps = (Tried(),) if report.failed else _steps(report.change, report.after, hunks, report.to)
        if not steps:
            return []
        had = {"before": report.before} if report.change == "delete" else {}
        done.append((report.path, steps, {} if report.failed else {"new": report.change == "add", **had}))
    return done


def _made(call: Event, when: Event, done: list[One], cwd: object) -> Iterator[Edit]:
    instant = when.instant() or call.instant()
    for path, steps, known in done:
        if steps:
            about: dict[str, Any] = {"cwd": cwd if isinstance(cwd, str) else ""} | known
            yield Edit(
                uid=call.uid,
                call=str(call.call),
                native=call.native if isinstance(call.native, str) else "",
                time=instant.timestamp() if instant is not None else 0.0,
                path=path,
                steps=steps,
                model=call.model if isinstance(call.model, str) else "",
                turn=call.turn if isinstance(call.turn, int) else 0,
                **about,
            )
