"""Every session on a machine as a list has it: those in one file apart, sub-agents under the one that started them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from steno import sources
from steno.base.time import parse
from steno.diagnostics import Report
from steno.errors import Unreadable
from steno.listing.memory import Memory, memory
from steno.listing.seen import Figures, File, Seen
from steno.sources import Real, Session

STORES = (".db", ".sqlite", ".sqlite3", ".vscdb")
"""How the names of files end that hold many sessions."""

Look = Callable[[str, Path, int, float], File]
Step = Callable[[Path, int, int], None]
"""Told of each file before it is looked at, with its number and how many there are."""


class Entry(Struct, eq=False):
    """A session, or the run of a sub-agent."""

    session: Session
    seen: Seen
    modified: float
    """When the file was written; one of many sessions in it may have been active before."""
    number: int = 0
    """Which of those in the file."""
    shared: int = 1
    """How many there are in the file."""
    children: list[Entry] = []
    """The runs that it started, and those that they started."""
    parent: Entry | None = None
    archived: Figures | None = None
    """Of one that only the archive has: what is known of it."""

    @property
    def id(self) -> str:
        return self.session.id

    def family(self) -> Iterator[Entry]:
        """Itself and all below it."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.children)


class Unlisted(Struct, frozen=True):
    """A file among sessions of which nothing can be listed."""

    agent: str
    path: Path
    why: str
    kind: str
    """`strange`: it is no session; `closed`: only the agent can read it; `failed`: it cannot be opened."""
    error: Unreadable | None = None


class Machine(Struct, frozen=True):
    """What is there."""

    entries: list[Entry]
    """Every session and every run, newest first."""
    unlisted: list[Unlisted]
    files: int
    memory: Memory


def machine(
    environ: Mapping[str, str],
    home: Path,
    kept: Memory,
    report: Report,
    *,
    agent: str | None = None,
    step: Step = lambda path, number, count: None,
) -> Machine:
    """Every session on a machine, or those of one agent; what is not remembered is looked at."""
    everything = sources.discover(environ, home, report)
    wanted = [each for each in everything if agent in (None, each.agent)]
    runs = list(runs_of(environ, home, wanted, report, agent))
    entries, unlisted = _looked_at([*wanted, *(run for run, _ in runs)], kept, step)
    below = {run.path: parent for run, parent in runs}
    _fold(entries, below)
    entries.sort(key=lambda each: (-each.session.modified, each.id, str(each.session.path)))
    known = None if agent is not None else (str(each.path) for each in (*everything, *(run for run, _ in runs)))
    kept.save(known)
    return Machine(entries, unlisted, len(wanted), kept)


def expanded(environ: Mapping[str, str], home: Path, found: Sequence[Session]) -> list[Session]:
    """Sessions with those in one file apart, newest first.  Only databases are looked into."""
    stores = {each.path for each in found if each.path.suffix in STORES}
    if not stores:
        return list(found)
    kept = memory(environ, home)
    done = [each for each in found if each.path not in stores]
    for each in found:
        if each.path in stores:
            entries, _ = _looked_at([each], kept, lambda path, number, count: None)
            done += [entry.session for entry in entries] or [each]
    kept.save()
    return sorted(done, key=lambda each: (-each.modified, each.id, str(each.path)))


def runs_of(
    environ: Mapping[str, str], home: Path, found: Sequence[Session], report: Report, agent: str | None = None
) -> Iterator[tuple[Session, Path | None]]:
    """The files of sub-agents, each with that of its session where its place says whose it is."""
    real, done = Real(), set[str]()
    placed = [(each.agent, child, each.path) for each in found for child in each.children]
    others = ((name, path, None) for name, path in sources.runs(environ, home, report) if agent in (None, name))
    for name, path, parent in (*placed, *others):
        if (key := real(path)) in done:
            continue
        done.add(key)
        try:
            status = os.stat(path)  # noqa: PTH116  at every listing
        except OSError:
            continue  # gone meanwhile
        yield Session(name, path.name.partition(".")[0], path, status.st_size, status.st_mtime), parent


def _looked_at(found: Sequence[Session], kept: Memory, step: Step) -> tuple[list[Entry], list[Unlisted]]:
    entries: list[Entry] = []
    unlisted: list[Unlisted] = []
    try:
        for number, each in enumerate(found):
            file = kept.get(str(each.path), each.size, each.modified)
            if file is None:
                step(each.path, number, len(found))
                try:
                    file = _look()(each.agent, each.path, each.size, each.modified)
                except Unreadable as error:
                    unlisted.append(Unlisted(each.agent, each.path, str(error), "failed", error))
                    continue
                kept.put(str(each.path), file)
            if file.why:
                unlisted.append(Unlisted(each.agent, each.path, file.why, file.kind))
            else:
                entries += _entries(each, file)
    except KeyboardInterrupt:
        kept.save()  # what was looked at need not be looked at again
        raise
    return entries, unlisted


def _look() -> Look:
    from steno.listing.glance import glance  # loads the readers, and few lists need them

    return glance


def _entries(found: Session, file: File) -> Iterator[Entry]:
    if not file.seen or (len(file.seen) == 1 and not (file.is_store and file.seen[0].id)):
        yield Entry(found, file.seen[0] if file.seen else Seen(turns=0, tools=0), found.modified)
        return
    for number, seen in enumerate(file.seen):
        moment = parse(seen.last or seen.started)
        when = moment.timestamp() if moment is not None else found.modified
        id = seen.id or f"{found.id}.{number + 1}"
        yield Entry(
            Session(found.agent, id, found.path, found.size, when, inner=seen.id),
            seen,
            found.modified,
            number,
            len(file.seen),
        )


# Who started whom


def _fold(entries: Iterable[Entry], below: Mapping[Path, Path | None]) -> None:
    """Put runs under those that started them: by the place of their file, or by the ids that logs state."""
    entries = list(entries)
    named: dict[tuple[str, str], Entry] = {}
    for each in entries:
        if each.session.path not in below:
            for id in (each.id, each.seen.id):
                named.setdefault((each.session.agent, id), each)
    paths = {each.session.path: each for each in entries if each.session.path not in below}
    for each in entries:
        agent, path = each.session.agent, each.session.path
        if path in below:
            place = below[path]
            parent = paths.get(place) if place is not None else named.get((agent, each.seen.id))
        else:
            parent = named.get((agent, each.seen.parent)) if each.seen.parent else None
        if parent is not None and not _is_below(parent, each):
            each.parent = parent
            parent.children = [*parent.children, each]


def _is_below(one: Entry | None, other: Entry) -> bool:
    """Whether the chain of parents leads from one to the other; logs may say anything."""
    while one is not None:
        if one is other:
            return True
        one = one.parent
    return False


# Files


def key(entry: Entry) -> tuple[str, int, float]:
    """By which the file of an entry is remembered."""
    return str(entry.session.path), entry.session.size, entry.modified


def files(group: Sequence[Entry]) -> list[Entry]:
    """One entry for each file, oldest first."""
    found = {each.session.path: each for each in group}
    return sorted(found.values(), key=lambda each: (each.modified, str(each.session.path)))
