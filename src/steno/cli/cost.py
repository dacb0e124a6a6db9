"""`steno cost`"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from steno.api import By, Diagnostic
from steno.api.cost import GROUPS, Spent, cost
from steno.api.selection import period
from steno.api.stats import budget, counted
from steno.api.world import here
from steno.cli import counting, exits, options, output
from steno.render import cost as tables
from steno.render.progress import Progress
from steno.render.stats import budget_line
from steno.render.terminal import number_of


@click.command("cost")
@options.session(required=False, many=True)
@click.option("--by", type=click.Choice(GROUPS), default="day", show_default=True, help="How to group.")
@counting.days
@click.option(
    "--prices", "prices_file", type=options.PATH, metavar="FILE",
    help="A file of prices that override Steno's own.",
)  # fmt: skip
@counting.budget
@counting.styles
@options.output
@options.colour
def command(
    sessions: tuple[str, ...], by: str, since: str | None, until: str | None, prices_file: Path | None,
    budget_text: str | None, style: str, output_file: Path | None, colour: str,
) -> int:  # fmt: skip
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
      steno cost --by month --budget 200/month
      steno cost @latest --by tool
      steno cost --json --by project | jq .cost_usd
    """
    found: list[Diagnostic] = []
    world, failures = here(), exits.Failures(as_json=style == "json")
    wanted = None if budget_text is None else budget(budget_text)
    with Progress(sys.stderr) as progress:
        spent = cost(
            world, sessions, by=By(by), period=period(world, since, until), prices_file=prices_file, budget=wanted,
            failed=failures, report=found.append, progress=progress.say,
        )  # fmt: skip
    if spent.done or not spent.failed:
        if style == "text":
            _print(spent, output_file, colour)
        else:
            with output.destination(output_file) as stream:
                stream.writelines(_written(spent, style))
    output.warn(found)
    return exits.several(spent.failed, spent.done)


def _written(spent: Spent, style: str) -> Iterator[bytes]:
    if style == "json":
        yield from map(output.line, tables.records(spent))
    else:
        yield from counting.written(counted(spent), style, calls=False)


def _print(spent: Spent, file: Path | None, colour: str) -> None:
    spending, by = spent.spending, spent.spending.figures.by
    if spending.groups:
        paint = output.paint(colour if file is None else "never")
        with output.destination(file) as stream:
            lines = tables.lines(spending.groups, spending.total, by, paint)
            stream.writelines(f"{line}\n".encode() for line in lines)
    else:
        exits.say("no requests found; `steno ls` lists the sessions")
    if spent.standing is not None:
        exits.say(f"budget: {budget_line(spent.standing)}", "")
    for line in tables.unknown(spending.total):
        exits.say(line, "")
    if spending.undated:
        exits.say(f"{number_of(spending.undated, 'request')} left out: no time stated", "")
