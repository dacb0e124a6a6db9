"""Which rows a session has: where their events stand, what they are, which turn and run they belong to.

Numbers alone: what a row says is read from the events when somebody asks for it.  A log that grows is added at the end.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from copy import copy
from itertools import pairwise
from typing import Final

from msgspec import UNSET, Struct

from steno.compare.items import Item, What, items
from steno.model import Kind, Note, ToolResult, Trace
from steno.model.calls import failed
from steno.model.runs import run_of, runs
from steno.speech import messages
from steno.viewer.sorts import Sort, is_failure, is_passing, sort_of

FAILED: Final = 1
EDIT: Final = 2
PASSING: Final = 4
FINAL: Final = 8
NOWHERE: Final = -1


class Turn(Struct):
    """A prompt, and everything up to the next one."""

    number: int
    row: int
    at: int
    calls: int = 0
    failed: int = 0
    missing: int = 0
    tokens: int | None = None
    """Of all prompts and answers of the model; None where the log states none."""
    cost: float | None = None


class Run(Struct):
    """The work of a sub-agent."""

    id: str
    depth: int
    first: int
    """Its first row ..."""
    last: int
    """... and its last."""
    starter: int = NOWHERE
    """The row of the call that started it."""


class Index:
    """The rows of one session, in the order of its log."""

    def __init__(self) -> None:
        self.at = array("q")
        """Where the first event of each row stands, counted from 0."""
        self.back = array("q")
        """Where the result of its call stands."""
        self.sort, self.marks = bytearray(), bytearray()
        self.run = array("l")
        """The number of the run that it belongs to; 0 for the session itself."""
        self.row_of = array("l")
        """The row of each event."""
        self.more: dict[int, list[int]] = {}
        """Where further events of a row stand: parts of a message, and those that say it again."""
        self.said: dict[int, tuple[int, ...]] = {}
        """Where the words of a prompt stand."""
        self.turns: list[Turn] = []
        self.runs: list[Run] = [Run("", 0, 0, 0)]
        self.starters: dict[int, str] = {}
        """Rows of calls that started a run, with its id."""
        self.groups: dict[str, list[int]] = {}
        """Rows of calls that were asked for at once."""
        self.open: dict[str, list[int]] = {}
        """Rows of calls without a result, by the id of the call."""
        self.note: dict[int, int] = {}
        """Which note stands in a row, of those that people made, counted from 0."""
        self.version = 1
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.at)

    def frozen(self) -> Index:
        """The rows as they are now, which grow no more."""
        made = copy(self)
        for name in ("at", "back", "sort", "marks", "run", "row_of", "turns", "runs"):
            setattr(made, name, getattr(self, name)[:])
        for name in ("more", "said", "groups", "note", "starters"):
            setattr(made, name, getattr(self, name).copy())
        return made

    def number(self, row: int) -> int:
        """What a row is called: the number of its first event, or that of a note, below 0."""
        note = self.note.get(row)
        return self.at[row] + 1 if note is None else -note - 1

    def row(self, n: int) -> int | None:
        """The row that holds an event, by its number, or a note."""
        if 1 <= n <= len(self.row_of):
            return self.row_of[n - 1]
        return next((row for row, note in self.note.items() if -note - 1 == n), None)

    def lane(self, row: int) -> int:
        return self.runs[self.run[row]].depth

    def turn_of(self, row: int) -> Turn | None:
        """The turn that a row belongs to; None before the first prompt."""
        at = bisect_right(self.turns, row, key=lambda turn: turn.row) - 1
        return self.turns[at] if at >= 0 else None

    def add(self, trace: Trace, first: int = 0) -> set[int]:
        """Add the events of a trace, of which the first has this place; gives the earlier rows that changed."""
        found, changed = items(trace), set[int]()
        echoes = {event.uid: at for at, event in enumerate(trace.events) if event.echo_of is not UNSET}
        self.row_of.extend([0] * len(trace.events))
        said = self._said(trace, found)
        known, noted = runs(trace), _noted(trace)
        folded = {at: head for head, parts in said.items() for at in parts if at > head}
        before: Item | None = None
        for item in found:
            if item.at in folded:
                self._fold(self.row_of[first + folded[item.at]], item, first, echoes)
            elif (row := self._answered(item)) is not None:
                self.back[row] = first + item.at
                self.row_of[first + item.at] = row
                self.mark(row, FAILED, on=failed(item.event))
                self._echo(row, item, first, echoes)
                changed.add(row)
            elif before is not None and _opens(before, item):
                self._fold(len(self) - 1, item, first, echoes)
                self.sort[-1] = Sort.SUB
            else:
                self._append(item, first, said.get(item.at), run_of(item.event, known))
                self._echo(len(self) - 1, item, first, echoes)
                if noted:
                    self._note(len(self) - 1, item, noted)
            before = item
        for number in noted.get("", ()) if first == 0 else ():
            self._add_note(number, max(0, len(trace.events) - 1))
        return changed

    def _said(self, trace: Trace, found: Sequence[Item]) -> dict[int, tuple[int, ...]]:
        """Where the words of each prompt stand, by the place of the event with which it reached the agent."""
        heard = messages(trace.header, trace.events)
        if not heard:
            return {item.at: (item.at,) for item in found if item.what is What.PROMPT and not item.nested}
        wanted = {part.uid for each in heard for part in each.parts}
        places = {event.uid: at for at, event in enumerate(trace.events) if event.uid in wanted}
        return {each.index: tuple(sorted({places[part.uid] for part in each.parts})) for each in heard}

    def _answered(self, item: Item) -> int | None:
        """The row of the call that an item answers, where that came with an earlier part of the log."""
        event = item.event
        if event.kind is not Kind.TOOL_RESULT or not isinstance(event.call, str) or event.echo_of is not UNSET:
            return None
        waiting = self.open.get(event.call)
        return waiting.pop(0) if waiting else None

    def _append(self, item: Item, first: int, said: tuple[int, ...] | None, run: str | None) -> None:
        row, event = len(self), item.event
        sort = Sort.HUMAN if said is not None else sort_of(item)
        self.at.append(first + item.at)
        self.back.append(NOWHERE if item.result is None else first + item.returned_at)
        self.sort.append(sort)
        self.marks.append(_marks(item, sort))
        self.run.append(self._run(run, row))
        self._own(row, item, first)
        if said is not None:
            self.said[row] = tuple(first + at for at in said)
            self.turns.append(Turn(len(self.turns) + 1, row, first + item.at))
        if sort is Sort.TOOL:
            if isinstance(event.parallel, str):
                self.groups.setdefault(event.parallel, []).append(row)
            if item.result is None and item.what is What.CALL and isinstance(event.call, str):
                self.open.setdefault(event.call, []).append(row)
            started = (each.child_run for each in item.events)
            for id in (each for each in started if isinstance(each, str)):
                self.starters[row] = id
                self._numbers.setdefault(id, len(self.runs))
                if self._numbers[id] == len(self.runs):
                    self.runs.append(Run(id, self.lane(row) + 1, NOWHERE, NOWHERE, row))

    def _own(self, row: int, item: Item, first: int) -> None:
        """The events of an item belong to a row."""
        self.row_of[first + item.at] = row
        if item.result is not None:
            self.row_of[first + item.returned_at] = row

    def _run(self, id: str | None, row: int) -> int:
        if id is None:
            return 0
        number = self._numbers.setdefault(id, len(self.runs))
        if number == len(self.runs):
            self.runs.append(Run(id, 1, row, row))
        run = self.runs[number]
        run.first = row if run.first == NOWHERE else run.first
        run.last = row
        return number

    def _note(self, row: int, item: Item, noted: dict[str, list[int]]) -> None:
        """A row for each note on an event of an item, behind its own."""
        for event in item.events:
            for number in noted.get(event.uid, ()):
                self._add_note(number, self.at[row], self.run[row])

    def _add_note(self, number: int, at: int, run: int = 0) -> None:
        self.note[len(self)] = number
        self.at.append(at)
        self.back.append(NOWHERE)
        self.sort.append(Sort.NOTE)
        self.marks.append(0)
        self.run.append(run)

    def _fold(self, row: int, item: Item, first: int, echoes: dict[str, int]) -> None:
        """Put an item into the row before it."""
        self.more.setdefault(row, []).append(first + item.at)
        self.row_of[first + item.at] = row
        self._echo(row, item, first, echoes)

    def _echo(self, row: int, item: Item, first: int, echoes: dict[str, int]) -> None:
        """Events that say an item again belong to its row."""
        for echo in item.echoes:
            at = first + echoes[echo.uid]
            self.more.setdefault(row, []).append(at)
            self.row_of[at] = row

    def mark(self, row: int, flag: int, *, on: bool) -> None:
        self.marks[row] = self.marks[row] | flag if on else self.marks[row] & ~flag

    def count(self, calls: Callable[[int], bool], first: int = 0) -> None:
        """Count what was done in each turn from one on, and mark its last word; `calls` says whether the row of a tool
        is one of a call."""
        starts = [turn.row for turn in self.turns[first:]] + [len(self)]
        for turn, (start, end) in zip(self.turns[first:], pairwise(starts), strict=True):
            turn.calls = turn.failed = turn.missing = 0
            final = NOWHERE
            for row in range(start, end):
                self.marks[row] &= ~FINAL
                if self.sort[row] == Sort.AGENT and not self.run[row]:
                    final = row
                elif self.sort[row] == Sort.TOOL:
                    final = NOWHERE
                    if calls(row):
                        turn.calls += 1
                        turn.failed += self.marks[row] & FAILED
                        turn.missing += self.back[row] == NOWHERE
            if final != NOWHERE:
                self.marks[final] |= FINAL


def _noted(trace: Trace) -> dict[str, list[int]]:
    """The numbers of the notes on each event; those on the whole trace are under no name."""
    found: dict[str, list[int]] = {}
    for number, note in enumerate(said_by_people(trace.notes)):
        found.setdefault(note.target if isinstance(note.target, str) else "", []).append(number)
    return found


def said_by_people(notes: Sequence[Note]) -> list[Note]:
    """Notes that somebody wrote about a session, each at a known time; what a format states of its steps is none."""
    return [each for each in notes if isinstance(each.author, str) and isinstance(each.time, str)]


def _opens(before: Item, item: Item) -> bool:
    """Whether an item is what a sub-agent was asked, right behind the start of its run."""
    return (
        before.event.kind is Kind.SPAN_START and item.what is What.PROMPT and before.event.span == item.event.span
        and isinstance(item.event.span, str)
    )  # fmt: skip


def _marks(item: Item, sort: Sort) -> int:
    result = item.result
    bad = result is not None and isinstance(result.body, ToolResult) and failed(result)
    bad = bad or (result is None and is_failure(item.event))
    return FAILED * bad | PASSING * (item.what is What.ASIDE and is_passing(item.event))
