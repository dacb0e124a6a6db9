"""Reads the records of a rollout one by one.  What only the whole file tells how to read waits for its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import repeat
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import force_setattr, replace

from steno.agents.codex import replay
from steno.agents.codex.header import Thread
from steno.agents.codex.log import Rollout
from steno.agents.codex.wire import NAME, OTHER
from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Diagnostic, Place, Report
from steno.model import Event, Kind, Source, Trace


class _Waiting(NamedTuple):
    """A record that waits, and what stood before it."""

    line: Line
    record: dict[str, JSON]
    events: int
    """How many events the records before it made, without those that wait."""
    model: str | UnsetType
    thread: Thread


class Reading:
    """What is known while a file is being read."""

    def __init__(self, hooks: Mapping[str, Any], place: Place, report: Report) -> None:
        self._hooks, self._place, self._report = hooks, place, report
        self._other = hooks["*"]
        self._log = Rollout(place, self._hold)
        self._see = self._log.state.see
        self._waiting: deque[_Waiting] = deque()
        self._held: list[tuple[int, Diagnostic]] = []
        """What is to be said of records, with the offset of each: it is said in their order."""
        self._born: dict[str, int] = {}
        """The offsets of the records that name an actor first."""
        self._size = 0

    def _hold(self, diagnostic: Diagnostic) -> None:
        self._held.append((self._log.line.offset, diagnostic))

    def record(self, line: Line) -> None:
        """Every line becomes at least one event."""
        record, log = line.value, self._log
        self._size = line.offset + line.length
        if type(record) is not dict:
            log.unreadable(line)
        elif self._see(line, record):
            self._waiting.append(_Waiting(line, record, len(log.events), log.model, log.thread))
            return
        else:
            self._read(line, record)
        if len(log.actors) > len(self._born):
            for actor in log.actors:
                self._born.setdefault(actor, line.offset)

    def _read(self, line: Line, record: dict[str, JSON]) -> None:
        log = self._log
        first = log.first = len(log.events)
        shared = log.shared = {}
        log.line, log.alike = line, True
        time = record.get("timestamp")
        if type(time) is str and time:  # the same as below, without a call
            shared["time"], record["timestamp"] = time, UNSET
        elif (taken := log.take(record, "timestamp", "")) is not UNSET:
            shared["time"] = taken
        kind = record.get("type")
        told = log.told = kind if type(kind) is str else ""
        self._hooks.get(told, self._other)(log, record, "")
        if len(log.events) == first:
            log.unknown(told or "untyped record")
        if log.alike:
            force_setattr(log.events[first], "residue", log.once(record))

    def settle(self) -> None:
        """Read what has waited."""
        log = self._log
        log.state.settle()
        for index, native in log.named:
            if echo := log.state.native.get((OTHER, native)):
                log.events[index] = replace(log.events[index], echo_of=echo)
        read, start = log.events, 0
        log.events = []
        while self._waiting:
            line, record, end, model, thread = self._waiting.popleft()
            self._pass_on(read[start:end])
            start = end
            log.model, log.thread, first = model, thread, len(log.events)
            self._read(line, record)
            for event in log.events[first:]:
                self._born[event.actor] = min(line.offset, self._born.get(event.actor, line.offset))
        self._pass_on(read[start:])
        for _, diagnostic in sorted(self._held, key=lambda each: each[0]):
            self._report(diagnostic)

    def _pass_on(self, events: list[Event]) -> None:
        """Events that were read before it was known in which turn."""
        if turn := self._log.turn:
            deque(map(force_setattr, events, repeat("turn"), repeat(turn)), maxlen=0)
        self._log.events += events

    def trace(self) -> Trace:
        log = self._log
        replay.mark(log.events, log.session)
        log.actors = {key: log.actors[key] for key in sorted(log.actors, key=self._born.__getitem__)}
        thoughts = any(event.kind is Kind.THOUGHT for event in log.events)
        source = Source(NAME, self._place.path or UNSET, self._size)
        return log.trace((source,), log.session.fields() | {"thoughts": thoughts})
