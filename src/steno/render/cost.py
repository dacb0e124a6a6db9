"""Tables of what sessions took and cost.  Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from steno.api.figures import budget as budget
from steno.api.figures import ordered as ordered
from steno.api.figures import record as record
from steno.base.exact import JSON
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of, one_line
from steno.stats import By, Group

if TYPE_CHECKING:
    from steno.api.cost import Spent

SCHEMA = "steno.cost/1"
_PLACES = 6
_CENT = 0.01


def records(spent: Spent) -> Iterator[dict[str, JSON]]:
    """Lines of JSON: the groups, and their sum."""
    spending, by = spent.spending, spent.spending.figures.by
    for name, each in ordered(spending.groups, by):
        yield {"schema": SCHEMA, "by": by.value, "name": name, **record(each)}
    more: dict[str, JSON] = {"repeated": spending.repeated, "undated": spending.undated}
    if spent.standing is not None:
        more["budget"] = budget(spent.standing)
    yield {"schema": SCHEMA, "total": True, **record(spending.total), **more}


def lines(groups: Mapping[str, Group], total: Group, by: By, paint: Paint) -> list[str]:
    """The table, with the sum of all groups below."""
    columns = (
        Column(by.value.upper(), most=200, end=by is By.PROJECT, least=30), Column("SESSIONS", right=True, rank=7),
        Column("REQUESTS", right=True, rank=6), Column("INPUT", right=True, rank=3),
        Column("CACHE READ", right=True, rank=4), Column("CACHE WRITE", right=True, rank=5),
        Column("OUTPUT", right=True, rank=2), Column("COST", right=True, rank=0),
        Column("UNPRICED", right=True, rank=1),
    )  # fmt: skip
    rows = [[name, *_cells(group)] for name, group in ordered(groups, by)]
    return table(columns, [*rows, ["total", *_cells(total)]], paint)


def _cells(group: Group) -> list[str]:
    sums, unpriced = group.sums, group.unpriced.total()
    counts = (len(group.sessions), sums.requests, sums.fresh, sums.cache_read, sums.cache_write, sums.output)
    return [
        *(f"{count:,}" for count in counts),
        money(group.usd, floor=group.is_floor) if sums.requests > unpriced else "",
        f"{unpriced:,}" if unpriced else "",
    ]


def money(usd: float, *, floor: bool = False) -> str:
    """In US dollars, to the cent; a `floor` is the least that it can be."""
    if floor:
        return f"≥ ${usd:,.2f}"
    return "<$0.01" if 0 < usd < _CENT else f"${usd:,.2f}"


def unknown(total: Group) -> Iterator[str]:
    """How much of the cost is not known, and why, what concerns most requests first."""
    requests = number_of(total.sums.requests, "request")
    for reasons, what in (
        (total.partly, "priced only in part, so the cost is a lower bound"),
        (total.unpriced, "without a price, so the cost does not include them"),
    ):
        if reasons:
            yield f"{reasons.total():,} of {requests} {what}:"
            for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
                yield f"  {number:,} {one_line(reason)}"
