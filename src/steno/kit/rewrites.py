"""Records that say again or go on with what others said: the same id written anew, a text in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from steno.base.exact import JSON
from steno.base.jsonl import Line
from steno.kit.table import down
from steno.model import Body, Event, Kind, Lifecycle, Text, Thought, ToolCall, Trace

if TYPE_CHECKING:
    from steno.kit.log import Log

PIECE = "$piece"
"""What a lifecycle event holds that stands for a later piece of a text: how many characters of it are its own."""


def latest(path: str, lines: Iterable[Line]) -> dict[str, str]:
    """The record that counts of all that are written under one id, by the id: the last one."""
    way = path.split(".")
    return {id: line.name for line in lines if type(id := down(line.value, way)) is str and id}


def successor(path: str) -> Callable[[Log, dict[str, JSON]], str]:
    """What says which record is the last that is written under a record's id; nothing where it is that itself."""
    way = path.split(".")

    def last(log: Log, record: dict[str, JSON]) -> str:
        id, name = down(record, way), log.line.name
        found = log.latest.get(id, name) if type(id) is str else name
        return "" if found == name else found

    return last


def repeated(log: Log, id: JSON, where: str) -> bool:
    """Whether a block is a record that is known by its id; if so it is an echo, and if not it is known from now on."""
    if type(id) is not str or not id:
        return False
    known = log.latest.setdefault(id, uid := log.uid())
    if known == uid:
        return False
    log.emit(Kind.LIFECYCLE, Lifecycle(log.told, transient=True), log.program, where, {"echo_of": known})
    return True


class Pieces:
    """Texts that are still being put together, by what joins their pieces."""

    def __init__(self) -> None:
        self._texts: dict[tuple[Kind, str], tuple[int, list[str]]] = {}
        self._open: dict[Kind, tuple[str, int]] = {}
        """Of texts whose pieces follow one another: the last one's id, and where its next piece would stand."""
        self.calls: dict[str, str] = {}
        """By span: the call whose arguments may go on."""

    def goes_on(self, log: Log, kind: Kind, id: JSON, text: str, where: str, fields: Mapping[str, Any]) -> bool:
        """Whether this text goes on with one before; if so it is kept with that, and its record as an event."""
        if id is True:
            number, end = self._open.get(kind, ("", -1))
            id = number if end == len(log.events) else f"\0{len(log.events)}"
            self._open[kind] = id, len(log.events) + 1
        if type(id) is not str:
            return False
        if (kind, id) not in self._texts:
            self._texts[kind, id] = len(log.events), [text]
            return False
        index, texts = self._texts[kind, id]
        texts.append(text)
        body = Lifecycle(log.told, data={PIECE: len(text)}, transient=True)
        log.emit(Kind.LIFECYCLE, body, log.program, where, {**fields, "echo_of": log.events[index].uid})
        return True

    def settle(self, events: list[Event]) -> None:
        """Give each first piece the whole text."""
        for index, texts in self._texts.values():
            if len(texts) > 1:
                events[index] = _with(events[index], "".join(texts))


def begins(path: str) -> Callable[[Log, dict[str, JSON], str], None]:
    """A hook, before the shape of a call: its arguments, a text at this path, may go on in records that have no id."""
    way = path.split(".")

    def begin(log: Log, record: dict[str, JSON], where: str) -> None:
        text, key = down(record, way), log.line.name
        log.pieces.calls.pop(log.shared.get("span", ""), None)
        if type(text) is str and not log.pieces.goes_on(log, Kind.TOOL_CALL, key, text, where, {}):
            log.pieces.calls[log.shared.get("span", "")] = key

    return begin


def goes_on(path: str) -> Callable[[Log, dict[str, JSON], str], None]:
    """A hook: at this path stands more of the arguments of the last call.  Give the path to the spec's `holes`."""
    *way, key = path.split(".")
    where = "/" + "/".join(way)

    def more(log: Log, record: dict[str, JSON], _: str) -> None:
        holder, call = down(record, way), log.pieces.calls.get(log.shared.get("span", ""))
        text = log.take(holder, key, where) if call is not None and type(holder) is dict else UNSET
        if isinstance(text, str):
            log.pieces.goes_on(log, Kind.TOOL_CALL, call, text, where, {})

    return more


def _with(event: Event, text: str) -> Event:
    body = event.body
    if isinstance(body, ToolCall):
        return replace(event, body=replace(body, arguments=text))
    return replace(event, body=replace(body, text=text)) if isinstance(body, Text | Thought | Lifecycle) else event


def _text(body: Body) -> JSON:
    """What may stand in pieces: a text, or the arguments of a call that are one."""
    return body.arguments if isinstance(body, ToolCall) else getattr(body, "text", UNSET)


def in_pieces(trace: Trace) -> Trace:
    """The trace with each text in its pieces again: put together they are the text, whatever became of it."""
    lengths: dict[str, list[tuple[int, int]]] = {}
    for index, event in enumerate(trace.events):
        data = event.body.data if isinstance(event.body, Lifecycle) else UNSET
        if type(data) is dict and type(length := data.get(PIECE)) is int and isinstance(event.echo_of, str):
            lengths.setdefault(event.echo_of, []).append((index, length))
    if not lengths:
        return trace
    events = list(trace.events)
    for index, event in enumerate(trace.events):
        if event.uid in lengths and isinstance(text := _text(event.body), str):
            own = max(0, len(text) - sum(length for _, length in lengths[event.uid]))
            events[index] = _with(event, text[:own])
            for later, length in lengths[event.uid]:
                events[later] = _with(events[later], text[own : own + length])
                own += length
    return replace(trace, events=tuple(events))
