"""`steno archive`"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, UsageError
from steno.api.archive import NOT_REDACTED, Archivist, archived, hook_snippet, hooked, restore, verify_archive, watch
from steno.api.rewritten import rewritten
from steno.api.sessions import names
from steno.api.world import World, here
from steno.cli import exits, options, output, redacting
from steno.render import archive as render
from steno.render.progress import Progress
from steno.render.terminal import number_of

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
@click.option(
    "-o", "--output", "folder", type=click.Path(path_type=Path), metavar="DIR", help="The folder to restore into."
)
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
    rewrote a file, and exits with 1 if any did; with --redact, masked.

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
            return _list(world, agent, mask, as_json=as_json, colour=colour)
        case "verify":
            return _verify(world, as_json=as_json)
        case "restore":
            return _restore(world, rest[0], folder or Path(), version, as_json=as_json)
        case "diff":
            return _diff(world, rest[0], between, mask, as_json=as_json, colour=colour)
    own = [sys.executable, "-m", "steno", "archive"]
    if timer or hook:
        output.lines(render.timer(own) if timer else hook_snippet([*own, "--from-hook"]).splitlines())
        return exits.Exit.DONE
    return _keep(
        world, (*rest, hooked(world)) if from_hook else rest, agent, interval if is_watching else None, as_json=as_json
    )


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


def _keep(world: World, words: tuple[str, ...], agent: str | None, interval: float | None, *, as_json: bool) -> int:
    found: list[Diagnostic] = []
    failures = exits.Failures(as_json=as_json)
    exits.say(NOT_REDACTED, "")
    archivist = Archivist(world, report=found.append)
    if interval is not None:
        _watch(archivist, words, agent, failures, interval, as_json=as_json)
        return exits.Exit.DONE
    with Progress(sys.stderr) as progress:
        done = archivist.run(words, agent=agent, failed=failures, progress=progress.say)
    for each in done.new:
        if as_json:
            output.emit(each)
    output.warn(found)
    _warn_of_damage(archivist)
    exits.say(render.summary(done, str(archivist.archive.folder)), "")
    return exits.several(done.failed, done.sessions - done.failed)


def _watch(
    archivist: Archivist, words: tuple[str, ...], agent: str | None, failures: exits.Failures, interval: float, *,
    as_json: bool,
) -> None:  # fmt: skip
    """Until somebody ends it, which may be at any moment: what is half done is done by the next run."""
    ended = threading.Event()
    try:
        for done in watch(archivist, words, agent, failures, lambda: not ended.wait(interval)):
            for each in done.new:
                if as_json:
                    output.emit(each)
                else:
                    output.lines([render.new(each)])
            if done.new:
                sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            exits.say("", "")  # the terminal has put ^C into the line


def _warn_of_damage(archivist: Archivist) -> None:
    if flaws := archivist.archive.journal.flaws:
        exits.say(f"the archive's journal is damaged in {number_of(len(flaws), 'line')}; see `steno archive verify`")


def _list(world: World, agent: str | None, mask: Mask, *, as_json: bool, colour: str) -> int:
    rows = archived(world, agent=agent)
    if as_json:
        for each in rows:
            output.emit(mask.piece(each))
    elif rows:
        output.lines(map(mask.piece, render.listed(rows, output.paint(colour))))
    else:
        exits.say("nothing is archived yet; `steno archive` does it")
    return exits.Exit.DONE


def _verify(world: World, *, as_json: bool) -> int:
    with Progress(sys.stderr) as progress:
        proof = verify_archive(world, progress=progress.say)
    if as_json:
        output.emit(proof)
    else:
        output.lines(proof.damage)
    exits.say(render.proved(proof), "")
    return exits.Exit.FINDINGS if proof.damage else exits.Exit.DONE


def _restore(world: World, word: str, folder: Path, version: int | None, *, as_json: bool) -> int:
    paths = restore(world, word, folder, version=version)
    if as_json:
        output.emit({"schema": "steno.restored/1", "paths": [str(each) for each in paths]})
    else:
        output.lines(map(str, paths))
    exits.say(f"{number_of(len(paths), 'file')} restored, secrets included", "")
    return exits.Exit.DONE


def _diff(
    world: World, word: str, between: tuple[int, int] | None, mask: Mask, *, as_json: bool, colour: str
) -> int:  # fmt: skip
    found: list[Diagnostic] = []
    before, after = between or (None, None)
    compared = rewritten(world, word, before=before, after=after, report=found.append)
    if as_json:
        for each in compared.rewrites:
            output.emit(mask.piece(each))
    else:
        output.lines(map(mask.piece, render.rewrites(compared, output.paint(colour))))
    if not compared.rewrites:
        exits.say("no rewrite of this session is in the archive: its files only grew", "")
    output.warn(found)
    return exits.Exit.DONE if compared.is_harmless else exits.Exit.FINDINGS
