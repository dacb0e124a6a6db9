"""Reads a Codex rollout file into a trace.  One file, one trace: a fork's prefix and sub-agents are in other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from steno.agents.codex import events, items
from steno.agents.codex.header import place_of
from steno.agents.codex.log import PROGRAM, Rollout
from steno.agents.codex.reading import Reading
from steno.agents.codex.sniff import is_bare, is_header
from steno.agents.codex.wire import CALLS, EVENTS, NAME, RECORDS, RESULTS, STATEMENTS, TURN, TURN_ITEMS, USAGE, Shape
from steno.base.exact import JSON
from steno.base.memory import uncollected
from steno.diagnostics import Place, Report
from steno.formats.records import records
from steno.kit.table import Spec, by
from steno.kit.writing import WriteBack, inverse
from steno.model import Kind, Lifecycle, Trace


def _item(log: Rollout, record: dict[str, JSON], where: str) -> None:
    payload = record.get("payload")
    if type(payload) is dict:
        items.read(log, payload, "/payload")
    else:
        _bare(log, record)


def _event(log: Rollout, record: dict[str, JSON], where: str) -> None:
    payload = record.get("payload")
    if type(payload) is dict:
        events.read(log, payload)
    else:
        _bare(log, record)


def _state(log: Rollout, record: dict[str, JSON], where: str) -> None:
    """What the session or a turn begins with, and all else that has a kind of its own."""
    kind, payload = log.told, record.get("payload")
    more: dict[str, Any] = {}
    if type(payload) is not dict:
        _bare(log, record)
        return
    if kind == TURN:
        log.session.turn(payload)
        log.model = log.take(payload, "model", "/payload")
        more = {"model": log.model, "signs": place_of(payload)}
    elif kind == "session_meta":
        log.begin(payload, payload.get("timestamp"))
        more = {"signs": place_of(payload)}
    log.lifecycle(kind, payload, "/payload", RECORDS[kind], **more)


def _other(log: Rollout, record: dict[str, JSON], where: str) -> None:
    if type(record.get("payload")) is not dict:
        _bare(log, record)
    elif type(kind := record.get("type")) is not str:
        log.expect("/type", kind, str)


def _bare(log: Rollout, record: dict[str, JSON]) -> None:
    """A record without an envelope: before 0.39, the header, a response item, or a mark of state."""
    if is_bare(record):
        if type(mark := record.get("record_type")) is str:
            log.event(Kind.LIFECYCLE, Lifecycle(mark, transient=True), PROGRAM)
        else:
            items.read(log, record, "")
    elif is_header(record) and "payload" not in record and not log.session.known:
        log.begin(record, log.time)
        log.lifecycle("session_meta", record, "", Shape(), signs=place_of(record))
    else:
        log.expect("/payload", record.get("payload"), dict)


_SHAPES = (*RECORDS.values(), *EVENTS.values(), *TURN_ITEMS.values())
_STATED = {each.text: "body.text" for each in STATEMENTS.values()}

SPEC = Spec(
    NAME,
    by("type"),
    {**dict.fromkeys(RECORDS, _state), "response_item": _item, "event_msg": _event, "*": _other},
    every={"timestamp": "time"},
    holes={
        None: dict.fromkeys(("id", "payload.id", "payload.item.id"), ("native", "call")),
        Kind.MESSAGE: {"text": "body.text", "content": "body.text", **_STATED},
        Kind.THOUGHT: {"": "body.text", **_STATED},
        Kind.TOOL_CALL: {
            "name": "body.tool",
            "namespace": "body.server",
            "call_id": "call",
            **{call.arguments: "body.arguments" for call in CALLS.values()},
        },
        Kind.TOOL_RESULT: {"call_id": "call", **dict.fromkeys(RESULTS.values(), "body.content")},
        Kind.LIFECYCLE: {
            "": "body.text",
            "call_id": "call",
            "callId": "call",
            "model": "model",
            **_STATED,
            **{shape.child: "child_run" for shape in _SHAPES if shape.child},
            **{shape.text: "body.text" for shape in _SHAPES if shape.text},
            **{f"info.last_token_usage.{key}": f"usage.{name}" for key, name in USAGE.items()},
        },
    },
)
"""What stands where a value was moved out of a record: the same for all that a kind of event takes."""


def read(stream: BinaryIO, place: Place, report: Report) -> Iterator[Trace]:
    """One trace: every record's events, in file order."""
    reading = Reading(SPEC.records, place, report)
    with uncollected(kept=True):
        for line in records(stream, place, report):
            reading.record(line)
        reading.settle()
    yield reading.trace()


WRITER = WriteBack(NAME, inverse(SPEC))
make = WRITER.make
