"""The events of a rollout as they are made: who speaks, in which turn, with which model, and what a record tells."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import force_setattr

from steno.agents.codex.echoes import Echoes, uid
from steno.agents.codex.header import Session, Thread
from steno.agents.codex.idiom import IDIOM
from steno.agents.codex.wire import NAME, OTHER, TURN, Shape
from steno.base.exact import JSON
from steno.base.once import Once
from steno.diagnostics import Place, Report
from steno.formats.blobs import embedded
from steno.idioms import over
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PARENT, TOOL
from steno.model import Actor, ActorKind, Body, Event, Kind, Lifecycle, Origin, Role, Unknown, Usage, Visibility
from steno.model.signs import NONE, Signs

PROGRAM = NAME
# An attribute of an Enum costs as much as an event's body.
_LIFECYCLE, _METADATA, _INTERNAL, _PUBLIC = Kind.LIFECYCLE, Visibility.METADATA, Visibility.INTERNAL, Visibility.PUBLIC
__all__ = ["HUMAN", "PROGRAM", "TOOL", "Rollout"]


@cache
def transient(name: str) -> Lifecycle:
    """The body of all bookkeeping of a name."""
    return Lifecycle(name, transient=True)


class Rollout(Log):
    state: Echoes

    def __init__(self, place: Place, report: Report) -> None:
        super().__init__(NAME, place, report, program=PROGRAM)
        self.state = Echoes()
        self.session = Session()
        self.total: JSON = None
        """Tokens used so far, as the latest count says."""
        self.spent: dict[tuple[str, ...], dict[str, JSON]] = {}
        """What is left of the counts of a request, by its keys."""
        self.once = Once()
        self.alike = True
        """Whether other records may leave the same behind as this one."""
        self.named: list[tuple[int, str]] = []
        """The places of events that an item of this id may have said before, as long as not all items are known."""
        self.thread = self.session.thread
        """What is known of the thread where the record stands."""
        self.uid_of_record = ""
        self.time: str | UnsetType = UNSET
        self.native: str | UnsetType = UNSET
        """What all events of the record share: what their uids begin with, its time and its own id."""
        self._speaker: tuple[str | UnsetType, Thread, str] | None = None

    def event(
        self,
        kind: Kind,
        body: Body,
        actor: str,
        where: str = "",
        index: int = 0,
        count: int = 1,
        # Defaults of arguments that have to be named are looked up one by one, at each of many calls.
        role: Role | UnsetType = UNSET,
        visibility: Visibility = _METADATA,
        call: str | UnsetType = UNSET,
        model: str | UnsetType = UNSET,
        usage: Usage | UnsetType = UNSET,
        signs: Signs = NONE,
        rule: str = "",
        suffix: str = "",
        echo_of: str | UnsetType = UNSET,
        child_run: str | UnsetType = UNSET,
    ) -> None:
        """One event of the record: the one at `index` of `count`, or a piece of it with a suffix of its own."""
        line, events, name = self.line, self.events, self.uid_of_record
        if count > 1 or suffix:
            name = uid(name, index, count) + suffix
        if actor not in self.actors:
            self.actor(actor)
        # Of more than 15 named arguments Python makes a dict, which takes as long as all else here.
        event = Event(
            uid=name,
            kind=kind,
            body=body,
            origin=Origin(0, line.number, line.offset, line.length, where, rule),
            actor=actor,
            role=role,
            visibility=visibility,
            time=self.time,
            native=self.native,
            call=call,
            turn=self.turn or UNSET,
            model=model,
            usage=usage,
            signs=signs,
        )
        if echo_of is not UNSET:
            force_setattr(event, "echo_of", echo_of)
        if child_run is not UNSET:
            force_setattr(event, "child_run", child_run)
        events.append(event)

    def unknown(self, name: str, where: str = "") -> None:
        self.event(Kind.UNKNOWN, Unknown(name), PROGRAM, where)

    def lifecycle(self, name: str, holder: dict[str, JSON], where: str, shape: Shape, **more: Any) -> None:
        """Something about the run: its words, its call and all else it holds, but for bytes and bookkeeping."""
        if shape.transient:
            self.event(_LIFECYCLE, transient(name), PROGRAM, where)
            return
        text: str | UnsetType = UNSET
        if shape.text and type(value := holder.get(shape.text)) is str:
            text, holder[shape.text] = value, UNSET
        for key in ("call_id", "callId"):
            if key in holder:
                more["call"] = self.take(holder, key, where)
        if shape.child and holder.get("kind", "started") == "started":
            more["child_run"] = self.take(holder, shape.child, where)
        echo = self._echo(native) if (native := self.native or more.get("call")) else None
        if echo:
            more["echo_of"] = echo
        kept = ("type", shape.bulk) if where else ("type", shape.bulk, "timestamp")
        data = {key: value for key, value in holder.items() if value is not UNSET and key not in kept}
        holder.update(dict.fromkeys(data, UNSET))
        if name == TURN:
            data = self.once(data)
        # Bytes that an echo repeats are described where they stand first.
        image = holder.get(shape.bulk) if shape.bulk and not echo else None
        count = 2 if type(image) is str else 1
        body = Lifecycle(name, text, data or UNSET)
        signs = more.pop("signs", NONE)
        if "call" in more or name in IDIOM.lifecycle:
            signs = over(signs, IDIOM.of_lifecycle(body))
        self.event(_LIFECYCLE, body, PROGRAM, where, 0, count, signs=signs, **more)
        if type(image) is str:
            self.event(Kind.BLOB, embedded(image), self.voice(), f"{where}/{shape.bulk}", 1, count)

    def begin(self, meta: dict[str, JSON], started: JSON) -> None:
        """The thread's own header."""
        self.session.begin(meta, started)
        self.thread = self.session.thread

    def _echo(self, native: str) -> str | None:
        """The uid of the item that says what the next event says."""
        if self.state.settled:
            return self.state.native.get((OTHER, native))
        self.named.append((len(self.events), native))
        return None

    # Who

    def asked(self) -> tuple[str, Visibility]:
        """A prompt begins here: who wrote it, and who sees it."""
        if self.thread.subagent:
            return self.prompter(), _INTERNAL
        self.prompt()
        return self.prompter(), _PUBLIC

    def prompter(self) -> str:
        """Who writes the prompts of this thread."""
        if self.thread.subagent:
            return PARENT if self.thread.parent else PROGRAM
        return HUMAN

    def answers(self) -> Visibility:
        """Who sees what the model says."""
        return _INTERNAL if self.thread.subagent else _PUBLIC

    def voice(self, author: str | UnsetType = UNSET) -> str:
        """The model of this turn, or the agent of another thread that the record names as its author."""
        thread, known = self.thread, self._speaker
        if known is not None and not author and known[0] == self.model and known[1] is thread:
            return known[2]
        instance = author or (thread.id if thread.subagent else UNSET)
        model = UNSET if author else self.model
        key = f"{MODEL}:{model or ''}" + (f"@{instance}" if instance else "") if model or instance else MODEL
        if key not in self.actors:
            name = "agent" if author else "sub-agent" if thread.subagent else "assistant"
            provider = UNSET if author else thread.provider
            self.actors[key] = Actor(ActorKind.MODEL, name, provider, model, instance)
        if not author:
            self._speaker = self.model, thread, key
        return key
