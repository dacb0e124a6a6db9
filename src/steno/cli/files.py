"""`steno files`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.touched import Touched, files
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.render.terminal import number_of
from steno.render.times import when, zone

if TYPE_CHECKING:
    from steno.api.mask import Mask


@click.command("files")
@click.argument("word", metavar="PATH|SESSION", shell_complete=options.complete_session)
@options.no_sync
@redacting.local
@options.as_json
@options.colour
def command(word: str, no_sync: bool, as_json: bool, colour: str, mask: Mask) -> int:
    """Show which sessions touched a file, when, and whether that worked; or which files a session touched.

    PATH is a whole path, or its end: api.py is any file of that name.  The last touch comes first.  What a command of
    the shell did to files is known only where the command holds their text.  Paths are shown as they are; --redact
    masks them.

    \b
      steno files src/app/api.py
      steno files @latest
      steno files /srv/app/setup.cfg --json | jq -r .open
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        rows = files(here(), word, fresh=not no_sync, tell=exits.say, report=found.append, progress=progress.say)
    if as_json:
        for row in rows:
            output.emit(mask.piece(row))
    elif rows:
        columns = [
            Column(f"TIME ({zone()})", least=16), Column("AGENT", rank=4), Column("ACTION"), Column("RESULT", rank=2),
            Column("TOOL", rank=5), Column("PATH", end=True, rank=3), Column("OPEN", rank=1),
        ]  # fmt: skip
        output.lines(table(columns, mask.piece([_cells(row) for row in rows]), output.paint(colour)))
    output.warn(found)
    exits.say(number_of(len(rows), "call") if rows else f"no file and no session found for {word!r}", "")
    return exits.Exit.DONE


def _cells(row: Touched) -> list[str]:
    result = "" if not isinstance(row.failed, bool) else "failed" if row.failed else "done"
    time, tool = row.time or "", row.tool or ""
    return [when(time) if time else "", row.agent, row.action, result, tool, row.path, row.open]
