"""Reads a Codex rollout file into a trace.  One file, one trace: a fork's prefix and sub-agents are in other files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.codex import events, items
from steno.formats.codex.echoes import Echoes
from steno.formats.codex.log import PROGRAM, Log
from steno.formats.codex.wire import BARE_ITEMS, RECORDS, Shape
from steno.formats.records import records
from steno.model import Kind, Lifecycle, Trace

_LONG = re.compile(rb'\{"[^{}]*"type"\s*:\s*"(?:session_meta|response_item|compacted|event_msg)"')


def sniff(head: bytes) -> bool:
    """Whether some whole line at the beginning is an enveloped record, or the first lines are a bare rollout's."""
    found: list[JSON] = []
    for data in head.removeprefix(b"\xef\xbb\xbf").split(b"\n")[:50]:
        try:
            found.append(msgspec.json.decode(data))
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            start = data[:512]  # one line longer than the head: its envelope comes first
            if _LONG.match(start) and b'"payload"' in start and b'"timestamp"' in start:
                return True
    if any(_is_wrapped(record) for record in found):
        return True
    first, second = (*found, None, None)[:2]
    return _is_header(first) and "instructions" in first and (second is None or _is_bare(second))


def _is_wrapped(record: JSON) -> bool:
    if type(record) is not dict or type(record.get("payload")) is not dict or "timestamp" not in record:
        return False
    return type(kind := record.get("type")) is str and kind in RECORDS


def _is_bare(record: JSON) -> bool:
    if type(record) is not dict or "payload" in record:
        return False
    return "record_type" in record or (type(kind := record.get("type")) is str and kind in BARE_ITEMS)


def _is_header(record: JSON) -> bool:
    """Whether this is the first line of a bare rollout."""
    return type(record) is dict and "type" not in record and "id" in record and "timestamp" in record


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
        log.lifecycle(kind, payload, "/payload", RECORDS[kind], model=log.model)
    elif kind == "session_meta":
        log.session.begin(payload, payload.get("timestamp"))
        log.lifecycle(kind, payload, "/payload", RECORDS[kind])
    elif type(kind) is str and kind in RECORDS:
        log.lifecycle(kind, payload, "/payload", RECORDS[kind])
    else:
        if type(kind) is not str:
            log.expect("/type", kind, str)
        log.unknown(kind if type(kind) is str else "untyped record", "")


def _bare(log: Log, record: dict[str, JSON]) -> None:
    """A record without an envelope: before 0.39, the header, a response item, or a mark of state."""
    kind = record.get("type")
    if _is_bare(record):
        if type(mark := record.get("record_type")) is str:
            log.emit(Kind.LIFECYCLE, Lifecycle(mark, transient=True), PROGRAM)
        else:
            items.read(log, record, "")
    elif _is_header(record) and "payload" not in record and not log.session.known:
        log.session.begin(record, log.time)
        log.lifecycle("session_meta", record, "", Shape())
    else:
        log.expect("/payload", record.get("payload"), dict)
        log.unknown(kind if type(kind) is str else "untyped record", "")
