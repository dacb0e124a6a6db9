"""`steno html`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api.single import Reading, html
from steno.api.world import here
from steno.cli import options, output, redacting, summary
from steno.render.progress import Progress
from steno.web.single import packed

if TYPE_CHECKING:
    from steno.api import Redaction


@click.command("html")
@options.session()
@options.output
@redacting.option
@options.no_subagents
@options.source_format
def command(
    session: str, output_file: Path | None, redaction: Redaction, no_subagents: bool, source_format: str | None
) -> int:
    """Write a session as one offline page, with secrets masked.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    The page is the viewer of `steno view` with one session in it.  It is a single file: send it, keep it, or put it on
    a web server.  It loads nothing and asks nobody: its policy forbids both.  A long session is unpacked as one reads.
    Of a session of up to 500 rows it also holds each record as it would be written, how each value is known and what
    formats would lose; of a longer one it says that they are not in it.

    \b
      steno html @latest -o session.html
      steno html 3f2a --redact pii -o session.html
      steno html session.jsonl > session.html
    """
    how = Reading(redaction=redaction, format=source_format, subagents=not no_subagents)
    with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
        done = html(here(), session, how, packed, stream, progress=progress.say)
    return summary.for_people(done, f"wrote {done.source} as a page", output_file)
