"""The touches of a file, a line each.  Masks nothing: who calls it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from steno.render.table import Column, table
from steno.render.terminal import Paint
from steno.render.times import when, zone

if TYPE_CHECKING:
    from steno.api.touched import Touched


def cells(row: Touched) -> list[str]:
    """What a line says, before it is laid out."""
    result = "" if not isinstance(row.failed, bool) else "failed" if row.failed else "done"
    time, tool = row.time or "", row.tool or ""
    return [when(time) if time else "", row.agent, row.action, result, tool, row.path, row.open]


def lines(rows: Sequence[Sequence[str]], paint: Paint) -> Iterator[str]:
    """The table."""
    columns = [
        Column(f"TIME ({zone()})", least=16), Column("AGENT", rank=4), Column("ACTION"), Column("RESULT", rank=2),
        Column("TOOL", rank=5), Column("PATH", end=True, rank=3), Column("OPEN", rank=1),
    ]  # fmt: skip
    yield from table(columns, rows, paint)
