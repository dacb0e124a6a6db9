"""The events of a log, gathered into the steps that a record tells them as.  Writes nothing.

One response of the model is one step, and the results of its calls stand in it, wherever they stood in the log.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from steno import tools
from steno.contracts import Code
from steno.formats.opentraces.losses import ECHO, TRANSIENT
from steno.model import (
    Event,
    Kind,
    Lifecycle,
    Origin,
    Span,
    Text,
    Thought,
    ToolCall,
    ToolResult,
    Trace,
    Usage,
)
from steno.model.calls import Scripts
from steno.model.runs import run_of, runs
from steno.speech import Voice, Voices, messages

AGENT, USER, SYSTEM = "agent", "user", "system"

_ROLES: Final = {
    Voice.HUMAN: USER, Voice.AGENT: AGENT, Voice.OPERATOR: SYSTEM, Voice.REQUESTER: SYSTEM, Voice.PROGRAM: SYSTEM,
}  # fmt: skip
"""A user is a human who speaks to the agent: neither the program, whatever role it gave its words or was given, nor an
agent that asks another for work."""


@dataclass(slots=True, eq=False)
class Draft:
    """One step before it is written."""

    role: str
    run: str | None
    """The sub-agent's run it belongs to; None for the session's own."""
    first: int
    """Where in the log it begins."""
    thoughts: list[Event] = field(default_factory=list)
    texts: list[Event] = field(default_factory=list)
    calls: list[Event] = field(default_factory=list)
    results: list[tuple[Event | None, Event]] = field(default_factory=list)
    """Each with its call."""
    about: dict[str, list[Event]] = field(default_factory=dict)
    """By call, what the program itself reports of it."""
    usage: Usage | UnsetType = UNSET
    model: str | None = None
    prompt: Event | None = None
    """The record of a prompt that had waited, which its text was taken from."""

    def events(self) -> list[Event]:
        """In the order in which a reader of the step finds them."""
        texts = self.texts if self.prompt is None else [self.prompt]
        return [*self.thoughts, *texts, *self.calls, *[result for _, result in self.results]]

    @property
    def head(self) -> Event:
        """The event it begins with."""
        return self._head

    _head: Event = field(init=False)

    def begin(self, event: Event) -> None:
        self._head = event

    @property
    def time(self) -> str | None:
        """When it begins: the time of its first block in the log."""
        return self.head.time if isinstance(self.head.time, str) else self.stated("time")

    def stated(self, name: str) -> str | None:
        """A field that one event states for all of them: the first that does."""
        event = self.stating(name)
        return None if event is None else str(getattr(event, name))

    def stating(self, name: str) -> Event | None:
        """The first event that states a field."""
        for some in (self.thoughts, self.texts, self.calls):
            for event in some:
                if getattr(event, name) is not UNSET:
                    return event
        return None


class Drafts:
    """The steps of a trace, what stands beside them, and what is left out."""

    def __init__(self, trace: Trace, *, beside: bool) -> None:
        self.steps: list[Draft] = []
        self.beside: list[Event] = []
        self.left_out = Counter[Code]()
        """How many events are left out, by why."""
        self.spawns: dict[str, Draft] = {}
        """The step that started a run."""
        self.roles: dict[str, str] = {}
        """What kind of agent a run is, where the log says so."""
        self.runs = runs(trace)
        self._voices = Voices(trace.header)
        self.keeps = beside
        """Whether what no step has a place for is kept beside them."""
        self._responses: dict[tuple[str | None, str], Draft] = {}
        self._messages: dict[tuple[str | None, str, int, int], Draft] = {}
        self._open: dict[str | None, Draft | None] = {}
        self._spoke: dict[str | None, Draft] = {}
        self._calls: dict[str, deque[tuple[Draft, Event]]] = {}
        self._of_call: dict[str, Draft] = {}
        self._scripts = Scripts[str]()
        self._by_uid: dict[str, Draft] = {}
        self._early: list[Event] = []
        """Results of which no call is known yet."""
        queued = {each.index: each.words for each in messages(trace.header, trace.events) if each.queued}
        for position, event in enumerate(trace.events):
            if queued and (words := queued.get(position)):
                self._waited(position, event, words)
            else:
                self._see(position, event)
        self._answered()

    def _see(self, position: int, event: Event) -> None:
        if event.echo_of is not UNSET:
            self.left_out[ECHO] += 1
            return
        match event.body:
            case Text():
                self._text(position, event)
            case Thought():
                self._agent(position, event).thoughts.append(event)
            case ToolCall():
                draft = self._agent(position, event)
                draft.calls.append(event)
                self._by_uid[event.uid] = draft
                if isinstance(event.call, str):
                    self._calls.setdefault(event.call, deque()).append((draft, event))
                    self._of_call[event.call] = draft
                    self._scripts.called(event.call, event.call if event.body.tool in tools.scripts() else None)
            case ToolResult():
                self._result(event)
            case _:
                self._aside(event)
        if event.child_run is not UNSET and event.call is not UNSET and event.call in self._of_call:
            self.spawns.setdefault(event.child_run, self._of_call[event.call])

    def run(self, event: Event) -> str | None:
        return run_of(event, self.runs)

    def _new(self, role: str, run: str | None, position: int, event: Event) -> Draft:
        draft = Draft(role, run, position)
        draft.begin(event)
        self.steps.append(draft)
        return draft

    def _text(self, position: int, event: Event) -> None:
        role = _ROLES[self._voices.of(event)]
        if role == AGENT:
            self._agent(position, event).texts.append(event)
            return
        run = self.run(event)
        self._open[run] = None
        if not isinstance(event.origin, Origin):
            self._new(role, run, position, event).texts.append(event)
            return
        key = (run, role, event.origin.source, event.origin.line)
        draft = self._messages.get(key)
        if draft is None:
            draft = self._messages[key] = self._new(role, run, position, event)
        draft.texts.append(event)

    def _waited(self, position: int, event: Event, words: str) -> None:
        """A prompt that had waited is a step where it was handed over, as one that had not."""
        run = self.run(event)
        self._open[run] = None
        draft = self._new(USER, run, position, event)
        draft.prompt = event
        draft.texts.append(replace(event, kind=Kind.MESSAGE, body=Text(words)))

    def _agent(self, position: int, event: Event) -> Draft:
        """The step of the response that a block belongs to; without an id, blocks in a row are one response."""
        run = self.run(event)
        if isinstance(event.response, str):
            self._open[run] = None
            draft = self._responses.get((run, event.response))
            if draft is None:
                draft = self._responses[run, event.response] = self._new(AGENT, run, position, event)
        else:
            draft = self._open.get(run)
            if draft is None or not _goes_on(draft, event):
                draft = self._open[run] = self._new(AGENT, run, position, event)
        self._spoke[run] = draft
        if draft.model is None and isinstance(event.model, str):
            draft.model = event.model
        if isinstance(event.usage, Usage):
            draft.usage = event.usage  # the last count of a response is the whole of it
        return draft

    def _result(self, event: Event) -> None:
        run = self.run(event)
        self._open[run] = None
        if isinstance(event.call, str):
            self._scripts.returned(event.call)
        waiting = self._calls.get(event.call) if isinstance(event.call, str) else None
        if waiting:
            draft, call = waiting.popleft()
            draft.results.append((call, event))
        else:
            self._early.append(event)

    def _answered(self) -> None:
        """Results that stand before their call go to it; those of calls that the log does not have stand beside."""
        for event in self._early:
            waiting = self._calls.get(event.call) if isinstance(event.call, str) else None
            if waiting:
                draft, call = waiting.popleft()
                draft.results.append((call, event))
            elif self.keeps:
                self.beside.append(event)
            else:
                self.left_out[TRANSIENT] += 1

    def _aside(self, event: Event) -> None:
        body, run = event.body, self.run(event)
        if event.call is not UNSET:
            # What a script has done has an id of its own.
            call = event.call if event.call in self._of_call else self._scripts.now()
            if call is not None:
                self._of_call[call].about.setdefault(call, []).append(event)
        if event.usage is not UNSET and run in self._spoke:
            # Some agents count the tokens of a response in a record of its own.
            if self._spoke[run].usage is UNSET:
                self._spoke[run].usage = event.usage
            self._open[run] = None
        if isinstance(body, Span) and event.kind is Kind.SPAN_START and event.span is not UNSET:
            self._started(event, event.span, body)
        if not self.keeps or (isinstance(body, Lifecycle) and body.transient):
            self.left_out[TRANSIENT] += 1
        else:
            self.beside.append(event)

    def _started(self, event: Event, run: str, body: Span) -> None:
        if isinstance(event.replies_to, str) and event.replies_to in self._by_uid:
            self.spawns.setdefault(run, self._by_uid[event.replies_to])
        kind = body.data.get("requested_capabilities") if isinstance(body.data, Mapping) else None
        if isinstance(kind, str) and kind:
            self.roles[run] = kind


def _goes_on(draft: Draft, event: Event) -> bool:
    """Whether a block without a response may be of the same one as those before it."""
    return draft.model is None or event.model is UNSET or event.model == draft.model
