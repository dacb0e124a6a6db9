"""`steno ls`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.sessions import SORTS, Listing, Wanted, names, sessions
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.listing import also, cells, lines
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api.mask import Mask


@click.command("ls")
@click.option("--agent", type=options.Names(names), help="Only this agent's sessions.")
@options.selection
@click.option("--until", metavar="DAY", help="Only sessions that began on this day or before.")
@click.option(
    "--sort", type=click.Choice(SORTS), default="active", show_default=True,
    help="What to sort by; times and numbers with the greatest first.",
)  # fmt: skip
@click.option("--all", "runs", is_flag=True, help="List sub-agents too, each below the session that started it.")
@click.option("--cost", is_flag=True, help="Count what the listed sessions cost; reads them as a whole.")
@click.option("--failures", is_flag=True, help="Count their tool calls that failed; reads them as a whole.")
@click.option(
    "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="How many to list; 0 lists all."
)
@redacting.local
@options.as_json
@options.colour
def command(
    agent: str | None, project: str | None, since: str | None, until: str | None, sort: str, runs: bool, cost: bool,
    failures: bool, limit: int, as_json: bool, colour: str, mask: Mask,
) -> int:  # fmt: skip
    """List the sessions of every supported agent on this machine, the last active first.

    A store with many sessions has a row for each.  Sub-agents are folded into the session that started them; --all
    lists them below it.  What was found and cannot be read is one line at the end.

    AGE is how long ago a session began, ACTIVE when it was last written to, in local time.  All this comes from names,
    sizes, and the first and last bytes of files, and is remembered until a file changes.  COST and FAILED need whole
    files: --cost and --failures count them, sub-agents included, and once counted they are shown without being asked
    for.  What one session repeats of another, as a fork does, counts once.

    Sessions that their agent has deleted and `steno archive` has kept are listed too, and marked so.  The catalog is
    brought up to date on the way where that is quickly done.  `secrets` in the JSON is how many `steno sync --findings`
    found, null where nobody has looked.

    A narrow terminal shows fewer columns; a pipe or a file gets all of them.  Titles are shown as they are; --redact
    masks them.

    \b
      steno ls
      steno ls --project . --since 7d
      steno ls --agent codex --limit 0 --sort cost
      steno ls --json | jq -r .title
    """
    found: list[Diagnostic] = []
    failed, world = exits.Failures(as_json=as_json), here()
    wanted = Wanted.named(
        world, agent=agent, project=project, since=since, until=until, sort=sort, runs=runs, cost=cost,
        failures=failures,
    )  # fmt: skip
    with Progress(sys.stderr) as progress:
        listing = sessions(world, wanted, limit=limit, failed=failed, report=found.append, progress=progress.say)
    if as_json:
        for row in listing.rows:
            output.emit(mask.piece(row))
    elif listing.rows:
        asked = [word for word, is_asked in (("cost", cost), ("failures", failures)) if is_asked or sort == word]
        rows = [cells(row, listing.short, world.home, world.clock()) for row in listing.rows]
        output.lines(lines(mask.piece(rows), output.paint(colour), asked=asked))
    output.warn(found)
    if others := also(listing.unlisted, listing.elsewhere, world.home):
        exits.say(f"also found: {mask.piece(others)}", "")
    _summary(listing, limit, filtered=bool(project or since or until))
    return exits.several(listing.failed, len(listing.rows))


def _summary(listing: Listing, limit: int, *, filtered: bool) -> None:
    total = listing.total
    if not listing.found and not listing.failed:
        exits.say("no sessions found; `steno show FILE` reads any file")
    elif limit and total > limit:
        exits.say(f"{limit} of {number_of(total, 'session')}; --limit 0 shows all", "")
    elif filtered:
        exits.say(f"{number_of(total, 'session')} of {listing.found}", "")
