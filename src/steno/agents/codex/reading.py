"""Reads the records of a rollout one by one.  What only the whole file tells how to read waits for its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import repeat
from sys import intern
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import force_setattr, replace

from steno.agents.codex import replay
from steno.agents.codex.events import statement, taken
from steno.agents.codex.header import Thread
from steno.agents.codex.log import Rollout
from steno.agents.codex.wire import NAME, OTHER
from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Diagnostic, Place, Report
from steno.model import Event, Kind, Source, Trace


def _date(events: list[Event], turn: int) -> None:
    """Say in which turn events stand of which some were read before it was known."""
    if turn:
        deque(map(force_setattr, events, repeat("turn"), repeat(turn)), maxlen=0)


_Waiting = tuple[Line, dict[str, JSON], str | None, str | None, int, str | UnsetType, Thread]
"""A record that waits, when it was stated and what it says if it is a statement, how many events the records before it
made without those that wait, and what was known there of the model and the thread.
"""
_NOT_STATED = (None, None)


class Reading:
    """What is known while a file is being read."""

    def __init__(self, hooks: Mapping[str, Any], place: Place, report: Report) -> None:
        self._hooks, self._place, self._report = hooks, place, report
        self._other = hooks["*"]
        self._held: list[Diagnostic] = []
        """What is to be said of records: it is said in their order."""
        # No method of this object: the log would hold what holds it, and both all events, until somebody collects them.
        self._log = Rollout(place, self._held.append)
        self._see = self._log.state.see
        self._waiting: deque[_Waiting] = deque()
        self._born: dict[str, int] = {}
        """The offsets of the records that name an actor first."""
        self._size = 0

    def record(self, line: Line) -> None:
        """Every line becomes at least one event."""
        record, log, name = line.value, self._log, line.name
        self._size = line.offset + line.length
        if type(record) is not dict:
            log.unreadable(line)
        elif self._see(line, record, name):
            # Nothing waits of a statement but what it says: of the rest, one serves for all.
            if (stated := taken(record)) is not None:
                force_setattr(line, "value", record := log.once(record))
            self._waiting.append((line, record, *(stated or _NOT_STATED), len(log.events), log.model, log.thread))
            return
        else:
            self._read(line, record, name)
        if len(log.actors) > len(self._born):
            for actor in log.actors:
                self._born.setdefault(actor, line.offset)

    def _read(self, line: Line, record: dict[str, JSON], name: str) -> None:
        log, events = self._log, self._log.events
        first = log.first = len(events)
        log.line, log.uid_of_record, log.native, log.alike = line, name, UNSET, True
        time, kind = record.get("timestamp"), record.get("type")
        if type(time) is str and time:  # the same as below, without a call
            log.time, record["timestamp"] = time, UNSET
        else:
            log.time = log.take(record, "timestamp", "")
        told = log.told = kind if type(kind) is str else ""
        self._hooks.get(told, self._other)(log, record, "")
        if len(events) == first:
            log.unknown(told or "untyped record")
        if log.alike:
            record = log.once(record)
        elif told:
            record["type"] = intern(told)
        force_setattr(events[first], "residue", record)
        if line.raw:
            force_setattr(events[first], "raw", line.raw)

    def _restate(self, line: Line, record: dict[str, JSON], time: str, said: str) -> None:
        """The same of a statement: what is left of its record, and what it stated when."""
        log, events = self._log, self._log.events
        first = log.first = len(events)
        log.line, log.uid_of_record, log.native, log.time = line, line.name, UNSET, time
        statement(log, record["payload"], said)
        force_setattr(events[first], "residue", record)
        if line.raw:
            force_setattr(events[first], "raw", line.raw)

    def settle(self) -> None:
        """Read what has waited."""
        log = self._log
        log.state.settle()
        for index, native in log.named:
            if echo := log.state.native.get((OTHER, native)):
                log.events[index] = replace(log.events[index], echo_of=echo)
        read, start = log.events, 0
        log.events = []
        began = 0
        while self._waiting:
            line, record, time, said, end, log.model, log.thread = self._waiting.popleft()
            log.events += read[start:end]
            start, first, turn = end, len(log.events), log.turn
            if said is None or time is None:
                self._read(line, record, line.name)
            else:
                self._restate(line, record, time, said)
            if log.turn != turn:
                _date(log.events[began:first], turn)
                began = first
            for event in log.events[first:]:
                if line.offset < self._born.setdefault(event.actor, line.offset):
                    self._born[event.actor] = line.offset
        log.events += read[start:]
        _date(log.events[began:], log.turn)
        for diagnostic in sorted(self._held, key=lambda each: each.place.offset or 0):
            self._report(diagnostic)

    def trace(self) -> Trace:
        log = self._log
        replay.mark(log.events, log.session)
        log.actors = {key: log.actors[key] for key in sorted(log.actors, key=self._born.__getitem__)}
        thoughts = any(event.kind is Kind.THOUGHT for event in log.events)
        source = Source(NAME, self._place.path or UNSET, self._size)
        return log.trace((source,), log.session.fields() | {"thoughts": thoughts})
