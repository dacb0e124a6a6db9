"""`steno sync`"""

from __future__ import annotations

import sys
import time

import click

from steno.api import Diagnostic
from steno.api.catalog import sync
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render.progress import Progress
from steno.render.terminal import number_of

_PAUSE = 5.0
"""Seconds."""


@click.command("sync")
@click.option("--rebuild", is_flag=True, help="Make the catalog anew, from the sessions alone.")
@click.option("--watch", is_flag=True, help="Go on until you stop it, and look for changes every few seconds.")
@options.as_json
def command(rebuild: bool, watch: bool, as_json: bool) -> int:
    """Bring the catalog up to date with the sessions on this machine.

    The catalog is one SQLite file in your folder of data, which only you can read.  It holds where things stand in
    sessions, not the sessions, and can always be made again.  `search`, `sql` and `files` bring it up to date
    themselves.  Only files that are new or have changed are read.  You can stop it at any moment; the next run goes on.

    \b
      steno sync
      steno sync --rebuild
      steno sync --watch
    """
    _once(as_json=as_json, rebuild=rebuild)
    while watch:
        time.sleep(_PAUSE)
        _once(as_json=as_json, only_news=True)
    return exits.Exit.DONE


def _once(*, as_json: bool, rebuild: bool = False, only_news: bool = False) -> None:
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = sync(here(), rebuild=rebuild, tell=exits.say, report=found.append, progress=progress.say)
    if as_json and (done.read or done.gone or not only_news):
        output.emit(done)
    elif done.read or done.gone or not only_news:
        read = f"{number_of(done.read, 'file')} read, {done.unchanged} unchanged, {done.gone} gone"
        exits.say(f"{number_of(done.sessions, 'session')}, {number_of(done.events, 'event')}: {read}", "")
    output.warn(found)
