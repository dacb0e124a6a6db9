"""The events of a rollout as they are made: who speaks, in which turn, with which model, and where it stands."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.codex.echoes import Echoes, uid
from steno.agents.codex.header import Session
from steno.agents.codex.idiom import IDIOM
from steno.agents.codex.wire import NAME, OTHER, Shape
from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.blobs import embedded
from steno.formats.records import taken, unreadable, wrong_type
from steno.idioms import over
from steno.model import (
    Actor,
    ActorKind,
    Body,
    Event,
    Header,
    Kind,
    Lifecycle,
    Origin,
    Role,
    Source,
    Trace,
    Unknown,
    Usage,
    Visibility,
)
from steno.model.signs import NONE, Signs

HUMAN, PROGRAM, SPAWNER, TOOL, MODEL = "human", "codex", "parent", "tool", "model"

_ACTORS = {
    HUMAN: Actor(ActorKind.HUMAN, "user"),
    PROGRAM: Actor(ActorKind.SYSTEM, "codex"),
    SPAWNER: Actor(ActorKind.MODEL, "parent agent"),
    TOOL: Actor(ActorKind.TOOL, "unknown tool"),
}


class Log:
    def __init__(self, place: Place, report: Report, echoes: Echoes) -> None:
        self.echoes = echoes
        self.session = Session()
        self.events: list[Event] = []
        self.tools: dict[str, str] = {}
        """The actor behind each call id."""
        self.total: JSON = None
        """Tokens used so far, as the latest count says."""
        self.line: Line
        self.native: str | UnsetType = UNSET
        self._place, self._report = place, report
        self._actors: dict[str, Actor] = {}
        self._turn = 0
        self._first = 0
        self._model: str | UnsetType = UNSET
        self._speaker: str | None = None
        self.time: str | UnsetType = UNSET

    def begin(self, line: Line) -> dict[str, JSON] | None:
        """The record of the line that the next events stand in; None where it holds none and has been kept."""
        self.line, self.native, self._first = line, UNSET, len(self.events)
        record = line.value
        if type(record) is not dict:
            self._actors.setdefault(PROGRAM, _ACTORS[PROGRAM])
            self.events.append(unreadable(line, PROGRAM))
            return None
        time = record.get("timestamp")
        if type(time) is str and time:
            self.time, record["timestamp"] = time, UNSET
        else:
            self.time = self.take(record, "timestamp", "")
        return record

    @property
    def model(self) -> str | UnsetType:
        """As the latest turn context says."""
        return self._model

    @model.setter
    def model(self, model: str | UnsetType) -> None:
        if model != self._model:
            self._model, self._speaker = model, None

    def trace(self, size: int) -> Trace:
        header = Header(
            agent=NAME,
            actors=self._actors,
            thoughts=any(event.kind is Kind.THOUGHT for event in self.events),
            sources=(Source(NAME, self._place.path or UNSET, size),),
            **self.session.fields(),
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
        role: Role | UnsetType = UNSET,
        visibility: Visibility = Visibility.METADATA,
        call: str | UnsetType = UNSET,
        model: str | UnsetType = UNSET,
        usage: Usage | UnsetType = UNSET,
        echo_of: str | UnsetType = UNSET,
        child_run: str | UnsetType = UNSET,
        rule: str = "",
        suffix: str = "",
        signs: Signs = NONE,
    ) -> None:
        """One event of the record: the one at `index` of `count`, or a piece of it with a suffix of its own."""
        line, later = self.line, len(self.events) > self._first
        if actor not in self._actors:
            self._actors[actor] = _ACTORS[actor]
        self.events.append(
            Event(
                uid=uid(line, index, count) + suffix,
                kind=kind,
                body=body,
                origin=Origin(0, line.number, line.offset, line.length, where, rule),
                actor=actor,
                role=role,
                visibility=visibility,
                time=self.time,
                native=self.native,
                echo_of=echo_of,
                call=call,
                turn=self._turn or UNSET,
                child_run=child_run,
                model=model,
                usage=usage,
                residue=UNSET if later else line.value,
                raw=UNSET if later else line.raw or UNSET,
                signs=signs,
            )
        )

    def unknown(self, name: str, where: str) -> None:
        self.emit(Kind.UNKNOWN, Unknown(name), PROGRAM, where)

    def lifecycle(self, name: str, holder: dict[str, JSON], where: str, shape: Shape, **more: Any) -> None:
        """Something about the run: its words, its call and all else it holds, but for bytes and bookkeeping."""
        if shape.transient:
            self.emit(Kind.LIFECYCLE, Lifecycle(name, transient=True), PROGRAM, where)
            return
        text: str | UnsetType = UNSET
        if shape.text and type(value := holder.get(shape.text)) is str:
            text, holder[shape.text] = value, UNSET
        for key in ("call_id", "callId"):
            if key in holder:
                more["call"] = self.take(holder, key, where)
        if shape.child and holder.get("kind", "started") == "started":
            more["child_run"] = self.take(holder, shape.child, where)
        echo = self.echoes.native.get((OTHER, native)) if (native := self.native or more.get("call")) else None
        if echo:
            more["echo_of"] = echo
        kept = ("type", shape.bulk) if where else ("type", shape.bulk, "timestamp")
        data = {key: value for key, value in holder.items() if value is not UNSET and key not in kept}
        holder.update(dict.fromkeys(data, UNSET))
        # Bytes that an echo repeats are described where they stand first.
        image = holder.get(shape.bulk) if shape.bulk and not echo else None
        count = 2 if type(image) is str else 1
        body = Lifecycle(name, text, data or UNSET)
        signs = more.pop("signs", NONE)
        if "call" in more or name in IDIOM.lifecycle:
            signs = over(signs, IDIOM.of_lifecycle(body))
        self.emit(Kind.LIFECYCLE, body, PROGRAM, where, 0, count, signs=signs, **more)
        if type(image) is str:
            self.emit(Kind.BLOB, embedded(image), self.speaker(), f"{where}/{shape.bulk}", 1, count)

    def take(self, holder: dict[str, JSON], key: str, where: str) -> str | UnsetType:
        return taken(holder, key, where, self.expect)

    def expect(self, where: str, value: JSON, kind: type) -> None:
        self._report(wrong_type(self._place.path, self.line, where, value, kind))

    # Who

    def prompt(self) -> tuple[str, Visibility]:
        """A prompt begins here: who wrote it, and who sees it."""
        if self.session.subagent:
            return self.prompter(), Visibility.INTERNAL
        self._turn += 1
        return self.prompter(), Visibility.PUBLIC

    def prompter(self) -> str:
        """Who writes the prompts of this thread."""
        if self.session.subagent:
            return SPAWNER if self.session.parent else PROGRAM
        return HUMAN

    def answers(self) -> Visibility:
        """Who sees what the model says."""
        return Visibility.INTERNAL if self.session.subagent else Visibility.PUBLIC

    def speaker(self, author: str | UnsetType = UNSET) -> str:
        """The model of this turn, or the agent of another thread that the record names as its author."""
        if self._speaker is not None and not author:
            return self._speaker
        session = self.session
        instance = author or (session.thread if session.subagent else UNSET)
        model = UNSET if author else self.model
        key = f"{MODEL}:{model or ''}" + (f"@{instance}" if instance else "") if model or instance else MODEL
        if key not in self._actors:
            name = "agent" if author else "sub-agent" if session.subagent else "assistant"
            provider = UNSET if author else session.provider
            self._actors[key] = Actor(ActorKind.MODEL, name, provider, model, instance)
        if not author:
            self._speaker = key
        return key

    def tool(self, tool: str, server: str | UnsetType) -> str:
        key = f"{TOOL}:{server}/{tool}" if server else f"{TOOL}:{tool}"
        if key not in self._actors:
            self._actors[key] = Actor(ActorKind.TOOL, tool, instance=server)
        return key
