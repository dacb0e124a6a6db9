"""Which rows of a session a list holds: by what they are, and by how much of everything is wanted."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from steno.errors import UsageError
from steno.viewer.index import EDIT, FAILED, PASSING, Index
from steno.viewer.sorts import Sort

FILTERS: Final = ("all", "failures", "edits", "thinking", "subagents", "program")
DEPTHS: Final = range(1, 6)
"""1: prompts; 2: and answers; 3: and calls; 4: all but what was of use only while the agent ran; 5: everything."""
_PROGRAM: Final = frozenset({Sort.SYSTEM, Sort.STOP, Sort.COMPACT, Sort.UNKNOWN, Sort.BROKEN})
_UP_TO: Final = {
    1: frozenset({Sort.HUMAN}),
    2: frozenset({Sort.HUMAN, Sort.AGENT, Sort.NOTE, Sort.STOP}),
    3: frozenset({Sort.HUMAN, Sort.AGENT, Sort.NOTE, Sort.STOP, Sort.TOOL, Sort.SUB, Sort.COMMIT, Sort.COMPACT}),
}


class Listed(Struct, frozen=True):
    """Which rows of a session a list holds."""

    version: int
    total: int
    """In this list ..."""
    rows: int
    """... and in all."""
    tall: list[int]
    """Where prompts stand in it."""
    open: list[int]
    """Where rows stand that are open from the start."""
    turns: list[tuple[int, int, int]]
    """Of each turn: where it begins in the list, the number of its prompt, and its own."""


def chosen(index: Index, filter: str = "all", depth: int = 4, first: int = 0, last: int | None = None) -> array[int]:
    """The rows from one to another that a filter and a depth let through; raises `UsageError` for an unknown one."""
    if filter not in FILTERS or depth not in DEPTHS:
        raise UsageError(f"no list {filter!r} of depth {depth}; known: {', '.join(FILTERS)}, depth 1 to 5")
    every: Iterable[int] = range(first, len(index) if last is None else last)
    sort, marks = index.sort, index.marks
    match filter:
        case "failures":
            every = (row for row in every if marks[row] & FAILED)
        case "edits":
            every = (row for row in every if marks[row] & EDIT)
        case "thinking":
            every = (row for row in every if sort[row] == Sort.THINKING)
        case "subagents":
            every = (row for row in every if index.run[row] or sort[row] == Sort.SUB or row in index.starters)
        case "program":
            every = (row for row in every if sort[row] in _PROGRAM)
        case _ if depth < 4:
            wanted = _UP_TO[depth]
            every = (row for row in every if sort[row] in wanted)
        case _ if depth == 4:
            every = (row for row in every if not marks[row] & PASSING)
    return array("l", every)


def listed(index: Index, rows: array[int], depth: int) -> Listed:
    """What a list has to know before its rows come."""
    starts = [bisect_left(rows, turn.row) for turn in index.turns]
    there = [at < len(rows) and rows[at] == turn.row for at, turn in zip(starts, index.turns, strict=True)]
    return Listed(
        index.version,
        len(rows),
        len(index),
        [at for at, here in zip(starts, there, strict=True) if here],
        list(_open(index, rows, depth)),
        [(at, turn.at + 1, turn.number) for at, turn in zip(starts, index.turns, strict=True)],
    )


def _open(index: Index, rows: array[int], depth: int) -> Iterator[int]:
    """Where rows stand that are open from the start; few are, and only these are looked at."""
    wanted = FAILED | (EDIT if depth == 5 else 0)
    values = bytes(value for value in range(256) if value & wanted)
    for found in re.finditer(b"[" + re.escape(values) + b"]", bytes(index.marks)):
        at = bisect_left(rows, found.start())
        if at < len(rows) and rows[at] == found.start() and is_open(index, found.start(), depth):
            yield at


def is_open(index: Index, row: int, depth: int) -> bool:
    """Failed calls are open from the start, edits at the greatest depth."""
    if index.sort[row] != Sort.TOOL or depth < 4:
        return False
    return bool(index.marks[row] & FAILED) or (depth == 5 and bool(index.marks[row] & EDIT))
