"""The model's fields by name: what type each holds, and how it is got from an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import get_annotations
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec import UNSET, Struct

from steno.base.exact import JSON
from steno.kit.table import Read, Takes
from steno.model import Blob, Body, Event, Kind, Lifecycle, Span, Text, Thought, ToolCall, ToolResult, Unknown, Usage
from steno.model.signs import Signs

BODIES: Mapping[Kind, type[Body]] = {
    Kind.MESSAGE: Text,
    Kind.THOUGHT: Thought,
    Kind.TOOL_CALL: ToolCall,
    Kind.TOOL_RESULT: ToolResult,
    Kind.SPAN_START: Span,
    Kind.SPAN_END: Span,
    Kind.LIFECYCLE: Lifecycle,
    Kind.BLOB: Blob,
    Kind.UNKNOWN: Unknown,
}
_TYPES: Mapping[str, type] = {"str": str, "int": int, "bool": bool, "JSON": object, "dict[str,": dict}
EVENT, BODY, USAGE, LOG, SIGNS = range(5)
_HOLDERS = {"body": BODY, "usage": USAGE, "log": LOG, "signs": SIGNS}


class Step(NamedTuple):
    """One field to fill: where its value stands in the object that holds it, and where it goes."""

    key: str
    holder: int
    name: str
    type: type
    move: bool
    convert: Callable[[Any], Any] | None
    pointer: str
    inner: tuple[str, ...]
    """The keys that lead to it within the field: `files` in `body.detail.files`."""


Steps = tuple[tuple[tuple[str, ...], tuple[Step, ...]], ...]
"""For each object of a record that holds values: the keys that lead to it, and what it holds."""


def steps(kind: Kind | None, takes: Takes) -> Steps:
    """A table of paths and fields in the order in which it is gone through."""
    found: dict[tuple[str, ...], list[Step]] = {}
    for path, target in takes.items():
        field, convert = (target.field, conversion(target)) if isinstance(target, Read) else (target, None)
        *way, key = path.split(".")
        holder, name, inner = _split(field)
        if holder == "signs" and type(target) is str:
            raise ValueError(f"{field} is a view of the record, so it is Read and never taken")
        expected = object if convert or inner else _expected(kind, holder, name)
        pointer = "/" + path.replace(".", "/")
        step = Step(key, _HOLDERS.get(holder, EVENT), name, expected, type(target) is str, convert, pointer, inner)
        found.setdefault(tuple(way), []).append(step)
    return tuple((way, tuple(entries)) for way, entries in found.items())


def _split(field: str) -> tuple[str, str, tuple[str, ...]]:
    """A field's holder, its name there, and the keys within it."""
    first, *rest = field.split(".")
    return (first, rest[0], tuple(rest[1:])) if first in _HOLDERS and rest else ("", field, ())


def conversion(read: Read) -> Callable[[Any], Any] | None:
    """What computes the field, as a function."""
    table = read.convert
    if not isinstance(table, Mapping):
        return table
    return lambda value: table.get(value, UNSET) if type(value) in (str, int, bool) else UNSET


def _expected(kind: Kind | None, holder: str, name: str) -> type:
    """The type that a field holds, as the model declares it."""
    if holder == "log":
        return str
    struct: type[Struct] = Event
    if holder:
        struct = Signs if holder == "signs" else Usage if holder == "usage" or kind is None else BODIES[kind]
    for each in struct.__mro__:
        if (declared := get_annotations(each).get(name)) is not None:
            return _TYPES.get(str(declared).split(" ")[0], object)
    raise ValueError(f"{struct.__name__} has no field {name!r}")


def getter(fields: Sequence[str]) -> Callable[[Event], JSON]:
    """Gets the value of the first of some fields that an event has; raises AttributeError where it can have none."""
    if len(fields) > 1:
        return _first([getter([field]) for field in fields])
    holder, name, inner = _split(fields[0])
    direct = attrgetter(f"{holder}.{name}" if holder else name)
    return _within(direct, inner) if inner else direct


def _first(ways: list[Callable[[Event], JSON]]) -> Callable[[Event], JSON]:
    return lambda event: next((value for way in ways if (value := way(event)) is not UNSET), UNSET)


def _within(direct: Callable[[Event], JSON], inner: tuple[str, ...]) -> Callable[[Event], JSON]:
    def get(event: Event) -> JSON:
        value = direct(event)
        for key in inner:
            if type(value) is str:
                return value  # all of it was withheld, each part with it
            value = value.get(key, UNSET) if type(value) is dict else UNSET
        return value

    return get
