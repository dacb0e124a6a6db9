"""What the specification says of references between steps: causes, retries and where an input came from."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON, said
from steno.contracts import Finding
from steno.formats.forsy import words
from steno.formats.forsy.document import Document, Step
from steno.formats.forsy.examples import rule


def _wrong(doc: Document, step: Step, number: JSON) -> str:
    """Why a number names no step above this one; empty where it does."""
    if type(number) is not int:
        return f"{said(number)} is not the number of a step"
    if doc.earlier(step, number) is not None:
        return ""
    if number == step.number:
        return f"{number} is this step itself, expected one above it"
    if number in doc.by_number:
        return f"{number} is a later step, expected one above this one"
    return f"there is no step {number}"


@rule("FSY130", bad={"/steps/2/caused_by": [3]}, clause="release check 10; F08")
def causes_are_earlier_steps(doc: Document) -> Iterator[Finding]:
    """`caused_by` is null, or lists the numbers of steps above this one, each of them once."""
    for step in doc.steps:
        causes = step.said.get("caused_by")
        if causes is None:
            continue
        if type(causes) is not list:
            yield step.says(f"caused_by is {said(causes)}, expected an array of step numbers or null", "caused_by")
            continue
        seen: set[int] = set()
        for index, number in enumerate(causes):
            if wrong := _wrong(doc, step, number):
                yield step.says(f"caused_by: {wrong}", "caused_by", index)
            elif number in seen:
                yield step.says(f"caused_by names step {number} twice", "caused_by", index)
            else:
                seen.add(number)


@rule("FSY131", bad={"/steps/2/retry_of": 3}, clause="release check 11; F09")
def retry_is_of_an_earlier_step(doc: Document) -> Iterator[Finding]:
    """`retry_of` is null, or the number of a step above this one that is not a `user_message`.

    A user's message is answered, not retried.
    """
    for step in doc.steps:
        number = step.said.get("retry_of")
        if type(number) is not int:  # of another type FSY111 speaks
            continue
        if wrong := _wrong(doc, step, number):
            yield step.says(f"retry_of: {wrong}", "retry_of")
        elif doc.by_number[number].is_user_message:
            yield step.says(f"retry_of: step {number} is a user_message, expected a step that failed", "retry_of")


def _retried(doc: Document) -> Iterator[tuple[Step, Step]]:
    """Each step that retries, with the one that it retries."""
    for step in doc.steps:
        if type(number := step.said.get("retry_of")) is int:
            before = doc.earlier(step, number)
            if before is not None and not before.is_user_message:
                yield step, before


def _is_neutral(step: Step) -> bool:
    """Whether somebody judged a step to be neutral, and says why."""
    return step.said.get("eval") == 0 and type(step.said.get("eval_reason")) is str


@rule("FSY132", bad={"/steps/1/eval": 1}, clause="eval; release check 11; F09")
def retried_step_is_negative(doc: Document) -> Iterator[Finding]:
    """A step that had to be retried has the `eval` -1.

    A check that found a fault did its work: it may have 0, with an `eval_reason` that says so.
    """
    for step, before in _retried(doc):
        if (value := before.said.get("eval")) != -1 and not _is_neutral(before):
            yield step.says(f"retry_of: step {before.number} has the eval {said(value)}, expected -1", "retry_of")


@rule("FSY133", bad={"/steps/1/directive": None}, clause="directive; F09")
def retried_step_has_a_directive(doc: Document) -> Iterator[Finding]:
    """A step that had to be retried says in its `directive` what went wrong and what to do instead."""
    for step, before in _retried(doc):
        if before.said.get("directive") is None and not _is_neutral(before):
            yield step.says(f"retry_of: step {before.number} has no directive", "retry_of")


@rule("FSY134", bad={"/steps/1/directive": None, "/steps/2/retry_of": None}, clause="directive")
def negative_step_has_a_directive(doc: Document) -> Iterator[Finding]:
    """A step with the `eval` -1 says in its `directive` what went wrong and what to do instead.

    FSY133 covers a step that was retried, FSY122 a user's message.
    """
    again = {before.place for _, before in _retried(doc)}
    for step in doc.steps:
        negative = step.said.get("eval") == -1 and not step.is_user_message and step.place not in again
        if negative and step.said.get("directive") is None:
            yield step.says("eval is -1, but there is no directive", "directive")


@rule("FSY135", bad={"/steps/2/input_source/source_step": 3}, clause="1.1 input_source; F18")
def source_of_the_input_is_known(doc: Document) -> Iterator[Finding]:
    """`input_source` names an actor and a field from their lists, and a step above this one; each may be null.

    Its `note` is a string or null.
    """
    for step in doc.steps:
        source = step.said.get("input_source")
        if type(source) is not dict:
            continue
        for key, known in (("actor", words.SOURCE_ACTORS), ("source_field", words.SOURCE_FIELDS)):
            value = source.get(key)
            if value is not None and value not in known:
                message = f"{key} is {said(value)}, expected one of {', '.join(known)}, or null"
                yield step.says(message, "input_source", key)
        number = source.get("source_step")
        if number is not None and (wrong := _wrong(doc, step, number)):
            yield step.says(f"source_step: {wrong}", "input_source", "source_step")
        if type(note := source.get("note")) not in (str, type(None)):
            yield step.says(f"note is {said(note)}, expected a string or null", "input_source", "note")
