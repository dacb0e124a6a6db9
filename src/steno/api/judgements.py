"""Which notes may be made, and what may stand in them: the words of Forsy's vocabularies.  Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from steno.base.exact import JSON, BadJSON, decode, said
from steno.contracts import UsageError
from steno.formats.forsy import words
from steno.model.steps import FIELDS, WHOLE, Step
from steno.notes.judged import LINKS

USER_ONLY: Final = ("message_role", "feedback_type", "feedback_content")
NOT_USER: Final = ("operation", "surface", "observation", "reasoning", "success", "eval", "eval_reason", "directive")
"""What the words of a user do not have."""

Check = Callable[[str, JSON], JSON]
"""Gives the value back, or raises `UsageError`."""


def _text(key: str, value: JSON) -> JSON:
    if value is None or (isinstance(value, str) and value.strip()):
        return value
    raise UsageError(f"{key} is {said(value)}, expected a text that is not empty")


def _flag(key: str, value: JSON) -> JSON:
    if value is None or isinstance(value, bool):
        return value
    raise UsageError(f"{key} is {said(value)}, expected true or false")


def _among(allowed: Sequence[JSON], *, nullable: bool = True) -> Check:
    def check(key: str, value: JSON) -> JSON:
        if (value is None and nullable) or (type(value) is type(allowed[0]) and value in allowed):
            return value
        known = [each for each in allowed if isinstance(each, str)]
        near = get_close_matches(value, known, n=1) if isinstance(value, str) else []
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"{key} is {said(value)}, expected one of {', '.join(map(str, allowed))}{meant}")

    return check


def _texts(key: str, value: JSON) -> JSON:
    if value is None or (isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)):
        return value
    raise UsageError(f"{key} is {said(value)}, expected a list of texts")


def _summary(key: str, value: JSON) -> JSON:
    if value is None:
        return value
    if not isinstance(value, dict):
        raise UsageError(f"{key} is {said(value)}, expected an object")
    for part, each in value.items():
        if part not in _PARTS:
            raise UsageError(f"{key} has {part!r}, expected only {', '.join(_PARTS)}")
        _PARTS[part](f"{key}.{part}", each)
    return value


_PARTS: Final[dict[str, Check]] = {
    "title": _text, "description": _text, "tags": _texts, "release_tier": _among(words.RELEASE_TIERS),
}  # fmt: skip

OF_STEP: Final[dict[str, Check]] = {
    "eval": _among(words.EVALS, nullable=False),
    "eval_reason": _text,
    "directive": _text,
    "success": _flag,
    "observation": _text,
    "state_change": _text,
    "reasoning": _text,
    "alternatives_considered": _text,
    "operation": _text,
    "surface": _among(words.SURFACES),
    "causal_type": _text,
    "causal_note": _text,
    "message_role": _among(words.MESSAGE_ROLES),
    "feedback_type": _among(words.FEEDBACK_TYPES),
    "feedback_content": _text,
}
OF_WHOLE: Final[dict[str, Check]] = {
    "task": _text,
    "learning": _text,
    "goal_achieved": _flag,
    "goal_notes": _text,
    "termination_reason": _among(words.TERMINATION_REASONS, nullable=False),
    "dataset_summary": _summary,
    "skills": _texts,
    "memory": _text,
}


def of_step(key: str, value: JSON, step: Step, steps: Sequence[Step]) -> JSON:
    """The value to keep of a note on a step, step numbers as uids; raises `UsageError`."""
    if key in LINKS:
        return _links(key, value, step, steps)
    check = _known(key, OF_STEP, (*OF_STEP, *LINKS), "a step", FIELDS, WHOLE)
    user = step.action == words.USER_MESSAGE
    if user and key in NOT_USER and value is not None and (key, value) != ("eval", 0):
        raise UsageError(f"step {step.number} is a user message, which has no {key}")
    if not user and key in USER_ONLY and value is not None:
        raise UsageError(f"step {step.number} is of kind {step.action}; only a user message has a {key}")
    return check(key, value)


def of_whole(key: str, value: JSON) -> JSON:
    """The value to keep of a note on the whole trace; raises `UsageError`."""
    if key == "validation_level":
        raise UsageError("validation_level rises only by a review of every step: run `steno review`")
    return _known(key, OF_WHOLE, OF_WHOLE, "the whole trace", WHOLE, FIELDS)(key, value)


def _known(
    key: str, checks: dict[str, Check], offered: Iterable[str], what: str, stated: Iterable[str], other: Iterable[str]
) -> Check:
    if key in checks:
        return checks[key]
    if key in stated:
        raise UsageError(f"{key} comes from the log or from rules; a note cannot set it for {what}")
    if key in other:
        raise UsageError(
            f"{key} does not apply to {what}: " + ("leave out --step" if what == "a step" else "give --step")
        )
    near = get_close_matches(key, list(offered), n=1)
    meant = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(offered)}"
    raise UsageError(f"no note on {what} is called {key!r}; {meant}")


def _links(key: str, value: JSON, step: Step, steps: Sequence[Step]) -> JSON:
    """Numbers of earlier steps as the uids of their anchors."""
    if value is None:
        return None
    single = key == "retry_of"
    numbers = [value] if single else value
    if not isinstance(numbers, list) or not numbers or not all(type(each) is int for each in numbers):
        expected = "the number of an earlier step" if single else "a list of numbers of earlier steps"
        raise UsageError(f"{key} is {said(value)}, expected {expected}")
    for number in numbers:
        if not 1 <= number < step.number:
            raise UsageError(f"{key} names step {number}, which is not earlier than step {step.number}")
    if single and steps[value - 1].action == words.USER_MESSAGE:
        raise UsageError(f"step {value} is a user message, which cannot be retried")
    uids = [steps[number - 1].anchor.uid for number in numbers]
    return uids[0] if single else uids


def spelled(key: str, text: str) -> JSON:
    """A value as the command line has it: text, but a number, a list of numbers or a truth where the key has such."""
    if key not in ("eval", "success", "goal_achieved", *LINKS):
        return text
    try:
        return parsed(text.removeprefix("+"))
    except UsageError:
        return text  # which the check of the key refuses, and says what it expects


def parsed(text: str) -> JSON:
    """A JSON value; raises `UsageError`."""
    try:
        return decode(text.encode("utf-8", "surrogatepass")).value
    except BadJSON as error:
        raise UsageError(f"{said(text)} is not JSON: {error}") from None


def chosen(text: str, allowed: Sequence[str]) -> str:
    """The word that a text begins; raises `UsageError` where none or more than one does."""
    text = text.strip()
    found = [word for word in allowed if text and word.startswith(text)]
    if text in found or len(found) == 1:
        return text if text in found else found[0]
    raise UsageError(f"{said(text)} is not one of {', '.join(allowed)}, nor the beginning of only one of them")
