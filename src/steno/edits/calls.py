"""The edits that a trace tells of: which file, what was there before where that is known, and what the tool did to it.

Knows the edit tools of the agents by name.  Applies nothing and opens nothing.  What a shell did is told only where the
command holds the very text of a file; everything else a shell does to files is not accounted for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from steno.base.exact import JSON
from steno.edits import patchtext
from steno.edits.heredoc import joined, written
from steno.edits.patchtext import Hunk
from steno.edits.paths import spelled
from steno.model import Event, Kind, Lifecycle, ToolCall, ToolResult, Trace


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


Step = Replace | Whole | Append | Hunks | Delete | Move | Seen | Tried


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
    """When it was done, in seconds since the epoch."""
    path: str
    """As the agent spelled it."""
    cwd: str = ""
    before: str | None = None
    """The whole file before, where the source has it."""
    new: bool = False
    """Whether the source says that there was no file."""
    steps: tuple[Step, ...]
    method: str = "tool"
    """`tool`, or `shell` where a command held the text."""
    mixed: bool = False
    """Whether the user changed what the agent proposed before it was written."""
    model: str = ""
    turn: int = 0
    saw: Saw | None = None
    """What a hook saw of the file, where one was there."""


One = tuple[str, tuple[Step, ...], dict[str, Any]]
"""Path, steps, and what else is known."""
Told = Iterator[One]
Arguments = Mapping[str, Any]
Detail = Mapping[str, Any]
Reads = Callable[[Arguments, Detail], Told]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _first(holder: Arguments, *names: str) -> str | None:
    return next((value for name in names if (value := _text(holder.get(name))) is not None), None)


def _known(detail: Detail) -> dict[str, Any]:
    """What a result of Claude Code says of the state before."""
    known: dict[str, Any] = {"mixed": detail.get("userModified") is True}
    if (before := _text(detail.get("originalFile"))) is not None:
        known["before"] = before
    elif detail.get("type") == "create":
        known["new"] = True
    return known


_PATHS = ("file_path", "filePath", "path", "target_file", "absolute_path", "notebook_path")


def _edit(arguments: Arguments, detail: Detail) -> Told:
    path = _first(arguments, *_PATHS)
    old = _first(arguments, "old_string", "oldString", "old_str")
    new = _first(arguments, "new_string", "newString", "new_str")
    if path is None or old is None or new is None:
        return
    every = any(arguments.get(name) is True for name in ("replace_all", "replaceAll", "allow_multiple"))
    count = arguments.get("expected_replacements")
    every = every or (isinstance(count, int) and count > 1)
    yield path, (Replace(old, new, every) if old else Whole(new),), _known(detail)


def _edits(arguments: Arguments, detail: Detail) -> Told:
    path, edits = _first(arguments, *_PATHS), arguments.get("edits")
    if path is None or not isinstance(edits, list):
        return
    steps: list[Step] = []
    for each in edits:
        if isinstance(each, dict):
            for _, (step,), _ in _edit({"path": path, **each}, {}):
                steps.append(step)
    if steps:
        yield path, tuple(steps), _known(detail)


def _write(arguments: Arguments, detail: Detail) -> Told:
    path, text = _first(arguments, *_PATHS), _first(arguments, "content", "contents", "file_text", "text")
    if path is not None and text is not None:
        yield path, (Whole(text),), _known(detail)


def _notebook(arguments: Arguments, detail: Detail) -> Told:
    """Both whole files, where the result has them: a cell's own text is not what stands in the file."""
    path, after = _first(arguments, *_PATHS), _first(detail, "updated_file", "updatedFile")
    before = _first(detail, "original_file", "originalFile")
    if path is not None and after is not None and before is not None:
        yield path, (Whole(after),), {"before": before}


def _read(arguments: Arguments, detail: Detail) -> Told:
    file = detail.get("file")
    if isinstance(file, dict) and (text := _text(file.get("content"))) is not None:
        lines, whole = file.get("numLines"), file.get("totalLines")
        path = _first(file, "filePath") or _first(arguments, *_PATHS)
        if path and lines == whole and file.get("startLine", 1) == 1:
            yield path, (Seen(text),), {}


def _delete(arguments: Arguments, detail: Detail) -> Told:
    if (path := _first(arguments, *_PATHS)) is not None:
        yield path, (Delete(),), {}


def _patch(arguments: Arguments, detail: Detail) -> Told:
    text = _first(arguments, "input", "patch", "patchText", "diff", "command")
    for change in patchtext.changes(text) if text else ():
        yield change.path, _steps(change), {"new": change.kind == "add"}


def _steps(change: patchtext.Change) -> tuple[Step, ...]:
    steps: list[Step] = []
    if change.kind == "add":
        steps.append(Whole(change.text))
    elif change.kind == "delete":
        steps.append(Delete())
    elif change.hunks:
        steps.append(Hunks(change.hunks))
    if change.to:
        steps.append(Move(change.to))
    return tuple(steps)


def _diffed(arguments: Arguments, detail: Detail) -> Told:
    """Blocks that name the text to look for and the text to put there."""
    path, text = _first(arguments, *_PATHS), _first(arguments, "diff")
    if path is None or text is None:
        return
    blocks = patchtext.blocks(text)
    if blocks:
        yield path, tuple(Replace(old, new) for old, new in blocks), {}


def _shell(arguments: Arguments, detail: Detail) -> Told:
    command = arguments.get("command", arguments.get("cmd"))
    if isinstance(command, list):
        parts = [part for part in command if isinstance(part, str)]
        if parts[:1] == ["apply_patch"] and len(parts) == 2:
            yield from _patch({"input": parts[1]}, detail)
            return
        command = parts[-1] if parts else None
    if not isinstance(command, str):
        return
    base = _first(arguments, "workdir", "cwd")
    for target, text, how in written(command):
        more: dict[str, Any] = {"cwd": base} if base else {}
        if how == "patch":
            for path, steps, known in _patch({"input": text}, detail):
                yield joined(target, path), steps, known | more
        else:
            step: Step = Append(text) if how == "append" else Whole(text)
            yield target, (step,), {"method": "shell", **more}


_CLAUDE_CODE: dict[str, Reads] = {
    "Edit": _edit, "MultiEdit": _edits, "Write": _write, "NotebookEdit": _notebook, "Read": _read, "Bash": _shell,
}  # fmt: skip
_GEMINI: dict[str, Reads] = {
    "replace": _edit, "edit": _edit, "write_file": _write, "run_shell_command": _shell,
}  # fmt: skip
_OPENCODE: dict[str, Reads] = {
    "edit": _edit, "multiedit": _edits, "write": _write, "patch": _patch, "apply_patch": _patch, "bash": _shell,
}  # fmt: skip
_CLINE: dict[str, Reads] = {
    "write_to_file": _write, "replace_in_file": _diffed, "apply_diff": _diffed, "execute_command": _shell,
}  # fmt: skip
_CURSOR: dict[str, Reads] = {
    "search_replace": _edit, "write": _write, "delete_file": _delete, "apply_patch": _patch,
    "run_terminal_cmd": _shell,
}  # fmt: skip
_COPILOT: dict[str, Reads] = {
    "create": _write, "edit": _edit, "apply_patch": _patch, "bash": _shell,
}  # fmt: skip
_CODEX: dict[str, Reads] = {
    "apply_patch": _patch, "shell": _shell, "shell_command": _shell, "exec_command": _shell, "local_shell": _shell,
    "exec": _shell, "container.exec": _shell,
}  # fmt: skip

TABLES: dict[str, dict[str, Reads]] = {
    "claude-code": _CLAUDE_CODE,
    "cline": _CLINE,
    "codex": _CODEX,
    "copilot-cli": _COPILOT,
    "cursor": _CURSOR,
    "gemini-cli": _GEMINI,
    "hooks": _CLAUDE_CODE | _CODEX,
    "opencode": _OPENCODE,
    "qwen-code": _GEMINI,
    "roo-code": _CLINE,
}
"""The edit tools by the name of the agent, as a trace's header has it."""
_ANY = {name: reads for table in reversed(TABLES.values()) for name, reads in table.items()}

_REPORTS = ("event.patch_apply_end", "item.FileChange")
"""Records in which Codex says what a patch did."""
_FAILED = (
    "<tool_use_error>", "error:", "failed", "verification failed", "apply_patch verification failed", "invalid patch",
)  # fmt: skip


def edits(trace: Trace, saw: States = MappingProxyType({})) -> Iterator[Edit]:
    """What the calls of a trace did to files, in the order of their results; `saw`: what hooks saw meanwhile."""
    for edit in _logged(trace, saw):
        state = saw.get((edit.call, spelled(edit.path, edit.cwd)))
        yield edit if state is None else msgspec.structs.replace(edit, saw=state)


def tools(agent: object) -> Mapping[str, Reads]:
    """The edit tools of an agent; those of all, where it is not known."""
    return TABLES.get(agent, _ANY) if isinstance(agent, str) else _ANY


def done(call: Event, result: ToolResult | None, about: Iterable[Event], table: Mapping[str, Reads]) -> list[One]:
    """What one call did to files: as the program reports it, else as the call and its result have it."""
    body = call.body
    if not isinstance(body, ToolCall) or body.tool not in table:
        return []
    for event in about:
        if told := _reported(event):
            return told
    return [] if result is None else _told(call, result, table)


def _logged(trace: Trace, saw: States) -> Iterator[Edit]:
    table = tools(trace.header.agent)
    calls: dict[str, Event] = {}
    applied, seen = dict(_applied(trace)), _seen(saw)
    directories = trace.header.environment.get("cwd")
    cwd = directories[0] if isinstance(directories, list) and directories else directories
    done: set[str] = set()
    for event in trace.events:
        cwd = here(event) or cwd
        if not isinstance(event.call, str):
            continue
        if isinstance(event.body, ToolCall) and event.body.tool in table:
            calls[event.call] = event
            if event.call in applied and event.call not in done:
                done.add(event.call)
                when, told = applied[event.call]
                yield from _made(event, when, told, cwd)
        elif isinstance(event.body, ToolResult) and event.call in calls and event.call not in done:
            done.add(event.call)
            told = _told(calls[event.call], event.body, table)
            if not told and event.body.error is not True:
                told = seen.get(event.call, [])
            yield from _made(calls[event.call], event, told, cwd)


def here(event: Event) -> str:
    """The folder that the agent was in, where the event says so; a hook's record holds the agent's own."""
    residue = event.residue
    for holder in (residue, residue.get("event")) if isinstance(residue, dict) else ():
        if isinstance(holder, dict) and isinstance(folder := holder.get("cwd"), str):
            return folder
    return ""


def _seen(saw: States) -> dict[str, list[One]]:
    """By call, what only hooks know of it: both states, and no word of the change itself."""
    found: dict[str, list[One]] = {}
    for (call, path), each in saw.items():
        if each.after is not None and (each.new or each.before is not None) and each.after != each.before:
            known = {"before": each.before, "new": each.new}
            found.setdefault(call, []).append((path, (Whole(each.after),), known))
    return found


def _told(call: Event, result: ToolResult, table: Mapping[str, Reads]) -> list[One]:
    body = call.body
    if not isinstance(body, ToolCall) or result.missing:
        return []
    arguments = _object(body.arguments)
    if arguments is None:
        arguments = {"input": body.arguments} if isinstance(body.arguments, str) else {}
    # A hook's record has the tool's own words in the place of its result, and its files beside them.
    detail = {**_plain(result.content), **_plain(result.detail)}
    found = list(table[body.tool](arguments, detail))
    if _is_failure(result):
        return [(path, (Tried(),), {}) for path, steps, _ in found if not isinstance(steps[0], Seen)]
    return found


def _plain(value: JSON) -> Detail:
    return value if isinstance(value, dict) else {}


def _object(value: JSON) -> Arguments | None:
    """Arguments as an object: some agents keep them as text."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = msgspec.json.decode(value)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return None
    return value if isinstance(value, dict) else None


def _is_failure(result: ToolResult) -> bool:
    if result.error is True:
        return True
    content = result.content
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0], dict):
        content = content[0].get("text")
    stated = _object(content)
    if stated is not None:
        meta = stated.get("metadata")
        code = meta.get("exit_code") if isinstance(meta, dict) else stated.get("exit_code")
        if isinstance(code, int):
            return code != 0
        content = _first(stated, "output", "error")
    if isinstance(result.detail, str):
        content = result.detail
    if not isinstance(content, str):
        return False
    head = content.lstrip()[:400].lower()
    if "exit code: " in head:
        return not head.partition("exit code: ")[2].startswith("0")
    return head.startswith(_FAILED)


def _applied(trace: Trace) -> Iterator[tuple[str, tuple[Event, list[One]]]]:
    """What Codex says of patches that it has applied: with it, the patch itself need not be read."""
    for event in trace.events:
        if event.kind is Kind.LIFECYCLE and isinstance(event.call, str) and (told := _reported(event)):
            yield event.call, (event, told)


def _reported(event: Event) -> list[One]:
    """What the program's own record says of the files that a call changed; nothing where it does not say it of all."""
    body = event.body
    if not isinstance(body, Lifecycle) or body.name not in _REPORTS or not isinstance(body.data, dict):
        return []
    changes = body.data.get("changes")
    if not isinstance(changes, dict):
        return []
    failed = body.data.get("success") is False or body.data.get("status") in ("failed", "declined")
    told: list[One] = []
    for path, change in changes.items():
        if failed:
            told.append((path, (Tried(),), {}))
        elif isinstance(change, dict) and (steps := _stated(change)):
            # Of a file that is gone, the content is what it had.
            had = {"before": _first(change, "content")} if change.get("type") == "delete" else {}
            told.append((path, steps, {"new": change.get("type") == "add", **had}))
    return told if len(told) == len(changes) else []


def _stated(change: Mapping[str, Any]) -> tuple[Step, ...]:
    kind, diff, to = change.get("type"), _first(change, "unified_diff", "diff"), _first(change, "move_path")
    text = _first(change, "content")
    if kind == "delete":
        return (Delete(),)
    hunks = patchtext.unified(diff) if diff else ()
    steps: list[Step] = []
    if kind == "add" and text is not None:
        steps.append(Whole(text))
    elif kind == "add" and hunks:
        steps.append(Whole("".join(line + "\n" for hunk in hunks for line in hunk.new)))
    elif hunks:
        steps.append(Hunks(hunks))
    if to:
        steps.append(Move(to))
    return tuple(steps)


def _made(call: Event, when: Event, told: list[One], cwd: object) -> Iterator[Edit]:
    instant = when.instant() or call.instant()
    if instant is None:
        return  # without a time nobody knows before which commit it was
    for path, steps, known in told:
        if steps:
            about: dict[str, Any] = {"cwd": cwd if isinstance(cwd, str) else ""} | known
            yield Edit(
                uid=call.uid,
                call=str(call.call),
                native=call.native if isinstance(call.native, str) else "",
                time=instant.timestamp(),
                path=path,
                steps=steps,
                model=call.model if isinstance(call.model, str) else "",
                turn=call.turn if isinstance(call.turn, int) else 0,
                **about,
            )
