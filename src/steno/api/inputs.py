"""From a user's word to traces, with what this machine knows: whose session a file is, and where its notes are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO, Protocol

from msgspec.structs import replace

from steno import session, sources
from steno.api.progress import Progress, of_file, silent
from steno.api.world import World, ignore
from steno.base.folders import archive, data
from steno.diagnostics import Report
from steno.errors import NotFound, StenoError, Unreadable, UsageError
from steno.model import Trace
from steno.notes.naming import notes_name
from steno.notes.sidecar import SUFFIX
from steno.session import CURRENT, Find, Input, resolve
from steno.sources import Session

ARCHIVED = "archive:"
"""Before the id of a session that is meant as the archive has it."""

Failed = Callable[[StenoError], None]
"""Takes the error of one input among several; the others go on."""


class Resolve(Protocol):
    """Turns a word into an input; `report` hears of sessions that could not be listed."""

    def __call__(self, word: str, report: Report = ...) -> Input: ...


def resolver(world: World, report: Report = ignore) -> Resolve:
    """Turns words into inputs, and looks for sessions at most once."""
    found: list[list[Session]] = []
    usual = report
    stores = cache(partial(_Stores, world))

    def meant(word: str, report: Report = usual) -> Input:
        def find() -> list[Session]:
            if not found:
                from steno.listing.entries import expanded  # costs start-up, and a path needs no list

                found.append(expanded(world.environ, world.home, world.sessions(report)))
            return found[0]

        if word.startswith(ARCHIVED):
            return _archived(world, word)
        try:
            source = named(world, word, find)
        except NotFound as error:
            return _archived(world, word, error)
        if source.path is None:
            return source
        if not os.path.lexists(source.path) and has_archived(world):
            return _archived_file(world, source)
        agent = source.agent
        real = Path(os.path.realpath(source.path))
        if agent is None and stores().list(real):
            agent = next((each.agent for each in find() if Path(os.path.realpath(each.path)) == real), None)
        return replace(source, agent=agent, notes=_notes_on(world, stores(), real, source.inner))

    return meant


def named(world: World, word: str, find: Find) -> Input:
    """What a word names on this machine, the caller's own session included; raises `NotFound`."""
    if word != CURRENT:
        return resolve(word, find)
    from steno.api.current import current  # costs start-up, and only an agent asks

    own = current(world, find)
    return Input(str(own.path), own.path, own.agent, inner=own.inner)


def input_at(world: World, path: Path, agent: str | None = None, inner: str = "") -> Input:
    """The session in a file of which somebody has listed whose it is, with where its notes are; looks for none."""
    notes = _notes_on(world, _Stores(world), Path(os.path.realpath(path)), inner)
    return Input(str(path), path, agent, notes, inner)


def _archived(world: World, word: str, error: NotFound | None = None) -> Input:
    """A session in the archive; `error` says that it is nowhere else, and stands where it is not there either."""
    from steno.api.archived import restored  # costs start-up, and few sessions are gone

    try:
        return restored(world, word)
    except NotFound:
        if error is None:
            raise
    raise error


def has_archived(world: World) -> bool:
    """Whether anything was ever archived."""
    return (archive(world.environ, world.home) / "versions.jsonl").exists()


def _archived_file(world: World, source: Input) -> Input:
    """What the archive has of a file that is gone; the file itself, which cannot be read, where that has nothing."""
    from steno.api.archived import opened, restored

    path = str(Path(source.name).absolute())
    return restored(world, path) if path in opened(world).journal.sessions else source


class _Stores:
    """Where agents keep their sessions, and Steno its transcripts and the logs of hooks."""

    def __init__(self, world: World) -> None:
        hooks = world.hooks
        roots = sources.roots(world.environ, world.home)
        self._others = frozenset(_identity(root) for root in roots if root != hooks) - {None}
        self._hooks = _identity(hooks)

    def keep(self, real: Path) -> bool:
        """Whether a file lies where notes on it must not; notes on a hook log lie beside it."""
        return any(_identity(folder) in self._others for folder in (real, *real.parents))

    def list(self, real: Path) -> bool:
        """Whether `steno ls` may list a file."""
        known = self._others if self._hooks is None else self._others | {self._hooks}
        return any(_identity(folder) in known for folder in (real, *real.parents))


def _identity(path: Path) -> tuple[int, int] | None:
    """By which a folder is known under every name; None where there is none.  Costs less than to follow every link."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _notes_on(world: World, stores: _Stores, real: Path, inner: str = "") -> Path:
    """Where notes on a file, or on a session in it, are kept: beside it, or in Steno's own folder where an agent keeps
    the file.

    Steno writes nothing into other programs' folders, and what lies in its own folder of transcripts is a transcript.
    """
    if not stores.keep(real):
        return real.parent / (real.name + SUFFIX)  # the root has no name
    return data(world.environ, world.home) / "steno" / "notes" / notes_name(real, inner)


def traces(
    world: World,
    source: Input,
    doing: str,
    *,
    format: str | None = None,
    subagents: bool = True,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[Trace]:
    """The traces of an input, with the notes on it; while it is read, progress says what is being done and how far."""

    def watch(file: BinaryIO, size: int) -> None:
        progress(f"{doing} {source.name}", of_file(file, size))

    return session.read(source, world.stdin(), report, format=format, subagents=subagents, watch=watch)


class Tally:
    """Counts inputs: those that are done, and those that failed, of which `failed` is told while the others go on."""

    def __init__(
        self, wanted: int, failed: Failed | None, errors: tuple[type[StenoError], ...] = (Unreadable, UsageError)
    ) -> None:
        """Where only one is wanted, or nobody is there to be told, its error is the caller's; so is any other error."""
        self._tell = failed if wanted > 1 else None
        self._errors = errors
        self.done = 0
        self.failed: list[str] = []

    @contextmanager
    def one(self) -> Iterator[None]:
        """Around the work on one input."""
        try:
            yield
        except self._errors as error:
            self.fail(error)
        else:
            self.done += 1

    def fail(self, error: StenoError) -> None:
        if self._tell is None:
            raise error
        self.failed.append(str(error))
        self._tell(error)
