"""Reads a Codex rollout file into a trace.  One file, one trace: a fork's prefix and sub-agents are in other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from steno.agents.codex import events, items
from steno.agents.codex.echoes import Echoes
from steno.agents.codex.header import place_of
from steno.agents.codex.log import PROGRAM, Log
from steno.agents.codex.sniff import is_bare, is_header
from steno.agents.codex.wire import RECORDS, Shape
from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.records import records
from steno.model import Kind, Lifecycle, Trace


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """One trace: every record's blocks as events, in file order."""
    lines: list[Line] = []
    echoes = Echoes()
    keep, see = lines.append, echoes.see
    for line in records(stream, place, report):
        keep(line)
        see(line)
    echoes.settle()
    log = Log(place, report, echoes)
    for line in lines:
        _record(log, line)
    yield log.trace(lines[-1].offset + lines[-1].length if lines else 0)


def _record(log: Log, line: Line) -> None:
    """Every line becomes at least one event."""
    record = log.begin(line)
    if record is None:
        return
    kind, payload = record.get("type"), record.get("payload")
    if type(payload) is not dict:
        _bare(log, record)
    elif kind == "response_item":
        items.read(log, payload, "/payload")
    elif kind == "event_msg":
        events.read(log, payload)
    elif kind == "turn_context":
        log.session.turn(payload)
        log.model = log.take(payload, "model", "/payload")
        log.lifecycle(kind, payload, "/payload", RECORDS[kind], model=log.model, signs=place_of(payload))
    elif kind == "session_meta":
        log.session.begin(payload, payload.get("timestamp"))
        log.lifecycle(kind, payload, "/payload", RECORDS[kind], signs=place_of(payload))
    elif type(kind) is str and kind in RECORDS:
        log.lifecycle(kind, payload, "/payload", RECORDS[kind])
    else:
        if type(kind) is not str:
            log.expect("/type", kind, str)
        log.unknown(kind if type(kind) is str else "untyped record", "")


def _bare(log: Log, record: dict[str, JSON]) -> None:
    """A record without an envelope: before 0.39, the header, a response item, or a mark of state."""
    kind = record.get("type")
    if is_bare(record):
        if type(mark := record.get("record_type")) is str:
            log.emit(Kind.LIFECYCLE, Lifecycle(mark, transient=True), PROGRAM)
        else:
            items.read(log, record, "")
    elif is_header(record) and "payload" not in record and not log.session.known:
        log.session.begin(record, log.time)
        log.lifecycle("session_meta", record, "", Shape(), signs=place_of(record))
    else:
        log.expect("/payload", record.get("payload"), dict)
        log.unknown(kind if type(kind) is str else "untyped record", "")
