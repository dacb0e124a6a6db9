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
@click.option("--findings", is_flag=True, help="Look for secrets too, in files that nobody has looked at as they are.")
@click.option("--watch", is_flag=True, help="Go on until you stop it, and look for changes every few seconds.")
@options.as_json
def command(rebuild: bool, findings: bool, watch: bool, as_json: bool) -> int:
    """Bring the catalog up to date with the sessions on this machine.

    The catalog is one SQLite file in your folder of data, which only you can read.  It holds where things stand in
    sessions, not the sessions, and can always be made again.  `search`, `sql`, `stats` and `files` bring it up to date
    themselves.  Only files that are new or have changed are read.  You can stop it at any moment; the next run goes on.

    --findings looks for secrets as `steno scan` does and writes down which rule found how many in which event, never a
    value; it takes about as long as reading the sessions.  `steno sql "select * from findings"` lists them.

    \b
      steno sync
      steno sync --findings
      steno sync --rebuild
      steno sync --watch
    """
    _once(as_json=as_json, rebuild=rebuild, findings=findings)
    while watch:
        time.sleep(_PAUSE)
        _once(as_json=as_json, findings=findings, only_news=True)
    return exits.Exit.DONE


def _once(*, as_json: bool, rebuild: bool = False, findings: bool = False, only_news: bool = False) -> None:
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = sync(
            here(), rebuild=rebuild, findings=findings, tell=exits.say, report=found.append, progress=progress.say
        )  # fmt: skip
    if as_json and (done.read or done.gone or not only_news):
        output.emit(done)
    elif done.read or done.gone or not only_news:
        read = f"{number_of(done.read, 'file')} read, {done.unchanged} unchanged, {done.gone} gone"
        exits.say(f"{number_of(done.sessions, 'session')}, {number_of(done.events, 'event')}: {read}", "")
        if isinstance(done.secrets, int) and isinstance(done.looked, int) and isinstance(done.unlooked, int):
            left = f"; {number_of(done.unlooked, 'file')} could not be looked at" if done.unlooked else ""
            looked = number_of(done.looked, "file")
            exits.say(f"{number_of(done.secrets, 'secret')} found, {looked} looked at{left}", "")
    output.warn(found)
