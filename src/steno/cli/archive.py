"""`steno archive`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import UsageError
from steno.api.archive import hook_snippet, hooked
from steno.api.sessions import names
from steno.api.world import here
from steno.cli import archived, exits, options, output, redacting
from steno.render import archive as render

if TYPE_CHECKING:
    from steno.api.mask import Mask

_ACTIONS = ("list", "verify", "restore", "diff")


@click.command("archive")
@click.argument(
    "words", metavar="[list|verify|restore|diff] [SESSION]...", nargs=-1, shell_complete=options.complete_session
)
@click.option("--agent", type=options.Names(names), help="Only this agent's sessions.")
@click.option("--watch", "is_watching", is_flag=True, help="Archive again and again; Ctrl-C ends it with 0.")
@click.option(
    "--interval", type=click.FloatRange(min=0.1), default=10, show_default=True, metavar="SECONDS",
    help="How long --watch waits between two looks.",
)  # fmt: skip
@click.option("--timer", is_flag=True, help="Print a systemd timer and a line for cron that archive every ten minutes.")
@click.option("--hook", is_flag=True, help="Print a hook that archives a session before its agent shortens or ends it.")
@click.option(
    "--from-hook", is_flag=True, help="Archive the session of the event on standard input: what that hook runs."
)
@click.option("--version", type=click.IntRange(min=1), metavar="N", help="The version to restore.  [default: the last]")
@click.option(
    "--between",
    type=click.IntRange(min=1),
    nargs=2,
    metavar="N M",
    help="The versions that diff compares.  [default: each rewrite]",
)
@click.option("-o", "--output", "folder", type=options.PATH, metavar="DIR", help="The folder to restore into.")
@redacting.local
@options.as_json
@options.colour
def command(
    words: tuple[str, ...],
    agent: str | None,
    is_watching: bool,
    interval: float,
    timer: bool,
    hook: bool,
    from_hook: bool,
    version: int | None,
    between: tuple[int, int] | None,
    folder: Path | None,
    as_json: bool,
    colour: str,
    mask: Mask,
) -> int:
    """Keep the files of sessions, so that nothing is lost when an agent deletes or rewrites them.

    Copies every session on this machine, or those named, with the files that belong to it: compressed, each state of a
    file once, byte for byte.  A database is copied whole with what its log holds.  THE ARCHIVE IS NOT REDACTED: it
    holds sessions as they are, secrets included, in a folder that only you can read (STENO_ARCHIVE names another).

    list shows what is kept, also sessions that are gone; `steno show archive:ID` reads one, archive:ID@2 its second
    version.  verify hashes every byte of the archive and exits with 1 if anything is damaged.  restore writes the files
    of a session into a folder.  diff shows which messages, calls and results vanished or changed when an agent
    rewrote a file, and exits with 1 if any did.  The record is shown as it is; --redact masks it.

    \b
      steno archive
      steno archive --watch
      steno archive list
      steno archive restore 3f2a -o restored/
      steno archive diff 3f2a
    """
    action, rest = (words[0], words[1:]) if words and words[0] in _ACTIONS else ("", words)
    _check(
        action, rest, version=version, between=between, folder=folder, keeps=is_watching or timer or hook or from_hook
    )
    world = here()
    match action:
        case "list":
            return archived.listing(world, agent, mask, as_json=as_json, colour=colour)
        case "verify":
            return archived.verify(world, mask, as_json=as_json)
        case "restore":
            return archived.restore(world, rest[0], folder or Path(), version, mask, as_json=as_json)
        case "diff":
            return archived.diff(world, rest[0], between, mask, as_json=as_json, colour=colour)
    own = [sys.executable, "-m", "steno", "archive"]
    if timer or hook:
        output.lines(render.timer(own) if timer else hook_snippet([*own, "--from-hook"]).splitlines())
        return exits.Exit.DONE
    named = (*rest, hooked(world)) if from_hook else rest
    return archived.keep(world, named, agent, interval if is_watching else None, mask, as_json=as_json)


def _check(
    action: str, rest: tuple[str, ...], *, version: int | None, between: tuple[int, int] | None, folder: Path | None,
    keeps: bool,
) -> None:  # fmt: skip
    """Raise `UsageError` where words and options do not go together."""
    if action in ("restore", "diff") and len(rest) != 1:
        raise UsageError(f"{action} needs one session; `steno archive list` shows what is there")
    if action in ("list", "verify") and rest:
        raise UsageError(f"{action} takes no session")
    if action and keeps:
        raise UsageError(f"--watch, --timer, --hook and --from-hook do not go with {action}")
    if (action == "restore") != (folder is not None):
        raise UsageError("restore needs -o DIR" if action == "restore" else "-o goes with restore alone")
    if version is not None and action != "restore":
        raise UsageError("--version goes with restore alone")
    if between is not None and action != "diff":
        raise UsageError("--between goes with diff alone")
