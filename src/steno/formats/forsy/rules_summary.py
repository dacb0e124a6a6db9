"""What the specification says of `summary`, `dataset_summary` and the artifacts of `static_output`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from steno.base.exact import JSON, said
from steno.contracts import Finding, Rule
from steno.formats.forsy import rules_kinds as kinds
from steno.formats.forsy import words
from steno.formats.forsy.document import Document
from steno.formats.forsy.examples import act, artifact, feedback, trace, user
from steno.formats.forsy.rules_each import judges
from steno.formats.forsy.sums import sums

_GOOD = trace()
_COUNTS: Final = words.SUMMARY[: words.SUMMARY.index("human_feedback")]


@judges("FSY140", good=_GOOD, bad=trace(summary={"total_steps": 7}), clause="1.3 summary; F11")
def summary_counts_the_steps(doc: Document) -> Iterator[Finding]:
    """The counts of `summary` are those of the steps.

    `total_turns` is the number of different turns, `directive_signals` that of steps with a directive.
    """
    if (summary := doc.part("summary")) is None:
        return
    counted = sums(step.said for step in doc.steps)
    for key in _COUNTS:
        value = summary.get(key, UNSET)
        if type(value) is not int or value != counted[key]:
            stated = "missing" if value is UNSET else said(value)
            yield doc.says(f"{key} is {stated}, expected {counted[key]}", "summary", key)


@judges("FSY141", good=trace(user(1), act(2), feedback(3)), bad=trace(summary={"human_feedback": {"corrections": 1}}),
        clause="1.3 human_feedback; F11")  # fmt: skip
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


@judges("FSY142", good=_GOOD, bad=trace(summary={"agent_confidence": 120}), clause="1.3 agent_confidence; F21")
def confidence_is_a_percentage(doc: Document) -> Iterator[Finding]:
    """`summary.agent_confidence` is an integer from 0 to 100, or null where nobody can tell.

    It says how accurate and complete the trace is, not how good the work was.
    """
    if (summary := doc.part("summary")) is None:
        return
    value = summary.get("agent_confidence", UNSET)
    if value is UNSET:
        yield doc.says("agent_confidence is missing", "summary", "agent_confidence")
    elif value is not None and (type(value) is not int or not 0 <= value <= 100):
        message = f"agent_confidence is {said(value)}, expected an integer from 0 to 100"
        yield doc.says(message, "summary", "agent_confidence")


@judges("FSY143", good=_GOOD, bad=trace(summary={"goal_achieved": "yes"}), clause="1.3 summary")
def summary_says_whether_the_goal_was_reached(doc: Document) -> Iterator[Finding]:
    """`summary.goal_achieved` is true or false, or null where the record does not show it.

    `goal_notes` is a string or null.
    """
    if (summary := doc.part("summary")) is not None:
        yield from _typed(doc, summary, kinds.SUMMARY, "summary")


def _typed(doc: Document, holder: dict[str, JSON], known: dict[str, kinds.Kind], *path: str | int) -> Iterator[Finding]:
    """Fields of an object that are missing or of another type."""
    for key, kind in known.items():
        value = holder.get(key, UNSET)
        if value is UNSET:
            yield doc.says(f"{key} is missing", *path, key)
        elif not kind.fits(None if value == "" else value):
            yield doc.says(f"{key} is {said(value)}, expected {kind}", *path, key)


@judges("FSY144", good=_GOOD, bad=trace(dataset={"release_tier": "public"}), clause="1.1 release_tier; F07")
def dataset_summary_is_complete(doc: Document) -> Iterator[Finding]:
    """`dataset_summary`, where there is one, has its five fields.

    `title` and `description` are strings, `tags` an array of strings, `release_tier` and `validation_level` words of
    their lists.
    """
    about = doc.part("dataset_summary")
    if about is None:
        return
    yield from _typed(doc, about, kinds.DATASET_SUMMARY, "dataset_summary")
    for key, known in (("release_tier", words.RELEASE_TIERS), ("validation_level", words.VALIDATION_LEVELS)):
        value = about.get(key, UNSET)
        if type(value) is not str or value not in known:
            stated = "missing" if value is UNSET else said(value)
            yield doc.says(f"{key} is {stated}, expected one of {', '.join(known)}", "dataset_summary", key)


@judges("FSY145", good=_GOOD, bad=trace(dataset={"validation_level": "expert_reviewed"}), clause="F22")
def validation_level_is_the_same_twice(doc: Document) -> Iterator[Finding]:
    """`validation_level` and `dataset_summary.validation_level` are equal."""
    about = doc.part("dataset_summary") or {}
    here, there = doc.top.get("validation_level"), about.get("validation_level")
    if type(here) is str and type(there) is str and here != there:
        message = f"validation_level is {said(there)}, but that of the trace is {said(here)}"
        yield doc.says(message, "dataset_summary", "validation_level")


@judges("FSY150", good=_GOOD, bad=trace(static_output='{"artifacts": []}'), clause="1.1 static_output; F15")
def static_output_lists_artifacts(doc: Document) -> Iterator[Finding]:
    """`static_output` is null, or an object with an array `artifacts` of objects.

    Older traces have the JSON of it in a string; reading and writing such a trace again puts that right.
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


def _artifacts(doc: Document) -> Iterator[tuple[int, dict[str, JSON]]]:
    return ((index, each) for index, each in enumerate(doc.artifacts) if type(each) is dict)


@judges("FSY151", good=_GOOD, bad=artifact(type="updated"), clause="1.1 enums, Artifact fields; F16")
def artifact_is_described(doc: Document) -> Iterator[Finding]:
    """An artifact has its ten fields.

    `type` and `release_sensitivity` are words of their lists, `path` is a string, `related_steps` an array of integers
    or null, and the others are strings or null.
    """
    for index, each in _artifacts(doc):
        yield from _typed(doc, each, kinds.ARTIFACT, "static_output", "artifacts", index)
        for key, known in (("type", words.ARTIFACT_TYPES), ("release_sensitivity", words.SENSITIVITIES)):
            value = each.get(key, UNSET)
            if type(value) is not str or value not in known:
                stated = "missing" if value is UNSET else said(value)
                message = f"{key} is {stated}, expected one of {', '.join(known)}"
                yield doc.says(message, "static_output", "artifacts", index, key)


_HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")


@judges("FSY152", good=_GOOD, bad=artifact(hash="5e5e5e"), clause="Artifact fields: hash; F16")
def artifact_hash_is_sha256(doc: Document) -> Iterator[Finding]:
    """The `hash` of an artifact is `sha256:` and 64 digits, or null where it was not computed."""
    for index, each in _artifacts(doc):
        value = each.get("hash", UNSET)
        if value is not None and (type(value) is not str or not _HASH.fullmatch(value)):
            stated = "missing" if value is UNSET else said(value)
            message = f"hash is {stated}, expected sha256: and 64 hexadecimal digits, or null"
            yield doc.says(message, "static_output", "artifacts", index, "hash")


@judges("FSY153", good=_GOOD, bad=artifact(related_steps=[9]), clause="Artifact fields: related_steps; F16")
def artifact_belongs_to_steps_that_exist(doc: Document) -> Iterator[Finding]:
    """The `related_steps` of an artifact are numbers of steps of this trace."""
    for index, each in _artifacts(doc):
        numbers = each.get("related_steps")
        for place, number in enumerate(numbers if type(numbers) is list else ()):
            if type(number) is int and number not in doc.by_number:
                path = ("static_output", "artifacts", index, "related_steps", place)
                yield doc.says(f"there is no step {number}", *path)


RULES: tuple[Rule, ...] = (
    summary_counts_the_steps,
    summary_counts_the_feedback,
    confidence_is_a_percentage,
    summary_says_whether_the_goal_was_reached,
    dataset_summary_is_complete,
    validation_level_is_the_same_twice,
    static_output_lists_artifacts,
    artifact_is_described,
    artifact_hash_is_sha256,
    artifact_belongs_to_steps_that_exist,
)
