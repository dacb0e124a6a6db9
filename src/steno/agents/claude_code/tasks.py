"""How Claude Code speaks of what goes on in the background: that it was started, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.idioms import Ended
from steno.model.body import Body, Text, ToolResult
from steno.model.calls import words_of

_STARTED = ("Command running in background with ID: ", "Async agent launched successfully")
_LAUNCHES = ("_launched", "_spawned")
"""How the status of an agent ends that goes on by itself."""
_NOTICE = "<task-notification>"
_ID = deferred(r"<task-id>([^<\n]{1,80})</task-id>")
_STATUS = deferred(r"<status>(\w{1,20})</status>")
_EXIT = deferred(r"<summary>[^\n]{0,2000}exit code (\d{1,10})\)?</summary>", re.ASCII)
_FAILED = {"completed": False, "failed": True}
"""One that was killed neither worked nor failed."""


def launched(body: ToolResult) -> bool:
    detail = body.detail
    if type(detail) is dict:
        status = detail.get("status")
        is_agent = detail.get("isAsync") is True or (type(status) is str and status.endswith(_LAUNCHES))
        return is_agent or type(detail.get("backgroundTaskId")) is str
    words = words_of(body.content)
    return words is not None and words.startswith(_STARTED)


def ended_task(body: Body) -> Iterator[Ended]:
    if type(body) is ToolResult:
        detail = body.detail if type(body.detail) is dict else {}
        task = detail.get("task")
        if type(task) is dict:
            yield from _stated(task.get("task_id"), task)
        elif "shellId" in detail:
            yield from _stated(detail["shellId"], detail)
    elif type(body) is Text and body.text.startswith(_NOTICE):
        id, status, exit = (pattern().search(body.text) for pattern in (_ID, _STATUS, _EXIT))
        if id and status and status[1] in _FAILED:
            yield Ended(id[1], int(exit[1]) if exit else None, _FAILED[status[1]])


def _stated(id: JSON, task: dict[str, JSON]) -> Iterator[Ended]:
    """What the details of a result say of a task."""
    status, exit = task.get("status"), task.get("exitCode")
    if type(id) is str and type(status) is str and status in _FAILED:
        yield Ended(id, exit if type(exit) is int else None, _FAILED[status])
