"""How Codex words what happens: failures, interruptions, what it writes into messages, and reports of patches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.codex import script
from steno.agents.codex.results import exits, head
from steno.agents.codex.tasks import acknowledged, ended_agent, launched, spawned
from steno.agents.codex.wire import NAME
from steno.agents.codex.words import FIELDS
from steno.base.exact import JSON
from steno.idioms import FileReport, Idiom, Inside
from steno.model.body import Lifecycle, ToolCall, ToolResult
from steno.model.calls import as_object, first_text, words_of
from steno.model.signs import NONE, Injected, LifecycleKind, Reported, Signs

_ENVELOPE = re.compile(
    r"(?:(?:Command|Chunk ID|Wall time): [^\n]*\n){0,3}(?:Process exited with code|Exit code:) (-?\d{1,10})\n"
    r"(?:(?:Wall time|Original token count|Total output lines): [^\n]*\n){0,3}Output:\n",
    re.ASCII,
)
"""What stands before the output of a command."""
_METADATA = re.compile(r'"metadata":\{"exit_code":(-?\d{1,10}),"duration_seconds":([-+.eE\d]{1,30})\}\}\s*\Z', re.ASCII)
"""At the end of the JSON in which older versions wrap an output.  Quotes within the output are escaped."""
_WRAPPED = '{"output":'
_TAIL = 160
_RUNNING = re.compile(r"(?:[^\n]*\n){0,4}?Process running with session ID (\d{1,12})\n", re.ASCII)
_HEAD = 400
_WALL = re.compile(r"Wall time:? (\d{1,10}(?:\.\d{1,10})?) seconds", re.ASCII)
_SCRIPT = re.compile(
    r"Script (?:(completed)|(failed)|(terminated)|running with cell ID (\S{1,64}))"
    r"(?:\nWall time [^\n]*)?(?:\nOutput:\n|\n?\Z)"
)
"""What stands before the output of a script."""
_STOPPING = frozenset({"apply_patch", "update_plan", "view_image", "web__run"})
"""The tools whose failure a script is told by an exception.  A command that fails only returns its exit code."""

_UNASKED = ("request_user_input is unavailable in ", "request_user_input was cancelled before receiving a response")
"""What a call that asks the human returns where nobody was asked, or nobody answered."""
_REMARK = "user_note: "

LIFECYCLE = {
    "event.error": LifecycleKind.ERROR,
    "event.stream_error": LifecycleKind.ERROR,
    "event.turn_aborted": LifecycleKind.INTERRUPTION,
    "event.task_complete": LifecycleKind.TURN_END,
    "event.turn_complete": LifecycleKind.TURN_END,
    "event.patch_apply_end": LifecycleKind.CHANGES,
    "item.FileChange": LifecycleKind.CHANGES,
    "compacted": LifecycleKind.COMPACTION,
    "compaction": LifecycleKind.COMPACTION,
    "context_compaction": LifecycleKind.COMPACTION,
    "event.context_compacted": LifecycleKind.COMPACTION,
    "item.ContextCompaction": LifecycleKind.COMPACTION,
    "event.thread_name_updated": LifecycleKind.TITLE,
}

_INSTRUCTIONS = Signs(injected=Injected.INSTRUCTIONS)
_NOTICE = Signs(injected=Injected.NOTICE)
_EDITOR = Signs(injected=Injected.EDITOR)
OPENINGS = {
    "<environment_context>": Signs(injected=Injected.ENVIRONMENT),
    "<user_instructions>": _INSTRUCTIONS,
    "# AGENTS.md instructions": _INSTRUCTIONS,
    "<permissions instructions>": _INSTRUCTIONS,
    "<skills_instructions>": _INSTRUCTIONS,
    "<subagent_notification>": _NOTICE,
    "<turn_aborted>": _NOTICE,
    "<hook_prompt": Signs(injected=Injected.HOOK),
    "<user_shell_command>": Signs(injected=Injected.COMMAND),
    "# Context from my IDE setup:": _EDITOR,
    "# Files mentioned by the user:": _EDITOR,
}


def result(body: ToolResult, shell: bool) -> Signs:
    """The exit code stands in the words of a command's result."""
    words = words_of(body.content)
    if words is not None and (said := acknowledged(words, shell=shell)) is not NONE:
        return said
    if words is not None and words.startswith(_WRAPPED):
        found = _METADATA.search(words, max(0, len(words) - _TAIL))
        return Signs(exit=int(found[1]), took=_seconds(found[2])) if found else NONE
    # A command may print anything: where the source states errors by a flag, its words say nothing.
    if body.error is not UNSET:
        return NONE
    first = head(body.content) if words is None else words
    if first is not None and first.startswith("Script ") and (shell or words is None):
        return _of_script(body.content, first)
    if words is None or not shell:
        return NONE
    found = _ENVELOPE.match(words)
    if found is None:
        running = _RUNNING.match(words[:_HEAD])
        return Signs(took=_wall(running[0])) if running else NONE
    return _of_envelope(found[0], int(found[1]))


@lru_cache(1024)
def _of_envelope(envelope: str, code: int) -> Signs:
    """Many commands end alike, and share it."""
    return Signs(exit=code, took=_wall(envelope))


def _of_script(content: JSON, first: str) -> Signs:
    """How a script ended, and its commands, where it prints what they returned: the first that failed tells."""
    found = _SCRIPT.match(first)
    if found is None:
        return NONE
    took = _wall(found[0])
    if found[2]:
        return Signs(reported=Reported.FAILED, took=took)
    if not found[1]:
        return Signs(interrupted=bool(found[3]), took=took)
    codes = exits(content, found.end())
    code: int | UnsetType = next((each for each in codes if each), 0) if codes else UNSET
    return Signs(completed=True, exit=code, took=took)


def _wall(envelope: str) -> float | UnsetType:
    found = _WALL.search(envelope)
    return float(found[1]) if found else UNSET


def _seconds(number: str) -> float | UnsetType:
    try:
        return float(number)
    except ValueError:
        return UNSET


def _duration(stated: JSON) -> float | UnsetType:
    """A duration as the program's own records spell it."""
    secs, nanos = (stated.get(key) for key in ("secs", "nanos")) if type(stated) is dict else (None, None)
    return secs + nanos / 1e9 if type(secs) is int and type(nanos) is int and secs >= 0 and nanos >= 0 else UNSET


def _inside(text: str) -> Inside:
    """What a script calls.  One that fails is known by it only if nothing in the script catches that."""
    read = script.read(text)
    calls = tuple(ToolCall(each.tool, each.arguments) for each in read.calls if each.certain)
    stopping = bool(read.calls) and all(each.tool in _STOPPING for each in read.calls)
    return Inside(calls, len(read.calls) - len(calls), read.swallows, stopping and not read.swallows)


def _reported(body: Lifecycle) -> ToolResult | None:
    """What a command or a tool returned, as the record of its end has it."""
    data = body.data
    if body.name not in _RETURNS or type(data) is not dict:
        return None
    if (said := first_text(data, ("aggregated_output", "aggregatedOutput", "formatted_output", "stdout"))) is not None:
        return ToolResult(said)
    outcome = data.get("result")
    if type(outcome) is dict and ("Ok" in outcome or "Err" in outcome):
        inner = outcome.get("Ok", outcome.get("Err"))
        return ToolResult(inner.get("content", inner) if type(inner) is dict else inner, "Err" in outcome or UNSET)
    return None


_RETURNS = frozenset(
    {"event.exec_command_end", "event.mcp_tool_call_end", "event.patch_apply_end", "item.CommandExecution"}
)
"""The records that hold what a call returned."""


def report(data: dict[str, JSON]) -> Signs:
    """What a record of the program's own says of the call that it is about."""
    took = _duration(data.get("duration"))
    for key in ("exit_code", "exitCode"):
        if type(number := data.get(key)) is int:
            return Signs(exit=number, took=took)
    success, outcome = data.get("success"), data.get("result")
    failed = not success if type(success) is bool else None
    if failed is None and type(outcome) is dict:
        inner = outcome.get("Ok", outcome)
        stated = inner.get("isError", inner.get("is_error")) if type(inner) is dict else None
        failed = True if "Err" in outcome else stated if type(stated) is bool else None
    if failed is None:
        return NONE if took is UNSET else Signs(took=took)
    return Signs(reported=Reported.FAILED if failed else Reported.SUCCEEDED, took=took)


def _output(text: str) -> str:
    if text.startswith(_WRAPPED):  # older versions wrap the output of a command in JSON
        return first_text(as_object(text), ("output",)) or ""
    if text.startswith("Script ") and (found := _SCRIPT.match(text)):
        rest = text[found.end() :]
        said = first_text(as_object(rest), ("output",))
        return rest if said is None else said
    found = _ENVELOPE.match(text)
    return text[found.end() :] if found else text


def _given(body: ToolResult) -> Iterator[str]:
    first = None if isinstance(body.detail, dict) else head(body.content)
    if first is None:
        return
    if found := _RUNNING.match(first[:_HEAD]):
        yield found[1]
    elif (found := _SCRIPT.match(first)) and found[4]:
        yield found[4]
    yield from spawned(body)


def _answer(body: ToolResult) -> str | UnsetType | None:
    """The answers to the agent's questions; the questions stand in the call."""
    words = words_of(body.content)
    if words is None:
        return UNSET
    if words.startswith(_UNASKED):
        return None
    answers = as_object(words).get("answers")
    if not isinstance(answers, dict):
        return UNSET
    lists = (each.get("answers") for each in answers.values() if isinstance(each, dict))
    given = (text for each in lists if isinstance(each, list) for text in each if isinstance(text, str))
    return "\n".join(text.removeprefix(_REMARK) for text in given if text.strip()) or None


_CHANGES = {"add": "add", "create": "add", "delete": "delete"}


def _file_reports(data: dict[str, Any]) -> list[FileReport]:
    """What the report of a patch says of each file that it names."""
    changes = data.get("changes")
    if not isinstance(changes, dict):
        return []
    failed = data.get("success") is False or data.get("status") in ("failed", "declined")
    return [_file_report(path, change if isinstance(change, dict) else {}, failed) for path, change in changes.items()]


def _file_report(path: str, change: dict[str, Any], failed: bool) -> FileReport:
    kind, text = change.get("type"), first_text(change, ("content",))
    stated = _CHANGES.get(kind, "update") if isinstance(kind, str) else "update"
    # Of a file that is gone, the content is what it had.
    return FileReport(
        path=path,
        change=stated,
        before=text if stated == "delete" else None,
        after=text if stated == "add" else None,
        diff=first_text(change, ("unified_diff", "diff")),
        to=first_text(change, ("move_path",)) or "",
        failed=failed,
    )


_PARSED = {"read": "read", "search": "search"}
"""A part that lists files may be either, so its command line is read."""


def _parsed(data: dict[str, Any]) -> list[str]:
    """What the record of a command says of each of its parts."""
    parts = data.get("parsed_cmd")
    if not isinstance(parts, list):
        return []
    kinds = [part.get("type") if isinstance(part, dict) else None for part in parts]
    return [_PARSED.get(kind, "") if isinstance(kind, str) else "" for kind in kinds]


IDIOM = Idiom(
    name=NAME,
    lifecycle=LIFECYCLE,
    openings=OPENINGS,
    fields=FIELDS,
    adds_tools=True,
    refusals=("error:", "failed", "verification failed", "apply_patch verification failed", "invalid patch"),
    result=result,
    report=report,
    output=_output,
    launched=launched,
    ended=ended_agent,
    reported=_reported,
    inside=_inside,
    given=_given,
    parsed=_parsed,
    answer=_answer,
    file_reports=_file_reports,
)
