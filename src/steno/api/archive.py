"""Keep the files of sessions as they are, list and prove what is kept, and give it back.  Nothing is redacted."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType

from steno.api.archived import found as found
from steno.api.archived import opened, subject
from steno.api.inputs import Failed, Tally, named
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.learned import learned
from steno.base.time import stamp
from steno.diagnostics import Report
from steno.errors import StenoError, UsageError
from steno.hookfiles.hooks_json import settings
from steno.sources import Session
from steno.store.archive import Archive, Subject
from steno.store.archive_files import Belongings
from steno.store.archive_proof import prove
from steno.store.versions import Change, Version

NOT_REDACTED = "the archive holds sessions as they are, secrets included: only you can read it, and nothing is masked"
"""What everybody who archives should know."""


class ArchivedFile(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.archive/1"):
    """A state of a file that is new in the archive, or that a file was found gone."""

    id: str
    agent: str
    path: str
    role: str
    """`main` or `side`."""
    version: int
    """Of the session."""
    change: str
    """`new`, `grown`, `rewritten`, `back` (as it was before) or `gone`."""
    bytes: int | UnsetType = UNSET
    sha256: str | UnsetType = UNSET


class Archived(Struct, frozen=True):
    """What one run came to."""

    new: list[ArchivedFile]
    sessions: int
    """How many were looked at."""
    failed: int


class ArchivedSession(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.archived/1"):
    """A session in the archive."""

    id: str
    agent: str
    path: str
    versions: int
    rewritten: int
    """How often a file of it was not what it had been with more behind it."""
    files: int
    bytes: int
    """Of its files in the last version in which its own was there."""
    first: str
    """When it was first seen in a new state ..."""
    last: str
    """... and when last."""
    deleted: bool
    """Whether its own file is gone."""


class ArchiveProof(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.archive-verify/1"):
    """Whether the archive is whole."""

    path: str
    objects: int
    versions: int
    damage: list[str]


class Archivist:
    """Archives again and again, and reads only what has changed."""

    def __init__(self, world: World, *, report: Report = ignore) -> None:
        self._world, self._report = world, report
        self.archive = opened(world)
        self._belongings = Belongings(world.environ, world.home, report)

    def run(
        self,
        words: Sequence[str] = (),
        *,
        agent: str | None = None,
        failed: Failed | None = None,
        progress: Progress = silent,
    ) -> Archived:
        """Archive every session on this machine, those of one agent, or those that are named.

        The error of a file among several goes to `failed`, or is raised where there is none.
        """
        found = [each for each in self._world.sessions(self._report) if agent in (None, each.agent)]
        wanted = self._belongings.look(found)
        if words:
            wanted = [each for word in words for each in self._named(word, wanted)]
        else:
            wanted += self._gone({str(each.main) for each in wanted}, agent)
        tally, new = Tally(len(wanted), failed), []
        for number, one in enumerate(wanted):
            progress(f"archiving {one.main.name}", number / len(wanted))
            done = self.archive.keep(one, partial(self._belongings.of, one), stamp(self._world.clock()))
            for error in done.failed:
                tally.fail(error)
            tally.done += not done.failed
            new += [_told(self.archive, each) for each in done.new]
        return Archived(new, len(wanted), len(tally.failed))

    def _named(self, word: str, known: Sequence[Subject]) -> Iterator[Subject]:
        source = named(self._world, word, self._find)  # not in the archive: what is gone cannot be archived
        if source.path is None:
            raise UsageError("standard input cannot be archived; name a session or a file")
        path = source.path.absolute()
        own = next((each for each in known if each.main == path), None)
        yield own or Subject(source.agent or "", path.name.partition(".")[0], path)

    def _find(self) -> list[Session]:
        from steno.listing.entries import expanded  # a path needs no list

        return expanded(self._world.environ, self._world.home, self._world.sessions(self._report))

    def _gone(self, there: set[str], agent: str | None) -> list[Subject]:
        """Sessions in the archive that were not found: their files may be gone, or lie where nobody looks."""
        known = self.archive.journal.sessions
        subjects = (subject(states) for main, states in known.items() if main not in there)
        return [each for each in subjects if agent in (None, each.agent)]


def _told(archive: Archive, version: Version) -> ArchivedFile:
    return ArchivedFile(
        id=version.session, agent=version.agent, path=version.path, role=version.role, version=version.state,
        change=archive.journal.change(version).value, bytes=UNSET if version.is_gone else version.size,
        sha256=version.hash or UNSET,
    )  # fmt: skip


def archived(world: World, *, agent: str | None = None) -> list[ArchivedSession]:
    """The sessions in the archive, the last changed first: also those that their agent has deleted."""
    archive = opened(world)
    found = [_listed(archive, main) for main in archive.journal.sessions]
    return sorted(
        (each for each in found if agent in (None, each.agent)), key=lambda each: (each.last, each.id), reverse=True
    )


def _listed(archive: Archive, main: str) -> ArchivedSession:
    states = archive.journal.sessions[main]
    every = [each for one in states.values() for each in one]
    files = archive.files(main)
    own = states.get(main, every)
    return ArchivedSession(
        id=every[0].session, agent=every[0].agent, path=main, versions=archive.journal.newest(main),
        rewritten=sum(archive.journal.change(each) is Change.REWRITTEN for each in every), files=len(files),
        bytes=sum(each.size for each in files), first=min(each.time for each in every),
        last=max(each.time for each in every), deleted=own[-1].is_gone,
    )  # fmt: skip


def verify_archive(world: World, *, progress: Progress = silent) -> ArchiveProof:
    """Hash every byte of the archive."""
    archive = opened(world)
    proof = prove(archive, lambda done, all: progress("verifying the archive", done / all))
    return ArchiveProof(path=str(archive.folder), objects=proof.objects, versions=proof.versions, damage=proof.damage)


def restore(world: World, word: str, folder: Path, *, version: int | None = None) -> list[Path]:
    """Write the files of a session as they were, below a folder; returns where they are."""
    archive = opened(world)
    return archive.restore(archive.files(found(archive, word), version), folder)


Waits = Callable[[], bool]
"""Waits for the next turn; whether there is one."""


def watch(
    archivist: Archivist, words: Sequence[str], agent: str | None, failed: Failed, wait: Waits
) -> Iterator[Archived]:
    """Archive again and again, for as long as `wait` says so; what was new in each turn.

    What fails in every turn is told once.
    """
    told = set[str]()

    def tell(error: StenoError) -> None:
        if str(error) not in told:
            told.add(str(error))
            failed(error)

    while True:
        yield archivist.run(words, agent=agent, failed=tell)
        if not wait():
            return


def hook_snippet(command: Sequence[str]) -> str:
    """What to put into the settings of an agent, so that it archives a session that ends or is about to be shortened.

    A hook never gets in the agent's way: it says nothing, and ends well.
    """
    return settings(f"{shlex.join(command)} >/dev/null 2>&1 || true", ("PreCompact", "SessionEnd")).decode()


def hooked(world: World) -> str:
    """The session of the event that an agent hands to its hook on standard input."""
    try:
        path = msgspec.json.decode(world.stdin().read(), type=learned(_Event)).transcript_path
    except msgspec.MsgspecError as error:
        raise UsageError(f"standard input is no event of a hook with a transcript_path: {error}") from None
    return path


class _Event(Struct, frozen=True):
    transcript_path: str
