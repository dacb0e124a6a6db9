"""Puts what events and notes hold back into the record that they were read from."""

from __future__ import annotations

import re
from typing import Final

from msgspec import UNSET

from steno.base.exact import JSON
from steno.formats.opentraces import code
from steno.formats.opentraces.notes import REDACTION, said_of
from steno.formats.opentraces.whole import AUTHOR
from steno.formats.opentraces.wire import BETWEEN, NAME, OWN, VALUE, Object
from steno.model import Derivation, Event, Origin, Text, Thought, ToolCall, ToolResult, Trace
from steno.model.steps import whole

_STEP: Final = re.compile(r"/steps/(\d+)(?:/(\w+)(?:/(\d+))?)?")


def is_own(trace: Trace) -> bool:
    """Whether a trace was read from one record and from nothing else."""
    sources = trace.header.sources
    return len(sources) == 1 and sources[0].format == NAME and NAME in trace.header.residue


def record_of(trace: Trace) -> JSON:
    """The record, whole; what stood in the place of one where there is none."""
    residue = trace.header.residue[NAME]
    if "record" not in residue:
        return trace.events[0].residue if trace.events else UNSET
    top: Object = {**residue["record"]}
    if top.get("steps") is UNSET:
        steps = _Steps(trace)
        top["steps"] = steps.listed()
        _pieces(top, steps)
    _spoken(top, trace)
    _code(top, trace)
    return top


class _Steps:
    def __init__(self, trace: Trace) -> None:
        self._steps: dict[int, JSON] = {}
        self.texts: dict[int, list[str]] = {}
        self.thoughts: dict[int, list[str | None]] = {}
        self._parts: dict[tuple[int, str, int], Event] = {}
        for event in trace.events:
            found = _STEP.fullmatch(event.origin.pointer) if isinstance(event.origin, Origin) else None
            if found is not None:
                self._put(event, int(found[1]), found[2], found[3])

    def _put(self, event: Event, index: int, field: str | None, place: str | None) -> None:
        if event.residue is not UNSET:
            self._steps[index] = event.residue
        match event.body:
            case Text(text) if field == "content":
                self.texts.setdefault(index, []).append(text)
            case Thought(_, text) if field == "reasoning_content":
                self.thoughts.setdefault(index, []).append(text if isinstance(text, str) else None)
            case _ if field is not None and place is not None:
                self._parts[index, field, int(place)] = event

    def details(self, index: int, known: Object) -> Object:
        """What is known beside the results of a step, which their events hold."""
        found: Object = {}
        for key, each in known.items():
            event = self._parts.get((index, "observations", int(key))) if each is UNSET else None
            value = event.body.detail if event is not None and isinstance(event.body, ToolResult) else each
            if value is not UNSET:
                found[key] = value
        return found

    def listed(self) -> list[JSON]:
        return [self._step(index, self._steps[index]) for index in sorted(self._steps)]

    def _step(self, index: int, step: JSON) -> JSON:
        if type(step) is not dict:
            return step
        found = {**step}
        if found.get("content") is UNSET:
            found["content"] = BETWEEN.join(self.texts.get(index, ()))
        if found.get("reasoning_content") is UNSET:
            found["reasoning_content"] = BETWEEN.join(each for each in self.thoughts.get(index, ()) if each is not None)
        for field in ("tool_calls", "observations"):
            if type(listed := found.get(field)) is list:
                found[field] = [self._part(each, (index, field, place)) for place, each in enumerate(listed)]
        return found

    def _part(self, part: JSON, where: tuple[int, str, int]) -> JSON:
        if type(part) is not dict or where not in self._parts:
            return part
        match self._parts[where].body:
            case ToolCall(_, arguments) if part.get("input") is UNSET:
                return {**part, "input": arguments}
            case ToolCall(_, arguments) if part.get("input") == {VALUE: UNSET}:
                return {**part, "input": {VALUE: arguments}}
            case ToolResult(content) if part.get("content") is UNSET:
                return {**part, "content": content}
            case _:
                return part


def _pieces(top: Object, steps: _Steps) -> None:
    """Of which blocks the texts are made, whose lengths may have changed, and what is known beside results."""
    metadata: JSON = top.get("metadata")
    own = metadata.get(OWN) if type(metadata) is dict else None
    known = own.get("pieces") if type(own) is dict else None
    if type(own) is not dict or type(known) is not dict:
        return
    now = {key: _measured(each, int(key), steps) if key.isdigit() else each for key, each in known.items()}
    if now != known:
        top["metadata"] = {**metadata, OWN: {**own, "pieces": now}}


def _measured(piece: JSON, index: int, steps: _Steps) -> JSON:
    if type(piece) is not dict:
        return piece
    found = {**piece}
    texts, thoughts = steps.texts.get(index, []), steps.thoughts.get(index, [])
    if type(stated := piece.get("content")) is list and len(stated) == len(texts):
        found["content"] = [len(each) for each in texts]
    if type(stated := piece.get("reasoning")) is list and len(stated) == len(thoughts):
        found["reasoning"] = [
            [None if text is None else len(text), *each[1:]] if type(each) is list else each
            for text, each in zip(thoughts, stated, strict=True)
        ]
    if type(stated := piece.get("results")) is dict:
        found["results"] = steps.details(index, stated)
    return found


def _spoken(top: Object, trace: Trace) -> None:
    """What somebody has said of the whole since.  What a rule derives is no reason to change what a record says."""
    later = {
        key: note
        for key, note in whole(trace).items()
        if note.author != AUTHOR and (key == REDACTION or not isinstance(note.author, Derivation))
    }
    if later:
        top |= said_of(later, top)


def _code(top: Object, trace: Trace) -> None:
    """Patches and links, where they are no longer those of the record."""
    steps = steps_of(trace)
    metadata = top.get("metadata")
    own = metadata.get(OWN) if type(metadata) is dict else None
    stated = code.read(top, own if type(own) is dict else {}, steps)
    now = code.Code(trace.patches, trace.git_links, trace.attributions)
    if stated != now:
        fields, kept = code.written(now, steps, str(top.get("trace_id")), None)
        top |= fields
        if kept:
            metadata = metadata if type(metadata) is dict else {}
            top["metadata"] = {**metadata, OWN: {**(own if type(own) is dict else {}), "patches": kept}}


def steps_of(trace: Trace) -> code.Steps:
    """Where the events of a record stand in it."""
    numbers: dict[str, int] = {}
    calls: dict[str, str] = {}
    by_call: dict[str, str] = {}
    by_number: dict[int, str] = {}
    for event in sorted(trace.events, key=_position):
        if isinstance(event.native, str) and isinstance(event.origin, Origin):
            numbers[event.uid] = int(event.native)
            by_number.setdefault(int(event.native), event.uid)
            if isinstance(event.call, str):
                calls[event.uid] = event.call
                if isinstance(event.body, ToolCall):
                    by_call.setdefault(event.call, event.uid)
    return code.Steps(numbers, calls, by_call, by_number)


def _position(event: Event) -> tuple[int, ...]:
    """In the order of the record."""
    return tuple(int(part) for part in event.uid.split(".") if part.isdigit())
