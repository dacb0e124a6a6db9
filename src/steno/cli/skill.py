"""`steno skill`"""

from __future__ import annotations

from pathlib import Path

import click

from steno.api import UsageError
from steno.api.skill import SkillChange, SkillStatus, agents, change_skills, make_plugin, skill_statuses
from steno.api.world import World, here
from steno.cli import exits, options, output
from steno.render.table import Column, table
from steno.render.terminal import number_of, visible

_COLUMNS = (
    Column("WHERE"), Column("SCOPE", rank=2), Column("SKILL", rank=0), Column("STATE", rank=0),
    Column("FILE", end=True, rank=1),
)  # fmt: skip
_DONE = {"install": "installed", "remove": "removed"}


def _places(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in agents() if name.startswith(incomplete)]


@click.command("skill")
@click.argument("action", type=click.Choice(["install", "status", "remove", "plugin"]))
@click.argument("where", required=False, metavar="[AGENT|FOLDER]", shell_complete=_places)
@click.option("--skill", "wanted", multiple=True, metavar="NAME", help="Only this skill; may be repeated.")
@click.option("--user", "scope", flag_value="user", help="For all of your projects.  [default]")
@click.option("--project", "scope", flag_value="project", help="For the project in this folder.")
@click.option("--dry-run", is_flag=True, help="Show the change as a diff, and change nothing.")
@click.option(
    "-o",
    "--output",
    "folder",
    type=options.PATH,
    metavar="FOLDER",
    help="For plugin: the folder to make.",
)
@options.as_json
@options.colour
def command(
    action: str,
    where: str | None,
    wanted: tuple[str, ...],
    scope: str | None,
    dry_run: bool,
    folder: Path | None,
    as_json: bool,
    colour: str,
) -> int:
    """Install the skills through which agents call Steno.

    With them an agent that is asked to export the conversation, to trace its work or to find an older session runs
    steno, and does not write the answer itself.  install puts them where the agent looks for skills, or into a FOLDER,
    named by a path such as ./skills; remove takes away what install put there.  A file that somebody changed is left
    as it is.

    status shows which skills are where; it exits with 1 if one is outdated, changed or somebody else's, and with a
    name also if none is installed.  plugin makes the folder of a plug-in, with the skills, the hooks and the server;
    the agent installs it from there.

    \b
      steno skill install claude-code --dry-run
      steno skill install codex --skill open-token-export
      steno skill install ./.agents/skills
      steno skill status
      steno skill remove claude-code
      steno skill plugin claude-code -o steno-plugin
    """
    world = here()
    if folder is not None and action != "plugin":
        raise UsageError("-o is for plugin; install takes a folder as its second word")
    if action == "status":
        return _status(world, where, scope, as_json=as_json, colour=colour)
    if action == "plugin":
        return _plugin(world, where, folder)
    planned = change_skills(world, action, where, wanted, scope=scope or "user", dry_run=dry_run)
    for each in planned:
        if as_json:
            output.emit(each)
        elif isinstance(each.diff, str):
            output.lines(map(visible, each.diff.splitlines()))
    _summary(action, str(where), planned, dry_run=dry_run)
    return exits.Exit.DONE


def _summary(action: str, where: str, planned: list[SkillChange], *, dry_run: bool) -> None:
    needed = [each for each in planned if each.needed]
    if not needed:
        exits.say(f"{where}: {'already' if action == 'install' else 'not'} installed, nothing to do", "")
    for each in needed:
        exits.say(f"{where}: {'would be ' if dry_run else ''}{_DONE[action]}: {each.path}", "")


def _plugin(world: World, where: str | None, folder: Path | None) -> int:
    if where is None or folder is None:
        raise UsageError("name an agent and a folder: `steno skill plugin claude-code -o steno-plugin`")
    made = make_plugin(world, where, folder)
    exits.say(f"made {number_of(len(made), 'file')} in {folder}", "")
    return exits.Exit.DONE


def _status(world: World, where: str | None, scope: str | None, *, as_json: bool, colour: str) -> int:
    found = skill_statuses(world, where, scope=scope)
    if as_json:
        for one in found:
            output.emit(one)
    else:
        output.lines(table(_COLUMNS, list(map(_cells, found)), output.paint(colour)))
    is_absent = where is not None and all(one.state == "absent" for one in found)
    return exits.Exit.FINDINGS if is_absent or any(one.is_bad for one in found) else exits.Exit.DONE


def _cells(one: SkillStatus) -> list[str]:
    is_absent = one.state == "absent"
    return [one.where, one.scope, "" if is_absent else one.skill, one.state, "" if is_absent else one.path]
