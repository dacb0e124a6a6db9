"""`steno hook`"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from msgspec import UNSET

from steno.base import folders
from steno.base.exact import JSON
from steno.base.files import Unreadable
from steno.cli import exits, options, output, world
from steno.contracts import UsageError
from steno.hookfiles.target import Refused, Setting
from steno.record.hooks import change, log
from steno.record.hooks.status import State, Status, hooks, known, names, status, statuses
from steno.render.table import Column, table
from steno.render.times import when

SCHEMA = "steno.hook/1"

_COLUMNS = (
    Column("AGENT"), Column("SCOPE", rank=2), Column("STATE", rank=0), Column("EVENTS", right=True, rank=4),
    Column("LAST EVENT", rank=3), Column("WHERE", end=True, rank=1),
)  # fmt: skip


@click.command("hook")
@click.argument("action", type=click.Choice(["install", "status", "remove"]))
@click.argument("name", required=False, type=options.Names(names))
@click.option("--user", "scope", flag_value="user", help="In your own configuration.  [default, but for git]")
@click.option("--project", "scope", flag_value="project", help="In the configuration of the project in this folder.")
@click.option("--local", "scope", flag_value="local", help="In your own settings for that project, where it has any.")
@click.option("--dry-run", is_flag=True, help="Show the change as a diff, and change nothing.")
@options.as_json
@options.colour
def command(action: str, name: str | None, scope: str | None, dry_run: bool, as_json: bool, colour: str) -> int:
    """Record an agent live through its hooks.

    install writes into the agent's own configuration that it should run Steno's hook program at every event; remove
    takes it out again.  What else stands there stays, to the byte.  The program appends to a log on this machine, for
    its owner alone, and never stops the agent.

    status says for each agent whether its hooks are installed, outdated or broken.  It ends with 1 where they are
    outdated, broken or unreadable, and with an agent's name also where they are not installed.

    \b
      steno hook install claude-code --dry-run
      steno hook install claude-code
      steno hook status
      steno hook remove codex
    """
    home = world.home()
    setting = Setting(os.environ, home, Path.cwd(), sys.executable, folders.hooks(os.environ, home))
    try:
        if action == "status":
            return _status(name, scope, setting, as_json=as_json, colour=colour)
        if name is None:
            raise UsageError(f"name an agent: {', '.join(known())}")
        return _change(action, name, scope or hooks(name).scopes[0], setting, dry_run=dry_run, as_json=as_json)
    except Refused as error:
        raise UsageError(str(error)) from None
    except PermissionError as error:
        raise Unreadable(f"{error.filename}: {(error.strerror or str(error)).lower()}") from None


def _change(action: str, name: str, scope: str, setting: Setting, *, dry_run: bool, as_json: bool) -> int:
    if scope not in hooks(name).scopes:
        raise UsageError(f"{name} has no --{scope}; it has --{' and --'.join(hooks(name).scopes)}")
    targets = hooks(name).targets(setting, scope)
    receipts = setting.folder / "receipts"
    plan = change.install if action == "install" else change.remove
    # Every file is planned before the first is written: one that cannot be changed changes none.
    planned = [(target, plan(target, receipts)) for target in targets]
    for target, each in planned:
        if each.needed and not dry_run:
            change.apply(each, receipts)
        if as_json:
            output.emit(_changed(action, name, scope, each, dry_run=dry_run))
        elif dry_run:
            sys.stdout.write(_safe(each.diff()))
        if each.after is not None and action == "install":
            for remark in target.remarks(each.after.decode("utf-8", "surrogateescape")):
                exits.say(remark)
    _summary(action, name, [each for _, each in planned], dry_run=dry_run)
    return exits.Exit.DONE


def _safe(diff: str) -> str:
    from steno.render.terminal import visible

    return "".join(visible(line) + "\n" for line in diff.splitlines())


def _changed(action: str, name: str, scope: str, each: change.Change, *, dry_run: bool) -> dict[str, JSON]:
    record: dict[str, JSON] = {"schema": SCHEMA, "action": action, "agent": name, "scope": scope}
    record |= {"path": str(each.path), "changed": each.needed and not dry_run}
    return record | ({"diff": each.diff()} if dry_run else {})


_DONE = {"install": "installed in", "remove": "removed from"}


def _summary(action: str, name: str, planned: list[change.Change], *, dry_run: bool) -> None:
    needed = [each for each in planned if each.needed]
    if not needed:
        what = "installed already" if action == "install" else "not installed"
        exits.say(f"{name}: {what}, nothing to do", "")
        return
    for each in needed:
        exits.say(f"{name}: {'would be ' if dry_run else ''}{_DONE[action]} {each.path}", "")
    if action == "install":
        exits.say(f"{name}: {hooks(name).after}", "")


def _status(name: str | None, scope: str | None, setting: Setting, *, as_json: bool, colour: str) -> int:
    rows: list[tuple[Status, log.Seen]] = []
    for each in [name] if name else known():
        seen = log.seen(setting.folder, each)
        found = [status(each, scope, setting)] if scope and scope in hooks(each).scopes else statuses(each, setting)
        there = [one for one in found if one.state is not State.ABSENT]
        rows += [(one, seen) for one in there or found[:1]]
    if as_json:
        for one, seen in rows:
            output.emit(_record(one, seen))
    else:
        output.lines(table(_COLUMNS, [_cells(one, seen) for one, seen in rows], output.paint(colour)))
        for one, _ in rows:
            if one.why:
                exits.say(one.why)
        _troubles(setting.folder)
    states = {one.state for one, _ in rows}
    bad = {State.OUTDATED, State.BROKEN, State.UNREADABLE} | ({State.ABSENT} if name else set())
    return exits.Exit.FINDINGS if states & bad else exits.Exit.DONE


def _troubles(folder: Path) -> None:
    path = folder / "trouble.log"
    if os.path.isfile(path):  # noqa: PTH113  the method raises where the folder is closed
        exits.say(f"the hook program reported errors; see {path}")


def _cells(one: Status, seen: log.Seen) -> list[str]:
    last = when(seen.last) if isinstance(seen.last, str) else ""
    return [one.agent, one.scope, one.state.value, str(seen.events), last, ", ".join(map(str, one.paths))]


def _record(one: Status, seen: log.Seen) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "agent": one.agent,
        "scope": one.scope,
        "state": one.state.value,
        "paths": [str(path) for path in one.paths],
        "commands": list(one.commands),
        "events": seen.events,
        "logs": seen.logs,
        **({"last": seen.last} if seen.last is not UNSET else {}),
        **({"why": one.why} if one.why else {}),
    }
