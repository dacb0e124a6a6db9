"""What holds of the events of a run together: calls and results, beginnings and ends."""

from __future__ import annotations

from collections.abc import Iterator

from steno.base.exact import JSON
from steno.contracts import Finding, Rule, rule
from steno.diagnostics import Severity
from steno.formats.awf import wire
from steno.formats.awf.document import Document, Row
from steno.formats.awf.examples import call, completed, event, result, started
from steno.formats.awf.wire import Shape


def _tools(doc: Document) -> Iterator[tuple[Row, tuple[str, str]]]:
    """The calls and results with the id that joins them."""
    for row in doc.rows:
        if row.shape is Shape.TOOL and row.type in wire.TOOL and isinstance(id := row.payload["call_id"], str) and id:
            yield row, (row.run, id)


@rule("AWF050", good=call() + result(), bad=result(1), clause="ToolPayload: call_id")
def result_has_a_call(doc: Document) -> Iterator[Finding]:
    """Every `tool.result` answers a `tool.call` of the same `call_id` above it."""
    called = set()
    for row, key in _tools(doc):
        if row.type == "tool.call":
            called.add(key)
        elif key not in called:
            yield Finding("/payload/call_id", f"no tool.call above has the id {key[1]!r}", row.number)


@rule("AWF051", good=call() + result(), bad=call(), clause="ToolPayload: call_id", severity=Severity.WARNING)
def call_has_a_result(doc: Document) -> Iterator[Finding]:
    """Every `tool.call` is answered.

    One that is not was interrupted, or the run is not over.
    """
    answered = {key for row, key in _tools(doc) if row.type == "tool.result"}
    for row, key in _tools(doc):
        if row.type == "tool.call" and key not in answered:
            yield Finding("/payload/call_id", f"no tool.result has the id {key[1]!r}", row.number)


@rule("AWF052", good=call() + result(), bad=call() + result() + call(3) + result(4), clause="ToolPayload: call_id")
def call_id_is_used_once(doc: Document) -> Iterator[Finding]:
    """A `call_id` joins one call and one result: two of one id cannot be told apart."""
    first: dict[tuple[str, tuple[str, str]], int] = {}
    for row, key in _tools(doc):
        before = first.setdefault((row.type, key), row.number)
        if before != row.number:
            message = f"{key[1]!r} is the id of the {row.type} in line {before} already"
            yield Finding("/payload/call_id", message, row.number)


def _bounds(doc: Document) -> Iterator[tuple[Row, tuple[str, str, str, int]]]:
    """The events that begin or end something, with what they have in common."""
    for row in doc.rows:
        if row.type in wire.RUN or row.type in wire.STEP:
            path: JSON = row.record.get("path")
            iteration: JSON = row.record.get("iteration")
            family = row.type.rpartition(".")[0]
            known = path if isinstance(path, str) else "", iteration if type(iteration) is int else 0
            yield row, (row.run, family, *known)


def _unpaired(doc: Document) -> tuple[list[Row], list[Row]]:
    """Ends without a beginning, and beginnings without an end."""
    opened: dict[tuple[str, str, str, int], list[Row]] = {}
    ends: list[Row] = []
    for row, key in _bounds(doc):
        if row.type.endswith(".started"):
            opened.setdefault(key, []).append(row)
        elif opened.get(key):
            opened[key].pop()
        else:
            ends.append(row)
    left = [row for rows in opened.values() for row in rows]
    return ends, sorted(left, key=lambda row: row.number)


@rule("AWF053", good=started() + completed(), bad=completed(1), clause="Event Types")
def end_has_a_beginning(doc: Document) -> Iterator[Finding]:
    """What is completed was started: an event of the same run, path and iteration above it says so."""
    for row in _unpaired(doc)[0]:
        yield Finding("/type", f"{row.type} at {row.record.get('path')!r}, and nothing above began it", row.number)


@rule("AWF054", good=started() + completed(), bad=started(), clause="Event Types", severity=Severity.WARNING)
def beginning_has_an_end(doc: Document) -> Iterator[Finding]:
    """What was started is completed.

    A step that is not was killed with its run, or the run is not over.
    """
    for row in _unpaired(doc)[1]:
        yield Finding("/type", f"{row.type} at {row.record.get('path')!r} has no end", row.number)


@rule(
    "AWF055",
    good=event("run.started", None) + started(2) + completed(3) + event("run.completed", None, 4),
    bad=started(1) + event("run.started", None, 2),
    clause="Event Types: run.started, run.completed",
    severity=Severity.WARNING,
)
def run_events_frame_the_run(doc: Document) -> Iterator[Finding]:
    """`run.started` is the first event of its run, and `run.completed` its last.

    A run that was resumed in the same file has several of both.
    """
    runs: dict[str, list[Row]] = {}
    for row in doc.rows:
        runs.setdefault(row.run, []).append(row)
    for rows in runs.values():
        for row in rows[1:]:
            if row.type == "run.started":
                yield Finding("/type", "run.started is not the first event of its run", row.number)
        for row in rows[:-1]:
            if row.type == "run.completed":
                yield Finding("/type", "run.completed is not the last event of its run", row.number)


RULES: tuple[Rule, ...] = (
    result_has_a_call, call_has_a_result, call_id_is_used_once, end_has_a_beginning, beginning_has_an_end,
    run_events_frame_the_run,
)  # fmt: skip
