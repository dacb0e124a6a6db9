"""Finds a text in the words, commands and results of a session."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator

from msgspec import UNSET, Struct

from steno.model import Event, Lifecycle, Text, Thought, ToolCall, ToolResult, Unknown
from steno.model.calls import spelled, text_of
from steno.viewer.view import View


class Hits(Struct, frozen=True):
    total: int
    hits: list[int]
    """The numbers of the rows that hold it."""
    positions: list[int | None]
    """Where each stands in the list; None where the list does not hold it."""
    next: int | None = None
    """Which of the hits comes first behind where the search began."""


def find(view: View, text: str, rows: array[int], start: int = 0) -> Hits:
    """Every row that holds a text, whatever its case; `rows` are those of the list that the positions are of."""
    wanted = text.casefold()
    index = view.index
    found: dict[int, None] = {}
    if wanted:
        for at, event in enumerate(view.events):
            row = index.row_of[at]
            if row not in found and any(wanted in each.casefold() for each in texts(event)):
                found[row] = None
        for row, number in index.note.items():
            if wanted in str(view.notes[number].value).casefold():
                found[row] = None
    chosen = sorted(found)
    numbers = [index.number(row) for row in chosen]
    later = next((at for at, row in enumerate(chosen) if index.at[row] + 1 >= start), 0 if chosen else None)
    return Hits(len(chosen), numbers, [_position(rows, row) for row in chosen], later)


def _position(rows: array[int], row: int) -> int | None:
    at = bisect_left(rows, row)
    return at if at < len(rows) and rows[at] == row else None


def texts(event: Event) -> Iterator[str]:
    """What can be read of an event."""
    body = event.body
    if isinstance(body, Text):
        yield body.text
    elif isinstance(body, Thought):
        if isinstance(body.text, str):
            yield body.text
    elif isinstance(body, ToolCall):
        yield body.tool
        if isinstance(body.arguments, dict):
            for value in body.arguments.values():
                yield value if isinstance(value, str) else spelled(value)
        elif body.arguments is not UNSET:
            yield body.arguments if isinstance(body.arguments, str) else spelled(body.arguments)
    elif isinstance(body, ToolResult):
        yield text_of(body.content) or ""
    elif isinstance(body, Lifecycle):
        yield body.name
        if isinstance(body.text, str):
            yield body.text
        elif body.data is not UNSET:
            yield spelled(body.data)
    elif isinstance(body, Unknown):
        yield body.name
