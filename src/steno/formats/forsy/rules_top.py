"""What the specification says of a trace's top: its fields, their types and words, and its times."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import said
from steno.contracts import Finding, Rule
from steno.formats.forsy import rules_kinds as kinds
from steno.formats.forsy import words
from steno.formats.forsy.document import Document, instant
from steno.formats.forsy.examples import act, trace, user
from steno.formats.forsy.rules_each import judges

_GOOD = trace()
_TIMES = ("started_at", "ended_at")


@judges("FSY101", good=_GOOD, bad=trace(schema_version="forsy-v1"), clause="1.1 schema_version")
def version_is_current(doc: Document) -> Iterator[Finding]:
    """`schema_version` is `forsy-trace-v0.1`.

    Older versions can be read, and written again as this one.  The other rules judge them as they stand.
    """
    version = doc.top.get("schema_version")
    if "schema_version" in doc.top and version != words.VERSION:
        yield doc.says(f"schema_version is {said(version)}, expected {words.VERSION!r}", "schema_version")


@judges("FSY102", good=_GOOD, bad=trace(validation_level=UNSET), clause="1.1; F02")
def top_has_every_field(doc: Document) -> Iterator[Finding]:
    """Every field of the top is there, and `trace_id` says something.

    What is not known is null, so that a reader can tell it from what was forgotten.  `dataset_summary` is for traces
    that are published: FSY216 asks for it before a release.
    """
    for key in words.TOP if type(doc.value) is dict else ():
        if key not in doc.top and key not in ("schema_version", "task", "steps", "dataset_summary"):
            yield doc.says(f"{key} is missing")
    if "trace_id" in doc.top and (type(id := doc.top["trace_id"]) is not str or not id.strip()):
        yield doc.says(f"trace_id is {said(id)}, expected a string", "trace_id")


@judges("FSY103", good=_GOOD, bad=trace(memory={"notes": []}), clause="1.1 table of top fields")
def top_has_the_right_types(doc: Document) -> Iterator[Finding]:
    """Every field of the top has its type.

    Texts are strings, `agent_tools` and `skills` arrays of strings, `agent_config`, `summary` and `dataset_summary`
    objects.  `task` and `agent_tools` are never null: the specification asks for a string and an array.  Work that was
    stopped has made nothing, so that `final_output` may be null until a release, when FSY212 asks for it.

    Of what not even the schema allows FSY005 speaks, and of `steps` FSY006.
    """
    for key, kind in kinds.TOP.items():
        if key in doc.top and not kind.fits(doc.top[key]) and kinds.SCHEMA_TOP[key].fits(doc.top[key]):
            yield doc.says(f"{key} is {said(doc.top[key])}, expected {kind}", key)


@judges("FSY104", good=_GOOD, bad=trace(termination_reason="done"), clause="1.1 enums; F07")
def top_uses_known_words(doc: Document) -> Iterator[Finding]:
    """`trace_mode`, `validation_level` and `termination_reason` are words of their lists.

    None of them is null: where nobody knows why a trace ended, `termination_reason` is `other`.
    """
    for key, known in (
        ("trace_mode", words.TRACE_MODES),
        ("validation_level", words.VALIDATION_LEVELS),
        ("termination_reason", words.TERMINATION_REASONS),
    ):
        found = doc.top.get(key)
        if key not in doc.top or (type(found) is str and found in known):
            continue
        if key != "trace_mode" or found is None:  # of another word for the mode FSY004 speaks
            yield doc.says(f"{key} is {said(found)}, expected one of {', '.join(known)}", key)


@judges("FSY105", good=_GOOD, bad=trace(steps=[]), clause="1.3 validate_traces")
def trace_has_steps(doc: Document) -> Iterator[Finding]:
    """A trace has at least one step."""
    if doc.top.get("steps") == []:
        yield doc.says("there are no steps", "steps")


@judges("FSY106", good=_GOOD, bad=trace(user(1, started_at="yesterday")), clause="1.1 started_at, ended_at")
def time_is_iso_8601(doc: Document) -> Iterator[Finding]:
    """A time is written as ISO 8601 with a date, a time of day and a zone, such as `2026-01-31T09:00:00Z`.

    Without a zone it names no instant.  A time that is not known is null.
    """
    expected = "expected a time such as 2026-01-31T09:00:00Z"
    for key in _TIMES:
        if type(time := doc.top.get(key)) is str and instant(time) is None:
            yield doc.says(f"{key} is {said(time)}, {expected}", key)
    for step, times in zip(doc.steps, doc.times, strict=True):
        for key, known in zip(_TIMES, times, strict=True):
            if known is None and type(time := step.said.get(key)) is str:
                yield doc.of(step, f"{key} is {said(time)}, {expected}", key)


@judges("FSY107", good=_GOOD, bad=trace(ended_at="2026-01-31T08:00:00Z"), clause="1.1 started_at, ended_at")
def end_is_not_before_the_start(doc: Document) -> Iterator[Finding]:
    """What ends, ends when it began or later: the trace, and every step.  No step lies outside of the trace."""
    starts, ends = doc.top.get("started_at"), doc.top.get("ended_at")
    begin, end = instant(starts), instant(ends)
    if begin and end and end < begin:
        yield doc.says(f"ended_at is {ends}, before started_at {starts}", "ended_at")
        return
    for step, (first, last) in zip(doc.steps, doc.times, strict=True):
        began, ended = step.said.get("started_at"), step.said.get("ended_at")
        if first and last and last < first:
            yield doc.of(step, f"ended_at is {ended}, before started_at {began}", "ended_at")
        elif begin and first and first < begin:
            yield doc.of(step, f"started_at is {began}, but the trace begins at {starts}", "started_at")
        elif end and last and last > end:
            yield doc.of(step, f"ended_at is {ended}, but the trace ends at {ends}", "ended_at")


@judges(
    "FSY108", good=_GOOD, bad=trace(user(1), act(2, started_at="2026-01-31T09:00:30Z")), clause="1.1 step; F04",
)  # fmt: skip
def steps_are_in_the_order_of_time(doc: Document) -> Iterator[Finding]:
    """No step begins before one that stands above it.  Steps that run at the same time stand as they began."""
    latest = None
    for step, (first, _) in zip(doc.steps, doc.times, strict=True):
        if latest and first and first < latest:
            began = step.said["started_at"]
            yield doc.of(step, f"started_at is {began}, but a step above began after that", "started_at")
        elif first:
            latest = first


RULES: tuple[Rule, ...] = (
    version_is_current,
    top_has_every_field,
    top_has_the_right_types,
    top_uses_known_words,
    trace_has_steps,
    time_is_iso_8601,
    end_is_not_before_the_start,
    steps_are_in_the_order_of_time,
)
