"""What the tools of Gemini CLI report, and those of the agents that grew out of it: exit codes, changes to files."""

from __future__ import annotations

import re
from typing import Any

from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.idioms import FileReport
from steno.model.body import ToolResult
from steno.model.calls import words_of
from steno.model.signs import NONE, Signs

_EXIT = deferred(
    r"^Exit Code: (-?\d{1,10})(?:\n(?:Signal|Background PIDs|Process Group PGID): [^\n]*){0,3}\s*\Z",
    re.ASCII | re.MULTILINE,
)
"""What stands behind the output of a command."""
_TAIL = 300
_CANCELLED = "[Operation Cancelled]"


def result(body: ToolResult, shell: bool) -> Signs:
    """The exit code stands at the end of a command's words; a call that was cancelled says so first."""
    words = words_of(body.content)
    if words is None:
        return NONE
    if words.startswith(_CANCELLED):
        return Signs(interrupted=True)
    found = _EXIT().search(words, max(0, len(words) - _TAIL)) if shell else None
    return Signs(exit=int(found[1])) if found else NONE


def file_reports(detail: JSON) -> list[FileReport]:
    """What an edit shows to the human: the file before and after."""
    if not isinstance(detail, dict) or not isinstance(detail.get("fileDiff"), str):
        return []
    path, before, after = detail.get("filePath"), detail.get("originalContent"), detail.get("newContent")
    whole = detail.get("truncatedForSession") is not True
    new = detail.get("isNewFile") is True or ("originalContent" in detail and before is None)
    return [
        FileReport(
            path=path if isinstance(path, str) else "",
            change="add" if new else "update",
            before=_text(before) if whole and not new else None,
            after=_text(after) if whole else None,
        )
    ]


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
