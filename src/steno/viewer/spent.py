"""What each turn and each sub-agent of a session took and cost, in sum with those that it started."""

from __future__ import annotations

from msgspec import Struct

from steno.viewer.index import FAILED, NOWHERE, Index
from steno.viewer.rows import Rows
from steno.viewer.sorts import Sort
from steno.viewer.view import View


class Spent(Struct, kw_only=True, omit_defaults=True):
    """One line of the tree; its parent is the nearest line before it of less depth."""

    kind: str
    """`session`, `turn`, `main` (what the session itself did in a turn) or `run`."""
    depth: int
    name: str
    n: int | None = None
    """The event that opens it."""
    text: str | None = None
    calls: int = 0
    failed: int = 0
    tokens: int | None = None
    cost: float | None = None
    """Sub-agents included; None where no answer has a price."""


class _Sum:
    def __init__(self) -> None:
        self.calls = self.failed = 0
        self.tokens: int | None = None
        self.cost: float | None = None

    def add(self, other: _Sum) -> None:
        self.calls += other.calls
        self.failed += other.failed
        self.charge(other.tokens, other.cost)

    def charge(self, tokens: int | None, cost: float | None) -> None:
        self.tokens = self.tokens if tokens is None else (self.tokens or 0) + tokens
        self.cost = self.cost if cost is None else (self.cost or 0.0) + cost

    def line(self, kind: str, depth: int, name: str, n: int | None = None, text: str | None = None) -> Spent:
        return Spent(
            kind=kind, depth=depth, name=name, n=n, text=text, calls=self.calls, failed=self.failed,
            tokens=self.tokens, cost=self.cost,
        )  # fmt: skip


def spent(view: View) -> list[Spent]:
    """The tree of a session, parents first."""
    own, children = _own(view), _children(view.index)
    total = _rolled(own, children, len(view.index.runs))
    lines = [total[0].line("session", 0, "Session")]
    make = Rows(view)
    begun: dict[int | None, list[int]] = {}
    for run in children.get(0, ()):
        begun.setdefault(_turn(view.index, view.index.runs[run].first), []).append(run)
    turns = [None, *range(len(view.index.turns))]
    for turn in turns:
        mine, started = own.get((0, turn)), begun.get(turn, [])
        if mine is None and not started:
            continue
        summed = _Sum()
        for each in (mine, *(total[run] for run in started)):
            if each is not None:
                summed.add(each)
        lines.append(_turn_line(view, make, turn, summed))
        if started:
            lines.append((mine or _Sum()).line("main", 2, "main"))
            for run in started:
                lines += _runs(view, make, run, 2, total, children)
    return lines


def _turn_line(view: View, make: Rows, turn: int | None, summed: _Sum) -> Spent:
    if turn is None:
        return summed.line("turn", 1, "Before the first prompt")
    row = view.index.turns[turn].row
    return summed.line("turn", 1, f"Turn {turn + 1}", view.index.number(row), make.row(row).text)


def _runs(
    view: View, make: Rows, run: int, depth: int, total: dict[int, _Sum], children: dict[int, list[int]]
) -> list[Spent]:
    found, todo = list[Spent](), [(run, depth)]
    while todo:
        at, level = todo.pop()
        known = view.index.runs[at]
        if known.first != NOWHERE:
            row = make.row(known.first)
            found.append(total[at].line("run", level, known.id, row.n, row.text))
        todo += [(each, level + 1) for each in reversed(children.get(at, []))]
    return found


def _own(view: View) -> dict[tuple[int, int | None], _Sum]:
    """What each run did by itself in each turn."""
    index, found = view.index, dict[tuple[int, int | None], _Sum]()

    def of(row: int) -> _Sum:
        return found.setdefault((index.run[row], _turn(index, row)), _Sum())

    for row in range(len(index)):
        if index.sort[row] == Sort.TOOL:
            summed = of(row)
            summed.calls += 1
            summed.failed += bool(index.marks[row] & FAILED)
    for at, charge in list(view.known.charges.items()):
        if at < len(index.row_of):
            of(index.row_of[at]).charge(charge.output + charge.context, charge.cost)
    return found


def _turn(index: Index, row: int) -> int | None:
    turn = index.turn_of(row) if row != NOWHERE else None
    return None if turn is None else turn.number - 1


def _children(index: Index) -> dict[int, list[int]]:
    """The runs that each one started; one that nobody is known to have started is the session's."""
    found: dict[int, list[int]] = {}
    for run in range(1, len(index.runs)):
        starter = index.runs[run].starter
        parent = index.run[starter] if starter != NOWHERE else 0
        found.setdefault(0 if parent == run else parent, []).append(run)
    return found


def _rolled(own: dict[tuple[int, int | None], _Sum], children: dict[int, list[int]], runs: int) -> dict[int, _Sum]:
    """What each run and all that it started took."""
    total = {run: _Sum() for run in range(runs)}
    for (run, _), each in own.items():
        total[run].add(each)
    order, todo, seen = list[int](), [0], set[int]()
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            order.append(at)
            todo += children.get(at, [])
    for at in reversed(order):
        for child in children.get(at, ()):
            total[at].add(total[child])
    return total
