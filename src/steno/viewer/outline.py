"""The outline of a session: its prompts, what was said, and what was done between, each with its place in the list."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct

from steno.model import ToolCall
from steno.viewer.index import FAILED, NOWHERE
from steno.viewer.rows import status, words
from steno.viewer.sorts import NAMES, Sort, picture
from steno.viewer.texts import one_line
from steno.viewer.view import View

_WIDTH: Final = 120
MOST: Final = 20_000
"""No outline has more lines: of a longer one the calls are left out, then what was said."""


class Entry(Struct, omit_defaults=True, kw_only=True):
    """One line of the outline."""

    n: int
    position: int
    """Of its row, or of the next one that the list holds."""
    icon: str
    text: str
    depth: int
    kind: str
    """`prompt`, `words`, `tools`, `sub`, `stop`, `compact`; or `less`, which says what was left out."""
    turn: int | None = None
    failed: int | None = None
    missing: int | None = None
    running: int | None = None
    count: int | None = None
    """How many calls it stands for."""
    secret: int | None = None


def outline(view: View, rows: array[int], depth: int) -> list[Entry]:
    """To depth 1 the prompts, to 2 with what was said, to 3 and more with the calls, those of one tool together.

    `rows` are those of the list that the positions are of.
    """
    for each in range(min(depth, 3), 0, -1):
        found = list(islice(_Drawing(view, rows, each).entries(), MOST + 1))
        if len(found) <= MOST or each == 1:
            break
    if each == min(depth, 3) and len(found) <= MOST:
        return found
    left = {2: "calls are", 1: "calls and answers are"}.get(each, "the rest is")
    shown = found[:MOST]
    return [*shown, Entry(n=shown[-1].n, position=shown[-1].position, icon="note", depth=0, kind="less",
                          text=f"{left} left out: there are too many for an outline")]  # fmt: skip


class _Drawing:
    def __init__(self, view: View, rows: array[int], depth: int) -> None:
        self._view, self._rows, self._depth = view, rows, depth

    def entries(self) -> Iterator[Entry]:
        index = self._view.index
        group: Entry | None = None
        for row in range(len(index)):
            sort = index.sort[row]
            if sort == Sort.TOOL and self._depth >= 3:
                made = self._call(row)
                if group is not None and (group.text, group.depth) == (made.text, made.depth):
                    _add(group, made)
                    continue
                group = made
                yield made
            elif (entry := self._other(row)) is not None:
                group = None
                yield entry

    def _call(self, row: int) -> Entry:
        view, event = self._view, self._view.event(row)
        body = event.body
        made = self._entry(row, "tools", body.tool if isinstance(body, ToolCall) else "result", 2)
        made.icon, made.count = picture(Sort.TOOL, event, starts_run=row in view.index.starters), 1
        if view.index.marks[row] & FAILED:
            made.failed = 1
        elif view.index.back[row] == NOWHERE:
            if status(view, row) == "running":
                made.running = 1
            else:
                made.missing = 1
        return made

    def _other(self, row: int) -> Entry | None:
        view, sort = self._view, self._view.index.sort[row]
        said = words(view, row) if sort in (Sort.HUMAN, Sort.AGENT, Sort.SUB) else ""
        turn = view.index.turn_of(row)
        if sort == Sort.HUMAN and turn is not None and turn.row == row:
            made = self._entry(row, "prompt", said, 0)
            made.turn, made.failed = turn.number, turn.failed or None
            key = "running" if view.live and turn is view.index.turns[-1] else "missing"
            setattr(made, key, turn.missing or None)
            return made
        if self._depth < 2:
            return None
        if sort == Sort.AGENT and said.strip():
            return self._entry(row, "words", said, 1)
        if sort == Sort.SUB:
            return self._entry(row, "sub", said or view.index.runs[view.index.run[row]].id, 1)
        if sort in (Sort.STOP, Sort.COMPACT):
            return self._entry(row, NAMES[sort], NAMES[sort], 1)
        return None

    def _entry(self, row: int, kind: str, text: str, depth: int) -> Entry:
        view = self._view
        return Entry(
            n=view.index.number(row),
            position=bisect_left(self._rows, row),
            icon=NAMES[view.index.sort[row]],
            text=one_line(text, _WIDTH)[0],
            depth=depth + view.index.lane(row),
            kind=kind,
            secret=view.looked.get(row) if view.looked is not None else None,
        )


def _add(group: Entry, made: Entry) -> None:
    for name in ("count", "failed", "missing", "running", "secret"):
        total = (getattr(group, name) or 0) + (getattr(made, name) or 0)
        setattr(group, name, total or None)
