"""Tells what a program wrote into a human's message from what the human typed.  Knows shapes of markup, no agent.

A part of a message is the program's where it is an element that the agent's table names, whole, at the beginning of the
text, or on lines of its own.  What is left is the human's.  The parts of a text, put together, are the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from steno.base.patterns import deferred
from steno.model import Event, Origin, Text
from steno.model.event import COMMAND, INJECTED, INVOKED

_SPACE = deferred(r"\s*")


class Marks:
    """What one agent's program writes into messages."""

    def __init__(
        self,
        elements: str,
        *,
        asked: tuple[str, ...] = (),
        spoken: tuple[tuple[str, ...], ...] = (),
        invoking: str = "",
        openings: tuple[str, ...] = (),
        prefaces: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """`elements` is a pattern of names.  Those that are `asked` hold what the human says to the agent.  `spoken`
        are groups of those that hold what the human typed to the program: the first group that holds anything counts;
        `outer/inner` names an element within one.  A text that begins with the element `invoking` is a command that
        stands for a prompt.  A text with one of the `openings` is all the program's.  A preface is what stands between
        two texts, at the beginning.
        """
        self._tag = rf"<({elements})(?:\s[^<>]*)?>"
        self.spoken = [
            [(outer, inner) for outer, _, inner in (name.partition("/") for name in each)] for each in spoken
        ]
        self.asked, self.invoking, self.openings, self.prefaces = asked, invoking, openings, prefaces

    @cached_property
    def first(self) -> re.Pattern[str]:
        """An element at the beginning of what is left of a text."""
        return re.compile(r"\s*" + self._tag)

    @cached_property
    def later(self) -> re.Pattern[str]:
        """One at the beginning of a line."""
        return re.compile(r"^[ \t]*" + self._tag, re.MULTILINE)


class Piece(Struct, frozen=True):
    text: str
    rule: str
    """Empty for the human's own words; INJECTED for the program's, COMMAND for what the human typed to the program,
    INVOKED for a command that stands for a prompt.
    """
    suffix: str = ""
    """What tells its uid from that of the piece which stands for the whole: the human's first, or the only one."""

    @property
    def human(self) -> bool:
        return self.rule != INJECTED

    @property
    def opens(self) -> bool:
        """Whether it is meant for the agent, and not for the program."""
        return self.rule not in (INJECTED, COMMAND) and bool(self.text.strip())


class _Element(Struct, frozen=True):
    name: str
    start: int
    end: int
    inner: tuple[int, int]


def pieces(text: str, marks: Marks) -> list[Piece]:
    """The parts of a text, in order."""
    preface = _preface(text, marks)
    if not preface and text.startswith(marks.openings, _first(text)):
        return [Piece(text, INJECTED)]
    elements = list(_elements(text, preface, marks))
    if not preface and not elements:
        return [Piece(text, "")]
    own = sorted([*_between(text, preface, elements), *_spoken(text, elements, marks)])
    return _numbered(_cut(text, own))


def cut(text: str, marks: Marks) -> list[str]:
    """The parts of a text as they read."""
    return [piece.text for piece in pieces(text, marks)] if "</" in text or marks.prefaces else [text]


def _first(text: str) -> int:
    """Where a text begins behind its white space.  It may be long: no copy is made without that."""
    found = _SPACE().match(text)
    return found.end() if found else 0


def _preface(text: str, marks: Marks) -> int:
    """Where what stands before the human's words ends."""
    start = _first(text)
    for opening, closing in marks.prefaces:
        if text.startswith(opening, start) and (end := text.find(closing, start)) >= 0:
            return end + len(closing)
    return 0


def _elements(text: str, start: int, marks: Marks) -> Iterator[_Element]:
    """The program's elements.  Looks at no part of the text twice, however many tags are never closed."""
    if "</" not in text:  # nothing is closed in it
        return
    unclosed: set[str] = set()
    position, free = start, True
    while found := (marks.first.match(text, position) if free else None) or marks.later.search(text, position):
        name = found[1]
        close = -1 if name in unclosed else text.find(f"</{name}>", found.end())
        end = close + len(name) + 3
        # At the beginning, or behind another one, anything may follow it.
        free = free and not text[position : found.start()].strip()
        if close < 0:
            unclosed.add(name)
            position, free = found.end(), False
        elif free or _END().match(text, end) or marks.first.match(text, end):
            yield _Element(name, found.start(), end, (found.end(), close))
            position, free = end, True
        else:
            position = end


_END = deferred(r"[ \t\r]*(?:\n|\Z)")


def _between(text: str, preface: int, elements: list[_Element]) -> Iterator[tuple[int, int, str]]:
    """What stands between the program's parts; the white space at its ends is theirs, but not that of the text's."""
    starts = [preface, *(each.end for each in elements)]
    ends = [*(each.start for each in elements), len(text)]
    for start, end in zip(starts, ends, strict=True):
        words = text[start:end]
        if words.strip():
            first = start + len(words) - len(words.lstrip()) if start else start
            last = end - len(words) + len(words.rstrip()) if end < len(text) else end
            yield first, last, ""


def _spoken(text: str, elements: list[_Element], marks: Marks) -> Iterator[tuple[int, int, str]]:
    rule = INVOKED if elements and elements[0].name == marks.invoking else COMMAND
    for each in elements if marks.asked else ():
        if each.name in marks.asked and (place := _inside(text, each, ""))[0] < place[1]:
            yield *place, ""
    first = {each.name: each for each in reversed(elements)}
    for group in marks.spoken:
        places = [_inside(text, first[outer], inner) for outer, inner in group if outer in first]
        found = [(start, end) for start, end in places if start < end]
        for start, end in found:
            yield start, end, rule
        if found:
            return


def _inside(text: str, element: _Element, name: str) -> tuple[int, int]:
    """Where the words of an element stand, or of one within it."""
    start, end = element.inner
    if name:
        opened = text.find(f"<{name}>", start, end)
        start = opened + len(name) + 2 if opened >= 0 else end
        closed = text.find(f"</{name}>", start, end)
        end = closed if closed >= 0 else start
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return start, start + len(words.strip())


def _cut(text: str, own: list[tuple[int, int, str]]) -> Iterator[Piece]:
    position = 0
    for start, end, rule in own:
        if start > position:
            yield Piece(text[position:start], INJECTED)
        yield Piece(text[start:end], rule)
        position = end
    if position < len(text):
        yield Piece(text[position:], INJECTED)


def _numbered(found: Iterable[Piece]) -> list[Piece]:
    every = list(found)
    whole = next((each for each in every if each.human), every[0])
    others = (each for each in every if each is not whole)
    names = {id(each): f"~{number}" for number, each in enumerate(others, 1)}
    return [replace(each, suffix=names.get(id(each), "")) for each in every]


def joined(events: list[Event]) -> list[Event]:
    """The events of a record, with the pieces of each text put together again: as many as the record has blocks."""

    def place(event: Event) -> object:
        return event.origin.pointer if isinstance(event.origin, Origin) and isinstance(event.body, Text) else event.uid

    if len(events) < 2:
        return events
    whole = []
    for _, group in groupby(events, place):
        first, *rest = group
        if rest:
            words = "".join(each.body.text for each in (first, *rest) if isinstance(each.body, Text))
            first = replace(first, body=Text(words))
        whole.append(first)
    return whole
