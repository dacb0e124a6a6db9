"""What a page shows of many sessions at once: figures by day, group and tool; and the health of what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from msgspec import Struct, to_builtins

from steno.api.doctor import doctor
from steno.api.mask import Mask
from steno.api.sessions_table import SessionRow, session_table
from steno.api.shelf import Shelf
from steno.api.stats import Chosen, Counted, stats
from steno.api.view import Desk
from steno.base.time import local
from steno.errors import Unreadable, UsageError
from steno.stats import By, Day, Figures, Group, Period, Uses
from steno.stats.columns import by_model, columns, dearest, size
from steno.viewer.masked import Pending

PERIODS: Final = {"7": 7, "30": 30, "all": None}
GROUPS: Final = {"session": By.SESSION, "project": By.PROJECT, "model": By.MODEL, "agent": By.AGENT}
_SERIES: Final = 3
"""So many models have a colour of their own; the others are one."""
_ROWS: Final = 12
OTHERS: Final = "others"


class Span(Struct, kw_only=True):
    """Days that one column of a chart stands for."""

    first: str
    usd: float
    is_least: bool
    parts: list[float]
    """Dollars of each series."""
    fresh: int
    cache_read: int
    cache_write: int
    output: int


class Sum(Struct, kw_only=True, omit_defaults=True):
    """What rows that have something in common come to; None is what nobody knows."""

    name: str
    key: str | None = None
    """Opens it, where it is a session."""
    project: str | None = None
    sessions: int
    requests: int
    tokens: int
    cached: float | None = None
    cost: float | None = None
    cost_is_least: bool = False
    unpriced: int = 0
    calls: int = 0
    failed: int = 0
    unanswered: int = 0
    retried: int = 0


class Tool(Struct, kw_only=True):
    name: str
    calls: int
    failed: int
    unanswered: int
    retried: int
    median: int | None
    """Milliseconds."""


class Slow(Struct, kw_only=True):
    ms: int
    kind: str
    name: str
    title: str | None
    key: str | None
    own: int


class Board(Struct, kw_only=True):
    """Figures on many sessions."""

    first: str | None
    last: str | None
    total: Sum
    before: Sum | None
    """The same number of days before, where there is a number."""
    size: int
    """How many days a column stands for."""
    series: list[str]
    spans: list[Span]
    by: str
    groups: list[Sum]
    of: int
    """How many groups there are."""
    tools: list[Tool]
    waits: list[Slow]
    unpriced: dict[str, int]
    undated: int


def board(
    desk: Desk, shelf: Shelf, period: str = "30", by: str = "session", level: str | None = None
) -> Board | Pending:
    """Figures on the sessions of this machine; masked where a level is asked for.  Raises `UsageError`."""
    if period not in PERIODS or by not in GROUPS:
        raise UsageError(f"period is one of {', '.join(PERIODS)}, and by one of {', '.join(GROUPS)}")
    mask = Mask(desk.world, desk.level(level))
    days = _period(desk, PERIODS[period])
    shelf.fresh()
    try:
        found = stats(desk.world, chosen=Chosen(by=GROUPS[by], period=days), fresh=False)
        earlier = _earlier(desk, days)
        rows = {each.id: each for each in session_table(desk.world, fresh=False).rows}
    except Unreadable:
        return Pending("indexing")
    return _drawn(found, earlier, _Names(shelf, rows, found, mask), by)


def health(desk: Desk, level: str | None = None) -> Any:
    """What every agent keeps here, and whether it can be read; masked where a level is asked for."""
    found = to_builtins(doctor(desk.world))
    return Mask(desk.world, desk.level(level)).piece(found)


def _period(desk: Desk, days: int | None) -> Period:
    today = local(desk.world.clock()).date()
    return Period() if days is None else Period(today - timedelta(days=days - 1), today)


def _earlier(desk: Desk, now: Period) -> Figures | None:
    if now.first is None or now.last is None:
        return None
    length = now.last - now.first
    before = Period(now.first - length - timedelta(days=1), now.first - timedelta(days=1))
    return stats(desk.world, chosen=Chosen(by=By.MODEL, period=before), fresh=False).figures


class _Names:
    """What groups are called, and which of them can be opened."""

    def __init__(self, shelf: Shelf, rows: dict[str, SessionRow], found: Counted, mask: Mask) -> None:
        self._shelf, self._rows, self._found, self._mask = shelf, rows, found, mask

    def key(self, session: str) -> str | None:
        row = self._rows.get(session)
        if row is None:
            return None
        shared, gone = row.sessions_in_file > 1, row.state == "deleted"
        return self._shelf.key(row.path, row.agent, row.id, shared=shared, archived=gone)

    def title(self, session: str) -> str | None:
        row = self._rows.get(session)
        title = self._found.titles.get(session) or (None if row is None else row.title)
        return None if title is None else str(self._mask.piece(title))

    def project(self, session: str) -> str | None:
        row = self._rows.get(session)
        return None if row is None or row.project is None else str(self._mask.piece(row.project))

    def said(self, text: str) -> str:
        return str(self._mask.piece(text))


def _drawn(found: Counted, earlier: Figures | None, names: _Names, by: str) -> Board:
    figures = found.figures
    days = figures.days
    series = dearest(figures, _SERIES)
    ordered = sorted(figures.groups.items(), key=lambda each: (-each[1].usd, -each[1].sums.prompt, each[0]))
    shown = [_of_group(name, group, names, is_session=by == "session") for name, group in ordered[:_ROWS]]
    tools = sorted(figures.tools.items(), key=lambda each: (-each[1].count, each[0]))
    return Board(
        first=min(days).isoformat() if days else None,
        last=max(days).isoformat() if days else None,
        total=_sum("", figures.total),
        before=None if earlier is None else _sum("", earlier.total),
        size=size(figures),
        series=[*map(names.said, series), OTHERS],
        spans=[_span(first, day, series) for first, day in columns(figures)],
        by=by,
        groups=shown,
        of=len(ordered),
        tools=[_tool(names.said(name), uses) for name, uses in tools],
        waits=list(_waits(figures, names)),
        unpriced=dict(figures.total.unpriced.most_common()),
        undated=figures.undated,
    )


def _span(first: date, day: Day, series: list[str]) -> Span:
    return Span(
        first=first.isoformat(), usd=day.usd, is_least=day.is_floor,
        parts=[max(0.0, usd) for usd in by_model(day, series)],
        fresh=day.fresh, cache_read=day.cache_read, cache_write=day.cache_write, output=day.output,
    )  # fmt: skip


def _of_group(name: str, group: Group, names: _Names, *, is_session: bool) -> Sum:
    if not is_session:
        return _sum(names.said(name), group)
    found = _sum(names.title(name) or name, group)
    found.key, found.project = names.key(name), names.project(name)
    return found


def _sum(name: str, group: Group) -> Sum:
    sums, uses = group.sums, group.uses
    return Sum(
        name=name, sessions=len(group.sessions), requests=sums.requests, tokens=sums.prompt + sums.output,
        cached=group.cache_share, cost=group.usd if group.is_priced else None, cost_is_least=group.is_floor,
        unpriced=group.unpriced.total(), calls=uses.count, failed=uses.failed, unanswered=uses.unanswered,
        retried=uses.retried,
    )  # fmt: skip


def _tool(name: str, uses: Uses) -> Tool:
    return Tool(
        name=name, calls=uses.count, failed=uses.failed, unanswered=uses.unanswered, retried=uses.retried,
        median=uses.median,
    )  # fmt: skip


def _waits(figures: Figures, names: _Names) -> Iterator[Slow]:
    for each in figures.waits:
        yield Slow(
            ms=each.milliseconds, kind=each.kind, name=names.said(each.name), title=names.title(each.session),
            key=names.key(each.session), own=each.event,
        )  # fmt: skip
