"""Older Forsy traces as v0.1.  Works on documents, knows no trace and no file.

An upgrade can be undone, key for key: what it changes or leaves out it writes down in the document, under
`upgraded_from`.  Only what an older version says in other words is translated; what it does not say stays null, or, in
the few fields that have no null, is said to be unknown.
"""

from __future__ import annotations

from typing import Final

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.formats.forsy.sums import sums
from steno.formats.forsy.wire import UNSTATED
from steno.formats.forsy.words import (
    AGENT_STEP,
    HUMAN_FEEDBACK,
    STEP,
    TERMINATION_REASONS,
    TOP,
    USER_MESSAGE,
    VERSION,
)
from steno.model.outcome import OTHER
from steno.model.steps import ACTIONS

Object = dict[str, JSON]

UNDO: Final = "upgraded_from"
"""The field of the top that tells how to undo an upgrade."""

_TERMINATION: Final = {"task_completed": "task_complete", "completed": "task_complete"}
_FEEDBACK: Final = {"acceptance": "approval"}
_CALL, _FEEDBACK_ACTION = "tool_call", "feedback"
USER: Final = "user"
_SPEAKERS: Final = ("user", "assistant")
"""Who spoke, which some older traces have for a message's role."""


def is_old(document: JSON) -> bool:
    """Whether a document is a trace of an older version, or of one that it does not name."""
    return type(document) is dict and document.get("schema_version") != VERSION


def upgrade(document: Object) -> Object:
    """The same trace as v0.1; one that is v0.1 already, itself."""
    if not is_old(document):
        return document
    steps = document.get("steps")
    new = top(document)
    new.pop(UNDO, None)  # whatever stands there undoes something else
    undo: Object = {"keys": list(document)}
    if type(steps) is list:
        new["steps"] = [step(each, index) if type(each) is dict else each for index, each in enumerate(steps)]
        undo |= _steps_undone(steps, new["steps"])
    if new["summary"] is None:
        counts = sums(each for each in new["steps"] or () if type(each) is dict) if type(steps) is list else {}
        new["summary"] = {**counts, "agent_confidence": None, "goal_achieved": None, "goal_notes": None}
    new = _completed(new, new["steps"] if type(new["steps"]) is list else [])
    new[UNDO] = undo | {"was": _was(document, new, "steps" if type(steps) is list else "")}
    return new


def _steps_undone(before: list[JSON], after: list[JSON]) -> Object:
    """How each step was: the order of its keys, which many share, and the values that were others."""
    shapes: dict[tuple[str, ...], int] = {}
    steps: list[JSON] = []
    for old, new in zip(before, after, strict=True):
        if type(old) is not dict:
            steps.append(None)
        else:
            steps.append({"shape": shapes.setdefault(tuple(old), len(shapes)), "was": _was(old, new)})
    return {"shapes": [list(each) for each in shapes], "steps": steps}


def _was(old: Object, new: Object, apart: str = "") -> Object:
    return {key: value for key, value in old.items() if key != apart and not (key in new and same(new[key], value))}


def same(one: JSON, two: JSON) -> bool:
    """Whether two values are spelled alike: 1 is not 1.0, and not true."""
    return one is two or encode(one) == encode(two)


# The top


def top(document: Object) -> Object:
    """The fields of the top in v0.1's words and order, then those that it does not know.  The steps are left alone."""
    new = {key: known(document.get(key)) for key in TOP}
    new["schema_version"] = VERSION
    new["trace_id"] = _first(document, "trace_id", "collection_id", "source_trace_id")
    new["prior_trace_id"] = _first(document, "prior_trace_id", "prior_collection_id")
    new["termination_reason"] = _termination(new["termination_reason"])
    new["static_output"] = repaired(new["static_output"])
    gone = {"collection_id": new["trace_id"], "prior_collection_id": new["prior_trace_id"]}
    if type(model := document.get("agent_model")) is str and model:
        config = new["agent_config"]
        if config is None or (type(config) is dict and config.get("model") is None):
            new["agent_config"] = {**(config or {}), "model": model}
        gone["agent_model"] = model
    rest = {key: value for key, value in document.items() if key not in new}
    return new | {key: value for key, value in rest.items() if key not in gone or known(value) not in (None, gone[key])}


def known(value: JSON) -> JSON:
    """An empty string says nothing."""
    return None if value == "" else value


def _completed(new: Object, steps: list[JSON]) -> Object:
    """With what v0.1 has no null for: words for what is not known, and the tools that were there for certain."""
    used = (each.get("tool") for each in steps if type(each) is dict)
    return new | {
        "task": UNSTATED if new["task"] is None else new["task"],
        "agent_tools": list(dict.fromkeys(tool for tool in used if type(tool) is str))
        if new["agent_tools"] is None
        else new["agent_tools"],
        "termination_reason": OTHER if new["termination_reason"] is None else new["termination_reason"],
    }


def _first(document: Object, *keys: str) -> JSON:
    return next((value for key in keys if type(value := document.get(key)) is str and value), None)


def _termination(reason: JSON) -> JSON:
    if type(reason) is not str or reason in TERMINATION_REASONS:
        return reason
    return _TERMINATION.get(reason, "other")


def repaired(static: JSON) -> JSON:
    """`static_output` as an object, where it is one that somebody wrote as a string, or a list of artifacts."""
    found = static
    if type(static) is str:
        try:
            found = decode(static.encode("utf-8", "surrogatepass")).value
        except BadJSON:
            found = None
        if type(found) is not dict and type(found) is not list:
            return {"artifacts": [], "text": static}
    return {"artifacts": found} if type(found) is list else found


# Steps


def step(old: Object, index: int) -> Object:
    """The 28 fields in v0.1's words and order, then those that it does not know."""
    new = {key: None if (value := old.get(key)) == "" else value for key in STEP}  # as `known`, for every step there is
    stated, action = new["action"], action_of(old)
    new["action"] = action
    new["step"] = number(old, index)
    if new["actor"] is None:
        new["actor"] = "user" if action == USER_MESSAGE else "agent"
    elif new["actor"] == "assistant":
        new["actor"] = "agent"
    if action == AGENT_STEP and new["operation"] is None and stated not in (None, AGENT_STEP, _CALL):
        new["operation"] = stated
    if new["message_role"] in _SPEAKERS:
        new["message_role"] = None
    if type(kind := new["feedback_type"]) is str and kind not in HUMAN_FEEDBACK.values():
        new["feedback_type"] = _FEEDBACK.get(kind, kind)
    feedback = known(old.get("feedback"))
    if action == USER_MESSAGE and new["feedback_content"] is None:
        new["feedback_content"], feedback = feedback, None
    gone = {"step_index"} if old.get("step_index") == new["step"] else set()
    gone |= {"feedback"} if feedback is None else set()
    return new | {key: value for key, value in old.items() if key not in new and key not in gone}


def action_of(step: Object) -> str:
    """What kind of step it is: older traces have tools and free words in the place of the four kinds."""
    action = step.get("action")
    if type(action) is str and action in ACTIONS:
        return action
    user = step.get("actor") == USER and not known(action)
    return USER_MESSAGE if user or (action == _FEEDBACK_ACTION and _is_users(step.get("actor"))) else AGENT_STEP


def _is_users(actor: JSON) -> bool:
    """Whether a step may be the user's: what an agent calls feedback is its own word."""
    return type(actor) is not str or actor.partition(":")[0] in ("", USER)


def number(step: Object, index: int) -> int:
    """The number by which other steps refer to it."""
    return next((value for key in ("step", "step_index") if type(value := step.get(key)) is int), index + 1)
