"""The events of a trace as they are made: who speaks, in which turn, with which model, and where it stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.diagnostics import Place, Report
from steno.formats.injected import Marks, pieces
from steno.formats.records import taken, unreadable, wrong_type
from steno.idioms import over
from steno.kit.rewrites import Pieces
from steno.kit.table import HUMAN, MODEL, PARENT, PROGRAM, TOOL, USUAL
from steno.model import (
    Actor,
    ActorKind,
    Body,
    Event,
    Header,
    Kind,
    Origin,
    Source,
    Text,
    ToolCall,
    ToolResult,
    Trace,
    Unknown,
    Visibility,
)  # fmt: skip
from steno.model.signs import NONE, Signs

_NONE: Mapping[str, Any] = {}
_BY_PLACE = ("positional", "embedded")
_IN_TURN = "id-in-turn"


class Log:
    """What is known while a source is being read; hooks may use and change all that is public."""

    def __init__(
        self, name: str, place: Place, report: Report, actors: Mapping[str, Actor] = _NONE, program: str = PROGRAM
    ) -> None:
        self.name, self.program = name, program
        self.events: list[Event] = []
        self.actors: dict[str, Actor] = {}
        self.tools: dict[str, str] = {}
        """The actor behind each call id."""
        self.turn = 0
        self.model: str | UnsetType = UNSET
        """The model that speaks where a record names none: the one named last."""
        self.human = HUMAN
        """Who asks: a record that says so of the session makes it the agent that started this one."""
        self.state: Any = None
        """What the spec's `scan` found, or whatever hooks keep."""
        self.latest: dict[str, str] = {}
        """By id: the record that counts of all that are written under it."""
        self.pieces = Pieces()
        self.thoughts = False
        self.marks: Marks | None = None
        self.recognise: Callable[[Body, Any, str], Signs] | None = None
        self.source, self.base, self.kind = 0, "", ""
        """Where the record comes from, the pointer to it in its document, and what the source calls it."""
        self.told = ""
        """The kind of the record or block that is being read."""
        self.line: Line
        self.shared: dict[str, Any] = {}
        """Fields of all events of this record."""
        self.first = 0
        """Where the events of this record begin ..."""
        self.start = 0
        """... and those of this block."""
        self.pairing = "id"
        self.waiting: deque[str] = deque()
        """The calls that no result has answered, where results have no ids."""
        self.recent: dict[str, deque[str]] = {}
        """Where ids come again, by id: the record that last called by it, and what those calls are known by."""
        self.around: tuple[JSON, ...] = ()
        self.same: dict[str, str] = {}
        """What the record before said of the whole trace: most say the same again."""
        self._place, self._report = place, report
        self._prompted: Line | None = None
        self._tools: dict[tuple[str | UnsetType, str | UnsetType], str] = {}
        """The actors that are tools, by name and server: events share their keys."""
        self._known = {**USUAL, program: Actor(ActorKind.SYSTEM, name), **actors}
        self._stated: dict[str, dict[str, None]] = {}
        self._fields: dict[str, Any] = {}

    def unreadable(self, line: Line) -> None:
        """Keep a line that holds no record."""
        self.line = line
        event = unreadable(line, self.actor(self.program))
        if self.source or self.base:
            event = replace(event, origin=Origin(self.source, line.number, line.offset, line.length, self.base))
        self.events.append(event)

    def emit(
        self,
        kind: Kind,
        body: Body,
        actor: str,
        where: str = "",
        fields: Mapping[str, Any] = _NONE,
        *,
        uid: str = "",
        rule: str = "",
    ) -> None:
        """One event of the record, which stands at `where`.  Without a uid of its own it is named by its number."""
        line, events = self.line, self.events
        number = len(events) - self.first
        if actor not in self.actors:
            self.actors[actor] = self._known[actor]
        about = {
            "uid": uid or (f"{line.name}.{number}" if number else line.name),
            "kind": kind,
            "body": body,
            "origin": Origin(self.source, line.number, line.offset, line.length, self.base + where, rule),
            "actor": actor,
            "turn": self.turn or UNSET,
            "residue": UNSET if number else line.value,
            "raw": UNSET if number else line.raw or UNSET,
            **self.shared,
            **fields,
        }
        if self.pairing in _BY_PLACE and "call" not in about and type(body) in (ToolCall, ToolResult):
            self._paired(about, type(body) is ToolCall, self.pairing)
        elif self.pairing == _IN_TURN and type(about.get("call")) is str:
            self._answered(about, body)
        if self.recognise is not None:
            found = self.recognise(body, about.get("role", UNSET), self.actors[actor].name)
            about["signs"] = over(about.get("signs", NONE), found)
        events.append(Event(**about))
        self.shared.pop("usage", None)  # what a record states, it states once

    def _paired(self, about: dict[str, Any], call: bool, rule: str) -> None:
        """Join a result with the call that it answers by its place: the first that waits, or the one beside it."""
        if call:
            about["call"] = about["uid"]
            self.waiting.append(about["uid"])
            self.tools[about["uid"]] = self.tool(about["body"].tool)
        elif self.waiting:
            about["call"] = self.waiting.popleft() if rule == "positional" else self.waiting.pop()
            about["actor"] = self.tools[about["call"]]
            line, where = self.line, about["origin"].pointer
            about["origin"] = Origin(self.source, line.number, line.offset, line.length, where, f"pair/{rule}")

    def _answered(self, about: dict[str, Any], body: Body) -> None:
        """Join a result with the nearest call that has its id; a call whose id comes again is known by its uid."""
        id, record = about["call"], self.line.name
        if type(body) is ToolCall:
            if id in self.recent:
                about["call"] = about["uid"]
            known = self.recent.get(id)
            if known is None or known[0] != record:  # what was asked before has no result
                known = self.recent[id] = deque([record])
            known.append(about["call"])
            self.tools[id] = self.tools[about["call"]] = self.tool(body.tool)
        elif type(body) is ToolResult and id in self.recent:
            known = self.recent[id]
            about["call"] = known[1]
            if len(known) > 2:
                del known[1]

    def unknown(self, name: str, where: str = "") -> None:
        """Something that the table does not know; all of it stays in the record."""
        self.emit(Kind.UNKNOWN, Unknown(name), self.program, where)

    def words(self, text: str, actor: str, where: str, fields: Mapping[str, Any], *, uid: str = "") -> None:
        """A message; of a prompt, what the program wrote into it stands apart."""
        if self.marks is None or (actor != HUMAN and self._known.get(actor) is not self._known["parent"]):
            if actor == HUMAN:
                self.prompt()
            self.emit(Kind.MESSAGE, Text(text), actor, where, fields, uid=uid)
            return
        found = pieces(text, self.marks)
        if actor == HUMAN and any(piece.human for piece in found):
            self.prompt()
        name = uid or self.uid()
        inside = {**fields, "visibility": Visibility.INTERNAL}
        for piece in found:
            who, about = (actor, fields) if piece.human else (self.program, inside)
            self.emit(Kind.MESSAGE, Text(piece.text), who, where, about, uid=name + piece.suffix, rule=piece.rule)

    @property
    def size(self) -> int:
        """Where the last record ends."""
        return self.line.offset + self.line.length if self.events else 0

    def uid(self) -> str:
        """What the next event of this record is called."""
        number = len(self.events) - self.first
        return f"{self.line.name}.{number}" if number else self.line.name

    def prompt(self, *, anew: bool = False) -> None:
        """A human speaks: a turn begins, unless this record has begun it and does not hold several."""
        if anew or self._prompted is not self.line:
            self.turn, self._prompted = self.turn + 1, self.line

    # Values

    def take(self, holder: dict[str, JSON], key: str, where: str) -> str | UnsetType:
        """A string that says something, moved out of the record."""
        value = holder.get(key)
        if type(value) is str and value:  # the same as below, without a call
            holder[key] = UNSET
            return value
        return taken(holder, key, where, self.expect)

    def expect(self, where: str, value: JSON, kind: type) -> None:
        """Say that a value is not of the type that was expected."""
        self._report(wrong_type(self._place.path, self.line, self.base + where, value, kind))

    # Who

    def actor(self, key: str) -> str:
        """One of the actors that every trace may have."""
        self.actors.setdefault(key, self._known[key])
        return key

    def speaker(self, model: str | UnsetType, instance: str | UnsetType, provider: str | UnsetType = UNSET) -> str:
        """A model, apart for each sub-agent."""
        if not model and not instance:
            return self.actor(MODEL)
        key = MODEL + (f":{model}" if model else "") + (f"@{instance}" if instance else "")
        if key not in self.actors:
            name = "sub-agent" if instance else "assistant"
            self.actors[key] = Actor(ActorKind.MODEL, name, provider, model or UNSET, instance or UNSET)
        return key

    def tool(self, name: str | UnsetType, server: str | UnsetType = UNSET) -> str:
        """A tool by its name."""
        if not name:
            return self.actor(TOOL)
        if (known := self._tools.get((name, server))) is not None:
            return known
        key = self._tools[name, server] = f"{TOOL}:{server}/{name}" if server else f"{TOOL}:{name}"
        if key not in self.actors:
            self.actors[key] = Actor(ActorKind.TOOL, str(name), instance=server)
        return key

    # The whole

    def note(self, field: str, value: JSON) -> None:
        """Take what a record says of the whole trace.

        Of ids, versions and the environment all that is said counts, in order; of a title the last word, of any other
        field the first.
        """
        if type(value) is not str or not value:
            return
        if "." in field or field == "versions":
            self._stated.setdefault(field, {}).setdefault(value)
        elif field == "title":
            self._fields[field] = value
        else:
            self._fields.setdefault(field, value)

    def trace(self, sources: tuple[Source, ...], told: Mapping[str, Any] = _NONE) -> Trace:
        """All that was read; of the header, what is `told` counts more than what records said."""
        ids, environment, fields = dict[str, tuple[str, ...]](), dict[str, JSON](), self._fields
        for field, values in self._stated.items():
            kind, _, name = field.partition(".")
            if kind == "ids":
                ids[name] = tuple(values)
            elif kind == "environment":
                environment[name] = list(values)
            else:
                fields[field] = tuple(values)
        known = {"ids": ids, "environment": environment, "agent": self.name, "thoughts": self.thoughts}
        header = Header(actors=self.actors, sources=sources, **(known | fields | told))  # type: ignore[operator]
        return Trace(header=header, events=tuple(self.events))


class Child(Log):
    """The log of a session that another one may have started, or that holds sub-agents: nobody but their parent speaks
    to these.
    """

    def words(self, text: str, actor: str, where: str, fields: Mapping[str, Any], *, uid: str = "") -> None:
        if actor == HUMAN and ("ids.parent" in self._stated or self.shared.get("span")):
            actor, fields = PARENT, {**fields, "visibility": Visibility.INTERNAL}
        super().words(text, actor, where, fields, uid=uid)
