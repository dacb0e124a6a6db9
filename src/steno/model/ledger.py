"""What a redaction masked, and where: found by comparing the trace before and after.  Never holds a value."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from steno.base.exact import pointer
from steno.model.event import STATED, Event
from steno.model.trace import Note, Trace

NOTE = "redaction"
"""The key of the note that says at which level a trace was redacted, and how many values of each type were masked."""
_PARTS = ("header", "notes", "patches", "git_links", "attributions", "artifacts")
MARK = re.compile(r"\[REDACTED:([a-z_]+):([0-9a-f]{8,12})\]")
"""A placeholder: its type, and its tag."""


class Style(enum.Enum):
    """How placeholders are spelled in what leaves; both spellings come from one ledger."""

    OPEN_TOKEN = "open-token"  # noqa: S105  a format's name
    """`[REDACTED:<type>:<hash8>]`"""
    FORSY = "forsy"
    """`[CREDENTIAL]`, `[PERSON_1]`, `[INTERNAL_URL]`, `[CUSTOMER_ID]`, ..."""


def counts(note: Note) -> bool:
    """Whether a note of a redaction counts anything that was masked."""
    return isinstance(note.value, dict) and bool(note.value.get("notes"))


class Masked(Struct, frozen=True):
    event: str
    """The uid of the event; empty for the header and the notes."""
    path: str
    """Where in it: RFC 6901."""
    type: str
    tag: str
    rule: str
    """The code of what found it, where that is known."""


def entries(before: Trace, after: Trace, codes: Mapping[str, str]) -> Iterator[Masked]:
    """Every placeholder that stands in the second trace and not in the first, in order of the trace.

    `codes` names the rule behind a placeholder.
    """
    for old, new in zip(before.events, after.events, strict=True):
        if old is not new:
            yield from _changed(new.uid, old, new, codes)
    for name in _PARTS:
        yield from _changed("", {name: getattr(before, name)}, {name: getattr(after, name)}, codes)


def placeholders(trace: Trace) -> Iterator[str]:
    """Every placeholder of the trace, in its order: the events first, as in the list of entries."""
    for whole in (trace.events, *(getattr(trace, name) for name in _PARTS)):
        stack: list[Any] = [whole]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                yield from (match[0] for match in MARK.finditer(item))
            elif isinstance(item, Struct):
                stack.extend(getattr(item, name) for name in reversed(_fields(item)))
            elif isinstance(item, dict):
                stack.extend(part for key in reversed(item) for part in (item[key], key))
            elif isinstance(item, list | tuple):
                stack.extend(reversed(item))


def _fields(struct: Struct) -> tuple[str, ...]:
    """What is masked in a view is listed where it stands."""
    return STATED if type(struct) is Event else struct.__struct_fields__


def _changed(uid: str, old: object, new: object, codes: Mapping[str, str]) -> Iterator[Masked]:
    stack: list[tuple[tuple[str | int, ...], Any, Any]] = [((), old, new)]
    while stack:
        path, one, two = stack.pop()
        if isinstance(two, str):
            yield from _marks(uid, path, one, two, codes)
        elif isinstance(two, bytes):
            yield from _marks(uid, path, "", two.decode("latin-1"), codes)
        else:
            stack.extend(reversed(list(_children(path, one, two))))


def _children(path: tuple[str | int, ...], one: Any, two: Any) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:
    """What differs in two of a kind."""
    if isinstance(two, Struct):
        for name in _fields(two):
            old, new = getattr(one, name, None), getattr(two, name)
            if old is not new:
                yield (*path, name), old, new
    elif isinstance(two, dict):
        # Keys are masked in place: the order of both is the same.
        for (key, old), (masked, new) in zip(one.items(), two.items(), strict=False):
            if key != masked:
                yield (*path, masked), key, masked
            if old is not new:
                yield (*path, masked), old, new
    elif isinstance(two, list | tuple):
        for index, (old, new) in enumerate(zip(one, two, strict=False)):
            if old is not new:
                yield (*path, index), old, new


def _marks(uid: str, path: tuple[str | int, ...], old: object, new: str, codes: Mapping[str, str]) -> Iterator[Masked]:
    known = set(MARK.findall(old)) if isinstance(old, str) else set()
    for match in MARK.finditer(new):
        if match.groups() not in known:
            yield Masked(uid, pointer(*path), match[1], match[2], codes.get(match[0], ""))
