"""Add up what sessions took, and what that cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct

from steno import sources
from steno.api import settings
from steno.api.inputs import Failed, Tally, resolver
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.time import local
from steno.diagnostics import Report
from steno.errors import UnknownFormat, Unreadable
from steno.model import Trace
from steno.session import Input, read
from steno.spending import Spending, logs, threads
from steno.stats import ALWAYS, Budget, By, Period, Standing, standing

GROUPS = tuple(each.value for each in By)


class Spent(Struct, frozen=True):
    """What was added up, over how many inputs; others could not be read."""

    spending: Spending
    done: int
    failed: int
    standing: Standing | None = None
    """Of the budget, where one was named."""


def cost(
    world: World,
    sessions: Sequence[str] = (),
    *,
    by: By = By.DAY,
    period: Period = ALWAYS,
    prices_file: Path | None = None,
    budget: Budget | None = None,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Spent:
    """What sessions took, sub-agents included; without sessions, all of this machine.  A request counts once.

    Without `failed`, the first that cannot be read ends it with its error.
    """
    spending = Spending(by, settings.prices(world, prices_file), period.first, period.last)
    tally = Tally(2, failed)
    now = local(world.clock())
    first = period.first if budget is None or period.first is None else min(period.first, budget.first(now.date()))
    for source, traces in _inputs(world, sessions, first, report, progress):
        try:
            for trace in traces:
                spending.add(trace, source.name, replayed=not sessions)
            tally.done += 1
        except Unreadable as error:
            if sessions or not isinstance(error, UnknownFormat):  # else it lies among the sessions and is none
                tally.fail(error)
    spending.finish()
    stands = None if budget is None else standing(budget, spending.figures.every_day, now)
    return Spent(spending, tally.done, len(tally.failed), stands)


def _inputs(
    world: World, sessions: Sequence[str], first: date | None, report: Report, progress: Progress
) -> Iterator[tuple[Input, Iterator[Trace]]]:
    if not sessions:
        found = list(logs(world.sessions(report), sources.runs(world.environ, world.home, report), first))
        for number, source in enumerate(found):
            progress(f"reading {Path(source.name).name}", number / len(found))
            yield source, read(source, world.stdin(), ignore)
        return
    meant = resolver(world, report)
    for number, word in enumerate(sessions):
        source = meant(word)
        progress(f"reading {source.name}", number / len(sessions))
        yield source, with_threads(world, source, report)


def with_threads(world: World, source: Input, report: Report) -> Iterator[Trace]:
    """A session with its sub-agents, wherever their logs lie."""
    for trace in read(source, world.stdin(), report, subagents=True):
        yield trace
        if source.path is not None:
            for other in threads(trace, source.path, lambda: world.sessions(report)):
                yield from read(other, world.stdin(), report)
