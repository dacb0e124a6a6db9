"""How a session ended, in two vocabularies: eight reasons, and the four states they come down to.  Knows no format.

Several reasons have one state, so that a state alone gives back the reason that claims the least beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from steno.base.exact import JSON

OTHER: Final = "other"
"""The reason that says only that it is none of the others, or not known."""
STATES: Final[Mapping[str, str | None]] = {
    "task_complete": "goal_reached",
    "user_confirmed_done": "goal_reached",
    "user_abandoned": "abandoned",
    "agent_blocked": "error",
    "error_unrecoverable": "error",
    "timeout": "interrupted",
    "partial_then_stopped": "interrupted",
    OTHER: None,
}
REASONS: Final[Mapping[str, str]] = {
    "goal_reached": "task_complete",
    "abandoned": "user_abandoned",
    "error": "error_unrecoverable",
    "interrupted": "partial_then_stopped",
}

PARTS: Final = {"terminal_state": "termination_reason", "success": "goal_achieved", "description": "goal_notes"}
"""The parts of an outcome, and the keys of the notes that say the same of a trace with steps."""


def as_notes(outcome: JSON) -> dict[str, JSON]:
    """What an outcome says, by the keys of notes; a part that it does not state is left out."""
    if type(outcome) is not dict:
        return {}
    state, success, words = (outcome.get(key) for key in PARTS)
    found: dict[str, JSON] = {}
    if type(state) is str and state in REASONS:
        found["termination_reason"] = REASONS[state]
    if type(success) is bool:
        found["goal_achieved"] = success
    if type(words) is str and words:
        found["goal_notes"] = words
    return found


def stated(values: Mapping[str, JSON]) -> dict[str, JSON]:
    """The same as parts of an outcome; a reason that has no state is left out."""
    reason, achieved, words = (values.get(key) for key in PARTS.values())
    found: dict[str, JSON] = {}
    if type(reason) is str and (state := STATES.get(reason)) is not None:
        found["terminal_state"] = state
    if type(achieved) is bool:
        found["success"] = achieved
    if type(words) is str and words:
        found["description"] = words
    return found


def is_told_whole(reason: JSON) -> bool:
    """Whether a reason can be known again from its state alone."""
    if type(reason) is not str or reason not in STATES:
        return False
    state = STATES[reason]
    return state is None or REASONS[state] == reason
