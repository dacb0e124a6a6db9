"""`steno sync`"""

from __future__ import annotations

import sys

import click

from steno.api import Diagnostic
from steno.api.catalog import sync
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render.progress import Progress
from steno.render.terminal import number_of


@click.command("sync")
@click.option("--rebuild", is_flag=True, help="Make the catalog anew, from the sessions alone.")
@options.as_json
def command(rebuild: bool, as_json: bool) -> int:
    """Bring the catalog up to date with the sessions on this machine.

    The catalog is one SQLite file in your folder of data, which only you can read.  It holds where things stand in
    sessions, not the sessions, and can always be made again.  `search`, `sql` and `files` bring it up to date
    themselves.  Only files that are new or have changed are read.  You can stop it at any moment; the next run goes on.

    \b
      steno sync
      steno sync --rebuild
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = sync(here(), rebuild=rebuild, tell=exits.say, report=found.append, progress=progress.say)
    if as_json:
        output.emit(done)
    else:
        read = f"{number_of(done.read, 'file')} read, {done.unchanged} unchanged, {done.gone} gone"
        exits.say(f"{number_of(done.sessions, 'session')}, {number_of(done.events, 'event')}: {read}", "")
    output.warn(found)
    return exits.Exit.DONE
