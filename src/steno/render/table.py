"""Columns of text, fitted to the terminal: whole where nobody says how wide it is.  Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from steno.render.terminal import Paint, fitted, one_line, width

_GAP = 2
_LEAST = 12
MORE = "…"
"""Behind the head of a table from which columns are left out."""


class Column(Struct, frozen=True):
    """The first column of a table says what a row is about, and is never left out."""

    title: str
    right: bool = False
    """For numbers: they are left out, never cut."""
    most: int | None = None
    """On a terminal, longer cells are cut, with a `…` that says so.  A first column without it is never cut."""
    end: bool = False
    """Of a cell that is cut, the end is shown."""
    least: int = _LEAST
    """A narrow terminal cuts cells down to this, then leaves out columns."""
    rank: int | None = None
    """What matters least has the highest rank and goes first; 0 stays, whole.  Without one, later columns go first."""


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], paint: Paint) -> list[str]:
    """The lines of a table: a head, and one line per row.  Cells are any text.

    On a terminal no line is wider than it is, unless what must stay whole is wider by itself.
    """
    cells = [[one_line(text) for text, _ in zip(row, columns, strict=True)] for row in rows]
    widths = [max([width(column.title), *(width(row[index]) for row in cells)]) for index, column in enumerate(columns)]
    empty = {index for index in range(len(columns)) if not any(row[index] for row in cells)}
    shown = dict(enumerate(widths)) if paint.columns is None else _fit(columns, widths, empty, paint.columns)
    cut = len(shown) < len(columns)
    head = _line([column.title for column in columns], columns, shown) + (" " + MORE if cut else "")
    return [paint(head, "bold"), *(_line(row, columns, shown) for row in cells)]


def _fit(columns: Sequence[Column], wanted: Sequence[int], empty: set[int], room: int) -> dict[int, int]:
    """The columns that fit, with their widths; those in which nothing stands go first."""
    whole = {index: _capped(column, wanted[index]) for index, column in enumerate(columns)}
    if _total(whole) <= room:
        return whole
    least = {index: _least(index, column, whole[index]) for index, column in enumerate(columns)}
    ranks = {index: index if column.rank is None else column.rank for index, column in enumerate(columns)}
    order = sorted(ranks, key=lambda index: (index not in empty, -ranks[index], -index))  # what matters least first
    for index in order:
        left_out = len(MORE) + 1 if len(least) < len(columns) else 0
        if _total(least) + left_out <= room:
            break
        if index and ranks[index]:
            del least[index]
    left = room - _total(least) - (len(MORE) + 1 if len(least) < len(columns) else 0)
    for index in reversed(order):  # what is left over goes to what matters most
        if index in least and left > 0:
            more = min(left, whole[index] - least[index])
            least[index] += more
            left -= more
    return least


def _capped(column: Column, wanted: int) -> int:
    return wanted if column.most is None else max(width(column.title), min(column.most, wanted))


def _least(index: int, column: Column, whole: int) -> int:
    fixed = column.right or column.rank == 0 or (not index and column.most is None)
    return whole if fixed else min(whole, max(column.least, width(column.title)))


def _total(widths: dict[int, int]) -> int:
    return sum(widths.values()) + _GAP * (len(widths) - 1)


def _line(cells: Sequence[str], columns: Sequence[Column], widths: dict[int, int]) -> str:
    padded = []
    for index, room in widths.items():
        cell = fitted(cells[index], room, end=columns[index].end)
        space = " " * (room - width(cell))
        padded.append(space + cell if columns[index].right else cell + space)
    return (" " * _GAP).join(padded).rstrip()
