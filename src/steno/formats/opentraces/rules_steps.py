"""What the specification says of the order of steps and of times."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from typing import Final

from steno.base.exact import JSON, said
from steno.base.time import is_iso
from steno.contracts import Finding
from steno.formats.opentraces.document import Document, instant
from steno.formats.opentraces.examples import rule
from steno.formats.rulebook import WARNING


@rule("OTR110", bad={"/steps/2/step_index": 2}, clause="step_index")
def step_index_is_unique(doc: Document) -> Iterator[Finding]:
    """No two steps have the same `step_index`, and none is negative.

    Patches, snippets and the steps of sub-agents name other steps by it.
    """
    for step in doc.steps:
        if step.number is None:
            continue
        if step.number < 0:
            yield step.says(f"step_index is {step.number}, expected 0 or more", "step_index")
        elif (first := doc.by_number[step.number]) is not step:
            message = f"step_index is {step.number}, which the step at /steps/{first.place} already has"
            yield step.says(message, "step_index")


@rule("OTR111", bad={"/steps/1/step_index": 3, "/steps/2/step_index": 2}, clause="step_index: sequential")
def steps_stand_in_order(doc: Document) -> Iterator[Finding]:
    """No step has a smaller `step_index` than one above it."""
    latest = None
    for step in doc.steps:
        if step.number is None:
            continue
        if latest is not None and step.number < latest:
            yield step.says(f"step_index is {step.number}, after {latest}", "step_index")
        latest = step.number if latest is None else max(latest, step.number)


@rule("OTR112", bad={"/steps/2/step_index": 5}, clause="step_index: sequential", severity=WARNING)
def no_step_is_missing(doc: Document) -> Iterator[Finding]:
    """Steps are numbered one by one from 0 or 1.

    A gap means that steps were left out. This is a warning, because a record may be only part of a session.
    """
    numbers = sorted(number for number in doc.by_number if number >= 0)
    if numbers and numbers[0] > 1:
        message = f"step_index of the first step is {numbers[0]}, expected 0 or 1"
        yield doc.by_number[numbers[0]].says(message, "step_index")
    for before, number in pairwise(numbers):
        if number > before + 1:
            missing = f"{before + 1} is" if number == before + 2 else f"{before + 1} to {number - 1} are"
            message = f"step_index is {number}, but {missing} missing"
            yield doc.by_number[number].says(message, "step_index")


# Times

_ENDS: Final = ("timestamp_start", "timestamp_end")


def _times(doc: Document) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Every time that a record states, and where."""
    for key in _ENDS:
        if type(value := doc.top.get(key)) is str:
            yield (key,), value
    for step in doc.steps:
        if type(value := step.value.get("timestamp")) is str:
            yield ("steps", step.place, "timestamp"), value
    for path, anchor in doc.anchors:
        if type(value := anchor.get("last_searched_at")) is str:
            yield (*path, "last_searched_at"), value


@rule("OTR113", bad={"/steps/0/timestamp": "yesterday"}, clause="timestamp: ISO 8601")
def time_is_iso_8601(doc: Document) -> Iterator[Finding]:
    """A time is written as ISO 8601, with a date and a time of day: `2026-01-31T09:00:00Z`.

    An unknown time is left out.
    """
    for path, text in _times(doc):
        if not is_iso(text):
            yield doc.says(f"{path[-1]} is {said(text)}, expected a time such as 2026-01-31T09:00:00Z", *path)


@rule("OTR114", bad={"/steps/0/timestamp": "2026-01-31T09:01:00"}, clause="timestamp: ISO 8601", severity=WARNING)
def time_has_a_zone(doc: Document) -> Iterator[Finding]:
    """A time states its zone, `Z` or an offset. Without one it is no exact instant and cannot be compared."""
    for path, text in _times(doc):
        if is_iso(text) and instant(text) is None:
            yield doc.says(f"{path[-1]} is {said(text)}, expected a zone at its end such as Z", *path)


@rule("OTR115", bad={"/timestamp_end": "2026-01-31T08:00:00Z"}, clause="timestamp_start, timestamp_end")
def end_is_not_before_the_start(doc: Document) -> Iterator[Finding]:
    """A record ends no earlier than it begins, and no step lies outside it."""
    starts, ends = (doc.top.get(key) for key in _ENDS)
    begin, end = instant(starts), instant(ends)
    if begin and end and end < begin:
        yield doc.says(f"timestamp_end is {ends}, before timestamp_start {starts}", "timestamp_end")
        return
    for step in doc.steps:
        time = step.value.get("timestamp")
        moment = instant(time)
        if moment and begin and moment < begin:
            yield step.says(f"timestamp is {time}, but the record begins at {starts}", "timestamp")
        elif moment and end and moment > end:
            yield step.says(f"timestamp is {time}, but the record ends at {ends}", "timestamp")


@rule("OTR116", bad={"/steps/1/timestamp": "2026-01-31T09:00:30Z"}, clause="timestamp", severity=WARNING)
def time_does_not_go_back(doc: Document) -> Iterator[Finding]:
    """No step is earlier than the same agent's step before it.

    Sub-agents run side by side, so each is compared only with itself. This is a warning, because clocks get set back.
    """
    latest: dict[str, tuple[datetime, JSON]] = {}
    for step in doc.steps:
        time = step.value.get("timestamp")
        moment = instant(time)
        if moment is None:
            continue
        keys = ("call_type", "agent_role", "parent_step", "subagent_trajectory_ref")
        lane = said([step.value.get(key) for key in keys] if step.value.get("call_type") == "subagent" else [])
        if lane in latest and moment < latest[lane][0]:
            yield step.says(f"timestamp is {time}, but the step before it is of {latest[lane][1]}", "timestamp")
        latest[lane] = (moment, time)
