"""`steno doctor`"""

from __future__ import annotations

import sys

import click

from steno.api.doctor import doctor
from steno.api.sessions import names
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render.doctor import lines
from steno.render.progress import Progress


@click.command("doctor")
@click.option("--agent", type=options.Names(names), help="Only this agent.")
@click.option("--full", is_flag=True, help="Read every session, not five of each agent.")
@options.as_json
@options.colour
def command(agent: str | None, full: bool, as_json: bool, colour: str) -> int:
    """Show what is recorded on this machine, and prove by reading that it can be read.

    For each agent: its folders, how many sessions are there, and how many were read to know that every byte is
    accounted for.  Also what an agent deletes or rewrites of its own history and when, whether hooks are installed and
    have recorded anything, agents that Steno does not read, and Steno's own state.  Each finding says what to do.

    Nothing is changed, and nothing leaves this machine.  Exits with 1 if there are findings.

    \b
      steno doctor
      steno doctor --agent claude-code --full
      steno doctor --json | jq -r '.findings[].what'
    """
    world = here()
    with Progress(sys.stderr) as progress:
        health = doctor(world, agent=agent, full=full, progress=progress.say)
    if as_json:
        output.emit(health)
    else:
        output.lines(lines(health, world.home, output.paint(colour)))
    return exits.Exit.FINDINGS if health.findings else exits.Exit.DONE
