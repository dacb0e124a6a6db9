"""Figures on sessions: tokens, cost, tool calls, failures, waits, and where a budget stands."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from msgspec import Struct

from steno.api import settings
from steno.api.catalog import Tell, ready
from steno.api.cost import GROUPS as GROUPS
from steno.api.cost import Spent, with_threads
from steno.api.inputs import Failed, Tally, resolver
from steno.api.progress import Progress, silent
from steno.api.sessions import began_in
from steno.api.world import World, ignore
from steno.base.time import local
from steno.diagnostics import Report
from steno.errors import Unreadable
from steno.spending import Spending
from steno.stats import ALWAYS, Budget, By, Figures, Period, Standing, standing
from steno.stats import budget as budget
from steno.stats import figures as added
from steno.store import figures as rows


class Chosen(Struct, frozen=True, kw_only=True):
    """What is counted, and how it is grouped."""

    by: By = By.DAY
    period: Period = ALWAYS
    agent: str | None = None
    project: str | None = None
    """The directory in which a session began, or one above, or its name."""
    budget: Budget | None = None


class Counted(Struct, frozen=True):
    """What was found."""

    figures: Figures
    done: int
    """How many of the named sessions were read; others failed."""
    failed: int
    titles: dict[str, str]
    """Of sessions, by the name of their group."""
    standing: Standing | None = None
    """Of the budget, where one was named."""


def counted(spent: Spent) -> Counted:
    """What was added up, as figures without tool calls."""
    return Counted(spent.spending.figures, spent.done, spent.failed, {}, spent.standing)


def stats(
    world: World,
    sessions: Sequence[str] = (),
    chosen: Chosen = Chosen(),  # noqa: B008 - it cannot change
    *,
    fresh: bool = True,
    failed: Failed | None = None,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Counted:
    """Figures on sessions; without any, on all of this machine, which the catalog is asked for.

    With `fresh`, the catalog is brought up to date before.  Requests and calls count once, however many files state
    them.  Without `failed`, the first session that cannot be read ends it with its error.
    """
    if sessions:
        return _read(world, sessions, chosen, failed, report, progress)
    with closing(ready(world, fresh=fresh, tell=tell, report=report, progress=progress)) as base:

        def wanted(agent: str, project: str) -> bool:
            return chosen.agent in (None, agent) and (chosen.project is None or began_in(project, chosen.project))

        known = rows.sessions(base, wanted)
        found = added(rows.requested(base, known), rows.called(base, known), chosen.by, chosen.period)
    titles = {each.name: each.title for each in known.values() if each.title}
    return Counted(found, len(known), 0, titles, stands(world, chosen.budget, found))


def stands(world: World, wanted: Budget | None, found: Figures) -> Standing | None:
    """Where a budget stands now, in local time."""
    return None if wanted is None else standing(wanted, found.every_day, local(world.clock()))


def _read(
    world: World, sessions: Sequence[str], chosen: Chosen, failed: Failed | None, report: Report, progress: Progress
) -> Counted:
    period = chosen.period
    spending = Spending(chosen.by, settings.prices(world), period.first, period.last)
    tally, meant = Tally(2, failed), resolver(world, report)
    for number, word in enumerate(sessions):
        source = meant(word)
        progress(f"reading {source.name}", number / len(sessions))
        try:
            for trace in with_threads(world, source, report):
                spending.add(trace, source.name, calls=True)
            tally.done += 1
        except Unreadable as error:
            tally.fail(error)
    spending.finish()
    found = spending.figures
    return Counted(found, tally.done, len(tally.failed), {}, stands(world, chosen.budget, found))
