"""What of a trace is exported, by whom it was said, and which ids Open-Token gives to calls, spans and actors.

Looks at every event once before any is written, because participants stand before events.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from operator import attrgetter

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.contracts import Code
from steno.formats.open_token import asides
from steno.formats.open_token.losses import ECHO, THOUGHT, TRANSIENT, UNKNOWN
from steno.formats.open_token.options import Include, Internal, Options
from steno.formats.open_token.payload import only
from steno.formats.open_token.rows import Form
from steno.formats.open_token.wire import EXPORTER, PARTICIPANT, TYPE_OF
from steno.formats.open_token.wire import THOUGHT as ASSISTANT_THOUGHT
from steno.model import (
    Actor,
    ActorKind,
    Event,
    Header,
    Kind,
    Lifecycle,
    Role,
    Span,
    Thought,
    ThoughtState,
    ToolCall,
    ToolResult,
    Usage,
)

_REASONS = (UNKNOWN, ECHO, THOUGHT, TRANSIENT)
_NO_USAGE = Usage()
_NO_IDS = (None, None)
# An attribute of an Enum costs as much as a slot.
_TOOL_CALL, _TOOL_RESULT, _THOUGHT, _UNKNOWN = Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.THOUGHT, Kind.UNKNOWN
_SPAN_END = Kind.SPAN_END
_CALLS = frozenset({_TOOL_CALL, _TOOL_RESULT})
_SPANS = frozenset({Kind.SPAN_START, Kind.SPAN_END})
_SAID_OF = frozenset({_TOOL_CALL, _TOOL_RESULT, _THOUGHT, Kind.SPAN_END})
"""The kinds of events of which something may have to be said beside them."""


class Slot(Struct, frozen=True):
    """What is known of an exported event beside itself."""

    form: Form
    call: str | None
    span: str | None
    usage: Usage | UnsetType
    """The tokens of its response, on the last event of it."""
    asides: Sequence[dict[str, JSON]]
    further: bool
    """Whether an aside has to tell tokens for which the event has no place."""
    unanswered: bool
    """A call that no event of the trace answers."""


_formed = attrgetter("kind", "role", "visibility", "actor", "model")


class Group:
    """The exported events of one kind, of one actor, with one model: what is lost of one is lost of all."""

    __slots__ = ("bare", "count", "event", "form", "is_known")

    def __init__(self, event: Event, form: Form, *, is_known: bool) -> None:
        self.event, self.form, self.count = event, form, 0
        """The first of them, and how many there are."""
        self.is_known = is_known
        """Whether the reader of the role will know what the source said."""
        self.bare = Slot(form, None, None, UNSET, (), False, False) if event.kind not in _SAID_OF else None
        """The slot of those of which nothing else has to be known."""


class Plan:
    """Slots for the events of a trace, None for those that are left out."""

    def __init__(self, header: Header, events: tuple[Event, ...], options: Options, *, prompt: bool = False) -> None:
        self.cast = Cast(header)
        if prompt:
            self.cast.system()
        self.calls, self.spans = Calls(), Spans()
        self._header, self._options = header, options
        self._left_out: Counter[str] = Counter()
        self._last: dict[str, int] = {}
        self._usage: dict[str, Usage] = {}
        self.replies = self.follows = False
        """Whether any event says which one it replies to, or which one it follows."""
        self.groups: dict[tuple[object, ...], Group] = {}
        ids = list(self._ids(events, hidden=options.include is Include.VISIBLE_ONLY))
        slot = self._slot
        self.slots = [
            None if found is None else slot(index, event, found)
            for index, (event, found) in enumerate(zip(events, ids, strict=True))
        ]
        self.linked = self.replies or self.follows or self.spans.any
        """Whether events are linked by more than their calls."""

    def _ids(self, events: tuple[Event, ...], *, hidden: bool) -> Iterator[tuple[str | None, str | None] | None]:
        """The ids of each event's call and span; None where it is not exported.  `hidden` is whether thoughts are."""
        left_out, last, calls, spans = self._left_out, self._last, self.calls.of, self.spans.of
        for index, event in enumerate(events):
            kind, body, response = event.kind, event.body, event.response
            if event.replies_to is not UNSET:
                self.replies = True
            if event.parent is not UNSET:
                self.follows = True
            if response is not UNSET and event.usage is not UNSET and event.usage != _NO_USAGE:
                self._usage[response] = event.usage
            if kind is _UNKNOWN:
                reason = UNKNOWN
            elif event.echo_of is not UNSET:
                reason = ECHO
            elif hidden and kind is _THOUGHT:
                reason = THOUGHT
            elif type(body) is Lifecycle and body.transient:
                reason = TRANSIENT
            else:
                # A result is said to belong to the response that asked for it, but is none of its blocks.
                if response is not UNSET and (kind is not _TOOL_RESULT or response not in last):
                    last[response] = index
                call = calls(event) if event.call is not UNSET or kind in _CALLS else None
                span = spans(event) if event.span is not UNSET or kind in _SPANS else None
                yield _NO_IDS if call is None and span is None else (call, span)
                continue
            left_out[reason.code] += 1
            yield None

    def left_out(self) -> Iterator[tuple[Code, int]]:
        """Why events are not exported, and how many."""
        return ((reason, self._left_out[reason.code]) for reason in _REASONS if self._left_out[reason.code])

    def _slot(self, index: int, event: Event, ids: tuple[str | None, str | None]) -> Slot:
        group = self.groups.get(key := _formed(event)) or self._group(key, event)
        group.count += 1
        kind, usage, response = event.kind, event.usage, event.response
        if ids is _NO_IDS and usage is response is UNSET and group.bare is not None:
            return group.bare
        call, span = ids
        if usage is not UNSET and usage == _NO_USAGE:
            usage = UNSET
        if response is not UNSET:
            usage = self._usage.get(response, UNSET) if self._last[response] == index else UNSET
        said = self._asides(event, call) if kind in _SAID_OF and kind is not _TOOL_CALL else ()
        further = usage is not UNSET and asides.has_further(usage)
        unanswered = kind is _TOOL_CALL and call is not None and call not in self.calls.answers
        if unanswered and isinstance(event.body, ToolCall):
            self.cast.tool(event.body.tool)
        if said or further or unanswered:
            self.cast.exporter()
        return Slot(group.form, call, span, usage, said, further, unanswered)

    def _group(self, key: tuple[object, ...], event: Event) -> Group:
        role, known = self._role(event)
        form = Form(TYPE_OF[event.kind._value_], self.cast.of(event), event.visibility._value_, role)
        group = self.groups[key] = Group(event, form, is_known=known)
        return group

    def _role(self, event: Event) -> tuple[str, bool]:
        """The role, and whether the reader of it will know what the source said."""
        role, kind = event.role, event.kind
        if kind is Kind.THOUGHT:
            return ASSISTANT_THOUGHT, role is Role.ASSISTANT
        if role is Role.TOOL and kind not in (Kind.TOOL_RESULT, Kind.LIFECYCLE):
            # The words of a tool are nobody's instructions; only a result may have this role.
            return _ROLES.get(kind, "user"), False
        if isinstance(role, Role):
            return role._value_, kind is not Kind.LIFECYCLE or role is not Role.SYSTEM
        if kind is Kind.LIFECYCLE:
            return "system", True
        if kind in _ROLES:
            return _ROLES[kind], False
        actor = self._header.actors.get(event.actor)
        return _ROLE_OF_ACTOR[actor.kind if actor else ActorKind.SYSTEM], False

    def _asides(self, event: Event, call: str | None) -> Sequence[dict[str, JSON]]:
        said: list[dict[str, JSON]] = []
        kind, body = event.kind, event.body
        if kind is _TOOL_RESULT and isinstance(body, ToolResult):
            said += self._of_result(event, body, call)
        elif kind is _THOUGHT and isinstance(body, Thought):
            if (aside := of_thought(body, self._options.internal)) is not None:
                said.append(aside)
        elif kind is _SPAN_END and isinstance(body, Span) and not body.missing and only(body.data, "missing_end"):
            said.append(asides.LITERAL_END)
        return said

    def _of_result(self, event: Event, result: ToolResult, call: str | None) -> list[dict[str, JSON]]:
        facts: dict[str, JSON] = asides.outcome(result.detail) if type(result.detail) is dict else {}
        if call is not None and call not in self.calls.claimed:
            facts["orphan"] = True
            if isinstance(event.call, str):
                facts["native_call_id"] = event.call
        if event.uid in self.calls.repeated:
            facts["duplicate"] = True
        if result.error is True and isinstance(result.detail, str) and not result.missing:
            facts["message"] = result.detail
        if result.error is True or (facts and result.error is not UNSET):
            facts = {"error": result.error, **facts}
        said: list[dict[str, JSON]] = [{"tool_result": facts}] if facts else []
        if result.missing:
            said.append(asides.MISSING)
        elif only(result.content, "missing_result"):
            said.append(asides.LITERAL_RESULT)
        return said


def of_thought(thought: Thought, internal: Internal) -> dict[str, JSON] | None:
    """What has to be said beside a thought."""
    if internal is Internal.REDACTED:
        return None
    if thought.state is ThoughtState.SUMMARY and thought.text is not UNSET:
        return asides.SUMMARY
    if internal is Internal.SUMMARY:
        return asides.NO_SUMMARY
    return asides.ENCRYPTED if thought.state is ThoughtState.ENCRYPTED else None


_ROLE_OF_ACTOR = {
    ActorKind.HUMAN: "user",
    ActorKind.MODEL: "assistant",
    ActorKind.TOOL: "user",
    ActorKind.SYSTEM: "system",
}
_ROLES = {
    Kind.TOOL_CALL: "assistant",
    Kind.TOOL_RESULT: "tool",
    Kind.SPAN_START: "assistant",
    Kind.SPAN_END: "assistant",
}


class Cast:
    """The participants, in order of their first event: one per actor, and per model where an actor has several."""

    def __init__(self, header: Header) -> None:
        self._known = header.actors
        self._ids: dict[tuple[str, str | UnsetType], str] = {}
        self.actors: dict[str, Actor] = {}
        self._same: dict[Actor, str] = {}
        self._exporter: str | None = None

    def of(self, event: Event) -> str:
        model = event.model
        found = self._ids.get((event.actor, model))
        if found is None:
            actor = self._known.get(event.actor) or Actor(ActorKind.SYSTEM, event.actor)
            if actor.kind is not ActorKind.MODEL or model is UNSET:
                model = actor.model
            found = self._ids.get((event.actor, model))
            if found is None:
                found = self._add(actor if actor.model == model else replace(actor, model=model))
                self._ids[event.actor, model] = found
            self._ids[event.actor, event.model] = found
        return found

    def exporter(self) -> str:
        """The participant that writes annotations."""
        if self._exporter is None:
            self._exporter = self._like(Actor(ActorKind.SYSTEM, EXPORTER))
        return self._exporter

    def system(self) -> str:
        """The participant whose words a system prompt is."""
        return self._like(Actor(ActorKind.SYSTEM, "system"))

    def tool(self, name: str) -> str:
        """The participant for the missing result of a tool."""
        return self._like(Actor(ActorKind.TOOL, name))

    def _like(self, actor: Actor) -> str:
        return self._same.get(actor) or self._add(actor)

    def _add(self, actor: Actor) -> str:
        found = f"act_{len(self.actors) + 1:03d}"
        self.actors[found] = actor
        self._same.setdefault(actor, found)
        return found

    def participants(self) -> list[dict[str, JSON]]:
        return [participant(key, actor) for key, actor in self.actors.items()]


def participant(key: str, actor: Actor) -> dict[str, JSON]:
    said = {name: value for name, field in PARTICIPANT.items() if (value := getattr(actor, field)) is not UNSET}
    return {"actor_id": key, "kind": actor.kind.value, **said}


class Calls:
    """Open-Token's ids of calls, by first appearance.  A source may use one id for several calls."""

    def __init__(self) -> None:
        self._count = 0
        self._latest: dict[str, str] = {}
        self._open: dict[str, deque[str]] = {}
        self._by_uid: dict[str, str] = {}
        self.claimed: dict[str, str | UnsetType] = {}
        """The source's own id of each call, by Open-Token's."""
        self._strays: dict[str, str | UnsetType] = {}
        self.answers: set[str] = set()
        """The calls that have a result."""
        self.repeated: set[str] = set()
        """The uids of results of calls that had one already."""

    def of(self, event: Event) -> str | None:
        if event.kind is _TOOL_CALL:
            return self._call(event)
        if event.kind is _TOOL_RESULT:
            return self._result(event)
        if not isinstance(event.call, str):
            return None
        return self._latest.get(event.call) or self._new(event.call)

    def name(self, call: str) -> str | UnsetType:
        """The id under which a call is read back."""
        if call not in self.claimed:
            return self._strays.get(call, call)
        found = self.claimed[call]
        return call if found is UNSET else found

    def _new(self, native: str | UnsetType) -> str:
        self._count += 1
        minted = f"call_{self._count:06d}"
        if isinstance(native, str):
            self._latest[native] = minted
        return minted

    def _call(self, event: Event) -> str:
        native = event.call
        minted = self._latest.get(native) if isinstance(native, str) else None
        if minted is None or minted in self.claimed:
            minted = self._new(native)
        self.claimed[minted] = native
        self._by_uid[event.uid] = minted
        if isinstance(native, str) and minted not in self.answers:
            self._open.setdefault(native, deque()).append(minted)
        return minted

    def _result(self, event: Event) -> str:
        native = event.call
        if not isinstance(native, str):
            known = self._by_uid.get(event.replies_to) if isinstance(event.replies_to, str) else None
            minted = known or self._new(UNSET)
        elif self._open.get(native):
            minted = self._open[native].popleft()
        else:
            minted = self._latest.get(native) or self._new(native)
        self._strays.setdefault(minted, native)
        if minted in self.answers:
            self.repeated.add(event.uid)
        self.answers.add(minted)
        return minted


class Spans:
    """Open-Token's ids of spans, by first appearance."""

    def __init__(self) -> None:
        self._count = 0
        self._latest: dict[str, str] = {}
        self.started: dict[str, tuple[str | UnsetType, str]] = {}
        """The source's own id and name of each span that has a beginning, by Open-Token's id."""

    @property
    def any(self) -> bool:
        return self._count > 0

    def of(self, event: Event) -> str | None:
        native = event.span
        if event.kind is Kind.SPAN_START:
            minted = self._latest.get(native) if isinstance(native, str) else None
            if minted is None or minted in self.started:
                minted = self._new(native)
            self.started[minted] = (native, event.body.name if isinstance(event.body, Span) else "")
            return minted
        if not isinstance(native, str):
            return self._new(UNSET) if event.kind is Kind.SPAN_END else None
        return self._latest.get(native) or self._new(native)

    def name(self, span: str) -> str:
        """The id under which a span is read back."""
        found = self.started.get(span, (UNSET, ""))[0]
        return found if isinstance(found, str) else span

    def _new(self, native: str | UnsetType) -> str:
        self._count += 1
        minted = f"span_{self._count:06d}"
        if isinstance(native, str):
            self._latest[native] = minted
        return minted
