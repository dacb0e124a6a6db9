"""`steno cost`"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from steno.api import By, Diagnostic, Period, Spending, UsageError
from steno.api.cost import GROUPS, cost
from steno.api.selection import day
from steno.api.world import World, here
from steno.cli import exits, options, output
from steno.render import cost as tables
from steno.render.progress import Progress
from steno.render.terminal import number_of

SCHEMA = "steno.cost/1"


@click.command("cost")
@options.session(required=False, many=True)
@click.option("--by", type=click.Choice(GROUPS), default="day", show_default=True, help="How to group.")
@click.option("--since", metavar="DAY", help="Only from this day on: 2026-01-31, or 7d for the last seven days.")
@click.option("--until", metavar="DAY", help="Only up to this day.")
@click.option(
    "--prices", "prices_file", type=click.Path(path_type=Path), metavar="FILE",
    help="A file of prices that override Steno's own.",
)  # fmt: skip
@options.as_json
@options.colour
def command(
    sessions: tuple[str, ...],
    by: str,
    since: str | None,
    until: str | None,
    prices_file: Path | None,
    as_json: bool,
    colour: str,
) -> int:
    """Add up the tokens of sessions, and what they would have cost at list prices.

    Without a SESSION, every session of every supported agent on this machine counts, sub-agents included.  A request
    counts once, however many files contain it.  INPUT, CACHE READ and CACHE WRITE are the parts of the prompts; no
    token is counted in two of them.  Days are in local time.

    A request without a known price is counted but not charged; UNPRICED says how many there are.  If a log does not
    say all that a request took, what it does say is charged.  Either way ≥ marks the cost, and the lines below the
    table say how many requests that affects, and why.

    \b
      steno cost
      steno cost --by week
      steno cost --by model --since 30d
      steno cost @latest --by tool
      steno cost --json --by project | jq .cost_usd
    """
    found: list[Diagnostic] = []
    group, world, failures = By(by), here(), exits.Failures(as_json=as_json)
    period = _period(world, since, until)
    with Progress(sys.stderr) as progress:
        spent = cost(
            world, sessions, by=group, period=period, prices_file=prices_file, failed=failures, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    if spent.done or not spent.failed:
        _print(spent.spending, group, as_json=as_json, colour=colour)
    output.warn(found)
    return exits.several(spent.failed, spent.done)


def _period(world: World, since: str | None, until: str | None) -> Period:
    first, last = day(world, since), day(world, until)
    if first is not None and last is not None and first > last:
        raise UsageError(f"--since {since} is after --until {until}, so no day is left")
    return Period(first, last)


def _print(spending: Spending, by: By, *, as_json: bool, colour: str) -> None:
    if as_json:
        for name, each in tables.ordered(spending.groups, by):
            output.emit({"schema": SCHEMA, "by": by.value, "name": name, **tables.record(each)})
        more = {"repeated": spending.repeated, "undated": spending.undated}
        output.emit({"schema": SCHEMA, "total": True, **tables.record(spending.total), **more})
        return
    if spending.groups:
        output.lines(tables.lines(spending.groups, spending.total, by, output.paint(colour)))
    else:
        exits.say("no requests found; `steno ls` lists the sessions")
    for line in tables.unknown(spending.total):
        exits.say(line, "")
    if spending.undated:
        exits.say(f"{number_of(spending.undated, 'request')} left out: no time stated", "")
