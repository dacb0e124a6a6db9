"""What the specification says of `summary`, `dataset_summary` and the artifacts of `static_output`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import shapes, words
from steno.formats.forsy.document import Document
from steno.formats.forsy.examples import rule
from steno.formats.forsy.sums import sums
from steno.formats.shapes import Part, misfits

_FIRST: Final = "/static_output/artifacts/0"
_COUNTS: Final = words.SUMMARY[: words.SUMMARY.index("human_feedback")]


def _part(key: str) -> Callable[[Document], Iterator[Part]]:
    """An object of the top, where it is one."""
    return lambda doc: iter([(found, doc.inside(key))] if (found := doc.part(key)) is not None else [])


def _artifacts(doc: Document) -> Iterator[Part]:
    for index, each in enumerate(doc.artifacts):
        if type(each) is dict:
            yield each, doc.inside("static_output", "artifacts", index)


# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "FSY142", "confidence-is-a-percentage", _part("summary"), shapes.CONFIDENCE,
        clause="1.3 agent_confidence; F21", bad={"/summary/agent_confidence": 120}, page="""
        `summary.agent_confidence` is an integer from 0 to 100, or null if nobody can tell.

        It says how accurate and complete the trace is, not how good the work was."""),
    rule.shape(
        "FSY152", "artifact-hash-is-sha256", _artifacts, shapes.HASH,
        clause="Artifact fields: hash; F16", bad={f"{_FIRST}/hash": "5e5e5e"}, page="""
        The `hash` of an artifact is `sha256:` and 64 digits, or null if it was not computed."""),
)
# fmt: on


@rule("FSY140", bad={"/summary/total_steps": 7}, clause="1.3 summary; F11")
def summary_counts_the_steps(doc: Document) -> Iterator[Finding]:
    """The counts of `summary` are those of the steps.

    `total_turns` counts the different turns, `directive_signals` the steps with a directive.
    """
    if (summary := doc.part("summary")) is None:
        return
    counted = sums(step.said for step in doc.steps)
    for key in _COUNTS:
        value = summary.get(key, UNSET)
        if type(value) is not int or value != counted[key]:
            stated = "missing" if value is UNSET else said(value)
            yield doc.says(f"{key} is {stated}, expected {counted[key]}", "summary", key)


@rule("FSY141", bad={"/summary/human_feedback/corrections": 1}, clause="1.3 human_feedback; F11")
def summary_counts_the_feedback(doc: Document) -> Iterator[Finding]:
    """`summary.human_feedback` counts the user messages of four feedback types.

    They are corrections, approvals, clarifications and new instructions; a type `other` is not counted.
    """
    if (summary := doc.part("summary")) is None:
        return
    counted = sums(step.said for step in doc.steps)["human_feedback"]
    value = summary.get("human_feedback", UNSET)
    stated = {key: value.get(key) for key in counted} if type(value) is dict else value
    if stated != counted or any(type(each) is not int for each in stated.values()):
        found = "missing" if value is UNSET else said(value)
        yield doc.says(f"human_feedback is {found}, expected {said(counted)}", "summary", "human_feedback")


@rule("FSY143", bad={"/summary/goal_achieved": "yes"}, clause="1.3 summary")
def summary_says_whether_the_goal_was_reached(doc: Document) -> Iterator[Finding]:
    """`summary.goal_achieved` is true or false, or null if the record does not show it.

    `goal_notes` is a string or null.
    """
    for part in _part("summary")(doc):
        yield from misfits(part, shapes.SUMMARY, empty_is_null=True)


@rule("FSY144", bad={"/dataset_summary/release_tier": "public"}, clause="1.1 release_tier; F07")
def dataset_summary_is_complete(doc: Document) -> Iterator[Finding]:
    """`dataset_summary`, if there is one, has its five fields.

    `title` and `description` are strings, `tags` an array of strings, `release_tier` and `validation_level` values from
    their lists.
    """
    for part in _part("dataset_summary")(doc):
        yield from misfits(part, shapes.DATASET_SUMMARY, empty_is_null=True)


@rule("FSY145", bad={"/dataset_summary/validation_level": "expert_reviewed"}, clause="F22")
def validation_level_is_the_same_twice(doc: Document) -> Iterator[Finding]:
    """`validation_level` and `dataset_summary.validation_level` are equal."""
    about = doc.part("dataset_summary") or {}
    here, there = doc.top.get("validation_level"), about.get("validation_level")
    if type(here) is str and type(there) is str and here != there:
        message = f"validation_level is {said(there)}, but that of the trace is {said(here)}"
        yield doc.says(message, "dataset_summary", "validation_level")


@rule("FSY150", bad={"/static_output": '{"artifacts": []}'}, clause="1.1 static_output; F15")
def static_output_lists_artifacts(doc: Document) -> Iterator[Finding]:
    """`static_output` is null, or an object with an array `artifacts` of objects.

    Older traces have it as a string of JSON; reading and writing such a trace with Steno fixes that.
    """
    value = doc.top.get("static_output")
    if value is None:
        return
    if type(value) is not dict:
        yield doc.says(f"static_output is {said(value)}, expected an object with artifacts, or null", "static_output")
    elif type(listed := value.get("artifacts", UNSET)) is not list:
        stated = "missing" if listed is UNSET else said(listed)
        yield doc.says(f"artifacts is {stated}, expected an array", "static_output", "artifacts")
    for index, each in enumerate(doc.artifacts):
        if type(each) is not dict:
            yield doc.says(f"the artifact is {said(each)}, expected an object", "static_output", "artifacts", index)


@rule.each(_artifacts, "FSY151", bad={f"{_FIRST}/type": "updated"}, clause="1.1 enums, Artifact fields; F16")
def artifact_is_described(part: Part) -> Iterator[Finding]:
    """An artifact has its ten fields.

    `type` and `release_sensitivity` are values from their lists, `path` is a string, `related_steps` an array of
    integers or null, and the others are strings or null."""
    yield from misfits(part, shapes.ARTIFACT, empty_is_null=True)


@rule("FSY153", bad={"/static_output/artifacts/0/related_steps": [9]}, clause="Artifact fields: related_steps; F16")
def artifact_belongs_to_steps_that_exist(doc: Document) -> Iterator[Finding]:
    """The `related_steps` of an artifact are numbers of steps of this trace."""
    for each, says in _artifacts(doc):
        numbers = each.get("related_steps")
        for place, number in enumerate(numbers if type(numbers) is list else ()):
            if type(number) is int and number not in doc.by_number:
                yield says(f"there is no step {number}", "related_steps", place)
