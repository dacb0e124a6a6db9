"""`steno ls`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.sessions import Listed, Listing, names, sessions
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.render.terminal import number_of
from steno.render.times import when, zone

if TYPE_CHECKING:
    from steno.api.mask import Mask


def _columns() -> tuple[Column, ...]:
    return (
        Column("ID"), Column("AGENT", rank=3), Column("PROJECT", most=32, end=True, rank=4),
        Column(f"ACTIVE ({zone()})", least=17, rank=2), Column("TURNS", right=True, rank=5),
        Column("TOOLS", right=True, rank=6), Column("TITLE", least=20, rank=1),
    )  # fmt: skip


@click.command("ls")
@click.option("--agent", type=options.Names(names), help="Only this agent's sessions.")
@click.option("--project", metavar="DIR", help="Only sessions that began in this directory or below; or its name.")
@click.option(
    "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="How many to list; 0 lists all."
)
@redacting.local
@options.as_json
@options.colour
def command(agent: str | None, project: str | None, limit: int, as_json: bool, colour: str, mask: Mask) -> int:
    """List the sessions of every supported agent on this machine, the last active first.

    ACTIVE is when the session was last written to, in local time; --json also has when it started.  TURNS and TOOLS
    count the prompts and tool calls of the session itself, without its sub-agents.  A narrow terminal shows fewer
    columns; a pipe or a file gets all of them.  Titles are shown as they are; --redact masks them.

    \b
      steno ls
      steno ls --project . --limit 5
      steno ls --agent codex --limit 0
      steno ls --json | jq -r .title
    """
    found: list[Diagnostic] = []
    failures, world = exits.Failures(as_json=as_json), here()
    with Progress(sys.stderr) as progress:
        listing = sessions(
            world, agent=agent, project=project, limit=limit, failed=failures, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    if as_json:
        for row in listing.rows:
            output.emit(mask.piece(row))
    elif listing.rows:
        cells = [_cells(row, listing.short, world.home) for row in listing.rows]
        output.lines(table(_columns(), mask.piece(cells), output.paint(colour)))
    output.warn(found)
    for each in listing.strange:
        exits.say(f"not listed: {each}", "")
    _summary(listing, project)
    return exits.several(listing.failed, len(listing.rows))


def _summary(listing: Listing, project: str | None) -> None:
    count, total = len(listing.rows), listing.total
    if not total:
        exits.say("no sessions found; `steno show FILE` reads any file")
    elif project is not None:
        exits.say(f"{number_of(count, 'session')} of {project}", "")
    elif count + listing.failed + len(listing.strange) < total:
        exits.say(f"{count} of {number_of(total, 'session')}; --limit 0 shows all", "")


def _cells(row: Listed, short: dict[str, str], home: Path) -> list[str]:
    return [
        short[row.id],
        row.agent,
        _project(row.project, home) if isinstance(row.project, str) else "",
        when(row.modified),
        str(row.turns),
        str(row.tools),
        row.title if isinstance(row.title, str) else "",
    ]


def _project(project: str, home: Path) -> str:
    try:
        return "~/" + str(Path(project).relative_to(home))
    except ValueError:
        return project
