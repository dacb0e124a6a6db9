"""How Claude Code words what happens: failures, interruptions, what it writes into messages, and reports of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.claude_code.tasks import ended_task, launched
from steno.agents.claude_code.wire import MARKS, NAME, OTHERS
from steno.agents.claude_code.words import FIELDS
from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.formats.injected import pieces
from steno.idioms import FileReport, Idiom, ReportedHunk
from steno.model.body import ToolResult
from steno.model.calls import first_text, words_of
from steno.model.signs import NONE, Injected, LifecycleKind, Reported, Signs

SYNTHETIC = "<synthetic>"
"""The model that the program names when it writes an assistant record itself."""
_FAILED = deferred(r"Exit code (\d{1,10})(?:\n|\Z)", re.ASCII)
"""What stands before the output of a command that failed."""
_REFUSAL = ("<tool_use_error>", "</tool_use_error>")
"""What stands around the words of a tool that did not run."""
_RETRIEVED = "<retrieval_status>"
_API_ERROR = "API Error: "
_SILENCE = "(Bash completed with no output)"
_RESET = "Shell cwd was reset to "
"""After the output of a command that changed the folder."""
_REJECTION = "The user doesn't want to proceed with this tool use."
_DENIAL = "Permission for this tool use was denied."
_REJECTIONS = (_REJECTION, "The user doesn't want to take this action right now.")
_SAID = deferred(r"[Tt]he user said:\n")
_HINT = "\n\nNote: The user's next message may contain a correction or preference."
"""What the program may add behind the words of a rejection."""
_HEAD = 400
_ANSWERED = ("User has answered your questions: ", "Your questions have been answered: ")
_UNANSWERED = ("The user wants to clarify these questions.", "The user has indicated they have provided enough answers")
"""What the program says in the human's place where they answered some questions, or none."""
_ANSWER = deferred(r"^ *Answer: (.*)", re.MULTILINE)
_FINE, _WRONG = 200, 400
_GIVEN = ("backgroundTaskId", "agentId", "task_id", "shellId")
_RANGE = ("oldStart", "oldLines", "newStart", "newLines")

LIFECYCLE = {
    "StopFailure": LifecycleKind.ERROR,
    "attachment.api_error": LifecycleKind.ERROR,
    "system.api_error": LifecycleKind.ERROR,
    "system.error": LifecycleKind.ERROR,
    "Stop": LifecycleKind.TURN_END,
    "system.stop_hook_summary": LifecycleKind.TURN_END,
    "system.turn_duration": LifecycleKind.TURN_END,
    "result": LifecycleKind.RUN_END,
    "attachment.queued_command": LifecycleKind.PROMPT,
    "queue-operation.enqueue": LifecycleKind.QUEUED,
    "queue-operation.remove": LifecycleKind.DELIVERED,
    "queue-operation.dequeue": LifecycleKind.TAKEN,
    "queue-operation.popAll": LifecycleKind.WITHDRAWN,
    "pr-link": LifecycleKind.PULL_REQUEST,
    "system.compact_boundary": LifecycleKind.COMPACTION,
    "ai-title": LifecycleKind.TITLE,
    "custom-title": LifecycleKind.TITLE,
}
"""Records of its log, and events of its hooks."""

_COMMAND = Signs(injected=Injected.COMMAND)
_NOTICE = Signs(injected=Injected.NOTICE)
_EDITOR = Signs(injected=Injected.EDITOR)
OPENINGS = {
    "[Request interrupted by user": Signs(injected=Injected.NOTICE, interrupted=True),
    "<command-name>": _COMMAND,
    "<command-message>": _COMMAND,
    "<command-args>": _COMMAND,
    "<local-command": _COMMAND,
    "<bash-": _COMMAND,
    "<system-reminder>": Signs(injected=Injected.REMINDER),
    "<ide_": _EDITOR,
    "<new-diagnostics>": _EDITOR,
    "<user-prompt-submit-hook>": Signs(injected=Injected.HOOK),
    "<task-notification>": _NOTICE,
    "<agent-notification>": _NOTICE,
    "<teammate-message": _NOTICE,
}


def result(body: ToolResult, shell: bool) -> Signs:
    """The exit code stands in the words of a command that failed; all else stands in the details."""
    if body.error is True:
        words = words_of(body.content) if shell else None
        found = _FAILED().match(words) if words is not None else None
        return Signs(exit=int(found[1])) if found else NONE
    detail = body.detail
    if type(detail) is not dict:
        return NONE
    if detail.get("interrupted") is True:
        return Signs(interrupted=True)
    reported = _reported(detail)
    return NONE if reported is None else Signs(reported=reported)


def _reported(detail: dict[str, JSON]) -> Reported | None:
    success, status = detail.get("success"), detail.get("code")
    if type(success) is bool:
        return Reported.SUCCEEDED if success else Reported.FAILED
    if type(detail.get("structuredPatch")) is list:
        return Reported.APPLIED
    if _is_done(detail):
        return Reported.FAILED if _is_refused(detail.get("content")) else Reported.SUCCEEDED
    if detail.get("retrieval_status") == "success":
        return Reported.SUCCEEDED
    if type(status) is int and type(detail.get("codeText")) is str:
        return Reported.ANSWERED if _FINE <= status < _WRONG else Reported.REFUSED
    return None


def _is_done(detail: dict[str, JSON]) -> bool:
    """Whether a sub-agent has answered."""
    return detail.get("status") == "completed" and type(detail.get("agentId")) is str


def _is_refused(content: JSON) -> bool:
    """Whether a sub-agent has nothing to say but that its request to the model failed."""
    said = words_of(content)
    return said is not None and said.startswith(_API_ERROR)


def ended(is_error: JSON, subtype: JSON) -> Reported | None:
    """What the last line of a run says of it."""
    if is_error is True or (type(subtype) is str and subtype.startswith("error")):
        return Reported.FAILED
    return Reported.SUCCEEDED if is_error is False and subtype == "success" else None


def _report(data: dict[str, JSON]) -> Signs:
    found = ended(data.get("is_error"), data.get("subtype"))
    return NONE if found is None else Signs(reported=found)


def _output(text: str) -> str:
    if text.startswith(_REFUSAL[0]):
        return text.removeprefix(_REFUSAL[0]).rstrip().removesuffix(_REFUSAL[1])
    if text.startswith(_RETRIEVED):
        begin, end = text.find("<output>"), text.rfind("</output>")
        return text[begin + len("<output>") : end] if 0 <= begin < end else ""
    if text == _SILENCE:
        return ""
    found = _FAILED().match(text) if text.startswith("Exit code ") else None
    last = text.rfind("\n") + 1
    return text[found.end() if found else 0 : last if text.startswith(_RESET, last) else len(text)]


def _given(body: ToolResult) -> Iterator[str]:
    detail = body.detail if isinstance(body.detail, dict) else {}
    return (id for key in _GIVEN if isinstance(id := detail.get(key), str))


def _rejection(content: JSON) -> str | None:
    words = words_of(content)
    if words is None or not words.startswith((_REJECTION, _DENIAL)) or not (found := _SAID().search(words, 0, _HEAD)):
        return None
    said = words[found.end() :].partition(_HINT)[0]
    if said.startswith(_UNANSWERED):
        said = "\n".join(_ANSWER().findall(said))
    return said if said.strip() else None


def _answer(body: ToolResult) -> str | UnsetType | None:
    """The answers to the agent's questions and the notes on them, without the questions, which are the agent's."""
    detail, words = body.detail, words_of(body.content)
    if isinstance(detail, dict) and isinstance(answers := detail.get("answers"), dict):
        remarks = detail.get("annotations")
        notes = remarks.values() if isinstance(remarks, dict) else ()
        given = [*answers.values(), *(each.get("notes") for each in notes if isinstance(each, dict))]
        return "\n".join(each for each in given if isinstance(each, str) and each.strip()) or None
    if words is None or not words.startswith((*_ANSWERED, *_UNANSWERED)):
        return UNSET
    if words.startswith(_UNANSWERED):
        return "\n".join(_ANSWER().findall(words)) or None
    parts = words.split('"="')[1:]
    given = [part.rpartition('", "')[0] for part in parts[:-1]] + [part.partition('"')[0] for part in parts[-1:]]
    return "\n".join(filter(None, given)) or None


def _rejects(content: JSON) -> bool:
    return isinstance(content, str) and content.startswith(_REJECTIONS)


def _queued(data: JSON) -> str | None:
    holder = data.get("attachment") if isinstance(data, dict) else None
    if not isinstance(holder, dict) or holder.get("commandMode") != "prompt" or holder.get("isMeta") is True:
        return None
    origin, prompt = holder.get("origin"), holder.get("prompt")
    if isinstance(origin, dict) and origin.get("kind") in OTHERS:
        return None
    blocks = prompt if isinstance(prompt, list) else [{"text": prompt}]
    texts = [text for each in blocks if isinstance(each, dict) and isinstance(text := each.get("text"), str)]
    said = [piece.text for text in texts for piece in pieces(text, MARKS) if piece.human]
    return "\n".join(filter(str.strip, said)) or None


def _file_reports(detail: dict[str, Any]) -> list[FileReport]:
    """What the structured result of a tool says of its file."""
    if isinstance(file := detail.get("file"), dict):
        return _whole(file)
    path = first_text(detail, ("filePath", "notebook_path"))
    before = first_text(detail, ("originalFile", "original_file"))
    hunks = detail.get("structuredPatch")
    if path is None and before is None:
        return []
    return [
        FileReport(
            path=path or "",
            change="add" if detail.get("type") == "create" else "update",
            before=before,
            after=first_text(detail, ("content", "updated_file", "updatedFile")),
            hunks=_hunks(hunks) if isinstance(hunks, list) else None,
            mixed=detail.get("userModified") is True,
        )
    ]


def _whole(file: dict[str, Any]) -> list[FileReport]:
    """A file that was read from its first line to its last."""
    path, text = file.get("filePath"), file.get("content")
    whole = file.get("numLines") == file.get("totalLines") and file.get("startLine", 1) == 1
    if not isinstance(path, str) or not isinstance(text, str) or not whole:
        return []
    return [FileReport(path=path, change="read", after=text)]


def _hunks(stated: list[JSON]) -> tuple[ReportedHunk, ...]:
    return tuple(_hunk(hunk) for hunk in stated if isinstance(hunk, dict) and isinstance(hunk.get("lines"), list))


def _hunk(hunk: dict[str, Any]) -> ReportedHunk:
    """Where a line is damaged, the numbers say nothing of those that are left."""
    lines = tuple([line for line in hunk["lines"] if type(line) is str])
    whole = len(lines) == len(hunk["lines"])
    numbers = [number if whole and type(number := hunk.get(key)) is int else None for key in _RANGE]
    return ReportedHunk(lines, *numbers)


IDIOM = Idiom(
    name=NAME,
    lifecycle=LIFECYCLE,
    openings=OPENINGS,
    fields=FIELDS,
    models=frozenset({SYNTHETIC}),
    refusals=("<tool_use_error>", "error:", "failed"),
    result=result,
    report=_report,
    output=_output,
    flags_errors=True,
    launched=launched,
    ended=ended_task,
    given=_given,
    rejection=_rejection,
    rejects=_rejects,
    answer=_answer,
    queued=_queued,
    file_reports=_file_reports,
)
