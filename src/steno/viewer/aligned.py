"""Two sessions side by side: which row of one stands beside which row of the other."""

from __future__ import annotations

from array import array
from typing import Final

from msgspec import Struct

from steno.base.sequence import common
from steno.compare.items import What, items
from steno.compare.result import Changed, Comparison, Divergence
from steno.errors import NotFound
from steno.viewer.diff import Diff, Hunk
from steno.viewer.index import FAILED, NOWHERE
from steno.viewer.row import Row
from steno.viewer.rows import Rows
from steno.viewer.sorts import Sort
from steno.viewer.texts import Hidden, one_line
from steno.viewer.view import View

SAME, NEAR, OUTPUT, ONLY_A, ONLY_B = "=~oab"
NAMES: Final = {SAME: "same", NEAR: "near", OUTPUT: "output", ONLY_A: "only-a", ONLY_B: "only-b"}
_GRAVEST: Final = "=o~ab"
_BINS: Final = 2000
_MOST: Final = 500
_AROUND: Final = 3
_LINES: Final = 2000
_SAYS: Final = 400


class Pair(Struct, kw_only=True, omit_defaults=True):
    """One line: what stands beside what."""

    at: int
    rel: str
    a: Row | None = None
    b: Row | None = None


class Pairs(Struct, frozen=True):
    first: int
    total: int
    rows: list[Pair]


class Shape(Struct, frozen=True):
    """All lines, one sign each, or for `per` of them together."""

    per: int
    rel: str
    """`=` the same, `~` similar, `o` another result, `a` or `b` only there."""
    a: str
    """`h` a prompt, `f` a failed call, `.` anything else, a space for nothing."""
    b: str


class Parted(Struct, kw_only=True):
    """Where two runs part."""

    at: int | None
    who: str
    what: str
    a: int | None
    b: int | None
    texts: tuple[str | None, str | None]


class Aligned:
    """The lines of two views, made once."""

    def __init__(self, a: View, b: View, found: Comparison) -> None:
        self.a, self.b, self.found = a, b, found
        self.left, self.right = array("l"), array("l")
        self._changed = {each.a.number - 1: each for each in (*found.outputs, *found.changed)}
        self._line(a, b)
        self.rel = "".join(map(self._relation, range(len(self.left))))
        self.differing = array("l", (at for at, sign in enumerate(self.rel) if sign != SAME))

    def _line(self, a: View, b: View) -> None:
        """One line for each pair, and for each row that stands alone, in the order of both."""
        beside, others, j = _beside(a, b, self.found), _steps(b), 0
        for row in _steps(a):
            mate = beside.get(row, NOWHERE)
            if mate != NOWHERE and j < len(others) and others[j] <= mate:
                while others[j] < mate:
                    self._put(NOWHERE, others[j])
                    j += 1
                self._put(row, mate)
                j += 1
            else:
                self._put(row, NOWHERE)
        for row in others[j:]:
            self._put(NOWHERE, row)

    def _put(self, a: int, b: int) -> None:
        self.left.append(a)
        self.right.append(b)

    def _relation(self, at: int) -> str:
        a, b = self.left[at], self.right[at]
        if a == NOWHERE or b == NOWHERE:
            return ONLY_B if a == NOWHERE else ONLY_A
        changed = self._changed.get(self.a.index.at[a])
        return SAME if changed is None else OUTPUT if changed.of else NEAR

    def changed(self, at: int) -> Changed | None:
        row = self.left[at]
        return None if row == NOWHERE or self.right[at] == NOWHERE else self._changed.get(self.a.index.at[row])

    def place(self, parted: Divergence) -> int | None:
        """The line at which two runs part."""
        for rows, view, shown in ((self.left, self.a, parted.a), (self.right, self.b, parted.b)):
            if shown is not None:
                row = view.index.row_of[shown.number - 1]
                found = next((at for at, each in enumerate(rows) if each == row), None)
                if found is not None:
                    return found
        return None


def _steps(view: View) -> list[int]:
    """The rows that count in a comparison: all but the program's own records."""
    kept = {item.at for item in items(view.trace) if item.what is not What.ASIDE}
    return [row for row, at in enumerate(view.index.at) if at in kept and row not in view.index.note]


def _beside(a: View, b: View, found: Comparison) -> dict[int, int]:
    """The row of one that stands beside a row of the other, as far as both are in order."""
    places = {event.uid: at for at, event in enumerate(a.events)}, {event.uid: at for at, event in enumerate(b.events)}
    pairs: dict[int, int] = {}
    for one, two in found.events.matched:
        i, j = places[0][one], places[1][two]
        row, mate = a.index.row_of[i], b.index.row_of[j]
        if a.index.at[row] == i and b.index.at[mate] == j:
            pairs.setdefault(row, mate)
    return pairs


def window(aligned: Aligned, first: int, count: int, *, only: bool) -> Pairs:
    """Some lines, from one on; `only` those that differ."""
    total = len(aligned.differing) if only else len(aligned.left)
    first = max(0, first)
    last = min(total, first + min(max(0, count), _MOST))
    places = aligned.differing[first:last] if only else range(first, last)
    make = Rows(aligned.a), Rows(aligned.b)
    return Pairs(first, total, [_pair(aligned, make, at) for at in places])


def _pair(aligned: Aligned, make: tuple[Rows, Rows], at: int) -> Pair:
    a, b = aligned.left[at], aligned.right[at]
    return Pair(
        at=at,
        rel=NAMES[aligned.rel[at]],
        a=None if a == NOWHERE else make[0].row(a),
        b=None if b == NOWHERE else make[1].row(b),
    )


def shape(aligned: Aligned) -> Shape:
    """What a strip over all lines shows."""
    total = len(aligned.left)
    per = max(1, -(-total // _BINS))
    parts = [range(at, min(total, at + per)) for at in range(0, total, per)]
    return Shape(
        per,
        "".join(max((aligned.rel[at] for at in part), key=_GRAVEST.index) for part in parts),
        "".join(_sign(aligned.a, [aligned.left[at] for at in part]) for part in parts),
        "".join(_sign(aligned.b, [aligned.right[at] for at in part]) for part in parts),
    )


def _sign(view: View, rows: list[int]) -> str:
    known = [row for row in rows if row != NOWHERE]
    if any(view.index.sort[row] == Sort.TOOL and view.index.marks[row] & FAILED for row in known):
        return "f"
    return "h" if any(view.index.sort[row] == Sort.HUMAN for row in known) else "." if known else " "


def parted(aligned: Aligned, found: Divergence | None) -> Parted | None:
    if found is None:
        return None
    return Parted(
        at=aligned.place(found),
        who=found.who.value,
        what=found.what,
        a=None if found.a is None else found.a.number,
        b=None if found.b is None else found.b.number,
        texts=(_said(found.texts[0], found.a), _said(found.texts[1], found.b)),
    )


def _said(text: str | None, shown: object) -> str | None:
    line, more = one_line(text if text is not None else getattr(shown, "subject", ""), _SAYS)
    return (f"{line}…" if more else line) or None


def difference(aligned: Aligned, at: int) -> Diff:
    """What differs in a line, as hunks; raises `NotFound`."""
    changed = aligned.changed(at) if 0 <= at < len(aligned.left) else None
    if changed is None:
        raise NotFound(f"nothing differs in line {at}", "lines that both have and that differ can be opened")
    return between(*changed.texts, "result" if changed.of else changed.a.name)


def between(one: str, two: str, path: str) -> Diff:
    """How one text became the other, with some lines around."""
    old, new = one.split("\n"), two.split("\n")
    hidden = max(0, len(old) - _LINES) + max(0, len(new) - _LINES)
    old, new = old[:_LINES], new[:_LINES]
    signed: list[tuple[str, int, int]] = []
    i = j = 0
    for k, m in [*common(old, new), (len(old), len(new))]:
        signed += [("-" + line, at + 1, j + 1) for at, line in enumerate(old[i:k], i)]
        signed += [("+" + line, k + 1, at + 1) for at, line in enumerate(new[j:m], j)]
        if k < len(old):
            signed.append((" " + old[k], k + 1, m + 1))
        i, j = k + 1, m + 1
    kinds = [line[0] for line, _, _ in signed]
    left = len(one) + len(two) - sum(map(len, old)) - sum(map(len, new))
    return Diff(path, kinds.count("+"), kinds.count("-"), _hunks(signed), Hidden(hidden, left) if hidden else None)


def _hunks(signed: list[tuple[str, int, int]]) -> list[Hunk]:
    near = set[int]()
    for at, (line, _, _) in enumerate(signed):
        if line[0] != " ":
            near.update(range(at - _AROUND, at + _AROUND + 1))
    found: list[Hunk] = []
    last = NOWHERE
    for at, (line, old, new) in enumerate(signed):
        if at not in near:
            continue
        if not found or at != last + 1:
            found.append(Hunk(old, new, []))
        found[-1].lines.append(line)
        last = at
    return found
