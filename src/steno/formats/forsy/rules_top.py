"""What the specification says of a trace's top: its fields, their types and words, and its times."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import shapes, words
from steno.formats.forsy.document import Document, instant
from steno.formats.forsy.examples import rule
from steno.formats.forsy.rules_schema import top
from steno.formats.shapes import Field, one_of

_TIMES = ("started_at", "ended_at")

# fmt: off
FIELDS: tuple[Rule, ...] = (
    rule.shape(
        "FSY101", "version-is-current", top,
        {"schema_version": Field(("any",), test=lambda value: value == words.VERSION, said=repr(words.VERSION))},
        clause="1.1 schema_version", bad={"/schema_version": "forsy-v1"}, page="""
        `schema_version` is `forsy-trace-v0.1`.

        Steno reads older versions and can write them as this one. The other rules judge them as they are."""),
    rule.shape(
        "FSY104", "top-uses-known-words", top,
        {
            # Of another word for the mode FSY004 speaks.
            "trace_mode": Field(("any",), said=str(one_of(words.TRACE_MODES))),
            "validation_level": one_of(words.VALIDATION_LEVELS),
            "termination_reason": one_of(words.TERMINATION_REASONS),
        },
        clause="1.1 enums; F07", bad={"/termination_reason": "done"}, page="""
        `trace_mode`, `validation_level` and `termination_reason` are values from their lists.

        None of them is null: if nobody knows why a trace ended, `termination_reason` is `other`."""),
)
# fmt: on


@rule("FSY102", bad={"/validation_level": UNSET}, clause="1.1; F02")
def top_has_every_field(doc: Document) -> Iterator[Finding]:
    """Every top-level field is present, and `trace_id` is not empty.

    An unknown value is null, so that a reader can tell it from a forgotten one. `dataset_summary` is for published
    traces: FSY216 requires it before a release."""
    for key in words.TOP if type(doc.value) is dict else ():
        if key not in doc.top and key not in ("schema_version", "task", "steps", "dataset_summary"):
            yield doc.says(f"{key} is missing")
    if "trace_id" in doc.top and (type(id := doc.top["trace_id"]) is not str or not id.strip()):
        yield doc.says(f"trace_id is {said(id)}, expected a string", "trace_id")


@rule("FSY103", bad={"/memory": {"notes": []}}, clause="1.1 table of top fields")
def top_has_the_right_types(doc: Document) -> Iterator[Finding]:
    """Every top-level field has its type.

    Texts are strings, `agent_tools` and `skills` arrays of strings, `agent_config`, `summary` and `dataset_summary`
    objects.  `task` and `agent_tools` are never null: the specification requires a string and an array. Work that was
    stopped produced nothing, so `final_output` may be null until a release, when FSY212 requires it.

    FSY005 reports what not even the schema allows, and FSY006 checks `steps`.
    """
    for key, field in shapes.TOP.items():
        if key in doc.top and not field.fits(doc.top[key]) and shapes.SCHEMA_TOP[key].fits(doc.top[key]):
            yield doc.says(f"{key} is {said(doc.top[key])}, expected {field}", key)


@rule("FSY105", bad={"/steps": []}, clause="1.3 validate_traces")
def trace_has_steps(doc: Document) -> Iterator[Finding]:
    """A trace has at least one step."""
    if doc.top.get("steps") == []:
        yield doc.says("there are no steps", "steps")


@rule("FSY106", bad={"/steps/0/started_at": "yesterday"}, clause="1.1 started_at, ended_at")
def time_is_iso_8601(doc: Document) -> Iterator[Finding]:
    """A time is written as ISO 8601 with a date, a time of day and a zone, such as `2026-01-31T09:00:00Z`.

    Without a zone it is no exact instant. An unknown time is null.
    """
    expected = "expected a time such as 2026-01-31T09:00:00Z"
    for key in _TIMES:
        if type(time := doc.top.get(key)) is str and instant(time) is None:
            yield doc.says(f"{key} is {said(time)}, {expected}", key)
    for step, times in zip(doc.steps, doc.times, strict=True):
        for key, known in zip(_TIMES, times, strict=True):
            if known is None and type(time := step.said.get(key)) is str:
                yield step.says(f"{key} is {said(time)}, {expected}", key)


@rule("FSY107", bad={"/ended_at": "2026-01-31T08:00:00Z"}, clause="1.1 started_at, ended_at")
def end_is_not_before_the_start(doc: Document) -> Iterator[Finding]:
    """The trace and every step end no earlier than they began. No step lies outside the trace."""
    starts, ends = doc.top.get("started_at"), doc.top.get("ended_at")
    begin, end = instant(starts), instant(ends)
    if begin and end and end < begin:
        yield doc.says(f"ended_at is {ends}, before started_at {starts}", "ended_at")
        return
    for step, (first, last) in zip(doc.steps, doc.times, strict=True):
        began, ended = step.said.get("started_at"), step.said.get("ended_at")
        if first and last and last < first:
            yield step.says(f"ended_at is {ended}, before started_at {began}", "ended_at")
        elif begin and first and first < begin:
            yield step.says(f"started_at is {began}, but the trace begins at {starts}", "started_at")
        elif end and last and last > end:
            yield step.says(f"ended_at is {ended}, but the trace ends at {ends}", "ended_at")


@rule("FSY108", bad={"/steps/2/started_at": "2026-01-31T09:00:30Z"}, clause="1.1 step; F04")
def steps_are_in_the_order_of_time(doc: Document) -> Iterator[Finding]:
    """No step begins before a step above it. Steps that run at the same time are listed in the order in which they
    began."""
    latest = None
    for step, (first, _) in zip(doc.steps, doc.times, strict=True):
        if latest and first and first < latest:
            began = step.said["started_at"]
            yield step.says(f"started_at is {began}, but a step above began after that", "started_at")
        elif first:
            latest = first
