"""Who speaks in a trace: the one place that decides what a human said, what began a turn, and what was asked for.

Readers recognise what a program wrote into a message and who its actors are; everybody else asks here.  Words in the
results of calls, such as answers to questions, belong to their calls and are found where calls are.
"""

from __future__ import annotations

import enum
import re
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct

from steno import idioms
from steno.base.patterns import deferred
from steno.model import ActorKind, Event, Header, Kind, Lifecycle, LifecycleKind, Origin, Role, Text
from steno.model.event import COMMAND, INVOKED
from steno.model.signs import Injected
from steno.model.tree import Tree, tree

_COMMAND = deferred(r"/[a-z][\w:-]*(?:\s|\Z)", re.ASCII)
"""A command to the program, where nothing but its first word says so."""
# An attribute of an Enum is slow, and these are asked for every event.
_MESSAGE, _BLOB, _LIFECYCLE, _ASSISTANT, _USER = Kind.MESSAGE, Kind.BLOB, Kind.LIFECYCLE, Role.ASSISTANT, Role.USER
_PROMPT, _QUEUED = LifecycleKind.PROMPT, LifecycleKind.QUEUED
_HANDED = (LifecycleKind.DELIVERED, LifecycleKind.TAKEN)
_WORK = (Kind.MESSAGE, Kind.THOUGHT, Kind.TOOL_CALL)


class Voice(enum.Enum):
    """Whose words a message is."""

    HUMAN = "human"
    """Who speaks to the agent."""
    OPERATOR = "operator"
    """A human, who speaks to the program: a command that the agent is not asked to answer."""
    AGENT = "agent"
    REQUESTER = "requester"
    """Another agent, which asks for work."""
    PROGRAM = "program"
    """Whatever role it gave its words."""


class Voices:
    """Tells whose words the messages of one trace are."""

    def __init__(self, header: Header) -> None:
        self._kinds = {key: actor.kind for key, actor in header.actors.items()}
        self._stand_ins = idioms.models()

    def of(self, event: Event) -> Voice:
        """By the actor; by the role where the trace does not name it.

        A text that stands in a human's name is the program's where it is known to write such texts, and so is what it
        says in the model's place.
        """
        kind, role = self._kinds.get(event.actor), event.role
        if kind is ActorKind.MODEL or (kind is None and role is _ASSISTANT):
            if event.model in self._stand_ins:
                return Voice.PROGRAM
            return Voice.REQUESTER if role is _USER else Voice.AGENT
        if (kind is ActorKind.HUMAN and role in (_USER, UNSET)) or (kind is None and role is _USER):
            if event.is_command():
                return Voice.OPERATOR
            return Voice.HUMAN if event.signs.injected is UNSET else Voice.PROGRAM
        return Voice.PROGRAM


class Said(Struct):
    """One message of a human to the agent: the blocks of one record, or a prompt that had waited for its turn."""

    event: Event
    """With which it reached the agent."""
    index: int
    """Where that stands in the log."""
    parts: list[Event]
    """What it is made of, its event among them."""
    queued: bool = False
    """It was handed over in the middle of a turn."""
    after: str | None = None
    """The record that it follows, empty for the first of a branch; None where the log does not tell."""

    @property
    def words(self) -> str | None:
        return joined(self.parts)


def joined(parts: Iterable[Event]) -> str | None:
    """The words of some blocks, one below the other; those of a command stand in one line, as they were typed."""
    words, typed = "", False
    for each in parts:
        text = _words(each)
        if text:
            command = _rule(each) in (COMMAND, INVOKED)
            words += ("" if not words else " " if command and typed else "\n") + text
            typed = command
    return words or None


def _rule(event: Event) -> str:
    return event.origin.rule if isinstance(event.origin, Origin) else ""


def _words(event: Event) -> str | None:
    body = event.body
    if isinstance(body, Text):
        return body.text
    if isinstance(body, Lifecycle):
        stated = body.text if isinstance(body.text, str) else None
        return idioms.queued(body.data) if event.signs.lifecycle is _PROMPT else stated
    return None


def messages(header: Header, events: Sequence[Event]) -> list[Said]:
    """What humans said, in the order in which it reached the agent."""
    voices, found = Voices(header), list[Said]()
    human, record, waits, handed = Voice.HUMAN, None, False, False
    for index, event in enumerate(events):
        kind = event.kind
        if kind is _MESSAGE or kind is _BLOB:
            if event.echo_of is not UNSET:
                continue
            voice = voices.of(event)
            if voice is not human:
                record = None if voice is Voice.AGENT else record
            elif record is not None and record == _record(event):
                found[-1].parts.append(event)
            elif not isinstance(event.body, Text) or event.body.text.strip():
                found.append(Said(event, index, [event]))
                record = _record(event)
            continue
        record = None
        if kind is _LIFECYCLE and event.signs.lifecycle is not UNSET:
            about = event.signs.lifecycle
            if about is _PROMPT:
                found.append(Said(event, index, [event], queued=True))
            waits, handed = waits or about is _QUEUED, handed or about in _HANDED
    if waits and handed:
        found.extend(_delivered(voices, events, {each.index: each for each in found}))
        found.sort(key=lambda each: each.index)
    if len(found) > 1 and any(isinstance(event.parent, str) for event in events):
        for each in found:
            if not each.queued and isinstance(each.event.native, str):
                each.after = each.event.parent if isinstance(each.event.parent, str) else ""
    return found


def handed_over(header: Header, events: Sequence[Event]) -> list[int]:
    """Where turns begin that no record of their own states: a waiting prompt was handed over there."""
    return [each.index for each in messages(header, events) if len(each.parts) > 1 and each.queued]


def _record(event: Event) -> tuple[int, int, object] | str:
    """What tells apart the record in which an event stands."""
    origin = event.origin
    return (origin.source, origin.offset, event.native) if isinstance(origin, Origin) else event.uid


def branches(header: Header, events: Sequence[Event]) -> Tree:
    """Where humans went back in a log and said something else, and what was left behind."""
    return tree(events, [each.index for each in messages(header, events)])


# What was asked for


def request(header: Header, events: Sequence[Event], said: Sequence[Said] | None = None) -> tuple[Event, ...]:
    """The events whose words asked for the work; none where nobody did.

    The first message of a human that is no command to the program, and that was not taken back before it was answered;
    a plan that was handed over in the human's name, where that came first.  In the log of a sub-agent alone, it is what
    the other agent asked for.
    """
    voices = Voices(header)
    found = messages(header, events) if said is None else said
    asked = next(_asking(found, events, voices), None)
    plan, other = None, None
    for index, event in enumerate(events):
        if asked is not None and index >= asked.index:
            break
        if event.kind is _MESSAGE and event.echo_of is UNSET and isinstance(event.body, Text):
            if event.signs.injected is Injected.PLAN:
                plan = event
                break
            if other is None and event.body.text.strip() and voices.of(event) is Voice.REQUESTER:
                other = event
    if plan is not None:
        return (plan,)
    return tuple(asked.parts) if asked is not None else () if other is None else (other,)


def _asking(found: Sequence[Said], events: Sequence[Event], voices: Voices) -> Iterator[Said]:
    """The messages that may ask for work.

    One that was taken back for another one in its place, and one that looks like a command to the program, do so only
    where the agent did something before the next.
    """
    taken_back = _taken_back(found)
    work: list[int] | None = None
    for number, each in enumerate(found, 1):
        words = (each.words or "").lstrip()
        if not words:
            continue
        following = found[number].index if number < len(found) else len(events)
        instead = taken_back.get(each.index, following)
        doubtful = each.index in taken_back or (_rule(each.event) != INVOKED and _COMMAND().match(words) is not None)
        if doubtful and work is None:
            work = [at for at, event in enumerate(events) if event.kind in _WORK and voices.of(event) is Voice.AGENT]
        if not doubtful or bisect_right(work or [], instead) > bisect_right(work or [], each.index):
            yield each


def _taken_back(found: Sequence[Said]) -> dict[int, int]:
    """Where messages stand in whose place others were sent, and where those stand."""
    later: dict[str, int] = {}
    instead: dict[int, int] = {}
    for each in reversed(found):
        if each.after is not None:
            if each.after in later:
                instead[each.index] = later[each.after]
            later[each.after] = each.index
    return instead


# Prompts that wait


class _Entry(Struct, eq=False):
    """Something that waits for the agent."""

    event: Event
    index: int
    text: str
    notice: bool
    """The program's own."""
    slot: int | None = None
    """Where it was handed over."""


class _Queue:
    def __init__(self) -> None:
        self.entries: list[_Entry] = []
        self.taken: int | None = None
        """Where the longest waiting one began a turn that nothing has been heard of yet."""
        self._waiting: OrderedDict[int, _Entry] = OrderedDict()
        self._by_text: dict[str, deque[_Entry]] = {}

    def add(self, event: Event, index: int) -> None:
        text = _words(event) or ""
        notice = idioms.recognised(Text(text), _USER).injected is not UNSET
        entry = _Entry(event, index, text.strip(), notice)
        self.entries.append(entry)
        self._waiting[index] = entry
        self._by_text.setdefault(entry.text, deque()).append(entry)

    def withdraw(self) -> None:
        self._waiting.clear()

    def hand_over(self, index: int, *, before: int | None = None) -> None:
        entry = next(iter(self._waiting.values()), None)
        if entry is not None and (before is None or entry.index < before):
            del self._waiting[entry.index]
            entry.slot = index

    def heard(self, text: str, *, queued: bool, human: bool) -> None:
        """A record states what waited.  Of what was handed over, only a record of just that can speak."""
        known = self._by_text.get(text.strip(), deque())
        while known and known[0].slot is None and known[0].index not in self._waiting:
            known.popleft()
        entry = known[0] if known else None
        if entry is not None and (entry.slot is None or queued or entry.notice):
            known.popleft()
            self._waiting.pop(entry.index, None)
            slot, entry.slot = entry.slot, None
            if slot is not None and not queued:
                self.hand_over(slot, before=slot)  # another one was meant
        elif human and self.taken is not None and self._waiting:
            self._waiting.popitem(last=False)
        self.taken = None

    def answered(self) -> None:
        """The agent works, and no record states what it was given."""
        if self.taken is not None:
            self.hand_over(self.taken)
            self.taken = None


def _delivered(voices: Voices, events: Sequence[Event], said: dict[int, Said]) -> Iterator[Said]:
    """Prompts that waited and were handed over, and that no other record states."""
    queue = _Queue()
    for index, event in enumerate(events):
        if index in said:
            each = said[index]
            queue.heard(each.words or "", queued=each.queued, human=True)
        elif event.kind is _LIFECYCLE:
            _move(queue, event, index)
        elif event.kind in _WORK and event.echo_of is UNSET:
            voice = voices.of(event)
            if voice is Voice.AGENT:
                queue.answered()
            elif event.role is _USER and isinstance(event.body, Text):
                queue.heard(event.body.text, queued=False, human=voice is Voice.OPERATOR)
    queue.answered()
    for entry in queue.entries:
        if entry.slot is not None and entry.text and not entry.notice:
            yield Said(events[entry.slot], entry.slot, [events[entry.slot], entry.event], queued=True)


def _move(queue: _Queue, event: Event, index: int) -> None:
    match event.signs.lifecycle:
        case LifecycleKind.QUEUED:
            queue.add(event, index)
        case LifecycleKind.DELIVERED:
            queue.hand_over(index)
        case LifecycleKind.TAKEN:
            queue.taken = index
        case LifecycleKind.WITHDRAWN:
            queue.withdraw()
