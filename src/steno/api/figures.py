"""What sessions took and did, as JSON with stable names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from steno.base.exact import JSON
from steno.base.time import of_epoch
from steno.stats import By, Figures, Group, Standing, Uses, Wait

if TYPE_CHECKING:
    from steno.api.stats import Counted

STATS = "steno.stats/1"
_PLACES = 6


def ordered(groups: Mapping[str, Group], by: By) -> list[tuple[str, Group]]:
    """Days, weeks and months in their order; anything else with what cost most first."""
    if by in (By.DAY, By.WEEK, By.MONTH):
        return sorted(groups.items())
    return sorted(groups.items(), key=lambda item: (-item[1].usd, -item[1].sums.prompt, item[0]))


def record(group: Group) -> dict[str, JSON]:
    """A group as JSON.  `input`, `cache_read` and `cache_write` are the parts of the prompts; none is in another."""
    sums = group.sums
    return {
        "sessions": len(group.sessions),
        "requests": sums.requests,
        "input": sums.fresh,
        "cache_read": sums.cache_read,
        "cache_write": sums.cache_write,
        "output": sums.output,
        "cost_usd": round(group.usd, _PLACES) if sums.requests > group.unpriced.total() else None,
        "lower_bound": group.is_floor,
        "partly_priced": dict(sorted(group.partly.items())),
        "unpriced": dict(sorted(group.unpriced.items())),
    }


def budget(standing: Standing) -> dict[str, JSON]:
    """Where a budget stands, as JSON."""
    return {
        "budget_usd": standing.budget.usd,
        "unit": standing.budget.unit,
        "first": standing.first.isoformat(),
        "spent_usd": round(standing.spent, _PLACES),
        "left_usd": round(standing.left, _PLACES),
        "projected_usd": round(standing.projected, _PLACES),
        "lower_bound": standing.is_floor,
    }


def ordered_tools(figures: Figures) -> list[tuple[str, Uses]]:
    """Those that were used most first."""
    return sorted(figures.tools.items(), key=lambda item: (-item[1].count, item[0]))


def records(found: Counted) -> Iterator[dict[str, JSON]]:
    """Lines of JSON: groups, tools, waits, the budget, and the total last."""
    figures = found.figures
    for name, group in ordered(figures.groups, figures.by):
        yield {"schema": STATS, "part": "group", "by": figures.by.value, "name": name, **with_calls(group)}
    for name, uses in ordered_tools(figures):
        yield {"schema": STATS, "part": "tool", "name": name, **_used(uses)}
    for wait in figures.waits:
        yield {"schema": STATS, "part": "wait", **_waited(wait)}
    if found.standing is not None:
        yield {"schema": STATS, "part": "budget", **budget(found.standing)}
    yield {"schema": STATS, "part": "total", **with_calls(figures.total), "undated": figures.undated}


def with_calls(group: Group) -> dict[str, JSON]:
    """The same with what the tools did."""
    cached = group.cache_share
    return {**record(group), "cache_share": None if cached is None else round(cached, 4), **_used(group.uses)}


def _used(uses: Uses) -> dict[str, JSON]:
    return {
        "calls": uses.count,
        "failed": uses.failed,
        "unanswered": uses.unanswered,
        "retried": uses.retried,
        "latency_ms_median": uses.median,
        "latency_ms_longest": uses.longest,
    }


def _waited(wait: Wait) -> dict[str, JSON]:
    return {
        "for": wait.kind,
        "name": wait.name,
        "ms": wait.milliseconds,
        "session": wait.session,
        "event": wait.event,
        "time": None if wait.moment is None else of_epoch(wait.moment / 1000),
    }
