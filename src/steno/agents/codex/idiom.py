"""How Codex words what happens: failures, interruptions, what it writes into messages, and reports of patches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from steno.agents.codex.wire import NAME
from steno.agents.codex.words import FIELDS
from steno.base.exact import JSON
from steno.idioms import FileReport, Idiom
from steno.model.body import ToolResult
from steno.model.calls import first_text, words_of
from steno.model.signs import NONE, Injected, LifecycleKind, Reported, Signs

_ENVELOPE = re.compile(
    r"(?:(?:Chunk ID|Wall time): [^\n]*\n){0,2}(?:Process exited with code|Exit code:) (-?\d{1,10})\n"
    r"(?:(?:Wall time|Original token count|Total output lines): [^\n]*\n){0,3}Output:\n",
    re.ASCII,
)
"""What stands before the output of a command."""
_METADATA = re.compile(r'"metadata":\{"exit_code":(-?\d{1,10}),"duration_seconds":[-+.eE\d]+\}\}\s*\Z', re.ASCII)
"""At the end of the JSON in which older versions wrap an output.  Quotes within the output are escaped."""
_TAIL = 160
_RUNNING = re.compile(r"(?:[^\n]*\n){0,4}?Process running with session ID (\d{1,12})\n", re.ASCII)
_HEAD = 400

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
    if words is None:
        return NONE
    if words.startswith('{"output":'):
        found = _METADATA.search(words, max(0, len(words) - _TAIL))
    else:
        # A command may print anything: where the source states errors by a flag, its words say nothing.
        found = _ENVELOPE.match(words) if shell and body.error is UNSET else None
    return Signs(exit=int(found[1])) if found else NONE


def report(data: dict[str, JSON]) -> Signs:
    """What a record of the program's own says of the call that it is about."""
    for key in ("exit_code", "exitCode"):
        if type(number := data.get(key)) is int:
            return Signs(exit=number)
    success, outcome = data.get("success"), data.get("result")
    if type(success) is bool:
        return Signs(reported=Reported.SUCCEEDED if success else Reported.FAILED)
    if type(outcome) is dict:
        if "Err" in outcome:
            return Signs(reported=Reported.FAILED)
        inner = outcome.get("Ok", outcome)
        if type(inner) is dict and type(failed := inner.get("isError", inner.get("is_error"))) is bool:
            return Signs(reported=Reported.FAILED if failed else Reported.SUCCEEDED)
    return NONE


def _preamble(text: str) -> int:
    found = _ENVELOPE.match(text)
    return found.end() if found else 0


def _given(body: ToolResult) -> Iterator[str]:
    head = body.content[:_HEAD] if isinstance(body.content, str) and not isinstance(body.detail, dict) else ""
    if found := _RUNNING.match(head):
        yield found[1]


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


IDIOM = Idiom(
    name=NAME,
    lifecycle=LIFECYCLE,
    openings=OPENINGS,
    fields=FIELDS,
    adds_tools=True,
    refusals=("error:", "failed", "verification failed", "apply_patch verification failed", "invalid patch"),
    result=result,
    report=report,
    preamble=_preamble,
    given=_given,
    file_reports=_file_reports,
)
