"""Ranges of lines, counts, and totals that must agree with what they are totals of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Raw

from steno.base.counts import number_of
from steno.base.exact import JSON, said
from steno.contracts import Finding
from steno.formats.opentraces.document import Document, Object, instant, objects
from steno.formats.opentraces.examples import RANGE, rule
from steno.formats.rulebook import WARNING


@rule("OTR140", bad={f"{RANGE}/start_line": 7}, clause="start_line, end_line")
def range_of_lines_can_be(doc: Document) -> Iterator[Finding]:
    """Lines are counted from 1, and a range does not end before it begins.

    This applies to attributed ranges, to their lines before reformatting, and to snippets.
    """
    for path, lines in doc.ranges:
        yield from _lines(doc, lines, path)
        if type(before := lines.get("original")) is dict:
            yield from _lines(doc, before, (*path, "original"))
    for step in doc.steps:
        for place, snippet in objects(step.value, "snippets"):
            yield from _lines(doc, snippet, ("steps", step.place, "snippets", place))


def _lines(doc: Document, lines: Object, path: tuple[str | int, ...]) -> Iterator[Finding]:
    start, end = lines.get("start_line"), lines.get("end_line")
    for key, line in (("start_line", start), ("end_line", end)):
        if type(line) is int and line < 1:
            yield doc.says(f"{key} is {line}, expected 1 or more", *path, key)
    if type(start) is int and type(end) is int and 1 <= end < start:
        yield doc.says(f"end_line is {end}, before start_line {start}", *path, "end_line")


_USAGE: Final = (
    "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "prefix_reuse_tokens",
)  # fmt: skip
_METRICS: Final = (
    "total_steps", "total_input_tokens", "total_output_tokens", "total_cache_read_tokens",
    "total_cache_creation_tokens", "total_duration_s", "estimated_cost_usd",
)  # fmt: skip


@rule("OTR141", bad={"/steps/1/token_usage/input_tokens": -1}, clause="TokenUsage, Metrics")
def nothing_counted_is_negative(doc: Document) -> Iterator[Finding]:
    """Tokens, steps, durations, costs and redactions are 0 or more."""
    for step in doc.steps:
        usage = step.value.get("token_usage")
        if type(usage) is dict:
            yield from _negative(doc, usage, _USAGE, ("steps", step.place, "token_usage"))
        for place, call in objects(step.value, "tool_calls"):
            yield from _negative(doc, call, ("duration_ms",), ("steps", step.place, "tool_calls", place))
    yield from _negative(doc, doc.part("metrics"), _METRICS, ("metrics",))
    yield from _negative(doc, doc.part("security"), ("flags_reviewed", "redactions_applied"), ("security",))


def _negative(doc: Document, whole: Object, keys: tuple[str, ...], path: tuple[str | int, ...]) -> Iterator[Finding]:
    for key in keys:
        number = _number(whole.get(key))
        if number is not None and number < 0:
            yield doc.says(f"{key} is {said(whole[key])}, expected 0 or more", *path, key)


def _number(value: JSON) -> float | None:
    if type(value) is Raw:
        return float(bytes(value))
    return value if type(value) in (int, float) else None


@rule("OTR142", bad={"/metrics/total_steps": 4}, clause="Metrics.total_steps")
def steps_are_counted(doc: Document) -> Iterator[Finding]:
    """`total_steps` is the number of steps.

    The package writes 0 if nobody counted, so 0 is not checked.
    """
    total, steps = doc.part("metrics").get("total_steps"), doc.top.get("steps")
    number = len(steps) if type(steps) is list else 0
    if type(total) is int and total > 0 and total != number:
        yield doc.says(f"total_steps is {total}, but there are {number_of(number, 'step')}", "metrics", "total_steps")


_SUMS: Final = {
    "total_input_tokens": "input_tokens",
    "total_output_tokens": "output_tokens",
    "total_cache_read_tokens": "cache_read_tokens",
    "total_cache_creation_tokens": "cache_write_tokens",
}


@rule("OTR143", bad={"/metrics/total_input_tokens": 240}, clause="Metrics: sums", severity=WARNING)
def totals_are_sums(doc: Document) -> Iterator[Finding]:
    """The totals of tokens are the sums of what the steps used.

    This is a warning, because a total may include calls that are not steps of this record, such as those of a sub-agent
    with its own record. If no step says what it used, or the total is 0, there is nothing to compare."""
    metrics = doc.part("metrics")
    used = [usage for step in doc.steps if type(usage := step.value.get("token_usage")) is dict]
    for total, key in _SUMS.items():
        counts = [count for each in used if type(count := each.get(key)) is int]
        stated = metrics.get(total)
        if type(stated) is int and stated > 0 and any(counts) and sum(counts) != stated:
            yield doc.says(f"{total} is {stated}, but the steps used {sum(counts)}", "metrics", total)


@rule("OTR144", good={"/metrics/total_duration_s": 3600}, bad={"/metrics/total_duration_s": 7200.5},
      clause="Metrics.total_duration_s", severity=WARNING)  # fmt: skip
def duration_fits_into_the_record(doc: Document) -> Iterator[Finding]:
    """No session or call lasts longer than the time from `timestamp_start` to `timestamp_end`.

    One second more is allowed, because both are rounded.
    """
    begin, end = (instant(doc.top.get(key)) for key in ("timestamp_start", "timestamp_end"))
    if not begin or not end or end < begin:
        return
    whole = (end - begin).total_seconds()
    lasted = _number(doc.part("metrics").get("total_duration_s"))
    if lasted is not None and lasted > whole + 1:
        said_so = said(doc.part("metrics")["total_duration_s"])
        message = f"total_duration_s is {said_so}, but the record lasts {whole:g} seconds"
        yield doc.says(message, "metrics", "total_duration_s")
    for step in doc.steps:
        for place, call in objects(step.value, "tool_calls"):
            took = _number(call.get("duration_ms"))
            if took is not None and took > (whole + 1) * 1000:
                message = f"duration_ms is {said(call['duration_ms'])}, but the record lasts {whole:g} seconds"
                yield step.says(message, "tool_calls", place, "duration_ms")
