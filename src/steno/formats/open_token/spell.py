"""Spells the events of any trace as Open-Token events, one at a time, and counts what that leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from msgspec import UNSET, UnsetType

from steno.base.exact import JSON
from steno.base.time import utc
from steno.formats.counter import LossCounter
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


class Speller:
    """Walks a trace by its plan; numbers events as they come."""

    def __init__(self, trace: Trace, plan: Plan, options: Options, counter: LossCounter) -> None:
        self._trace, self._plan, self._options, self._counter = trace, plan, options, counter
        self._foreign = [source.format != NAME for source in trace.header.sources]
        self._number = 0
        self._by_native: dict[str, str] = {}
        self._by_uid: dict[str, str] = {}
        self._by_call: dict[str, str] = {}

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
            if event.kind is Kind.SPAN_START and slot.span is not None:
                open[slot.span] = slot.actor
            elif event.kind is Kind.SPAN_END and slot.span is not None:
                open.pop(slot.span, None)
        for span, actor in reversed(open.items()):
            self._counter.add(losses.UNENDED, "/events/+")
            yield self._own("span_end", actor, "metadata", "assistant", MISSING_END, {"span_id": span})

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
        name, number = self._next()
        spelled: dict[str, JSON] = {"id": name, "seq": number}
        time = utc(event.time) if isinstance(event.time, str) else None
        if time is not None:
            spelled["ts"] = time
        kind = event.kind
        spelled["type"] = TYPE_OF[kind._value_]
        spelled["actor_id"] = slot.actor
        spelled["visibility"] = event.visibility._value_
        spelled["role"] = self._role(event)
        spelled["content"] = content_of(event, slot, self._plan, self._options, self._counter)
        links = self._links(event, slot)
        if links:
            spelled["links"] = links
        if isinstance(slot.usage, Usage):
            usage = {key: count for key, at in TOKENS.items() if (count := getattr(slot.usage, at)) is not UNSET}
            if usage:
                spelled["usage"] = usage
        self._compare(event, slot, name, links, time)
        self._by_uid[event.uid] = name
        if isinstance(event.native, str):
            self._by_native[event.native] = name
        if kind is Kind.TOOL_CALL and slot.call is not None:
            self._by_call[slot.call] = name
        return spelled

    def _role(self, event: Event) -> str:
        """The role, and whether the reader of it will know what the source said."""
        role, kind = event.role, event.kind
        if kind is Kind.THOUGHT:
            if role is not Role.ASSISTANT:
                self._counter.fields["role"] += 1
            return THOUGHT
        if role is Role.TOOL and kind not in (Kind.TOOL_RESULT, Kind.LIFECYCLE):
            # The words of a tool are nobody's instructions; only a result may have this role.
            self._counter.fields["role"] += 1
            return _ROLES.get(kind, "user")
        if isinstance(role, Role):
            if kind is Kind.LIFECYCLE and role is Role.SYSTEM:
                self._counter.fields["role"] += 1
            return role._value_
        if kind is Kind.LIFECYCLE:
            return "system"
        self._counter.fields["role"] += 1
        if kind in _ROLES:
            return _ROLES[kind]
        actor = self._trace.header.actors.get(event.actor)
        return _ROLE_OF_ACTOR[actor.kind if actor else ActorKind.SYSTEM]

    def _links(self, event: Event, slot: Slot) -> dict[str, str]:
        links: dict[str, str] = {}
        parent = self._by_native.get(event.parent) if isinstance(event.parent, str) else None
        replies_to = self._by_uid.get(event.replies_to) if isinstance(event.replies_to, str) else None
        if parent is None and event.kind is Kind.SPAN_START:
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

    def _compare(self, event: Event, slot: Slot, name: str, links: dict[str, str], time: str | None) -> None:
        """Count every field that will be read back as something else."""
        fields = self._counter.fields
        self._compare_ids(event, slot, name, links)
        if event.time != (UNSET if time is None else time):
            fields["time"] += 1
        if event.usage != slot.usage:
            fields["usage"] += 1
        if event.model != self._model(event, slot):
            fields["model"] += 1
        if event.call_ids is not UNSET and event.kind is not Kind.TOOL_CALL:
            fields["call_ids"] += 1
        origin = event.origin
        if not isinstance(origin, Origin) or self._foreign[origin.source]:
            fields["origin"] += 1
        homeless(event, self._counter)
        if event.residue is not UNSET:
            self._counter.residue(event.residue)
        if event.raw is not UNSET:
            fields["raw"] += 1

    def _compare_ids(self, event: Event, slot: Slot, name: str, links: dict[str, str]) -> None:
        fields, (actor, call, span, *_) = self._counter.fields, slot
        if event.uid != name:
            fields["uid"] += 1
        if event.native != name:
            fields["native"] += 1
        if event.parent != links.get("parent_id", UNSET):
            fields["parent"] += 1
        if event.replies_to != links.get("replies_to", UNSET):
            fields["replies_to"] += 1
        if event.actor != actor:
            fields["actor"] += 1
        if event.call != (UNSET if call is None else self._plan.calls.name(call)):
            fields["call"] += 1
        if event.span != (UNSET if span is None else self._plan.spans.name(span)):
            fields["span"] += 1

    def _model(self, event: Event, slot: Slot) -> str | UnsetType:
        """The model that the event will be read back with: its participant's."""
        actor = self._plan.cast.actors[slot.actor]
        return actor.model if actor.kind is ActorKind.MODEL and event.kind in MODELLED else UNSET

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
