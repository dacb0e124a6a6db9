"""`steno files`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.files import files
from steno.api.world import here
from steno.cli import options, output, redacting
from steno.render.files import lines, record
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api.mask import Mask

SCHEMA = "steno.files/1"


@click.command("files")
@options.session()
@click.option("--calls", is_flag=True, help="A line for each call on a file, instead of one for each file.")
@options.no_subagents
@options.source_format
@redacting.local
@options.colour
@options.as_json
def command(
    session: str, calls: bool, no_subagents: bool, source_format: str | None, colour: str, as_json: bool, mask: Mask
) -> None:
    """List the files that a session read and changed, when, and with which result.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    Lines added and removed are those that the log states; ≥ means that some change does not say how many.  What a
    shell command does to files is known only if the command holds the text; what it reads is not listed.  The record
    is shown as it is; --redact masks it.

    \b
      steno files @latest
      steno files 3f2a --calls
      steno files session.jsonl --json | jq -r '.files[] | select(.written > 0) | .path'
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        listed = files(
            here(), session, format=source_format, subagents=not no_subagents, mask=mask, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    paint = output.paint(colour)
    for each in listed:
        if as_json:
            output.emit({"schema": SCHEMA, **record(each)})
        else:
            output.lines(lines(each, paint, calls=calls))
    output.warn(found)
