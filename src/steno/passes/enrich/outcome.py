"""Says how a session ended, where the log shows it.  What only time or place suggests is left unsaid."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steno import shell
from steno.base.exact import JSON
from steno.model import Event, Kind, Lifecycle, LifecycleKind, Note, Reported, Role
from steno.model.steps import derived
from steno.passes.enrich.seen import Seen, code

COMMITTED = code(
    "070", "committed",
    "The session committed: a command with `git commit` printed the line in which git names the branch and the new "
    "commit.  `commit_sha` is the last of them, as git printed it, which is usually an abbreviation. A commit says "
    "nothing about success.",
)  # fmt: skip
RESULT = code(
    "071", "result",
    "The program's own last line says how the run ended.  An error is a failure, and derived. If there is none, "
    "the agent believed that it had reached the goal, so success is only inferred.",
)  # fmt: skip
STOPPED = code(
    "072", "stopped",
    "The last thing in the log is an interruption by the user (`interrupted`) or an error of the program (`error`).  "
    "A log that simply ends says nothing.",
)  # fmt: skip
CODES = (COMMITTED, RESULT, STOPPED)

_LINE = re.compile(r"^\[(?P<branch>[^\[\]\n]{1,200}?) (?:\(root-commit\) )?(?P<sha>[0-9a-f]{7,40})\] ", re.MULTILINE)
_DERIVED, _INFERRED = "derived", "inferred"
_SPOKEN = frozenset({Kind.MESSAGE, Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.THOUGHT})


def notes(seen: Seen) -> Iterator[Note]:
    values: dict[str, JSON] = {}
    of: list[str] = []
    rule, confidence = "", _DERIVED
    ended = _ended(seen.trace.events)
    if ended is not None:
        rule, confidence, stated, uid = ended
        values |= stated
        of.append(uid)
    if (commit := _committed(seen)) is not None:
        values |= {"committed": True, "commit_sha": commit[0]}
        of += commit[1]
        rule = COMMITTED.name if ended is None else rule
    if values:
        signal = {"signal_source": "deterministic", "signal_confidence": confidence}
        yield derived(rule, "outcome", {**values, **signal}, of=tuple(dict.fromkeys(of)))


def _committed(seen: Seen) -> tuple[str, tuple[str, ...]] | None:
    last = None
    for command, done in seen.commands:
        if done.returned is not None and _commits(command):
            for found in _LINE.finditer(done.output):
                last = found["sha"], done.uids
    return last


def _commits(line: str) -> bool:
    """Whether a command line runs `git commit`."""
    return "commit" in line and any(
        command.program == "git" and shell.subcommand(command) == "commit" for command in shell.parse(line).commands
    )


def _ended(events: tuple[Event, ...]) -> tuple[str, str, dict[str, JSON], str] | None:
    """By the last event that says how it ended: by which rule, how sure, what, and which event it is."""
    for event in reversed(events):
        signs = event.signs
        if signs.lifecycle is LifecycleKind.RUN_END:
            return _result(event)
        if signs.interrupted and event.kind is not Kind.TOOL_RESULT:
            return STOPPED.name, _DERIVED, {"terminal_state": "interrupted"}, event.uid
        if signs.lifecycle is LifecycleKind.ERROR or signs.api_error:
            return STOPPED.name, _DERIVED, {"terminal_state": "error"}, event.uid
        if event.kind in _SPOKEN and event.role in (Role.ASSISTANT, Role.USER, Role.TOOL):
            return None
    return None


def _result(event: Event) -> tuple[str, str, dict[str, JSON], str] | None:
    data = event.body.data if isinstance(event.body, Lifecycle) else None
    said = data.get("result") if isinstance(data, dict) else None
    words = {"description": said} if isinstance(said, str) and said else {}
    if event.signs.reported is Reported.FAILED:
        return RESULT.name, _DERIVED, {"success": False, "terminal_state": "error", **words}, event.uid
    if event.signs.reported is Reported.SUCCEEDED:
        return RESULT.name, _INFERRED, {"success": True, "terminal_state": "goal_reached", **words}, event.uid
    return None
