"""Masks what is cut across texts of a trace that belong together.  Knows which do, not what a secret looks like.

Every piece gets the placeholder of the whole value in the place of its part.  So no piece becomes empty, each says why
something is missing, and nothing tells how long the part was.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.detect import Span
from steno.detect.marks import Marks
from steno.model import Event, Lifecycle, Origin, Role, Text, Thought, ToolResult, Trace


class _Piece(Struct, frozen=True):
    number: int
    """Of the event."""
    steps: tuple[str | int, ...]
    """Where in the event."""
    text: str
    encoded: bool = False
    """The text stands there in base64: all of it is masked, because a part cannot be."""


def mask_across_texts(trace: Trace, marks: Marks, streams: Iterable[str]) -> Trace:
    """The trace with everything masked that runs over from one text to the next.

    `streams` are paths in a record at which the pieces of a stream stand, such as `payload.delta`.
    """
    known = [tuple(path.split(".")) for path in streams]
    changed: dict[int, Event] = {}
    for group in (*_messages(trace.events), *_contents(trace.events), *_streams(trace.events, known)):
        for piece, spans in zip(group, marks.across([piece.text for piece in group]), strict=True):
            if spans:
                event = changed.get(piece.number, trace.events[piece.number])
                changed[piece.number] = _put(event, piece, _masked(piece, spans, marks))
    if not changed:
        return trace
    return replace(trace, events=tuple(changed.get(index, event) for index, event in enumerate(trace.events)))


def _masked(piece: _Piece, spans: list[Span], marks: Marks) -> str:
    if piece.encoded:
        return marks.mark(spans[0].type, spans[0].value, spans[0].code)
    return marks.replaced(piece.text, spans)


def _messages(events: Sequence[Event]) -> Iterator[list[_Piece]]:
    """The blocks of one message, the results of one call.  What the program notes in between does not part them."""
    group: list[_Piece] = []
    last: tuple[object, ...] = ()
    for number, event in enumerate(events):
        if isinstance(event.body, Lifecycle):
            continue
        steps, text = _words(event)
        key = (*steps, event.actor, *_message(event)) if steps else ()
        if key != last:
            if len(group) > 1:
                yield group
            group, last = [], key
        if steps:
            group.append(_Piece(number, steps, text))
    if len(group) > 1:
        yield group


def _words(event: Event) -> tuple[tuple[str, ...], str]:
    """Where an event has its words, and what they are; nowhere, where it has none."""
    body = event.body
    if isinstance(body, Text | Thought) and isinstance(body.text, str):
        return ("body", "text"), body.text
    if isinstance(body, ToolResult) and type(body.content) is str:
        return ("body", "content"), body.content
    return (), ""


def _message(event: Event) -> tuple[object, ...]:
    """What the events of one message have in common.

    A model that goes on without a word of anybody else may be saying one thing; every prompt of a human is a message.
    """
    if isinstance(event.body, ToolResult) and event.call is not UNSET:
        return "call", event.call
    if event.response is not UNSET:
        return "response", event.response, type(event.body)
    if event.role is Role.ASSISTANT:
        return "role", event.role, event.span, type(event.body)
    origin = event.origin
    return ("record", origin.source, origin.line) if isinstance(origin, Origin) else ("event", event.uid)


def _contents(events: Sequence[Event]) -> Iterator[list[_Piece]]:
    """The parts of one result of a tool."""
    for number, event in enumerate(events):
        if isinstance(event.body, ToolResult) and type(content := event.body.content) is list and len(content) > 1:
            group = [
                _Piece(number, ("body", "content", place, "text"), part["text"])
                for place, part in enumerate(content)
                if type(part) is dict and type(part.get("text")) is str
            ]
            if len(group) > 1:
                yield group


def _streams(events: Sequence[Event], known: list[tuple[str, ...]]) -> Iterator[list[_Piece]]:
    """The pieces of each stream: those at the same path whose neighbours say the same, such as the id of a call."""
    streams: dict[tuple[object, ...], list[_Piece]] = {}
    for number, event in enumerate(events):
        if not known or not isinstance(event.body, Lifecycle) or type(event.residue) is not dict:
            continue
        for steps in known:
            holder: JSON = event.residue
            for step in steps[:-1]:
                holder = holder.get(step) if type(holder) is dict else None
            if type(holder) is dict and type(text := holder.get(steps[-1])) is str:
                beside = tuple((key, said) for key, said in holder.items() if type(said) is str and key != steps[-1])
                streams.setdefault((steps, beside), []).append(_Piece(number, ("residue", *steps), text))
    for group in streams.values():
        if len(group) > 1:
            yield group
            yield from _decoded(group)


def _decoded(group: list[_Piece]) -> Iterator[list[_Piece]]:
    """The same pieces as they read when all of them are base64.  Words may be so by chance, and are read both ways."""
    try:
        said = [binascii.a2b_base64(piece.text, strict_mode=True).decode("utf-8", "replace") for piece in group]
    except (binascii.Error, ValueError):
        return
    yield [replace(piece, text=text, encoded=True) for piece, text in zip(group, said, strict=True)]


def _put(event: Event, piece: _Piece, text: str) -> Event:
    match piece.steps:
        case ("body", "text"):
            return replace(event, body=replace(event.body, text=text))
        case ("body", _, *steps) if isinstance(event.body, ToolResult):
            return replace(event, body=replace(event.body, content=_with(event.body.content, steps, text)))
        case (_, *steps):
            return replace(event, residue=_with(event.residue, steps, text))
    raise AssertionError(piece.steps)


def _with(tree: JSON, steps: Sequence[str | int], text: str) -> JSON:
    """A copy of the tree with another text at the end of the steps."""
    if not steps:
        return text
    copy = tree.copy()
    copy[steps[0]] = _with(tree[steps[0]], steps[1:], text)
    return copy
