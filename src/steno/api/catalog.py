"""Keep an index of every session on this machine, and ask it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base import folders
from steno.base.folders import data
from steno.base.time import stamp
from steno.errors import Unreadable, Unwritable
from steno.store import catalog

if TYPE_CHECKING:
    from steno.api.outcome import Outcome
    from steno.diagnostics import Report
    from steno.store.changes import Changes, File, Notes
    from steno.store.reading import Read
    from steno.store.sync import Synced

# What finds sessions is imported where it is used, as it costs start-up, and `--no-sync` needs none of it; what reads
# them is only where there is something new.

Tell = Callable[[str], None]

_FEW = 8
"""So many files, of no more than `_SMALL` bytes together, are read sooner than a process is started."""
_SMALL = 4 << 20


def sync(
    world: World,
    *,
    rebuild: bool = False,
    findings: bool = False,
    jobs: int | None = None,
    most: int | None = None,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Synced:
    """Bring the catalog to what the sessions on this machine say; only what changed since the last time is read.

    `jobs`: how many files are read at once; None chooses.  With `findings`, secrets are looked for in files that nobody
    has looked at as they are.  With `rebuild`, all of it is made anew, findings too where there were any.  `tell` hears
    of a catalog that could not be used.  Whoever is interrupted loses nothing: the next run goes on; so it does where
    only so many bytes are read at `most`, of what was written last.
    """
    path = catalog.path_of(world.environ, world.home)
    if rebuild:
        findings = findings or _had_findings(path)
        catalog.forget(path)
    done = _read(world, path, jobs, most, tell, report, progress)
    if not findings:
        return done
    from steno.api.findings import look  # the detectors cost start-up

    found = look(world, jobs=jobs, report=report, progress=progress)
    return replace(done, looked=found.looked, secrets=found.secrets, unlooked=found.left)


def _read(
    world: World, path: Path, jobs: int | None, most: int | None, tell: Tell, report: Report, progress: Progress
) -> Synced:
    """Read what changed."""
    pending, archive = _pending(world, path, tell, report)
    if most is not None and sum(each.size for each in pending.read) > most:
        pending, archive = replace(pending, read=_last(pending.read, most)), None
    if not pending.read:
        return _written(path, pending, iter(()), world, progress, _nothing, archive)
    from steno.api import settings
    from steno.api.jobs import at_once
    from steno.store.archived import EveryReader
    from steno.store.reading import Reader, read_whole

    count = _jobs(pending.read) if jobs is None else jobs
    prices = settings.prices(world)
    # Processes begin before the catalog is open: none of them may have a copy of it.
    with at_once(EveryReader(Reader(prices)), count, len(pending.read)) as each:
        reads = _told(each(pending.read, doing="reading"), report)
        again = partial(read_whole, prices=prices, report=report)
        return _written(path, pending, reads, world, progress, again, archive)


def _nothing(file: File) -> Read:
    raise AssertionError(f"{file.path}: nothing was read, so nothing is read again")


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


def _last(files: list[File], most: int) -> list[File]:
    """The last of some files, as far as they have no more bytes than that together."""
    chosen: list[File] = []
    for each in reversed(files):
        if each.size <= most:
            most -= each.size
            chosen.append(each)
    return chosen[::-1]


def _had_findings(path: Path) -> bool:
    from steno.store.findings import had_findings

    try:
        with closing(catalog.readable(path)) as base, catalog.said(path):
            return had_findings(base)
    except (Unreadable, Unwritable):
        return False  # there is none, or none that can be read


def _pending(world: World, path: Path, tell: Tell, report: Report) -> tuple[Changes, str | None]:
    """What is to be done, and the state of the archive, where that had to be looked into."""
    from steno.api import catalog_links
    from steno.listing.memory import state
    from steno.store.changes import changes, here, is_archive_noted, noted
    from steno.store.listed import archive_of
    from steno.store.sync import stale

    notes = _notes(world)
    found = here(world.environ, world.home, report, notes)
    folder = folders.archive(world.environ, world.home)
    archive = repr(state(str(folder / "versions.jsonl"))[1:])
    connection = catalog.writable(path, tell)
    try:
        with catalog.said(path):
            stale(connection, _priced(world))
            catalog_links.refresh(world, connection)
            pending = changes(connection, found)
            if not pending.gone and archive_of(connection) == archive and not is_archive_noted(connection, notes):
                return pending, None
            from steno.store.archived import deleted  # few runs find anything gone

            there = {each.path for each in found}
            return changes(connection, found, [noted(each, notes) for each in deleted(folder, there)]), archive
    finally:
        connection.close()


def _written(
    path: Path,
    pending: Changes,
    reads: Iterator[Read],
    world: World,
    progress: Progress,
    reread: Callable[[File], Read],
    archive: str | None,
) -> Synced:
    from steno.store.sync import write

    total, done = sum(each.size for each in pending.read), 0

    def step(read: Read) -> None:
        nonlocal done
        done += read.file.size
        progress(f"indexing {Path(read.file.path).name}", done / total if total else None)

    connection = catalog.writable(path)
    try:
        with catalog.said(path):
            return write(connection, pending, reads, stamp(world.clock()), step, reread, archive)
    finally:
        connection.close()


def _told(outcomes: Iterable[Outcome[Read]], report: Report) -> Iterator[Read]:
    """What was read; a file whose process died is told, and is read the next time."""
    from steno.diagnostics import Place
    from steno.store.reading import UNREAD

    for each in outcomes:
        try:
            yield each.told(report)
        except Unreadable as error:
            report(UNREAD.at(Place(), str(error)))


def _jobs(files: list[File]) -> int:
    from steno.api.jobs import cores

    few = len(files) <= _FEW and sum(each.size for each in files) <= _SMALL
    return 1 if few else cores()


def _priced(world: World) -> str:
    from steno.api import settings
    from steno.listing.memory import state

    return repr(state(str(settings.own_prices(world)))[1:])


def _notes(world: World) -> Notes:
    """Finds the notes on sessions: in Steno's own folder, which is listed once, and beside the logs of hooks."""
    from steno.notes.naming import notes_name, whole_of
    from steno.notes.sidecar import SUFFIX

    folder = data(world.environ, world.home) / "steno" / "notes"
    try:
        known = {each.name for each in folder.iterdir()}
    except OSError:
        known = set()
    inner: dict[str, list[str]] = {}
    for name in sorted(known):
        inner.setdefault(whole_of(name), []).append(str(folder / name))
    hooks = str(world.hooks) + os.sep

    def on(path: str) -> tuple[str | None, tuple[str, ...]]:
        if path.startswith(hooks):
            return (beside if os.path.exists(beside := path + SUFFIX) else None), ()  # noqa: PTH110  for every file
        name = notes_name(Path(os.path.realpath(path))) if known else ""
        return (str(folder / name) if name in known else None), tuple(inner.get(name, ()))

    return on
