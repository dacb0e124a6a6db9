"""How a session ended, as its last events say it: the one place that decides it, whatever format asks.

What somebody said of the outcome, and what a source states of its own, counts more and is not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from steno.model.body import Lifecycle, Text
from steno.model.event import Event, Kind, Role, Visibility
from steno.model.runs import run_of, runs
from steno.model.signs import LifecycleKind, Reported
from steno.model.trace import Trace

RESULT, STOPPED, ANSWERED = "result", "stopped", "answered"
"""By what the end is known: the program's last line, an interruption or error, or the agent's own last answer."""
_STOPS: Final = ("end_turn", "stop")
_SPOKEN: Final = frozenset({Kind.MESSAGE, Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.THOUGHT})
_ROLES: Final = (Role.ASSISTANT, Role.USER, Role.TOOL)


class Ending(Struct, frozen=True):
    by: str
    """`RESULT`, `STOPPED` or `ANSWERED`."""
    reason: str
    """One of the eight of `outcome.STATES`, which has its state."""
    of: tuple[str, ...]
    success: bool | None = None
    """Only where the program says so."""
    words: str | None = None
    """What the program says of it."""

    @property
    def inferred(self) -> bool:
        """Whether the agent only believed that it was done."""
        return self.reason == "task_complete"


def ending(trace: Trace) -> Ending | None:
    """How a session ended; None where its log simply stops."""
    known = runs(trace)
    return _ending([event for event in trace.events if run_of(event, known) is None] if known else trace.events)


def _ending(events: Iterable[Event]) -> Ending | None:
    turn: Event | None = None
    for event in reversed(tuple(events)):
        signs = event.signs
        if signs.lifecycle is LifecycleKind.RUN_END:
            return _result(event)
        if signs.interrupted and event.kind is not Kind.TOOL_RESULT:
            return Ending(STOPPED, "partial_then_stopped", (event.uid,))
        if signs.lifecycle is LifecycleKind.ERROR or signs.api_error:
            return Ending(STOPPED, "error_unrecoverable", (event.uid,))
        if signs.lifecycle is LifecycleKind.TURN_END:
            turn = turn or event
        if event.kind in _SPOKEN and event.role in _ROLES and not _is_aside(event):
            return _answered(event, turn)
    return None


def _is_aside(event: Event) -> bool:
    """What the program wrote in the user's name, or the user to the program: the model never answers it."""
    return event.role is Role.USER and (event.visibility is not Visibility.PUBLIC or event.is_command())


def _answered(event: Event, turn: Event | None) -> Ending | None:
    """The agent's last word, where it or the program says that the turn ended with it."""
    if event.kind is not Kind.MESSAGE or event.role is not Role.ASSISTANT or not isinstance(event.body, Text):
        return None
    if turn is not None:
        return Ending(ANSWERED, "task_complete", (event.uid, turn.uid))
    return Ending(ANSWERED, "task_complete", (event.uid,)) if event.signs.stop in _STOPS else None


def _result(event: Event) -> Ending | None:
    data = event.body.data if isinstance(event.body, Lifecycle) else None
    said = data.get("result") if isinstance(data, dict) else None
    words = said if isinstance(said, str) and said else None
    if event.signs.reported is Reported.FAILED:
        return Ending(RESULT, "error_unrecoverable", (event.uid,), False, words)
    if event.signs.reported is Reported.SUCCEEDED:
        return Ending(RESULT, "task_complete", (event.uid,), True, words)
    return None
