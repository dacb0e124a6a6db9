"""`steno record`"""

from __future__ import annotations

import os
from pathlib import Path

import click

from steno.api import Unreadable, UsageError
from steno.api.record import Recorded, RecordedSession, end_like, programs, record
from steno.api.world import here
from steno.cli import exits, options
from steno.render.terminal import number_of


@click.command("record", context_settings={"allow_interspersed_args": False})
@click.argument("words", metavar="COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option(
    "--agent", "name", type=options.Names(lambda: programs().values()),
    help="Which agent the command starts, if its name does not say so.",
)  # fmt: skip
@click.option(
    "-o", "--output", "output_file", type=options.PATH, metavar="FILE",
    help="Export the session as Open-Token to a file that only you can read.",
)  # fmt: skip
def command(words: tuple[str, ...], name: str | None, output_file: Path | None) -> int:
    """Run an agent with its hooks on, and list its sessions at the end.

    The hooks are added for this run only, and your configuration stays as it is; hooks that are already installed are
    used.  Terminal, signals and exit code are the agent's own.  An agent that takes no hooks for one run reports less;
    `steno hook install` gets the rest.

    With -o, the agent's record of the session is exported as Open-Token, with secrets masked; if there are several
    sessions, each gets a file.

    \b
      steno record -- claude
      steno record -o trace.json -- claude -p "Fix the tests"
      steno record -- codex exec "Fix the tests"
    """
    if output_file is not None and not os.path.isdir(output_file.parent):  # noqa: PTH112  the method may raise
        raise UsageError(f"cannot write {output_file}: its folder does not exist")  # before hours of work, not after
    done = record(here(), words, agent=name, tell=lambda line: exits.say(line, ""))
    _summary(done)
    exported = _export(done.sessions, output_file) if output_file else exits.Exit.DONE
    return end_like(done.status) or exported


def _summary(done: Recorded) -> None:
    if not done.sessions:
        exits.say(f"no events from the hooks of {done.agent}: it ended before its first event, or its hooks are off")
    for each in done.sessions:
        exits.say(f"session {each.id or 'without an id'}: {number_of(each.events, 'event')}", "")
        exits.say(f"  hook log    {each.log}", "")
        if each.transcript is not None:
            exits.say(f"  transcript  {each.transcript}", "")
        exits.say(f"  to see it   steno show {each.id if each.is_kept else each.log}", "")


def _export(sessions: list[RecordedSession], output_file: Path) -> int:
    """The sessions as Open-Token, as `steno export` writes them."""
    from steno.cli import export
    from steno.cli.errors import explain

    context = click.get_current_context()
    codes = [0]
    for number, each in enumerate(sessions, 1):
        path = output_file if number == 1 else output_file.with_stem(f"{output_file.stem}-{number}")
        try:
            codes.append(int(context.invoke(export.command, words=(str(each.best),), output_file=path) or 0))
        except (UsageError, Unreadable) as error:  # the agent has done its work, and its exit code is still to be told
            codes.append(explain(error))
    return max(codes)
