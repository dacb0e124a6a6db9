"""`steno show`"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.read import read_session
from steno.api.show import around, beginning, shown
from steno.api.world import here
from steno.cli import options, output, redacting
from steno.render.opening import opening, rest
from steno.render.progress import Progress
from steno.render.transcript import View, transcript

if TYPE_CHECKING:
    from steno.api.mask import Mask


@click.command("show")
@options.session()
@click.option("--thinking/--no-thinking", default=True, show_default=True, help="Whether to show thoughts.")
@click.option("--full", is_flag=True, help="Fold nothing, and show the agent's bookkeeping too.")
@click.option(
    "--event", type=click.IntRange(min=1), metavar="N",
    help="Show one event, as `steno search` numbers it, and those around it; without sub-agents.",
)  # fmt: skip
@click.option(
    "-C", "--context", type=click.IntRange(min=0), default=3, show_default=True, metavar="N",
    help="With --event, how many events before and behind it.",
)  # fmt: skip
@options.no_subagents
@options.source_format
@click.option("--no-pager", is_flag=True, help="Never use a pager.")
@redacting.local
@options.colour
@options.as_json
def command(
    session: str,
    thinking: bool,
    full: bool,
    event: int | None,
    context: int,
    no_subagents: bool,
    source_format: str | None,
    no_pager: bool,
    colour: str,
    as_json: bool,
    mask: Mask,
) -> None:
    """Show a session as a readable transcript.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    The record is shown as it is; --redact masks it.  On a terminal, long arguments and outputs are folded, with a note
    of how much is hidden.  Control characters are shown as text, never obeyed.  Times are local, and the first line
    names the zone; --json has them as they were recorded.  A long transcript opens in a pager: STENO_PAGER, PAGER, or
    less; an empty value turns it off.  Of a session of many megabytes, the beginning is shown at once, and its title at
    the end.

    \b
      steno show @latest
      steno show 3f2a --full
      steno show session.jsonl --no-thinking | grep -n error
      steno show 3f2a --event 120
    """
    found: list[Diagnostic] = []
    world = here()
    read = partial(
        read_session, world, session, format=source_format, subagents=not no_subagents and event is None, mask=mask,
        report=found.append,
    )  # fmt: skip
    view = View(thoughts=thinking, fold=sys.stdout.isatty() and not full, everything=full)
    paint = output.paint(colour)
    begun = None
    if mask.is_off and not as_json and event is None and output.is_watched():
        begun = beginning(world, session, format=source_format, subagents=not no_subagents)
    if begun is not None:
        first = opening(begun, paint, view)
        output.paged(rest(first, read(), paint, view), with_pager=not no_pager, first=[*first.head, *first.body])
        output.warn(found)
        return
    with Progress(sys.stderr) as progress:
        traces = list(read(progress=progress.say))
    if event is not None:
        traces = [around(each, event, context) for each in traces]
    if as_json:
        for trace in traces:
            output.emit(shown(trace, thoughts=thinking))
    else:
        text = (block for trace in traces for block in transcript(trace, paint, view))
        output.paged(text, with_pager=not no_pager)
    output.warn(found)
