"""What `steno archive` does and prints, by its first word."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from steno.api import Diagnostic
from steno.api.archive import NOT_REDACTED, Archivist, archived, verify_archive, watch
from steno.api.archive import restore as restored
from steno.api.rewritten import rewritten
from steno.api.world import World
from steno.cli import exits, output
from steno.render import archive as render
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api.mask import Mask


def keep(
    world: World, words: tuple[str, ...], agent: str | None, interval: float | None, mask: Mask, *, as_json: bool
) -> int:  # fmt: skip
    """What is new; again and again, where there is an interval."""
    found: list[Diagnostic] = []
    failures = exits.Failures(as_json=as_json)
    exits.say(NOT_REDACTED, "")
    archivist = Archivist(world, report=found.append)
    if interval is not None:
        _watch(archivist, words, agent, failures, interval, mask, as_json=as_json)
        return exits.Exit.DONE
    with Progress(sys.stderr) as progress:
        done = archivist.run(words, agent=agent, failed=failures, progress=progress.say)
    for each in done.new:
        if as_json:
            output.emit(mask.piece(each))
    output.warn(found)
    _warn_of_damage(archivist)
    exits.say(render.summary(done, str(archivist.archive.folder)), "")
    return exits.several(done.failed, done.sessions - done.failed)


def _watch(
    archivist: Archivist, words: tuple[str, ...], agent: str | None, failures: exits.Failures, interval: float,
    mask: Mask, *, as_json: bool,
) -> None:  # fmt: skip
    """Until somebody ends it, which may be at any moment: what is half done is done by the next run."""
    ended = threading.Event()
    try:
        for done in watch(archivist, words, agent, failures, lambda: not ended.wait(interval)):
            for each in done.new:
                if as_json:
                    output.emit(mask.piece(each))
                else:
                    output.lines([mask.piece(render.new(each))])
            if done.new:
                sys.stdout.flush()
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            exits.say("", "")  # the terminal has put ^C into the line


def _warn_of_damage(archivist: Archivist) -> None:
    if flaws := archivist.archive.journal.flaws:
        exits.say(f"the archive's journal is damaged in {number_of(len(flaws), 'line')}; see `steno archive verify`")


def listing(world: World, agent: str | None, mask: Mask, *, as_json: bool, colour: str) -> int:
    """The sessions in the archive."""
    rows = archived(world, agent=agent)
    if as_json:
        for each in rows:
            output.emit(mask.piece(each))
    elif rows:
        output.lines(map(mask.piece, render.listed(rows, output.paint(colour))))
    else:
        exits.say("nothing is archived yet; `steno archive` does it")
    return exits.Exit.DONE


def verify(world: World, mask: Mask, *, as_json: bool) -> int:
    """Whether the archive is whole; with 1 where it is not."""
    with Progress(sys.stderr) as progress:
        proof = verify_archive(world, progress=progress.say)
    if as_json:
        output.emit(mask.piece(proof))
    else:
        output.lines(map(mask.piece, proof.damage))
    exits.say(render.proved(proof), "")
    return exits.Exit.FINDINGS if proof.damage else exits.Exit.DONE


def restore(world: World, word: str, folder: Path, version: int | None, mask: Mask, *, as_json: bool) -> int:
    """Where the files of a session are now."""
    paths = restored(world, word, folder, version=version)
    if as_json:
        output.emit(mask.piece({"schema": "steno.restored/1", "paths": [str(each) for each in paths]}))
    else:
        output.lines(mask.piece(str(each)) for each in paths)
    exits.say(f"{number_of(len(paths), 'file')} restored, secrets included", "")
    return exits.Exit.DONE


def diff(
    world: World, word: str, between: tuple[int, int] | None, mask: Mask, *, as_json: bool, colour: str
) -> int:  # fmt: skip
    """What rewrites took away; with 1 where they took anything."""
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
