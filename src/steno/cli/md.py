"""`steno md`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api.single import Reading, Wanted, markdown
from steno.api.world import here
from steno.cli import options, output, redacting, summary
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api import Redaction


@click.command("md")
@options.session()
@options.output
@click.option(
    "--from",
    "first",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="The first event, as `steno view` numbers it.",
)
@click.option("--to", "last", type=click.IntRange(min=1), metavar="M", help="The last one.  [default: the end]")
@click.option("--full", is_flag=True, help="Shorten nothing, and write thoughts and the program's own records too.")
@redacting.option
@options.no_subagents
@click.option(
    "-f", "--format", "source_format", metavar="FORMAT", shell_complete=options.complete_format,
    help="The format of the input.  [default: found by content]",
)  # fmt: skip
def command(
    session: str,
    output_file: Path | None,
    first: int,
    last: int | None,
    full: bool,
    redaction: Redaction,
    no_subagents: bool,
    source_format: str | None,
) -> int:
    """Write a session as Markdown to paste into an issue, with secrets masked.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    Prompts and answers are quoted; each call is a line to fold out, with its output in a fence that nothing in it can
    close.  Long outputs are shortened, and say by how much.  Nothing in the words becomes HTML, a link, an image or a
    mention, and control characters are shown as text.

    \b
      steno md @latest | pbcopy
      steno md 3f2a --from 120 --to 180 -o part.md
      steno md session.jsonl --full --redact pii -o session.md
    """
    how = Reading(redaction=redaction, format=source_format, subagents=not no_subagents)
    wanted = Wanted(first=first, last=last, full=full, level=redaction.level)
    with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
        done = markdown(here(), session, how, wanted, stream, progress=progress.say)
    more = [("left out", ", ".join(wanted.left))] if wanted.left else []
    return summary.for_people(done, f"wrote {done.source} as Markdown", output_file, more)
