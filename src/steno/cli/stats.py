"""`steno stats`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import By, Diagnostic
from steno.api.selection import period
from steno.api.sessions import names
from steno.api.stats import GROUPS, Chosen, Counted, budget, stats
from steno.api.world import here
from steno.cli import counting, exits, options, output, redacting
from steno.render import cost as costs
from steno.render import stats as tables
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api.mask import Mask


@click.command("stats")
@options.session(required=False, many=True)
@click.option("--by", type=click.Choice(GROUPS), default="day", show_default=True, help="How to group.")
@counting.days
@click.option("--agent", type=options.Names(names), help="Only this agent's sessions.")
@click.option("--project", metavar="DIR", help="Only sessions that began in this directory or below; or its name.")
@click.option(
    "-n", "--limit", type=click.IntRange(min=0), default=14, show_default=True,
    help="How many groups to show in a terminal; 0 shows all.",
)  # fmt: skip
@counting.budget
@counting.styles
@options.output
@options.no_sync
@redacting.local
@options.colour
def command(
    sessions: tuple[str, ...], by: str, since: str | None, until: str | None, agent: str | None, project: str | None,
    limit: int, budget_text: str | None, style: str, output_file: Path | None, no_sync: bool, mask: Mask, colour: str,
) -> int:  # fmt: skip
    """Show what sessions took and did: tokens, cost, tool calls, failures, and the longest waits.

    Without a SESSION, the catalog of all sessions on this machine is asked, sub-agents included; they count with the
    session that started them.  A request and a call count once, however many files contain them.  CACHED is the share
    of the input that was read from the cache.  ≥ marks a cost of which only a part is known.  AGAIN counts calls right
    after one of the same tool that failed.  A wait for a tool includes the time until somebody allowed it.  Names are
    shown as they are; --redact masks them.

    \b
      steno stats
      steno stats --by tool --since 30d
      steno stats --by month --budget 200/month
      steno stats --by project --csv > projects.csv
      steno stats --since 30d --html -o stats.html
    """
    found: list[Diagnostic] = []
    world, failures = here(), exits.Failures(as_json=style == "json")
    chosen = Chosen(
        by=By(by), period=period(world, since, until), agent=agent, project=project,
        budget=None if budget_text is None else budget(budget_text),
    )  # fmt: skip
    with Progress(sys.stderr) as progress:
        counted = stats(
            world, sessions, chosen, fresh=not no_sync, failed=failures, tell=exits.say, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    if counted.done or not counted.failed:
        _print(counted, style, output_file, colour, mask, limit)
    output.warn(found)
    return exits.several(counted.failed, counted.done)


def _print(counted: Counted, style: str, file: Path | None, colour: str, mask: Mask, limit: int) -> None:
    figures = counted.figures
    if style != "text":
        with output.destination(file) as stream:
            stream.writelines(counting.written(counted, style, mask.piece))
        return
    if not figures.groups:
        exits.say("nothing found; `steno ls` lists the sessions")
        return
    with output.destination(file) as stream:
        paint = output.paint(colour) if file is None else output.paint("never")
        stream.writelines(f"{line}\n".encode() for line in tables.lines(counted, paint, mask.piece, limit))
    for line in costs.unknown(figures.total):
        exits.say(line, "")
    if figures.undated:
        exits.say(f"{number_of(figures.undated, 'request')} left out: no time stated", "")
