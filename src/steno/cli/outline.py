"""`steno outline`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.outline import outline
from steno.api.world import here
from steno.cli import options, output, redacting
from steno.render.outline import lines, record
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api.mask import Mask

SCHEMA = "steno.outline/1"


@click.command("outline")
@options.session()
@click.option(
    "--depth", type=click.IntRange(min=1), default=2, show_default=True, metavar="N",
    help="How deep: 1 prompts, 2 what was said and which tools were used, 3 each call, then sub-agents.",
)  # fmt: skip
@options.no_subagents
@options.source_format
@redacting.local
@options.colour
@options.as_json
def command(
    session: str, depth: int, no_subagents: bool, source_format: str | None, colour: str, as_json: bool, mask: Mask
) -> None:
    """Show a session as its prompts, and below each what the agent said and which tools it used.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    A call that failed has a ✗, one that makes a failed call again a ↻.  Tokens are those of all requests of a turn,
    sub-agents included.  --json has every level, whatever the depth.  The record is shown as it is; --redact masks it.

    \b
      steno outline @latest
      steno outline 3f2a --depth 1
      steno outline session.jsonl --json | jq '.turns[] | [.number, .tokens]'
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        outlines = outline(
            here(), session, format=source_format, subagents=not no_subagents, mask=mask, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    if as_json:
        for each in outlines:
            output.emit({"schema": SCHEMA, **record(each)})
    else:
        paint = output.paint(colour)
        for each in outlines:
            output.lines(lines(each, paint, depth))
    output.warn(found)
