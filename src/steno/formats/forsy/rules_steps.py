"""What the specification says of each step by itself: its fields, types and words, and what a user's message is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import shapes, words
from steno.formats.forsy.document import Document, Step, steps
from steno.formats.forsy.examples import rule
from steno.formats.forsy.rules_schema import step_parts
from steno.formats.shapes import Field, Part, nullable, one_of, text_like

_ACTOR: Final = re.compile(rf"(?:{'|'.join(words.ACTORS)})(?::\S+)?")
_ACTORS: Final = f"one of {', '.join(words.ACTORS)}, alone or with a name after a colon"
_NOTHING: Final = (
    "operation", "tool", "execution_mode", "observation", "reasoning", "success", "eval_reason", "directive", "output",
)  # fmt: skip
_NO_USERS: Final = Field((), null=True, said="null outside of a user_message")


def _listed(known: tuple[str, ...]) -> Field:
    return nullable(one_of(known, said=f"{one_of(known)}, or null"))


def _messages(*, are: bool) -> Callable[[Document], Iterator[Part]]:
    """The steps that are the user's messages, or those that are none."""
    return lambda doc: ((step.said, step.says) for step in doc.steps if step.is_user_message is are)


# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "FSY114", "action-is-known", step_parts,
        {"action": one_of((words.USER_MESSAGE, words.AGENT_STEP, words.OUTPUT, words.ERROR))},
        clause="1.1 enums; F07", bad={"/steps/2/action": "tool_call"}, page="""
        `action` is `user_message`, `agent_step`, `output` or `error`.

        The particular kind of work (reading, searching, asking) is the step's `operation`."""),
    rule.shape(
        "FSY115", "step-uses-known-words", step_parts,
        {
            "execution_mode": _listed(words.EXECUTION_MODES), "message_role": _listed(words.MESSAGE_ROLES),
            "feedback_type": _listed(words.FEEDBACK_TYPES),
        },
        clause="1.1 enums; F07", bad={"/steps/0/message_role": "user"}, page="""
        `execution_mode`, `message_role` and `feedback_type` are values from their lists, or null."""),
    rule.shape(
        "FSY116", "actor-has-a-known-label", step_parts,
        {"actor": text_like(_ACTOR.fullmatch, _ACTORS)},
        clause="1.1 actor; F07", good={"/steps/2/actor": "agent:main"}, bad={"/steps/2/actor": "assistant"}, page="""
        `actor` is `user`, `agent`, `subagent` or `system`, alone or with a name after a colon, as in `agent:main`."""),
    rule.shape(
        "FSY117", "eval-is-one-of-three", step_parts,
        {"eval": Field(("integer",), test=words.EVALS.__contains__, said="-1, 0 or 1")},
        clause="1.1 eval; F12", bad={"/steps/2/eval": "1"}, page="""
        `eval` is the integer -1, 0 or 1, and never null."""),
    rule.shape(
        "FSY121", "user-message-says-nothing-of-work", _messages(are=True),
        dict.fromkeys(_NOTHING, Field((), null=True, said="null in a user_message")),
        clause="For user_message steps; release check 4; F06",
        bad={"/steps/0/reasoning": "They want it fixed."}, page="""
        In a `user_message`, nine fields are null, because only an agent's work has them.

        They are `operation`, `tool`, `execution_mode`, `observation`, `reasoning`, `success`, `eval_reason`,
        `directive` and `output`.  What a user's correction means for an earlier step is recorded on that step."""),
    rule.shape(
        "FSY122", "user-message-is-neutral", _messages(are=True),
        {"eval": Field(("any",), null=True, said="0 in a user_message",
                       test=lambda value: type(value) is not int or value not in (-1, 1))},
        clause="For user_message steps; release check 3; F06", bad={"/steps/0/eval": 1}, page="""
        The `eval` of a `user_message` is 0: it judges the agent's work, not the user's words."""),
    rule.shape(
        "FSY123", "only-users-have-roles-and-feedback", _messages(are=False),
        dict.fromkeys(("message_role", "feedback_type"), _NO_USERS),
        clause="message_role; F10", bad={"/steps/2/message_role": "direct_request"}, page="""
        `message_role` and `feedback_type` are null in every step except a `user_message`."""),
    rule.shape(
        "FSY124", "only-users-give-feedback", _messages(are=False), {"feedback_content": _NO_USERS},
        clause="release check 5; F10", bad={"/steps/2/feedback_content": "The user liked it."}, page="""
        `feedback_content` is null in every step except a `user_message`.

        Some copies of the specification have lost half of this sentence and seem to forbid `feedback_content` in a
        `user_message`. That cannot be right: the field is described as one for user messages only, where it says what
        the user's feedback meant."""),
)
# fmt: on


@rule.each(steps, "FSY110", bad={"/steps/0/tool": UNSET}, clause="1.1 the 28 fields; F14")
def step_has_every_field(step: Step) -> Iterator[Finding]:
    """Every step has all 28 fields, null if nothing is known.

    A reader can then tell an unknown value from a forgotten one.
    """
    if missing := [key for key in words.STEP if key not in step.written]:
        yield step.says(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")


@rule.each(steps, "FSY111", bad={"/steps/2/success": "yes"}, clause="1.1 the 28 fields")
def step_has_the_right_types(step: Step) -> Iterator[Finding]:
    """Every field of a step has its type.

    Texts are strings, not objects or arrays; `turn` is an integer, `success` true, false or null, `input_source` an
    object or null, `retry_of` an integer or null. FSY007 reports what not even the schema allows.
    """
    for key, field in shapes.STEP.items():
        value = step.said.get(key, UNSET)
        if value is not UNSET and not field.fits(value) and shapes.SCHEMA_STEP[key].fits(value):
            yield step.says(f"{key} is {said(value)}, expected {field}", key)


@rule("FSY112", bad={"/steps/2/step": 4}, clause="1.1 step; F04")
def steps_are_numbered_from_one(doc: Document) -> Iterator[Finding]:
    """Steps are numbered 1, 2, 3 and so on.

    References such as `caused_by` name steps by these numbers.
    """
    expected = 1
    for step in doc.steps:
        number = step.said.get("step", UNSET)
        if number is not UNSET and (type(number) is not int or number != expected):
            yield step.says(f"step is {said(number)}, expected {expected}", "step")
        expected = (number if type(number) is int else expected) + 1


@rule("FSY113", bad={"/steps/0/turn": 2}, clause="1.1 turn; F05")
def turn_never_goes_back(doc: Document) -> Iterator[Finding]:
    """`turn` is 1 or more, and never less than in the step before."""
    latest = 1
    for step in doc.steps:
        turn = step.said.get("turn")
        if type(turn) is int:
            if turn < latest:
                yield step.says(f"turn is {turn}, expected {latest} or more", "turn")
            latest = max(turn, latest)


@rule.each(steps, "FSY120", bad={"/steps/0/actor": "agent"}, clause="For user_message steps: actor, action; F06")
def user_messages_are_those_of_the_user(step: Step) -> Iterator[Finding]:
    """The actor of a `user_message` is `user`, and everything the user does is a `user_message`."""
    actor, action = step.said.get("actor"), step.said.get("action")
    if action == words.USER_MESSAGE and actor != "user" and "actor" in step.said:
        yield step.says(f"actor is {said(actor)}, expected 'user' in a user_message", "actor")
    elif actor == "user" and action != words.USER_MESSAGE and "action" in step.said:
        yield step.says(f"the user's action is {said(action)}, expected 'user_message'", "actor")


@rule("FSY125", bad={"/steps/2/parallel_group": ""}, clause="F13")
def nothing_is_null(doc: Document) -> Iterator[Finding]:
    """An unknown value is null, not an empty string: in a step, and in the top-level fields.

    Every other rule reads an empty string as null.
    """
    for key in words.TOP:
        if type(doc.value) is dict and doc.value.get(key) == "":
            yield doc.says(f"{key} is an empty string, expected null", key)
    for step in doc.steps:
        if step.written is not step.said:
            for key in words.STEP:
                if step.written.get(key) == "":
                    yield step.says(f"{key} is an empty string, expected null", key)
