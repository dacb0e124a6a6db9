"""Spells the events of any trace as Open-Token events, one at a time, and counts what that leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.time import utc
from steno.formats.counter import Difference, LossCounter, Shape, shape_of
from steno.formats.open_token import asides, losses
from steno.formats.open_token.contents import content_of
from steno.formats.open_token.options import Options
from steno.formats.open_token.plan import Plan, Slot
from steno.formats.open_token.wire import (
    MISSING_END,
    MISSING_RESULT,
    MODELLED,
    NAME,
    THOUGHT,
    TOKENS,
    TYPE_OF,
)
from steno.model import ActorKind, Event, Kind, Origin, Role, ToolCall, Trace, Usage

# An attribute of an Enum costs as much as a comparison.
_TOOL_CALL, _SPAN_START, _SPAN_END = Kind.TOOL_CALL, Kind.SPAN_START, Kind.SPAN_END


class _Form:
    """What the events of one kind, of one actor, with one model have in common, and how many there are of them."""

    __slots__ = ("alike", "count", "lost", "residue", "role", "type", "visibility")

    def __init__(self, event: Event, role: str, lost: list[str]) -> None:
        self.type, self.visibility, self.role = TYPE_OF[event.kind._value_], event.visibility._value_, role
        self.lost = lost
        """The fields that will be read back as something else."""
        self.count = 0
        self.residue: JSON | UnsetType = UNSET
        """What the last record left behind that had such an event, and how many in a row left the very same."""
        self.alike = 0


_formed = attrgetter("kind", "role", "visibility", "actor", "model")


class Speller:
    """Walks a trace by its plan; numbers events as they come."""

    def __init__(self, trace: Trace, plan: Plan, options: Options, counter: LossCounter) -> None:
        self._trace, self._plan, self._options, self._counter = trace, plan, options, counter
        self._foreign = [source.format != NAME for source in trace.header.sources]
        self._abroad = all(self._foreign)
        self._number = 0
        self._by_native: dict[str, str] = {}
        self._by_uid: dict[str, str] = {}
        self._by_call: dict[str, str] = {}
        # What is lost of one event is lost of most: it is counted as one thing, and taken apart in the end.
        self._forms: dict[tuple[object, ...], _Form] = {}
        self._homeless: Counter[tuple[type, ...]] = Counter()
        self._outlines: Counter[Shape] = Counter()
        self._kept: Counter[str] = Counter()
        """How many events keep a field that others lose."""

    def events(self, prompt: str | None) -> Iterator[dict[str, JSON]]:
        """Every exported event with its annotations; first the system prompt, where only the header has it, and last
        the ends of spans that have none.
        """
        open: dict[str, str] = {}
        if prompt is not None:
            yield self._prompt(prompt)
        for event, slot in zip(self._trace.events, self._plan.slots, strict=True):
            if slot is None:
                self._pass_by(event)
                continue
            spelled = self._event(event, slot)
            yield spelled
            for said in slot.asides:
                yield self._aside(said, spelled["id"], slot.call)
            if slot.unanswered:
                self._counter.add(losses.UNPAIRED, "/events/+")
                yield (missing := self._unanswered(event, slot))
                yield self._aside(asides.MISSING, missing["id"], slot.call)
            if slot.span is not None:
                if event.kind is _SPAN_START:
                    open[slot.span] = slot.actor
                elif event.kind is _SPAN_END:
                    open.pop(slot.span, None)
        for span, actor in reversed(open.items()):
            self._counter.add(losses.UNENDED, "/events/+")
            yield self._own("span_end", actor, "metadata", "assistant", MISSING_END, {"span_id": span})
        self._count()

    def _next(self) -> tuple[str, int]:
        self._number += 1
        return f"evt_{self._number:06d}", self._number

    def _pass_by(self, event: Event) -> None:
        """What follows an event that is left out follows what that one followed."""
        if isinstance(event.native, str) and isinstance(event.parent, str) and event.native not in self._by_native:
            followed = self._by_native.get(event.parent)
            if followed is not None:
                self._by_native[event.native] = followed

    def _event(self, event: Event, slot: Slot) -> dict[str, JSON]:
        actor, call, _, usage, _, _ = slot
        form = self._forms.get(key := _formed(event)) or self._form(key, event, actor)
        form.count += 1
        number = self._number = self._number + 1
        name, stated = f"evt_{number:06d}", event.time
        time = utc(stated) or UNSET if isinstance(stated, str) else UNSET
        spelled: dict[str, JSON] = {"id": name, "seq": number}
        if time is not UNSET:
            spelled["ts"] = time
        if time != stated:
            self._counter.fields["time"] += 1
        spelled["type"] = form.type
        spelled["actor_id"] = actor
        spelled["visibility"] = form.visibility
        spelled["role"] = form.role
        spelled["content"] = content_of(event, slot, self._plan, self._options, self._counter)
        links = self._links(event, slot)
        if links:
            spelled["links"] = links
        if isinstance(usage, Usage):
            counts = {key: count for key, at in TOKENS.items() if (count := getattr(usage, at)) is not UNSET}
            if counts:
                spelled["usage"] = counts
        if event.usage is not usage and event.usage != usage:
            self._counter.fields["usage"] += 1
        self._compare(event, slot, name, links)
        if event.residue is form.residue:
            form.alike += 1
        elif event.residue is not UNSET:
            self._leave(form)
            form.residue, form.alike = event.residue, 1
        if self._plan.replies:
            self._by_uid[event.uid] = name
        if self._plan.follows and isinstance(event.native, str):
            self._by_native[event.native] = name
        if call is not None and event.kind is _TOOL_CALL:
            self._by_call[call] = name
        return spelled

    def _form(self, key: tuple[object, ...], event: Event, actor: str) -> _Form:
        """The form of an event, and what will be read back as something else in all that have it."""
        role, known = self._role(event)
        lost = [] if known else ["role"]
        if event.actor != actor:
            lost.append("actor")
        if event.model != self._model(event, actor):
            lost.append("model")
        form = self._forms[key] = _Form(event, role, lost)
        return form

    def _role(self, event: Event) -> tuple[str, bool]:
        """The role, and whether the reader of it will know what the source said."""
        role, kind = event.role, event.kind
        if kind is Kind.THOUGHT:
            return THOUGHT, role is Role.ASSISTANT
        if role is Role.TOOL and kind not in (Kind.TOOL_RESULT, Kind.LIFECYCLE):
            # The words of a tool are nobody's instructions; only a result may have this role.
            return _ROLES.get(kind, "user"), False
        if isinstance(role, Role):
            return role._value_, kind is not Kind.LIFECYCLE or role is not Role.SYSTEM
        if kind is Kind.LIFECYCLE:
            return "system", True
        if kind in _ROLES:
            return _ROLES[kind], False
        actor = self._trace.header.actors.get(event.actor)
        return _ROLE_OF_ACTOR[actor.kind if actor else ActorKind.SYSTEM], False

    def _model(self, event: Event, participant: str) -> str | UnsetType:
        """The model that the event will be read back with: its participant's."""
        actor = self._plan.cast.actors[participant]
        return actor.model if actor.kind is ActorKind.MODEL and event.kind in MODELLED else UNSET

    def _links(self, event: Event, slot: Slot) -> dict[str, str]:
        links: dict[str, str] = {}
        parent = self._by_native.get(event.parent) if isinstance(event.parent, str) else None
        replies_to = self._by_uid.get(event.replies_to) if isinstance(event.replies_to, str) else None
        if parent is None and event.kind is _SPAN_START:
            # A span follows from the call that opened it.
            parent = self._by_call.get(slot.call) if slot.call is not None else replies_to
        if parent is not None:
            links["parent_id"] = parent
        if replies_to is not None:
            links["replies_to"] = replies_to
        if slot.call is not None:
            links["call_id"] = slot.call
        if slot.span is not None:
            links["span_id"] = slot.span
        return links

    def _compare(self, event: Event, slot: Slot, name: str, links: dict[str, str]) -> None:
        """Count every field that will be read back as something else, but for what `_count` knows."""
        fields, kept, (_, call, span, *_) = self._counter.fields, self._kept, slot
        if event.uid == name:
            kept["uid"] += 1
        if event.native == name:
            kept["native"] += 1
        if event.parent != links.get("parent_id", UNSET):
            fields["parent"] += 1
        if event.replies_to != links.get("replies_to", UNSET):
            fields["replies_to"] += 1
        if event.call != (UNSET if call is None else self._plan.calls.name(call)):
            fields["call"] += 1
        if event.span != (UNSET if span is None else self._plan.spans.name(span)):
            fields["span"] += 1
        if event.call_ids is not UNSET and event.kind is not _TOOL_CALL:
            fields["call_ids"] += 1
        if not self._abroad and isinstance(event.origin, Origin) and not self._foreign[event.origin.source]:
            kept["origin"] += 1
        if event.raw is not UNSET:
            fields["raw"] += 1
        self._homeless[tuple(map(type, _homeless(event)))] += 1

    def _leave(self, form: _Form) -> None:
        """Count what records left behind that is not read back."""
        if type(form.residue) is dict:
            self._outlines[shape_of(form.residue)] += form.alike
        elif form.residue is not UNSET:
            for _ in range(form.alike):
                self._counter.residue(form.residue)

    def _count(self) -> None:
        """Count what is lost of many events in the same way."""
        fields, total = self._counter.fields, 0
        for form in self._forms.values():
            total += form.count
            self._leave(form)
            for name in form.lost:
                fields[name] += form.count
        for name in ("uid", "native", "origin"):
            if count := total - self._kept[name]:
                fields[name] += count
        for types, count in self._homeless.items():
            for name, kind in zip(_HOMELESS, types, strict=True):
                if kind is not UnsetType:
                    fields[name] += count
        for outline, count in self._outlines.items():
            self._counter.differ(Difference(residue=outline), count)

    # What the writer says itself

    def _aside(self, said: dict[str, JSON], target: str, call: str | None) -> dict[str, JSON]:
        links = {"replies_to": target} | ({"call_id": call} if call is not None else {})
        return self._own("annotation", self._plan.cast.exporter(), "metadata", "system", said, links)

    def _unanswered(self, event: Event, slot: Slot) -> dict[str, JSON]:
        links = {"call_id": slot.call or ""} | ({"span_id": slot.span} if slot.span is not None else {})
        tool = event.body.tool if isinstance(event.body, ToolCall) else ""
        return self._own("tool_result", self._plan.cast.tool(tool), "internal", "tool", MISSING_RESULT, links)

    def _own(
        self, kind: str, actor: str, visibility: str, role: str, data: dict[str, JSON], links: dict[str, str]
    ) -> dict[str, JSON]:
        name, number = self._next()
        return {
            "id": name,
            "seq": number,
            "type": kind,
            "actor_id": actor,
            "visibility": visibility,
            "role": role,
            "content": {"mime": "application/json", "data": data},
            "links": links,
        }

    def _prompt(self, text: str) -> dict[str, JSON]:
        name, number = self._next()
        return {
            "id": name,
            "seq": number,
            "type": "message",
            "actor_id": "act_001",
            "visibility": "internal",
            "role": "system",
            "content": {"mime": "text/plain", "text": text},
        }


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


_HOMELESS = ("response", "turn", "iteration", "parallel", "child_run", "context", "fidelity")
"""The fields of an event that Open-Token has no place for."""
_homeless = attrgetter(*_HOMELESS)
_NOTHING = (UNSET,) * len(_HOMELESS)


def homeless(event: Event, counter: LossCounter) -> None:
    """Count the fields of an event that Open-Token has no place for."""
    if (found := _homeless(event)) != _NOTHING:  # few events have one, and this runs for every event
        counter.fields.update(name for name, value in zip(_HOMELESS, found, strict=True) if value is not UNSET)
