"""What the specification says of each step by itself: its fields, types and words, and what a user's message is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import rules_kinds as kinds
from steno.formats.forsy import words
from steno.formats.forsy.document import Document
from steno.formats.forsy.examples import act, answer, feedback, trace, user
from steno.formats.forsy.rules_each import judges

_GOOD = trace()


@judges("FSY110", good=_GOOD, bad=trace(user(1, tool=UNSET)), clause="1.1 the 28 fields; F14")
def step_has_every_field(doc: Document) -> Iterator[Finding]:
    """All 28 fields are in every step, null where nothing is known.

    A reader can then tell what is not known from what was forgotten.
    """
    expected = frozenset(words.STEP)
    for step in doc.steps:
        if not expected <= step.written.keys():
            missing = [key for key in words.STEP if key not in step.written]
            yield doc.of(step, f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing")


@judges("FSY111", good=_GOOD, bad=trace(user(1), act(2, success="yes")), clause="1.1 the 28 fields")
def step_has_the_right_types(doc: Document) -> Iterator[Finding]:
    """Every field of a step has its type.

    Texts are strings, not objects or arrays; `turn` is an integer, `success` true, false or null, `input_source` an
    object or null, `retry_of` an integer or null.  Of what not even the schema allows FSY007 speaks.
    """
    for step in doc.steps:
        for key, kind in kinds.STEP.items():
            value = step.said.get(key, UNSET)
            if value is not UNSET and not kind.fits(value) and kinds.SCHEMA_STEP[key].fits(value):
                yield doc.of(step, f"{key} is {said(value)}, expected {kind}", key)


@judges("FSY112", good=_GOOD, bad=trace(user(1), act(3)), clause="1.1 step; F04")
def steps_are_numbered_from_one(doc: Document) -> Iterator[Finding]:
    """The first step has the number 1, and each one after it the next.

    References such as `caused_by` name steps by these numbers.
    """
    expected = 1
    for step in doc.steps:
        number = step.said.get("step", UNSET)
        if number is not UNSET and (type(number) is not int or number != expected):
            yield doc.of(step, f"step is {said(number)}, expected {expected}", "step")
        expected = (number if type(number) is int else expected) + 1


@judges("FSY113", good=_GOOD, bad=trace(user(1, turn=2), act(2, turn=1)), clause="1.1 turn; F05")
def turn_never_goes_back(doc: Document) -> Iterator[Finding]:
    """`turn` is 1 or more, and never less than in the step before."""
    latest = 1
    for step in doc.steps:
        turn = step.said.get("turn")
        if type(turn) is not int:
            continue
        if turn < latest:
            yield doc.of(step, f"turn is {turn}, expected {latest} or more", "turn")
        latest = max(turn, latest)


@judges("FSY114", good=_GOOD, bad=trace(user(1), act(2, action="tool_call")), clause="1.1 enums; F07")
def action_is_known(doc: Document) -> Iterator[Finding]:
    """`action` is `user_message`, `agent_step`, `output` or `error`.

    What was done in particular (reading, searching, asking) is the step's `operation`.
    """
    known = (words.USER_MESSAGE, words.AGENT_STEP, words.OUTPUT, words.ERROR)
    for step in doc.steps:
        if "action" in step.said and (action := step.said["action"]) not in known:
            yield doc.of(step, f"action is {said(action)}, expected one of {', '.join(known)}", "action")


_WORDS: Final = (
    ("execution_mode", words.EXECUTION_MODES),
    ("message_role", words.MESSAGE_ROLES),
    ("feedback_type", words.FEEDBACK_TYPES),
)


@judges("FSY115", good=_GOOD, bad=trace(user(1, message_role="user")), clause="1.1 enums; F07")
def step_uses_known_words(doc: Document) -> Iterator[Finding]:
    """`execution_mode`, `message_role` and `feedback_type` are words of their lists, or null."""
    for step in doc.steps:
        for key, known in _WORDS:
            value = step.said.get(key)
            if value is not None and value not in known:
                yield doc.of(step, f"{key} is {said(value)}, expected one of {', '.join(known)}, or null", key)


_ACTOR: Final = re.compile(rf"(?:{'|'.join(words.ACTORS)})(?::\S+)?")


@judges("FSY116", good=trace(user(1), act(2, actor="agent:main")), bad=trace(user(1), act(2, actor="assistant")),
        clause="1.1 actor; F07")  # fmt: skip
def actor_has_a_known_label(doc: Document) -> Iterator[Finding]:
    """`actor` is `user`, `agent`, `subagent` or `system`, alone or with a name behind a colon, as `agent:main`."""
    for step in doc.steps:
        actor = step.said.get("actor")
        if type(actor) is str and not _ACTOR.fullmatch(actor):
            expected = f"expected one of {', '.join(words.ACTORS)}, alone or with a name behind a colon"
            yield doc.of(step, f"actor is {said(actor)}, {expected}", "actor")


@judges("FSY117", good=_GOOD, bad=trace(user(1), act(2, eval="1")), clause="1.1 eval; F12")
def eval_is_one_of_three(doc: Document) -> Iterator[Finding]:
    """`eval` is the integer -1, 0 or 1, and never null."""
    for step in doc.steps:
        value = step.said.get("eval", 0)
        if type(value) is not int or value not in words.EVALS:
            yield doc.of(step, f"eval is {said(value)}, expected -1, 0 or 1", "eval")


@judges("FSY120", good=_GOOD, bad=trace(user(1, actor="agent")), clause="For user_message steps: actor, action; F06")
def user_messages_are_those_of_the_user(doc: Document) -> Iterator[Finding]:
    """The actor of a `user_message` is `user`, and everything that the user does is a `user_message`."""
    for step in doc.steps:
        actor, action = step.said.get("actor"), step.said.get("action")
        if action == words.USER_MESSAGE and actor != "user" and "actor" in step.said:
            yield doc.of(step, f"actor is {said(actor)}, expected 'user' in a user_message", "actor")
        elif actor == "user" and action != words.USER_MESSAGE and "action" in step.said:
            yield doc.of(step, f"the user's action is {said(action)}, expected 'user_message'", "actor")


_NOTHING: Final = (
    "operation", "tool", "execution_mode", "observation", "reasoning", "success", "eval_reason", "directive", "output",
)  # fmt: skip


@judges("FSY121", good=_GOOD, bad=trace(user(1, reasoning="They want it fixed.")),
        clause="For user_message steps; release check 4; F06")  # fmt: skip
def user_message_says_nothing_of_work(doc: Document) -> Iterator[Finding]:
    """In a `user_message`, nine fields are null, because only an agent's work has them.

    They are `operation`, `tool`, `execution_mode`, `observation`, `reasoning`, `success`, `eval_reason`, `directive`
    and `output`.  What a user's correction means for an earlier step stands on that step.
    """
    for step in doc.steps:
        if step.is_user_message:
            for key in _NOTHING:
                if (value := step.said.get(key)) is not None:
                    yield doc.of(step, f"{key} is {said(value)}, expected null in a user_message", key)


@judges("FSY122", good=_GOOD, bad=trace(user(1, eval=1)), clause="For user_message steps; release check 3; F06")
def user_message_is_neutral(doc: Document) -> Iterator[Finding]:
    """The `eval` of a `user_message` is 0: it judges the agent's work, not the user's words."""
    for step in doc.steps:
        if step.is_user_message and type(value := step.said.get("eval")) is int and value in (-1, 1):
            yield doc.of(step, f"eval is {value}, expected 0 in a user_message", "eval")


@judges("FSY123", good=trace(user(1), act(2), answer(3), feedback(4)),
        bad=trace(user(1), act(2, message_role="direct_request")), clause="message_role; F10")  # fmt: skip
def only_users_have_roles_and_feedback(doc: Document) -> Iterator[Finding]:
    """`message_role` and `feedback_type` are null in every step that is no `user_message`."""
    for step in doc.steps:
        if not step.is_user_message:
            for key in ("message_role", "feedback_type"):
                if (value := step.said.get(key)) is not None:
                    yield doc.of(step, f"{key} is {said(value)}, expected null outside of a user_message", key)


@judges("FSY124", good=trace(user(1), act(2), answer(3), feedback(4)),
        bad=trace(user(1), act(2, feedback_content="The user liked it.")), clause="release check 5; F10")  # fmt: skip
def only_users_give_feedback(doc: Document) -> Iterator[Finding]:
    """`feedback_content` is null in every step that is no `user_message`.

    Copies of the specification are about that have lost half of this sentence and seem to forbid `feedback_content`
    in a `user_message`.  That cannot be meant: the field is described as one for user messages only, in which it says
    what the user's feedback meant.
    """
    for step in doc.steps:
        if not step.is_user_message and (value := step.said.get("feedback_content")) is not None:
            message = f"feedback_content is {said(value)}, expected null outside of a user_message"
            yield doc.of(step, message, "feedback_content")


@judges("FSY125", good=_GOOD, bad=trace(user(1), act(2, parallel_group="")), clause="F13")
def nothing_is_null(doc: Document) -> Iterator[Finding]:
    """What is not known is null, not an empty string: in a step, and in the fields of the top.

    Every other rule reads an empty string as null.
    """
    for key in words.TOP:
        if type(doc.value) is dict and doc.value.get(key) == "":
            yield doc.says(f"{key} is an empty string, expected null", key)
    for step in doc.steps:
        if step.written is not step.said:
            for key in words.STEP:
                if step.written.get(key) == "":
                    yield doc.of(step, f"{key} is an empty string, expected null", key)


RULES: tuple[Rule, ...] = (
    step_has_every_field,
    step_has_the_right_types,
    steps_are_numbered_from_one,
    turn_never_goes_back,
    action_is_known,
    step_uses_known_words,
    actor_has_a_known_label,
    eval_is_one_of_three,
    user_messages_are_those_of_the_user,
    user_message_says_nothing_of_work,
    user_message_is_neutral,
    only_users_have_roles_and_feedback,
    only_users_give_feedback,
    nothing_is_null,
)
