"""Figures on sessions for a terminal, as JSON and as CSV.  Prints nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from csv import writer
from datetime import date, timedelta
from io import StringIO
from typing import TYPE_CHECKING, Any

from steno.api.figures import ordered_tools as ordered_tools
from steno.api.figures import records as records
from steno.api.figures import with_calls
from steno.render import cost
from steno.render.bars import bar, share, short, sparkline
from steno.render.cost import money
from steno.render.table import Column, table
from steno.render.terminal import Paint, number_of, wrapped
from steno.render.times import lasted, when
from steno.stats import By, Figures, Group, Standing, Uses, Wait

if TYPE_CHECKING:
    from steno.api.stats import Counted

Hide = Callable[[str], str]
"""Masks a name, where that is asked for."""

SCHEMA = "steno.stats/1"
_TOOLS, _WAITS = 12, 5
"""How many a terminal shows."""
_BAR, _SPARK, _WIDEST = 12, 40, 100
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def lines(found: Counted, paint: Paint, hide: Hide, limit: int = 0) -> Iterator[str]:
    """Everything that a terminal shows.  `limit`: how many groups; 0: all."""
    figures = found.figures
    columns = None if paint.columns is None else min(paint.columns, _WIDEST)
    for label, value in _summary(figures, found.standing):
        first, *rest = wrapped(value, None if columns is None else max(columns - 8, 20))
        yield paint(f"{label:8}", "dim") + paint(first)
        yield from (" " * 8 + paint(line) for line in rest)
    yield ""
    yield from _groups(found, paint, hide, limit)
    if figures.tools:
        yield ""
        yield from _tools(figures, paint, hide)
    if figures.waits:
        yield ""
        yield from _waits(figures, paint, hide)


def _summary(figures: Figures, standing: Standing | None) -> Iterator[tuple[str, str]]:
    total = figures.total
    sums, uses = total.sums, total.uses
    yield "total", f"{number_of(len(total.sessions), 'session')}, {number_of(sums.requests, 'request')}"
    yield "cost", money_of(total) or "nothing"
    cached = f", {share(total.cache_share)} of the input read from the cache" if total.cache_share is not None else ""
    yield "tokens", f"{short(sums.prompt)} in{cached}, {short(sums.output)} out"
    if uses.count:
        yield "calls", f"{uses.count:,}, {uses.failed:,} failed ({share(uses.failed / uses.count)}), {retried(uses)}"
    days = every_day(figures)
    if spark := sparkline([usd for _, usd in days], _SPARK):
        yield "days", f"{spark} {days[0][0]} to {days[-1][0]}, at most {money(max(usd for _, usd in days))} a day"
    if standing is not None:
        yield "budget", budget_line(standing)


def retried(uses: Uses) -> str:
    return f"{uses.retried:,} tried again"


def every_day(figures: Figures) -> list[tuple[date, float]]:
    """What each day cost, from the first to the last, also those on which nothing was spent."""
    days = figures.days
    if not days:
        return []
    first, last = min(days), max(days)
    whole = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    return [(day, days[day].usd if day in days else 0.0) for day in whole]


def budget_line(standing: Standing) -> str:
    """What was spent of a budget, what is left, and where the period ends at this pace."""
    wanted, floor = standing.budget, standing.is_floor
    left = money(abs(standing.left))
    rest = f"{'≤ ' if floor else ''}{left} left" if standing.left >= 0 else f"{'≥ ' if floor else ''}{left} over"
    spent, pace = money(standing.spent, floor=floor), money(standing.projected, floor=floor)
    return f"{spent} of {money(wanted.usd)} this {wanted.unit}, {rest}; {pace} at this pace"


def money_of(group: Group) -> str:
    """What is known of the cost; `≥ ?` where nothing is."""
    if not group.sums.requests:
        return ""
    return money(group.usd, floor=group.is_floor) if group.is_priced else "≥ ?"


def _groups(found: Counted, paint: Paint, hide: Hide, limit: int) -> Iterator[str]:
    figures = found.figures
    by, groups = figures.by, cost.ordered(figures.groups, figures.by)
    most = max((group.usd for _, group in groups), default=0.0)
    columns = (
        Column(by.value.upper(), most=200, end=by is By.PROJECT, least=20), Column("SESSIONS", right=True, rank=7),
        Column("REQUESTS", right=True, rank=5), Column("TOKENS", right=True, rank=4),
        Column("CACHED", right=True, rank=6), Column("CALLS", right=True, rank=3), Column("FAILED", right=True, rank=2),
        Column("COST", right=True, rank=0), Column("", most=_BAR, least=_BAR, rank=1),
    )  # fmt: skip
    kept = groups[-limit:] if limit and by in (By.DAY, By.WEEK, By.MONTH) else groups[: limit or None]
    rows = [[hide(name), *_cells(group, most)] for name, group in kept]
    rows.append(["total", *_cells(figures.total, 0.0)])
    yield from table(columns, rows, paint)
    if len(kept) < len(groups):
        yield paint(f"{len(kept)} of {len(groups)}; --limit shows more", "dim")


def _cells(group: Group, most: float) -> list[str]:
    sums, uses = group.sums, group.uses
    return [
        f"{len(group.sessions):,}", f"{sums.requests:,}", short(sums.prompt + sums.output), share(group.cache_share),
        f"{uses.count:,}", f"{uses.failed:,}" if uses.failed else "", money_of(group), bar(group.usd, most, _BAR),
    ]  # fmt: skip


def _tools(figures: Figures, paint: Paint, hide: Hide) -> Iterator[str]:
    tools = ordered_tools(figures)
    most = max(uses.count for _, uses in tools)
    columns = (
        Column("TOOL", most=40, least=12), Column("CALLS", right=True, rank=0), Column("FAILED", right=True, rank=1),
        Column("RATE", right=True, rank=4), Column("AGAIN", right=True, rank=3), Column("MEDIAN", right=True, rank=2),
        Column("LONGEST", right=True, rank=5), Column("", most=_BAR, least=_BAR, rank=6),
    )  # fmt: skip
    rows = [
        [
            hide(name), f"{uses.count:,}", f"{uses.failed:,}" if uses.failed else "",
            share(uses.failed / uses.count) if uses.failed else "", f"{uses.retried:,}" if uses.retried else "",
            _lasted(uses.median), _lasted(uses.longest), bar(uses.count, most, _BAR),
        ]
        for name, uses in tools[:_TOOLS]
    ]  # fmt: skip
    yield from table(columns, rows, paint)
    if len(tools) > _TOOLS:
        yield paint(f"and {number_of(len(tools) - _TOOLS, 'more tool')}; --json has all", "dim")


def _waits(figures: Figures, paint: Paint, hide: Hide) -> Iterator[str]:
    columns = (
        Column("LONGEST WAITS", right=True), Column("FOR", rank=1), Column("", most=30, least=12, rank=0),
        Column("SESSION", most=36, least=8, rank=2), Column("EVENT", right=True, rank=3),
    )  # fmt: skip
    kept = [wait for kind in ("answer", "tool") for wait in [w for w in figures.waits if w.kind == kind][:_WAITS]]
    rows = [[_lasted(w.milliseconds), w.kind, hide(w.name), hide(w.session), str(w.event)] for w in kept]
    yield from table(columns, rows, paint)


def _lasted(milliseconds: int | None) -> str:
    return "" if milliseconds is None else lasted(milliseconds / 1000)


# JSON and CSV


def table_of(figures: Figures, hide: Hide, *, calls: bool = True) -> Iterator[str]:
    """The groups as lines of CSV, with a head; without `calls`, tokens and cost alone."""
    made = with_calls if calls else cost.record
    plain = [name for name, value in made(Group()).items() if not isinstance(value, dict)]
    yield _csv_line([figures.by.value, *plain])
    for name, group in cost.ordered(figures.groups, figures.by):
        record = made(group)
        yield _csv_line([_inert(hide(name)), *(_cell(record[key]) for key in plain)])


def _cell(value: Any) -> Any:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value


def _inert(name: str) -> str:
    """A name of a log, so that no spreadsheet takes it for a formula."""
    return "'" + name if name.startswith(_DANGEROUS) else name


def _csv_line(cells: list[Any]) -> str:
    text = StringIO()
    writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def moment(wait: Wait) -> str:
    """When it was, in local time."""
    return "" if wait.moment is None else when(wait.moment / 1000)
