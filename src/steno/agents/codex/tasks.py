"""How Codex speaks of calls in words of its own: refused, aborted, done, started, and how what was started ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from steno.base.exact import JSON
from steno.idioms import Ended
from steno.model.body import Body, Text, ToolResult
from steno.model.calls import as_object, words_of
from steno.model.signs import NONE, Reported, Signs

_FAILED: Final = (
    "exec_command failed for `", "write_stdin failed: ", "collab spawn failed: ",
    "failed to parse function arguments: ",
    "unsupported call: ", "unsupported custom tool call: ", "patch rejected: ", "apply_patch verification failed: ",
    "execution error: ", "request_user_input is unavailable in ",
    "request_user_input was cancelled before receiving a response", "unable to locate image at ", "agent with id ",
    "Full-history forked agents inherit ",
)  # fmt: skip
"""What it says itself of a call that did not do what it should, in place of a result."""
_ABORTED: Final = re.compile(r"aborted(?: by user after [\d.]{1,12}s)?\s*\Z", re.ASCII)
_DONE: Final = (
    "Plan updated", "Success. Updated the following files:", '{"submission_id":', '{"previous_status":', '{"status":{"',
    "attached local image path", '{"answers":{"',
)  # fmt: skip
_SPAWNED: Final = '{"agent_id":"'
_STATUS: Final = '{"status":{"'
_NOTICE: Final = "<subagent_notification>"
_PROCESS: Final = "Process running with session ID "
_RUNNING: Final = re.compile(rf"(?:[^\n]*\n){{0,4}}?{_PROCESS}\d{{1,12}}\n", re.ASCII)
_HEAD: Final = 400
_ENDS: Final = {"completed": False, "errored": True}
"""One that was shut down neither worked nor failed."""


def acknowledged(words: str, *, shell: bool) -> Signs:
    """What the program's own words in a result's place say of the call."""
    if words.startswith(_FAILED):
        return Signs(reported=Reported.FAILED)
    if words.startswith("aborted") and _ABORTED.match(words):
        return Signs(interrupted=True)
    return Signs(reported=Reported.SUCCEEDED) if not shell and words.startswith(_DONE) else NONE


def launched(body: ToolResult) -> bool:
    words = words_of(body.content)
    if words is None or isinstance(body.detail, dict):
        return False
    return words.startswith((_SPAWNED, "Script running with cell ID ")) or (
        words.find(_PROCESS, 0, _HEAD) >= 0 and _RUNNING.match(words[:_HEAD]) is not None
    )


def spawned(body: ToolResult) -> Iterator[str]:
    """The id of an agent that a result says was started."""
    words = words_of(body.content)
    if words is not None and words.startswith(_SPAWNED) and isinstance(id := as_object(words).get("agent_id"), str):
        yield id


def ended_agent(body: Body) -> Iterator[Ended]:
    if isinstance(body, ToolResult):
        words = words_of(body.content)
        stated = as_object(words).get("status") if words is not None and words.startswith(_STATUS) else None
        for id, status in stated.items() if isinstance(stated, dict) else ():
            yield from _ended(id, status)
    elif isinstance(body, Text) and body.text.startswith(_NOTICE):
        notice = as_object(body.text.removeprefix(_NOTICE).strip().removesuffix(f"</{_NOTICE[1:]}"))
        id = notice.get("agent_path", notice.get("agent_id"))
        if isinstance(id, str):
            yield from _ended(id, notice.get("status"))


def _ended(id: str, status: JSON) -> Iterator[Ended]:
    word = next((name for name in _ENDS if name == status or (isinstance(status, dict) and name in status)), None)
    if word is not None:
        yield Ended(id, failed=_ENDS[word])
