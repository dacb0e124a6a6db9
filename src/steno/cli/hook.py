"""`steno hook`"""

from __future__ import annotations

import sys

import click

from steno.api.hook import HookPlan, HookStatus, change_hooks, hook_advice, hook_statuses, hook_troubles, names
from steno.api.world import World, here
from steno.cli import exits, options, output
from steno.render.table import Column, table
from steno.render.terminal import visible
from steno.render.times import when

_COLUMNS = (
    Column("AGENT"), Column("SCOPE", rank=2), Column("STATE", rank=0), Column("EVENTS", right=True, rank=4),
    Column("LAST EVENT", rank=3), Column("WHERE", end=True, rank=1),
)  # fmt: skip
_DONE = {"install": "installed in", "remove": "removed from"}


@click.command("hook")
@click.argument("action", type=click.Choice(["install", "status", "remove"]))
@click.argument("name", required=False, type=options.Names(names))
@click.option("--user", "scope", flag_value="user", help="In your own configuration.  [default, except for git]")
@click.option("--project", "scope", flag_value="project", help="In the configuration of the project in this folder.")
@click.option("--local", "scope", flag_value="local", help="In your own settings for that project, if there are any.")
@click.option("--dry-run", is_flag=True, help="Show the change as a diff, and change nothing.")
@options.as_json
@options.colour
def command(action: str, name: str | None, scope: str | None, dry_run: bool, as_json: bool, colour: str) -> int:
    """Record an agent live through its hooks.

    install adds Steno's hook program to the agent's own configuration, to be run at every event; remove takes it out
    again.  Everything else in the file stays as it is, to the byte.  The program appends to a log on this machine that
    only you can read, and never stops the agent.

    status shows for each agent whether its hooks are installed, outdated or broken.  It exits with 1 if they are
    outdated, broken or unreadable, and with an agent's name also if they are not installed.

    \b
      steno hook install claude-code --dry-run
      steno hook install claude-code
      steno hook status
      steno hook remove codex
    """
    world = here()
    if action == "status":
        return _status(world, name, scope, as_json=as_json, colour=colour)
    planned = change_hooks(world, action, name, scope=scope, dry_run=dry_run)
    for each in planned:
        if as_json:
            output.emit(each.change)
        elif isinstance(each.change.diff, str):
            output.lines(map(visible, each.change.diff.splitlines()))
        for remark in each.remarks:
            exits.say(remark)
    _summary(action, str(name), planned, dry_run=dry_run)
    return exits.Exit.DONE


def _summary(action: str, name: str, planned: list[HookPlan], *, dry_run: bool) -> None:
    needed = [each for each in planned if each.needed]
    if not needed:
        what = "already installed" if action == "install" else "not installed"
        exits.say(f"{name}: {what}, nothing to do", "")
        return
    for each in needed:
        exits.say(f"{name}: {'would be ' if dry_run else ''}{_DONE[action]} {each.change.path}", "")
    if action == "install":
        exits.say(f"{name}: {hook_advice(name)}", "")


def _status(world: World, name: str | None, scope: str | None, *, as_json: bool, colour: str) -> int:
    found = hook_statuses(world, name, scope=scope)
    if as_json:
        for one in found:
            output.emit(one)
    else:
        output.lines(table(_COLUMNS, list(map(_cells, found)), output.paint(colour)))
        sys.stdout.flush()
        for one in found:
            if isinstance(one.why, str):
                exits.say(one.why)
        if troubles := hook_troubles(world):
            exits.say(f"the hook program reported errors; see {troubles}")
    bad = any(one.is_bad or (one.is_absent and name) for one in found)
    return exits.Exit.FINDINGS if bad else exits.Exit.DONE


def _cells(one: HookStatus) -> list[str]:
    last = when(one.last) if isinstance(one.last, str) else ""
    return [one.agent, one.scope, one.state, str(one.events), last, ", ".join(one.paths)]
