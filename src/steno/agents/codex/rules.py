"""What holds of every rollout file that Codex wrote whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from msgspec import UNSET

from steno.agents.codex import reader
from steno.base.exact import JSON, decode
from steno.contracts import Finding, rules_of
from steno.diagnostics import Place, Report
from steno.formats.log_checks import at, backwards, uncalled, unknown
from steno.formats.records import grouped
from steno.formats.rulebook import WARNING, Rulebook, lines_of
from steno.model import Event, Kind, Lifecycle, Origin, Trace


def load(stream: BinaryIO, place: Place, report: Report) -> Trace:
    """The file as a trace: each event's residue is its record, as far as the event does not hold it."""
    (trace,) = reader.read(stream, place, report)
    return trace


_BASE = b"""[
{"timestamp":"2026-01-31T09:00:00.000Z","type":"session_meta",
"payload":{"id":"thread-1","cwd":"/work","cli_version":"0.142.0","source":"cli"}},
{"timestamp":"2026-01-31T09:00:01.000Z","type":"response_item",
"payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"call_1"}},
{"timestamp":"2026-01-31T09:00:02.000Z","type":"response_item",
"payload":{"type":"function_call_output","call_id":"call_1","output":"ok"}}]"""
_META = {"timestamp": "2026-01-31T09:00:03.000Z", "type": "session_meta", "payload": {"id": "thread-0"}}
_HISTORY = {"thread_id": "thread-0", "end_ordinal_exclusive": 7, "end_byte_offset": 900}


def _session() -> Any:
    return decode(_BASE).value


rule: Final = Rulebook[Trace](_session, lines_of)


def _metas(trace: Trace) -> Iterator[tuple[Event, dict[str, JSON]]]:
    for event in trace.events:
        body = event.body
        if isinstance(body, Lifecycle) and body.name == "session_meta":
            yield event, body.data if isinstance(body.data, dict) else {}


def _base(trace: Trace) -> dict[str, JSON]:
    """Where the file says its history begins: in another file."""
    _, meta = next(_metas(trace), (None, {}))
    base = meta.get("history_base")
    return base if isinstance(base, dict) else {}


@rule("CDX001", bad={"/1": UNSET})
def output_has_a_call(trace: Trace) -> Iterator[Finding]:
    """Every tool output answers a call of the same `call_id` that stands before it.

    A file that continues another (`history_base`) may answer a call of that one, and is not checked.
    """
    if _base(trace):
        return
    for event, call in uncalled(trace):
        yield at(event, "/payload/call_id", f"no call before this output has the id {call!r}")


@rule("CDX002", bad=lambda: lines_of(_session() + _session()[1:]))
def call_id_is_used_once(trace: Trace) -> Iterator[Finding]:
    """A `call_id` names one call and one output.

    Two calls of one id cannot be told apart, nor their outputs.
    """
    first: dict[tuple[Kind, str], int] = {}
    for event in trace.events:
        if event.kind not in (Kind.TOOL_CALL, Kind.TOOL_RESULT) or not isinstance(event.call, str):
            continue
        line = event.origin.line if isinstance(event.origin, Origin) else 0
        before = first.setdefault((event.kind, event.call), line)
        if before != line:
            what = "call" if event.kind is Kind.TOOL_CALL else "output"
            yield at(event, "/payload/call_id", f"{event.call!r} is the id of the {what} in line {before} already")


@rule("CDX003", good={"/0/ordinal": 0, "/1/ordinal": 1, "/2/ordinal": 2}, bad={"/2/ordinal": 3})
def ordinals_are_consecutive(trace: Trace) -> Iterator[Finding]:
    """In a paginated file every record has an `ordinal`, one more than the record before it.

    The first is 0 or, where the file continues another, the `end_ordinal_exclusive` of its `history_base`.
    A gap means that records are missing; disorder, that they were rearranged.
    """
    records = [record for record in grouped(trace) if record.rest]
    if not any("ordinal" in record.rest for record in records):
        return
    start = _base(trace).get("end_ordinal_exclusive", 0)
    expected = start if type(start) is int else None
    for record in records:
        ordinal = record.rest.get("ordinal")
        if type(ordinal) is not int:
            yield at(record.first, "/ordinal", "no ordinal, but other records of the file have one")
            expected = None if expected is None else expected + 1
            continue
        if expected is not None and ordinal != expected:
            yield at(record.first, "/ordinal", f"ordinal is {ordinal}, expected {expected}")
        expected = ordinal + 1


@rule("CDX004", bad={"/0/payload/history_base": _HISTORY}, severity=WARNING)
def history_is_whole(trace: Trace) -> Iterator[Finding]:
    """The file holds its thread from the beginning.

    A fork of a paginated thread, or one that was reverted, holds only what came after: `history_base` names the file
    in which the turns before that are, and how far they go. What is read here is the rest.
    """
    if base := _base(trace):
        event, _ = next(_metas(trace))
        thread, end = base.get("thread_id"), base.get("end_ordinal_exclusive")
        yield at(event, "/payload/history_base", f"the records before ordinal {end} are in the rollout {thread!r}")


@rule("CDX005", bad={"/1/timestamp": "2026-01-31T08:00:01.000Z"}, severity=WARNING)
def time_goes_forward(trace: Trace) -> Iterator[Finding]:
    """No record is older than the one before it.

    A fork copies the records of its parent, some with the time at which they were copied; and clocks are set.
    Either way the order of the lines is the order of events, and times are not.
    """
    return backwards(trace, "/timestamp")


@rule("CDX006", good={"/0/payload/forked_from_id": "thread-0", "/-": _META}, bad={"/3/payload/id": "thread-9"},
      severity=WARNING)  # fmt: skip
def later_session_meta_is_an_ancestor(trace: Trace) -> Iterator[Finding]:
    """A second `session_meta` is of the same thread, or of one that an earlier one names as its origin or parent.

    The first belongs to the file; a fork copies its parent's after it. Any other means that files were put together.
    """
    known: set[JSON] = set()
    for event, meta in _metas(trace):
        base, source = meta.get("history_base"), meta.get("source")
        thread = meta.get("id")
        if known and isinstance(thread, str) and thread not in known:
            yield at(event, "/payload/id", f"{thread!r} is neither this thread nor one that it comes from")
        kind = source.get("subagent") if isinstance(source, dict) else None
        spawn = kind.get("thread_spawn") if isinstance(kind, dict) else None
        named = [meta.get(key) for key in ("id", "session_id", "forked_from_id", "parent_thread_id")]
        named += [base.get("thread_id")] if isinstance(base, dict) else []
        named += [spawn.get("parent_thread_id")] if isinstance(spawn, dict) else []
        known.update(each for each in named if isinstance(each, str))


@rule("CDX007", bad={"/0": UNSET})
def file_begins_with_session_meta(trace: Trace) -> Iterator[Finding]:
    """The first record is the thread's `session_meta`, or the header line of a bare rollout.

    Without it, nothing says which thread this is, where it ran, or which one it comes from.
    """
    if trace.events:
        first, body = trace.events[0], trace.events[0].body
        if not isinstance(body, Lifecycle) or body.name != "session_meta":
            yield at(first, "", "the first record is no session_meta")


@rule("CDX008", bad={"/-": _META | {"type": "telemetry"}}, severity=WARNING)
def everything_is_understood(trace: Trace) -> Iterator[Finding]:
    """Every record, item and part is of a kind and a shape that Steno knows.

    Others come from a newer version of Codex, or from another program. They are kept whole, and not understood.
    """
    return unknown(trace)


RULES: Final = rules_of(globals())
