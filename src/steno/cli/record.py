"""`steno record`"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from steno.base import folders, proc
from steno.base.counts import number_of
from steno.base.files import Unreadable
from steno.cli import exits, options, world
from steno.contracts import UsageError
from steno.hookfiles.target import Setting
from steno.record.hooks import log
from steno.record.hooks.status import State, hooks, programs, statuses


@click.command("record", context_settings={"allow_interspersed_args": False})
@click.argument("words", metavar="COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option(
    "--agent", "name", type=options.Names(lambda: programs().values()),
    help="Which agent the command starts, where its name does not say so.",
)  # fmt: skip
@click.option(
    "-o", "--output", "output_file", type=click.Path(path_type=Path), metavar="FILE",
    help="Export the session as Open-Token to a file, for its owner alone.",
)  # fmt: skip
def command(words: tuple[str, ...], name: str | None, output_file: Path | None) -> int:
    """Run an agent with its hooks on, and list its sessions at the end.

    The hooks are added for this run alone, and your configuration stays as it is; where they are installed already,
    those are used.  Terminal, signals and exit code are the agent's own.  Where an agent takes no hooks for one run, it
    reports less; `steno hook install` gets the rest.

    With -o, what the agent wrote of the session is exported as Open-Token, with secrets taken out; of several
    sessions, each gets a file.

    \b
      steno record -- claude
      steno record -o trace.json -- claude -p "Fix the tests"
      steno record -- codex exec "Fix the tests"
    """
    agent = name or programs().get(Path(words[0]).stem)
    if agent is None:
        raise UsageError(f"{words[0]!r} is none of {', '.join(programs())}; name the agent that it starts with --agent")
    if output_file is not None and not os.path.isdir(output_file.parent):  # noqa: PTH112  the method may raise
        raise UsageError(f"cannot write {output_file}: its folder is not there")  # before hours of work, not after
    home = world.home()
    folder = folders.hooks(os.environ, home)
    setting = Setting(os.environ, home, Path.cwd(), sys.executable, folder)
    run, start = str(uuid.uuid4()), time.time()
    with _hooked(agent, list(words), setting) as hooked:
        ended = _ended(hooked, {**os.environ, log.RUN: run})
    sessions = log.of_run(folder, agent, run, start)
    _summary(agent, sessions)
    exported = _export(sessions, output_file) if output_file else exits.Exit.DONE
    return proc.end_like(ended) or exported


def _ended(command: list[str], environ: dict[str, str]) -> int:
    try:
        with proc.running(command, environ=environ) as child:
            return proc.wait(child)
    except proc.NotStarted as error:
        raise UsageError(str(error)) from None


@contextmanager
def _hooked(agent: str, command: list[str], setting: Setting) -> Iterator[list[str]]:
    """The command, with the hooks added where they are not installed."""
    states = {each.state for each in statuses(agent, setting)}
    if states & {State.INSTALLED, State.OUTDATED}:
        if State.INSTALLED not in states:
            exits.say(f"the installed hooks are outdated; run `steno hook install {agent}`")
        yield command
        return
    if limits := hooks(agent).limits:
        exits.say(limits, "")
    with tempfile.TemporaryDirectory(prefix="steno-") as place:  # it is made for its owner alone
        yield hooks(agent).launched(setting, command, Path(place))


def _summary(agent: str, sessions: list[log.Run]) -> None:
    if not sessions:
        exits.say(f"no events from the hooks of {agent}: it ended before its first event, or its hooks are off")
    for each in sessions:
        session = each.session if isinstance(each.session, str) else "without an id"
        exits.say(f"session {session}: {number_of(each.events, 'event')}", "")
        exits.say(f"  hook log    {each.log}", "")
        if isinstance(each.transcript, str):
            exits.say(f"  transcript  {each.transcript}", "")
        exits.say(f"  to see it   steno show {session if _known(each) else each.log}", "")


def _known(each: log.Run) -> bool:
    """Whether the agent's own record is where it says."""
    return isinstance(each.session, str) and isinstance(each.transcript, str) and Path(each.transcript).is_file()


def _export(sessions: list[log.Run], output_file: Path) -> int:
    """The sessions as Open-Token, as `steno export` writes them."""
    from steno.cli import export

    context = click.get_current_context()
    codes = [0]
    for number, each in enumerate(sessions, 1):
        path = output_file if number == 1 else output_file.with_stem(f"{output_file.stem}-{number}")
        word = str(each.transcript) if _known(each) else str(each.log)
        try:
            codes.append(int(context.invoke(export.command, words=(word,), output_file=path) or 0))
        except (UsageError, Unreadable) as error:  # the agent has done its work, and its exit code is still to be told
            codes.append(exits.explain(error))
    return max(codes)
