"""Keep an index of every session on this machine, and ask it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from steno.api import settings
from steno.api.inputs import notes_name
from steno.api.jobs import at_once, cores
from steno.api.outcome import Outcome
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.folders import data
from steno.base.time import stamp
from steno.diagnostics import Place, Report
from steno.errors import Unreadable
from steno.listing.memory import state
from steno.store import catalog
from steno.store.changes import Changes, File, Notes, changes, here
from steno.store.sync import Synced as Synced
from steno.store.sync import stale, write

if TYPE_CHECKING:
    from steno.store.reading import Read

Tell = Callable[[str], None]

_FEW = 8
"""So many files, of no more than `_SMALL` bytes together, are read sooner than a process is started."""
_SMALL = 4 << 20


def sync(
    world: World,
    *,
    rebuild: bool = False,
    jobs: int | None = None,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Synced:
    """Bring the catalog to what the sessions on this machine say; only what changed since the last time is read.

    `jobs`: how many files are read at once; None chooses.  With `rebuild`, all of it is made anew.  `tell` hears of a
    catalog that could not be used.  Whoever is interrupted loses nothing: the next run goes on.
    """
    path = catalog.path_of(world.environ, world.home)
    if rebuild:
        catalog.forget(path)
    pending = _pending(world, path, tell, report)
    if not pending.read:
        return _written(path, pending, iter(()), world, progress)
    from steno.store.reading import Reader  # costs start-up, and most runs find nothing new

    count = _jobs(pending.read) if jobs is None else jobs
    prices = settings.prices(world)
    # Processes begin before the catalog is open: none of them may have a copy of it.
    with at_once(Reader(prices), count, len(pending.read)) as each:
        reads = _told(each(pending.read, doing="reading"), report)
        return _written(path, pending, reads, world, progress)


def ready(
    world: World,
    *,
    fresh: bool = True,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> sqlite3.Connection:
    """The catalog, to be asked; with `fresh`, brought up to date before.  Raises `Unreadable` where there is none."""
    if fresh:
        sync(world, tell=tell, report=report, progress=progress)
    return catalog.readable(catalog.path_of(world.environ, world.home))


def _pending(world: World, path: Path, tell: Tell, report: Report) -> Changes:
    found = here(world.environ, world.home, report, _notes(world))
    connection = catalog.writable(path, tell)
    try:
        with catalog.said(path):
            stale(connection, _priced(world))
            return changes(connection, found)
    finally:
        connection.close()


def _written(path: Path, pending: Changes, reads: Iterator[Read], world: World, progress: Progress) -> Synced:
    total, done = sum(each.size for each in pending.read), 0

    def step(read: Read) -> None:
        nonlocal done
        done += read.file.size
        progress(f"indexing {Path(read.file.path).name}", done / total if total else None)

    connection = catalog.writable(path)
    try:
        with catalog.said(path):
            return write(connection, pending, reads, stamp(world.clock()), step)
    finally:
        connection.close()


def _told(outcomes: Iterable[Outcome[Read]], report: Report) -> Iterator[Read]:
    """What was read; a file whose process died is told, and is read the next time."""
    from steno.store.reading import UNREAD

    for each in outcomes:
        try:
            yield each.told(report)
        except Unreadable as error:
            report(UNREAD.at(Place(), str(error)))


def _jobs(files: list[File]) -> int:
    few = len(files) <= _FEW and sum(each.size for each in files) <= _SMALL
    return 1 if few else cores()


def _priced(world: World) -> str:
    return repr(state(str(settings.own_prices(world)))[1:])


def _notes(world: World) -> Notes:
    """Finds the notes on sessions in Steno's own folder, which is listed once."""
    folder = data(world.environ, world.home) / "steno" / "notes"
    try:
        known = {each.name for each in folder.iterdir()}
    except OSError:
        known = set()

    def on(path: str) -> str | None:
        name = notes_name(Path(os.path.realpath(path))) if known else ""
        return str(folder / name) if name in known else None

    return on
