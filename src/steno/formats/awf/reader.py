"""Reads a transcript into a trace.  One file, one trace: the runs it started are in files of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from msgspec import UNSET

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.awf import blocks, said, wire
from steno.formats.awf.actors import MODEL, PROGRAM
from steno.formats.awf.echoes import Echoes
from steno.formats.awf.log import FAMILIES, Log
from steno.formats.awf.wire import Payload, dispatch
from steno.formats.records import moved, records
from steno.model import Kind, Lifecycle, Span, ToolCall, Trace


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """One trace: every event's blocks as events, in the order of lines."""
    yield trace_of(list(records(stream, place, report)), place, report)


def trace_of(lines: Sequence[Line], place: Place, report: Report) -> Trace:
    """The trace of these lines.  What its events hold is taken out of the lines' values."""
    log = Log(place, report, Echoes(lines))
    for line in lines:
        if (record := log.begin(line)) is not None:
            _record(log, record)
    return log.trace(lines[-1].offset + lines[-1].length if lines else 0)


def _record(log: Log, record: dict[str, JSON]) -> None:
    """The payload's own shape says what it is, in the order that the specification gives; the type, what happened."""
    kind: JSON = record.get("type")
    payload: JSON = record.get("payload")
    shape = dispatch(payload)
    if type(kind) is not str:
        log.expect("/type", kind, str)
        log.unknown("untyped event", "")
    elif kind not in wire.TYPES:
        log.unknown(kind, "")
    elif shape is Payload.BLOCKS:
        blocks.read(log, kind, wire.MESSAGE.get(kind), payload, "/payload")
    elif shape is Payload.MESSAGE:
        log.state(payload)
        blocks.read(log, kind, payload.get("role"), payload.get("blocks"), "/payload/blocks")
    elif shape is Payload.TOOL:
        _tool(log, kind, payload)
    elif kind in FAMILIES:
        _step(log, kind, record, payload if type(payload) is dict else {})
    elif shape is Payload.STEP:  # of a step, but nothing says whether it begins or ends
        log.emit(Kind.LIFECYCLE, Lifecycle(kind, data=_taken(payload, wire.STEP_FIELDS)), PROGRAM, "/payload")
    else:
        log.unknown(kind, "")


def _taken(payload: dict[str, JSON], keys: Sequence[str]) -> dict[str, JSON]:
    """The fields of these names, moved out of a payload."""
    return {key: moved(payload, key) for key in keys if key in payload}


def _step(log: Log, kind: str, record: dict[str, JSON], payload: dict[str, JSON]) -> None:
    family, where = FAMILIES[kind], "/payload" if payload else ""
    name = payload.get("name")
    if type(name) is str:
        payload["name"] = UNSET
        if name and kind == "run.started" and log.title is UNSET:
            log.title, log.titled = name, log.run
        elif name and kind == "run.completed" and log.title is not UNSET and log.titled == log.run:
            log.title = name  # what a run is called may be known only when it is over
    elif name is not None:
        log.expect("/payload/name", name, str)
    data = _taken(payload, said.DATA)
    if kind.endswith(".started"):
        child = log.take(record, "child_run_id", "")
        span = Span(name if type(name) is str else family, data or UNSET)
        log.emit(Kind.SPAN_START, span, PROGRAM, where, span=log.spans.open(family, child), child_run=child)
    elif (opened := log.spans.close(family)) is not None:
        log.emit(Kind.SPAN_END, Span(name if type(name) is str else family, data or UNSET), PROGRAM, where, span=opened)
    else:  # the end of something whose beginning the file does not hold
        whole: dict[str, JSON] = {"name": name, **data} if type(name) is str else data
        log.emit(Kind.LIFECYCLE, Lifecycle(kind, data=whole or UNSET), PROGRAM, where)


def _tool(log: Log, kind: str, payload: dict[str, JSON]) -> None:
    name = payload.get("name")
    if type(name) is not str:
        log.expect("/payload/name", name, str)
        log.unknown(kind, "")
        return
    call = log.take(payload, "call_id", "/payload")
    about: dict[str, Any] = {"call": call, "fidelity": log.take(payload, "fidelity", "/payload")}
    if kind == "tool.call" or (kind not in wire.TOOL and payload.get("output") is None and "error" not in payload):
        payload["name"] = UNSET
        body = ToolCall(name, moved(payload, "input"))
        log.emit(Kind.TOOL_CALL, body, MODEL, "/payload", **said.CALLED, **about)
    else:
        error = log.take(payload, "error", "/payload")
        output = None if said.is_all(payload.get("output"), error) else moved(payload, "output")
        log.emit(
            Kind.TOOL_RESULT, said.result(output, error), log.actors.tool(name), "/payload", **said.ANSWERED, **about
        )
