"""Gathers the runs of transcripts, from the envelopes of their events and little more.  Links none of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.base.time import parse
from steno.contracts import Code
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.formats.awf import wire
from steno.formats.awf.echoes import Echoes
from steno.formats.awf.wire import Payload, dispatch
from steno.formats.records import records

NO_EVENT = Code(
    "AWF909",
    "line-is-no-event",
    "A line of a transcript is JSON, but has no `run_id` and `type`, so it belongs to no run. It is not in the tree.",
    Severity.WARNING,
)
NO_TRANSCRIPT = Code(
    "AWF910",
    "file-is-no-transcript",
    "None of the first lines of the file is an event of a transcript. Steno skips the file.",
    Severity.NOTE,
)

_FIRST = 50
"""How many lines may be something else before the file is."""


@dataclass(slots=True)
class Step:
    """A step of a run, by its path and iteration."""

    path: str
    iteration: int
    name: str | None = None
    kind: str | None = None
    started: str | None = None
    completed: str | None = None
    done: bool = False
    """Whether it is completed, also where nothing says when."""
    error: str | None = None
    children: dict[str, None] = field(default_factory=dict)
    """The runs it started."""


@dataclass(slots=True)
class Part:
    """What a file holds of a run."""

    events: int = 0
    line: int = 0
    first: str | None = None
    last: str | None = None


@dataclass(slots=True)
class Run:
    """What is said of a run, by itself and by others.  One that only others name has no parts."""

    id: str
    parts: dict[str, Part] = field(default_factory=dict)
    """By file."""
    name: str | None = None
    completed: str | None = None
    """When, where the run itself says so."""
    done: bool = False
    error: str | None = None
    steps: dict[tuple[str, int], Step] = field(default_factory=dict)
    calls: int = 0
    """Tool calls, each counted once however many channels state it."""
    failures: int = 0
    """Those whose result says that they failed, where results say so."""
    tokens: int | None = None
    """Of all prompts and answers, where the log states them."""
    only_mentioned: bool = False
    """Whether only another run's log mentions it."""
    origins: tuple[str, ...] = ()
    """The sessions that it goes on from: it was forked from them, or resumes them."""
    continued: tuple[str, ...] = ()
    """The sessions that go on from it."""
    forks: int = 0
    """How often somebody went back in it and said something else."""
    parents: dict[str, Place] = field(default_factory=dict)
    """The runs that it names as its parent, and where it does so first."""
    children: dict[str, Place] = field(default_factory=dict)
    caller: Step | None = None
    """The step of its parent that started it: all that may be known of one whose own events do not say more."""

    @property
    def title(self) -> str | None:
        """Its name, or that of the step that started it."""
        return self.name or (self.caller.name if self.caller else None)

    def status(self) -> tuple[str | None, str | None]:
        """`completed` or `failed`, and why, as the run itself says it, or else the step that started it."""
        if self.done:
            return ("failed" if self.error else "completed"), self.error
        if self.caller is not None and self.caller.completed is not None:
            return ("failed" if self.caller.error else "completed"), self.caller.error
        return None, None

    @property
    def found(self) -> bool:
        return bool(self.parts)

    @property
    def events(self) -> int:
        return sum(part.events for part in self.parts.values())

    def first(self) -> str | None:
        """The time of its first event, as it is written."""
        return min(_times(part.first for part in self.parts.values()), default=(None, None))[1]

    def last(self) -> str | None:
        return max(_times(part.last for part in self.parts.values()), default=(None, None))[1]


def _times(texts: Iterator[str | None]) -> list[tuple[datetime, str]]:
    return [(moment, text) for text in texts if text is not None and (moment := parse(text)) is not None]


class Runs:
    """The runs of some files, by the id that their events state; what the files are called does not count."""

    def __init__(self, report: Report) -> None:
        self.runs: dict[str, Run] = {}
        self.files: dict[str, list[str]] = {}
        """The runs in each file."""
        self._report = report

    def add(self, stream: BinaryIO, file: str) -> None:
        """Read a file, line by line; what is wrong with it is reported."""
        found: list[Diagnostic] = []
        reading = _Reading(self.runs, file)
        # What states a call twice is found while the lines go by; no line is kept.
        echoes = Echoes(reading.see(records(stream, Place(file), found.append)))
        if reading.foreign and not reading.events:
            self._report(NO_TRANSCRIPT.at(Place(file), "not an AWF transcript; skipped"))
            return
        self.files[file] = list(reading.calls)
        for diagnostic in found:
            self._report(diagnostic)
        if reading.foreign:
            message = f"lines outside any run: {reading.foreign}"
            self._report(NO_EVENT.at(Place(file, reading.first_foreign), message))
        for run, calls in reading.calls.items():
            self.runs[run].calls += len(calls.ids) + sum(place not in echoes.calls for place in calls.blocks)


@dataclass(slots=True)
class _Calls:
    """The tool calls that a file states for a run."""

    ids: set[tuple[str, str]] = field(default_factory=set)
    """Of events: by call id, or by line where there is none."""
    blocks: list[tuple[str, int]] = field(default_factory=list)
    tools: set[str] = field(default_factory=set)


class _Reading:
    """What is known while a file is being read."""

    def __init__(self, runs: dict[str, Run], file: str) -> None:
        self._runs, self._file = runs, file
        self.calls: dict[str, _Calls] = {}
        self.events = self.foreign = 0
        self.first_foreign: int | None = None

    def see(self, lines: Iterator[Line]) -> Iterator[Line]:
        """The same lines, after a look at each; no more of them where the file turns out to be something else."""
        for line in lines:
            record = line.value
            if type(record) is dict and _text(record.get("run_id")) and type(record.get("type")) is str:
                self.events += 1
                self._event(record, line)
                yield line
            elif type(record) is dict or line.flaw is None:
                self.foreign += 1
                self.first_foreign = self.first_foreign or line.number
                if not self.events and self.foreign == _FIRST:
                    return

    def _event(self, record: dict[str, JSON], line: Line) -> None:
        id, number = record["run_id"], line.number
        run = self._runs.get(id)
        if run is None:
            run = self._runs[id] = Run(id)
        part = run.parts.get(self._file)
        if part is None:
            part = run.parts[self._file] = Part(line=number)
            self.calls[id] = _Calls()
        part.events += 1
        time = record.get("timestamp")
        if type(time) is str:
            part.first = part.first or time
            part.last = time
        parent = record.get("parent_run_id")
        if type(parent) is str and parent and parent not in run.parents:
            run.parents[parent] = Place(self._file, number)
        self._what(run, record, line, time if type(time) is str else None)

    def _what(self, run: Run, record: dict[str, JSON], line: Line, time: str | None) -> None:
        kind, number = record["type"], line.number
        payload: JSON = record.get("payload")
        shape = dispatch(payload)
        if kind in wire.RUN:
            self._run(run, kind, payload if shape is Payload.STEP else {}, time)
        elif kind in wire.STEP:
            self._step(run, record, payload if shape is Payload.STEP else {}, Place(self._file, number), time)
        elif kind == "tool.call" and shape is Payload.TOOL:
            self._call(self.calls[run.id], payload, line.name)
        elif shape is Payload.MESSAGE or shape is Payload.BLOCKS:
            self._blocks(self.calls[run.id], payload, line.name)
        child = record.get("child_run_id")
        if type(child) is str and child and child not in run.children:
            run.children[child] = Place(self._file, number)

    def _run(self, run: Run, kind: str, payload: dict[str, JSON], time: str | None) -> None:
        named = _text(payload.get("name"))
        run.name = named or run.name if kind == "run.completed" else run.name or named
        if kind == "run.completed":
            run.done, run.completed = True, time
            run.error = _text(payload.get("error"))

    def _step(
        self, run: Run, record: dict[str, JSON], payload: dict[str, JSON], place: Place, time: str | None
    ) -> None:
        path, iteration = record.get("path"), record.get("iteration")
        key = (path if type(path) is str else "", iteration if type(iteration) is int else 0)
        step = run.steps.get(key)
        if step is None:
            step = run.steps[key] = Step(*key)
        step.name = step.name or _text(payload.get("name"))
        step.kind = step.kind or _text(payload.get("kind"))
        if record["type"].endswith(".started"):
            step.started = step.started or time
        else:
            step.done, step.completed = True, time
            step.error = _text(payload.get("error")) or step.error
        if child := _text(record.get("child_run_id")):
            step.children[child] = None

    def _call(self, calls: _Calls, payload: dict[str, JSON], line: str) -> None:
        call = _text(payload["call_id"])
        calls.ids.add((call, "") if call else ("", line))

    def _blocks(self, calls: _Calls, payload: JSON, line: str) -> None:
        blocks = payload.get("blocks") if type(payload) is dict else payload
        for index, block in enumerate(blocks if type(blocks) is list else ()):
            if type(block) is dict and block.get("type") == "tool_use":
                id = _text(block.get("tool_id"))
                if id is None or id not in calls.tools:
                    calls.blocks.append((line, index))
                    calls.tools |= {id} if id else set()


def _text(value: JSON) -> str | None:
    return value if type(value) is str and value else None
