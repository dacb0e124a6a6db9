"""The events of a transcript as they are made: which run and which step they belong to, and where they stand."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.awf import said, stated, wire
from steno.formats.awf.actors import PROGRAM, Actors
from steno.formats.awf.echoes import Echoes
from steno.formats.awf.spans import Spans
from steno.formats.awf.wire import NAME
from steno.formats.records import taken, unreadable, wrong_type
from steno.idioms import recognised
from steno.model import Body, Event, Header, Kind, Origin, Source, Trace, Unknown


class Log:
    def __init__(self, place: Place, report: Report, echoes: Echoes) -> None:
        self.echoes = echoes
        self.events: list[Event] = []
        self.tools: dict[str, str] = {}
        """The name of the tool behind each call id."""
        self.title: str | UnsetType = UNSET
        self.titled = ""
        """The run that the title is of."""
        self.line: Line
        self.run = ""
        self.actors, self.spans = Actors(), Spans()
        self._place, self._report = place, report
        self._runs: dict[str, None] = {}
        self._parents: dict[str, None] = {}
        self._turn = 0
        self._prompts: dict[str, str] = {}
        self._envelope: dict[str, Any] = {}
        self._once: dict[str, Any] = {}

    def begin(self, line: Line) -> dict[str, JSON] | None:
        """The record that the next events stand in; None where the line holds none and has been kept."""
        self.line = line
        record = line.value
        if type(record) is not dict:
            self.actors.named(PROGRAM)
            self.events.append(unreadable(line, PROGRAM))
            return None
        self.run = self._noted(record, "run_id", self._runs)
        self._noted(record, "parent_run_id", self._parents)
        iteration, path = record.get("iteration"), record.get("path")
        count: int | UnsetType = UNSET
        if type(iteration) is int and iteration >= 0:
            count, record["iteration"] = iteration, UNSET
        elif "iteration" in record:
            self.expect("/iteration", iteration, int)
        self.spans.begin(self.run, path if type(path) is str else "", count or 0)
        self._envelope = {"time": self.take(record, "timestamp", ""), "iteration": count}
        self._once = {}
        return record

    def state(self, payload: dict[str, JSON]) -> None:
        """Take what a payload states of its whole reply.  Every event of the record has it, counts only the first."""
        every, self._once = stated.taken(payload)
        self._envelope |= every

    def _noted(self, record: dict[str, JSON], key: str, known: dict[str, None]) -> str:
        """An id of the envelope.  It stays in the record; the header lists it once."""
        value = record.get(key)
        if type(value) is str:
            if value:
                known[value] = None
            return value
        if value is not None:
            self.expect(f"/{key}", value, str)
        return ""

    def trace(self, size: int) -> Trace:
        ids = {name: tuple(found) for name, found in (("run", self._runs), ("parent", self._parents)) if found}
        header = Header(
            ids=ids,
            title=self.title,
            actors=self.actors.found,
            system_prompts=self._prompts,
            thoughts=any(event.kind is Kind.THOUGHT for event in self.events),
            sources=(Source(NAME, self._place.path or UNSET, size),),
        )
        return Trace(header=header, events=tuple(self.events))

    def emit(
        self,
        kind: Kind,
        body: Body,
        actor: str,
        where: str = "",
        index: int = 0,
        count: int = 1,
        *,
        rule: str = "",
        **more: Any,
    ) -> None:
        """One event of the record: the one at `index` of `count`."""
        line = self.line
        if "span" not in more:
            more["span"] = self.spans.around()
        self.events.append(
            Event(
                uid=f"{line.name}.{index}" if count > 1 else line.name,
                kind=kind,
                body=body,
                origin=Origin(0, line.number, line.offset, line.length, where, rule),
                actor=actor,
                turn=self._turn or UNSET,
                residue=UNSET if index else line.value,
                raw=UNSET if index else line.raw or UNSET,
                signs=recognised(body, more.get("role", UNSET), self.actors.named(actor).name),
                **self._envelope,
                **({} if index else self._once),
                **more,
            )
        )

    def unknown(self, name: str, where: str, index: int = 0, count: int = 1) -> None:
        self.emit(Kind.UNKNOWN, Unknown(name), PROGRAM, where, index, count)

    def prompt(self) -> None:
        """A prompt begins here."""
        self._turn += 1

    def instructed(self, prompt: JSON) -> None:
        """A system prompt stands here; the header lists each once."""
        said.instructs(self._prompts, prompt)

    # Values

    def take(self, holder: dict[str, JSON], key: str, where: str) -> str | UnsetType:
        return taken(holder, key, where, self.expect)

    def expect(self, where: str, value: JSON, kind: type) -> None:
        self._report(wrong_type(self._place.path, self.line, where, value, kind))


FAMILIES = {
    **dict.fromkeys(wire.RUN, "run"),
    **dict.fromkeys(wire.STEP[:2], "step"),
    **dict.fromkeys(wire.STEP[2:], "call"),
}
"""Which of the events that begin and end something belong together."""
