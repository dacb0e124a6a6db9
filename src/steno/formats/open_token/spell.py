"""Spells the events of any trace as Open-Token events, one at a time, and counts what that leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

from msgspec import UNSET, UnsetType

from steno.base.time import utc
from steno.formats.counter import LossCounter
from steno.formats.open_token import asides, losses
from steno.formats.open_token.contents import content_of, plain, structured
from steno.formats.open_token.options import Options
from steno.formats.open_token.plan import Plan, Slot
from steno.formats.open_token.rows import Content, Form, Row, name_of
from steno.formats.open_token.wire import MISSING_END, MISSING_RESULT, MODELLED, NAME
from steno.model import ActorKind, Event, Kind, Origin, Text, ToolCall, Trace, Usage

# An attribute of an Enum costs as much as a comparison.
_TOOL_CALL, _SPAN_START, _SPAN_END = Kind.TOOL_CALL, Kind.SPAN_START, Kind.SPAN_END


class Speller:
    """Walks a trace by its plan; numbers events as they come."""

    def __init__(self, trace: Trace, plan: Plan, options: Options, counter: LossCounter) -> None:
        self._trace, self._plan, self._options, self._counter = trace, plan, options, counter
        self._foreign = [source.format != NAME for source in trace.header.sources]
        self._number = 0
        self._by_native: dict[str, str] = {}
        self._by_uid: dict[str, str] = {}
        self._by_call: dict[str, str] = {}
        self._forms: dict[tuple[str, ...], Form] = {}
        """The forms of what the writer says itself."""
        self._kept: Counter[str] = Counter()
        """How many events keep a field that others lose."""

    def rows(self, prompt: str | None) -> Iterator[Row]:
        """Every exported event with its annotations; first the system prompt, where only the header has it, and last
        the ends of spans that have none.
        """
        open: dict[str, str] = {}
        if prompt is not None:
            yield self._prompt(prompt)
        for event, slot in zip(self._trace.events, self._plan.slots, strict=True):
            if slot is None:
                if self._plan.follows:
                    self._pass_by(event)
                continue
            yield (row := self._row(event, slot))
            for said in slot.asides:
                yield self._aside(structured(said), row[0], slot.call)
            if slot.further and isinstance(slot.usage, Usage):
                yield self._aside(slot.usage, row[0], slot.call)
            if slot.unanswered:
                self._counter.add(losses.UNPAIRED, "/events/+")
                yield (missing := self._unanswered(event, slot))
                yield self._aside(structured(asides.MISSING), missing[0], slot.call)
            if slot.span is not None:
                if event.kind is _SPAN_START:
                    open[slot.span] = slot.form.actor
                elif event.kind is _SPAN_END:
                    open.pop(slot.span, None)
        for span, actor in reversed(open.items()):
            self._counter.add(losses.UNENDED, "/events/+")
            yield self._own("span_end", actor, "metadata", "assistant", structured(MISSING_END), {"span_id": span})
        self._count()

    def _pass_by(self, event: Event) -> None:
        """What follows an event that is left out follows what that one followed."""
        if isinstance(event.native, str) and isinstance(event.parent, str) and event.native not in self._by_native:
            followed = self._by_native.get(event.parent)
            if followed is not None:
                self._by_native[event.native] = followed

    def _row(self, event: Event, slot: Slot) -> Row:
        form, call, usage = slot.form, slot.call, slot.usage
        number = self._number = self._number + 1
        stated, fields, calls = event.time, self._counter.fields, self._plan.calls
        time: str | None = None
        if stated is not UNSET and (time := utc(stated)) != stated:
            fields["time"] += 1
        if event.usage is not usage and event.usage != usage:
            fields["usage"] += 1
        links: dict[str, str] | None = None
        if self._plan.linked:
            links = self._links(event, slot, name_of(number))
        elif call is not None:
            links = {"call_id": call}
        # Few sources have ids of the form that Open-Token has.
        if event.uid[:4] == "evt_" and event.uid == name_of(number):
            self._kept["uid"] += 1
        if event.native is not UNSET and event.native[:4] == "evt_" and event.native == name_of(number):
            self._kept["native"] += 1
        if call is None:
            if event.call is not UNSET:
                fields["call"] += 1
        elif (event.call is UNSET or event.call != calls.claimed.get(call)) and event.call != calls.name(call):
            fields["call"] += 1
        if not (
            event.response is event.iteration is event.parallel is event.child_run is event.context is UNSET
            and event.fidelity is event.call_ids is event.raw is UNSET
        ):  # without a call, for nearly every event
            lost = {name for name, value in zip(_RARE, _rare(event), strict=True) if value is not UNSET}
            fields.update(lost - {"call_ids"} if event.kind is _TOOL_CALL else lost)
        body = event.body
        if type(body) is Text:
            content = plain(body.text)
        else:
            content = content_of(event, slot, self._plan, self._options, self._counter)
        return number, time, form, content, links, None if usage is UNSET else usage

    def _links(self, event: Event, slot: Slot, name: str) -> dict[str, str]:
        """The links of an event; counts those that will be read back as others."""
        links: dict[str, str] = {}
        parent = self._by_native.get(event.parent) if isinstance(event.parent, str) else None
        replies_to = self._by_uid.get(event.replies_to) if isinstance(event.replies_to, str) else None
        call, span = slot.call, slot.span
        if parent is None and event.kind is _SPAN_START:
            # A span follows from the call that opened it.
            parent = self._by_call.get(call) if call is not None else replies_to
        if parent is not None:
            links["parent_id"] = parent
        if replies_to is not None:
            links["replies_to"] = replies_to
        if call is not None:
            links["call_id"] = call
            if event.kind is _TOOL_CALL:
                self._by_call[call] = name
        if span is not None:
            links["span_id"] = span
        fields = self._counter.fields
        if event.parent != (UNSET if parent is None else parent):
            fields["parent"] += 1
        if event.replies_to != (UNSET if replies_to is None else replies_to):
            fields["replies_to"] += 1
        if event.span != (UNSET if span is None else self._plan.spans.name(span)):
            fields["span"] += 1
        if self._plan.replies:
            self._by_uid[event.uid] = name
        if self._plan.follows and isinstance(event.native, str):
            self._by_native[event.native] = name
        return links

    def _model(self, event: Event, participant: str) -> str | UnsetType:
        """The model that the event will be read back with: its participant's."""
        actor = self._plan.cast.actors[participant]
        return actor.model if actor.kind is ActorKind.MODEL and event.kind in MODELLED else UNSET

    def _count(self) -> None:
        """Count what is lost of many events in the same way."""
        fields, total = self._counter.fields, 0
        for group in self._plan.groups.values():
            total += group.count
            first, actor = group.event, group.form.actor
            lost = {"role": not group.is_known, "actor": first.actor != actor}
            lost["model"] = first.model != self._model(first, actor)
            fields.update({name: group.count for name, is_lost in lost.items() if is_lost})
        exported = [event for event, slot in zip(self._trace.events, self._plan.slots, strict=True) if slot is not None]
        if not all(self._foreign):
            self._kept["origin"] = sum(map(self._is_at_home, exported))
        for name in ("uid", "native", "origin"):
            if count := total - self._kept[name]:
                fields[name] += count
        if count := sum(event.turn is not UNSET for event in exported):
            fields["turn"] += count
        self._counter.residues([event.residue for event in exported if event.residue is not UNSET])

    def _is_at_home(self, event: Event) -> bool:
        return isinstance(event.origin, Origin) and not self._foreign[event.origin.source]

    # What the writer says itself

    def _aside(self, content: Content | Usage, target: int, call: str | None) -> Row:
        links = {"replies_to": name_of(target)}
        if call is not None:
            links["call_id"] = call
        return self._own("annotation", self._plan.cast.exporter(), "metadata", "system", content, links)

    def _unanswered(self, event: Event, slot: Slot) -> Row:
        links = {"call_id": slot.call or ""} | ({"span_id": slot.span} if slot.span is not None else {})
        tool = event.body.tool if isinstance(event.body, ToolCall) else ""
        content = structured(MISSING_RESULT)
        return self._own("tool_result", self._plan.cast.tool(tool), "internal", "tool", content, links)

    def _own(
        self, kind: str, actor: str, visibility: str, role: str, content: Content | Usage, links: dict[str, str]
    ) -> Row:
        self._number += 1
        key = kind, actor, visibility, role
        form = self._forms.get(key) or self._forms.setdefault(key, Form(*key))
        return self._number, None, form, content, links, None

    def _prompt(self, text: str) -> Row:
        self._number += 1
        form = Form("message", "act_001", "internal", "system")
        return self._number, None, form, {"mime": "text/plain", "text": text}, None, None


_HOMELESS = ("response", "turn", "iteration", "parallel", "child_run", "context", "fidelity")
"""The fields of an event that Open-Token has no place for."""
_homeless = attrgetter(*_HOMELESS)
_NOWHERE = (UNSET,) * len(_HOMELESS)

_RARE = (*(name for name in _HOMELESS if name != "turn"), "call_ids", "raw")
"""Those of them that few events have, for nearly every one has a turn, and what else few have."""
_rare = attrgetter(*_RARE)


def homeless(event: Event, counter: LossCounter) -> None:
    """Count the fields of an event that Open-Token has no place for."""
    if (found := _homeless(event)) != _NOWHERE:  # few events have one, and this runs for every event
        counter.fields.update(name for name, value in zip(_HOMELESS, found, strict=True) if value is not UNSET)
