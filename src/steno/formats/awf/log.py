"""The events of a transcript as they are made: which run and which step they belong to, and where they stand."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.ids import sha256
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.awf import stated, wire
from steno.formats.awf.echoes import Echoes
from steno.formats.awf.wire import NAME
from steno.formats.records import taken, unreadable, wrong_type
from steno.idioms import recognised
from steno.model import Actor, ActorKind, Body, Event, Header, Kind, Origin, Source, Trace, Unknown

HUMAN, MODEL, PROGRAM, TOOL = "human", "model", "workflow", "tool"

_ACTORS = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    MODEL: Actor(ActorKind.MODEL, "assistant"),
    PROGRAM: Actor(ActorKind.SYSTEM, PROGRAM),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
}

_Step = tuple[str, str, str]
"""Where a step is open: run, family, path."""


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
        self._place, self._report = place, report
        self._actors: dict[str, Actor] = {}
        self._runs: dict[str, None] = {}
        self._parents: dict[str, None] = {}
        self._turn = 0
        self._prompts: dict[str, str] = {}
        self._opened: dict[_Step, dict[JSON, str]] = {}
        """The spans that are open there, by iteration."""
        self._spans: dict[str, int] = {}
        self._envelope: dict[str, Any] = {}
        self._once: dict[str, Any] = {}
        self._path = ""
        self._iteration: JSON = 0

    def begin(self, line: Line) -> dict[str, JSON] | None:
        """The record that the next events stand in; None where the line holds none and has been kept."""
        self.line = line
        record = line.value
        if type(record) is not dict:
            self._actors.setdefault(PROGRAM, _ACTORS[PROGRAM])
            self.events.append(unreadable(line, PROGRAM))
            return None
        self.run = self._noted(record, "run_id", self._runs)
        self._noted(record, "parent_run_id", self._parents)
        iteration = record.get("iteration")
        known = type(iteration) is int and iteration >= 0
        if known:
            record["iteration"] = UNSET
        elif "iteration" in record:
            self.expect("/iteration", iteration, int)
        path = record.get("path")
        self._path, self._iteration = path if type(path) is str else "", iteration if known else 0
        self._envelope = {"time": self.take(record, "timestamp", ""), "iteration": iteration if known else UNSET}
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
            actors=self._actors,
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
        if actor not in self._actors:
            self._actors[actor] = _ACTORS[actor]
        if "span" not in more:
            more["span"] = self._around()
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
                signs=recognised(body, more.get("role", UNSET), self._actors[actor].name),
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
        if type(prompt) is str and prompt:
            self._prompts.setdefault(sha256(prompt.encode("utf-8", "surrogatepass")), prompt)

    def tool(self, name: str) -> str:
        """The actor that a tool is."""
        key = f"{TOOL}:{name}"
        if key not in self._actors:
            self._actors[key] = Actor(ActorKind.TOOL, name)
        return key

    # Steps

    def _around(self) -> str | UnsetType:
        """The open step whose path and iteration the record states; else the run, where the file holds several.

        A loop may be one step that stays open while its events count iterations: so the only open step of the path
        does, whatever its iteration.  A path that no open step has says nothing: some writers put the workflow's name
        there.
        """
        for family in ("step", "run"):
            if open := self._opened.get((self.run, family, self._path)):
                if self._iteration in open:
                    return open[self._iteration]
                if len(open) == 1:
                    return next(iter(open.values()))
        return self.run if self._is_inner() else UNSET

    def _is_inner(self) -> bool:
        """Whether the record is of a run that another run's file holds."""
        return bool(self.run) and self.run != next(iter(self._runs))

    def open(self, family: str, child: str | UnsetType) -> str:
        """A step begins: its span, which no other has."""
        if family == "call":
            wanted = child if isinstance(child, str) else f"call:{self._path}"
        elif family == "run":
            wanted = self.run or "run"
        else:
            wanted = f"{self.run}/{self._path}" if self._is_inner() else self._path or "step"
            wanted += f"[{self._iteration}]" if self._iteration else ""
        span = wanted
        while span in self._spans:
            self._spans[wanted] += 1
            span = f"{wanted}~{self._spans[wanted]}"
        self._spans[span] = 1
        self._opened.setdefault((self.run, family, self._path), {})[self._iteration] = span
        return span

    def close(self, family: str) -> str | None:
        """A step ends: its span; None where none of this run, path and iteration is open."""
        return self._opened.get((self.run, family, self._path), {}).pop(self._iteration, None)

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
