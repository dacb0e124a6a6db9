"""Columns of text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from steno.render.terminal import Paint, fitted, one_line, width


class Column(NamedTuple):
    title: str
    right: bool = False
    most: int | None = None
    """Longer cells are cut, with a `…` that says so; None shows them whole."""
    end: bool = False
    """Of a cell that is cut, the end is shown."""


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], paint: Paint) -> list[str]:
    """The lines of a table: a head, and one line per row.  Cells are any text."""
    cells = [[_cell(text, column) for text, column in zip(row, columns, strict=True)] for row in rows]
    widths = [max([width(column.title), *(width(row[index]) for row in cells)]) for index, column in enumerate(columns)]
    head = _line([column.title for column in columns], columns, widths)
    return [paint(head, "bold"), *(_line(row, columns, widths) for row in cells)]


def _cell(text: str, column: Column) -> str:
    safe = one_line(text)
    return safe if column.most is None else fitted(safe, column.most, end=column.end)


def _line(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    padded = [
        " " * (size - width(cell)) + cell if column.right else cell + " " * (size - width(cell))
        for cell, column, size in zip(cells, columns, widths, strict=True)
    ]
    return "  ".join(padded).rstrip()
