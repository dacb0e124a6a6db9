"""Says what came of a call: whether it worked, what was known before it, and what it changed.

Reads exit codes, error flags, patches and states of files where agents put them; nothing of what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.model import Event, Lifecycle, Note, ToolResult
from steno.model.steps import derived
from steno.passes.derive.act import Act, Verdict, code, text_of
from steno.passes.derive.anchors import ERROR, FAILED, TROUBLE
from steno.passes.derive.operations import Operations

FLAGGED = code("070", "tool-result-error", "The call failed: its result says that it is an error.")
EXIT = code(
    "071", "exit-code",
    "A command that ended with exit code 0 worked, any other did not.  The code stands in the result of a tool of the "
    "command line, or in what the program recorded of the call.  What another code means to its program, such as that "
    "nothing was found, is not asked.",
)  # fmt: skip
CLEAR = code("072", "tool-result-ok", "The call worked: its result says that it is no error.")
REPORTED = code("073", "reported-success", "The program's own report of the call says whether it succeeded.")
APPLIED = code("074", "patch-applied", "The call worked: the program reports the change that it made to the file.")
STATUS = code("075", "http-status", "A request that was answered with a status from 200 to 399 worked.")
STOPPED = code("076", "interrupted", "The call did not do what it should: the program reports that it was interrupted.")
SEEN = code(
    "077", "outcome-seen",
    "What the agent had before it when it took the step: the exit code or the error of the call whose result it "
    "answers to, in the words of the log.",
)  # fmt: skip
BEFORE = code("078", "file-before", "The state of the file before it was written, as the result of the call has it.")
CHANGED = code("079", "file-changed", "What the call changed in files, as its result or the program's report has it.")
ENDED = code("080", "command-ended", "With which exit code the command ended.")
CODES = (FLAGGED, EXIT, CLEAR, REPORTED, APPLIED, STATUS, STOPPED, SEEN, BEFORE, CHANGED, ENDED)

_ENVELOPE = re.compile(
    r"(?:(?:Chunk ID|Wall time): [^\n]*\n){0,2}(?:Process exited with code|Exit code:) (-?\d{1,10})\n"
    r"(?:(?:Wall time|Original token count|Total output lines): [^\n]*\n){0,3}Output:\n",
    re.ASCII,
)
"""What Codex writes before the output of a command."""
_FAILED = re.compile(r"Exit code (\d{1,10})(?:\n|\Z)", re.ASCII)
"""What Claude Code writes before the output of a command that failed."""
_METADATA = re.compile(r'"metadata":\{"exit_code":(-?\d{1,10}),"duration_seconds":[-+.eE\d]+\}\}\s*\Z', re.ASCII)
"""At the end of the JSON in which older Codex versions wrap an output.  Quotes within the output are escaped."""
_TAIL = 160
_QUOTED = 300
_FINE, _WRONG = 200, 400


def judge(acts: list[Act], operations: Operations) -> None:
    """Decide of every call whether it worked, where the log says so."""
    for act in acts:
        if act.call is not None:
            act.verdict = _verdict(act, operations)
            if act.verdict is not None and not act.verdict.success:
                act.action, act.rule = ERROR, FAILED.name
        elif act.rule == TROUBLE.name:
            act.verdict = Verdict(False, TROUBLE.name, (act.event.uid,))


def _verdict(act: Act, operations: Operations) -> Verdict | None:
    body, result = act.returned, act.result
    shell = act.call is not None and (tool := operations.tool(act.call)) is not None and tool.surface == "cli"
    for event in act.about:
        if (found := _told(event)) is not None:
            return found
    if body is None or result is None:
        return None
    own = (result.uid,)
    number = _exit(body) if shell or _wrapped(body.content) else None
    if number is not None:
        return Verdict(number == 0 and body.error is not True, EXIT.name, own, number)
    if body.error is True:
        return Verdict(False, FLAGGED.name, own)
    if (found := _reported(body.detail, own)) is not None:
        return found
    return Verdict(True, CLEAR.name, own) if body.error is False else None


def _reported(detail: JSON, own: tuple[str, ...]) -> Verdict | None:
    if not isinstance(detail, dict):
        return None
    if detail.get("interrupted") is True:
        return Verdict(False, STOPPED.name, own)
    if isinstance(detail.get("success"), bool):
        return Verdict(detail["success"], REPORTED.name, own)
    if isinstance(detail.get("structuredPatch"), list):
        return Verdict(True, APPLIED.name, own)
    status = detail.get("code")
    if type(status) is int and isinstance(detail.get("codeText"), str):
        return Verdict(_FINE <= status < _WRONG, STATUS.name, own)
    return None


def _told(event: Event) -> Verdict | None:
    """What a record of the program's own says of a call."""
    body = event.body
    if not isinstance(body, Lifecycle) or not isinstance(body.data, dict):
        return None
    told, own = body.data, (event.uid,)
    for key in ("exit_code", "exitCode"):
        if type(number := told.get(key)) is int:
            return Verdict(number == 0, EXIT.name, own, number)
    if isinstance(told.get("success"), bool):
        return Verdict(told["success"], REPORTED.name, own)
    result = told.get("result")
    if isinstance(result, dict):
        if "Err" in result:
            return Verdict(False, REPORTED.name, own)
        inner = result.get("Ok", result)
        if isinstance(inner, dict) and isinstance(failed := inner.get("isError", inner.get("is_error")), bool):
            return Verdict(not failed, REPORTED.name, own)
    return None


def _wrapped(content: JSON) -> bool:
    return isinstance(content, str) and content.startswith('{"output":')


def _exit(body: ToolResult) -> int | None:
    content = body.content
    text = content if isinstance(content, str) else text_of(content) if isinstance(content, list | dict) else None
    if text is None:
        return None
    if _wrapped(text):
        found = _METADATA.search(text, max(0, len(text) - _TAIL))
    elif body.error is True:
        found = _FAILED.match(text)
    else:
        # A command may print anything: where the source states errors by a flag, its words say nothing.
        found = _ENVELOPE.match(text) if body.error is UNSET else None
    return int(found[1]) if found else None


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
    found = _ENVELOPE.match(text) or _FAILED.match(text)
    start = found.end() if found else 0
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
    if act.call is None or verdict is None:
        return
    if (changed := _changed(act)) is not None:
        yield derived(CHANGED.name, "state_change", changed[0], event, changed[1])
    elif verdict.exit is not None:
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
    detail = act.returned.detail if act.returned is not None else None
    if not isinstance(detail, dict) or not isinstance(path := detail.get("filePath"), str):
        return None
    if not isinstance(detail.get("structuredPatch"), list):
        return None
    before = detail.get("originalFile", UNSET)
    if detail.get("type") == "create" and not before:
        return f"{path} did not exist."
    return f"{path} had {_lines(before)}." if isinstance(before, str) else None


def _changed(act: Act) -> tuple[str, tuple[str, ...]] | None:
    if act.verdict is None or not act.verdict.success:
        return None
    body = act.returned
    if body is not None and act.result is not None and (text := _patched(body)) is not None:
        return text, (act.result.uid,)
    for event in act.about:
        data = event.body.data if isinstance(event.body, Lifecycle) else None
        changes = data.get("changes") if isinstance(data, dict) else None
        if isinstance(changes, dict) and changes:
            return " ".join(map(_change, changes.items())), (event.uid,)
    return None


def _patched(body: ToolResult) -> str | None:
    """What the structured result of an edit says of its file."""
    detail = body.detail
    if not isinstance(detail, dict):
        return None
    path, hunks = detail.get("filePath"), detail.get("structuredPatch")
    if not isinstance(path, str) or not isinstance(hunks, list):
        return None
    if detail.get("type") == "create" and isinstance(content := detail.get("content"), str):
        return f"{path} was created with {_lines(content)}."
    lines = [line for hunk in hunks if isinstance(hunk, dict) for line in _of(hunk.get("lines"))]
    if not lines:
        return None
    added, removed = (sum(line.startswith(sign) for line in lines) for sign in "+-")
    return f"{path} was changed: lines added: {added}, lines removed: {removed}."


def _of(lines: JSON) -> list[str]:
    return [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []


_CHANGES = {"add": "created", "create": "created", "delete": "deleted", "update": "changed", "modify": "changed"}


def _change(item: tuple[str, JSON]) -> str:
    path, change = item
    kind = change.get("type") if isinstance(change, dict) else None
    return f"{path} was {_CHANGES.get(kind, 'changed') if isinstance(kind, str) else 'changed'}."


def _lines(text: str) -> str:
    count = text.count("\n") + (not text.endswith("\n") and text != "")
    return number_of(count, "line")
