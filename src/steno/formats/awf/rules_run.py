"""What holds of the events of a run together: calls and results, beginnings and ends."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.base.exact import JSON
from steno.contracts import Finding
from steno.formats.awf import wire
from steno.formats.awf.document import Document, Row
from steno.formats.awf.examples import base, rule
from steno.formats.awf.wire import Payload
from steno.formats.rulebook import WARNING, lines_of


def _tools(doc: Document) -> Iterator[tuple[Row, tuple[str, str]]]:
    """The calls and results with the id that joins them."""
    for row in doc.rows:
        if row.shape is Payload.TOOL and row.type in wire.TOOL and isinstance(id := row.payload["call_id"], str) and id:
            yield row, (row.run, id)


@rule("AWF050", bad={"/3": UNSET}, clause="ToolPayload: call_id")
def result_has_a_call(doc: Document) -> Iterator[Finding]:
    """Every `tool.result` answers a `tool.call` of the same `call_id` above it."""
    called = set()
    for row, key in _tools(doc):
        if row.type == "tool.call":
            called.add(key)
        elif key not in called:
            yield row.says(f"no tool.call above has the id {key[1]!r}", "payload", "call_id")


@rule("AWF051", bad={"/4": UNSET}, clause="ToolPayload: call_id", severity=WARNING)
def call_has_a_result(doc: Document) -> Iterator[Finding]:
    """Every `tool.call` is answered.

    A call without a result was interrupted, or the run is not over.
    """
    answered = {key for row, key in _tools(doc) if row.type == "tool.result"}
    for row, key in _tools(doc):
        if row.type == "tool.call" and key not in answered:
            yield row.says(f"no tool.result has the id {key[1]!r}", "payload", "call_id")


@rule("AWF052", bad=lambda: lines_of(base() + base()[3:5]), clause="ToolPayload: call_id")
def call_id_is_used_once(doc: Document) -> Iterator[Finding]:
    """A `call_id` joins one call and one result: two calls with one id cannot be told apart."""
    first: dict[tuple[str, tuple[str, str]], int] = {}
    for row, key in _tools(doc):
        before = first.setdefault((row.type, key), row.number)
        if before != row.number:
            message = f"{key[1]!r} is the id of the {row.type} in line {before} already"
            yield row.says(message, "payload", "call_id")


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


@rule("AWF053", bad={"/1": UNSET}, clause="Event Types")
def end_has_a_beginning(doc: Document) -> Iterator[Finding]:
    """Whatever is completed was started: an earlier event of the same run, path and iteration says so."""
    for row in _unpaired(doc)[0]:
        yield row.says(f"{row.type} at {row.record.get('path')!r}, and nothing above began it", "type")


@rule("AWF054", bad={"/5": UNSET}, clause="Event Types", severity=WARNING)
def beginning_has_an_end(doc: Document) -> Iterator[Finding]:
    """What was started is completed.

    A step without an end was killed with its run, or the run is not over.
    """
    for row in _unpaired(doc)[1]:
        yield row.says(f"{row.type} at {row.record.get('path')!r} has no end", "type")


@rule(
    "AWF055",
    bad={"/0": UNSET, "/7/type": "run.started"},
    clause="Event Types: run.started, run.completed",
    severity=WARNING,
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
                yield row.says("run.started is not the first event of its run", "type")
        for row in rows[:-1]:
            if row.type == "run.completed":
                yield row.says("run.completed is not the last event of its run", "type")
