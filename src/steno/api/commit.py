"""Say which sessions made a commit, and how much of it they account for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from steno.api.linked import Linked
from steno.api.world import World
from steno.base.time import of_epoch
from steno.vcs.blame import commit_of
from steno.vcs.coverage import KINDS as KINDS
from steno.vcs.coverage import Coverage, coverage
from steno.vcs.remembered import LINKED, Link

if TYPE_CHECKING:
    from steno.vcs.steps import LineStep

    Behind = dict[tuple[str, str], LineStep]


class AddedLines(Struct, frozen=True):
    """How many lines were added, and whose they are; None where nothing was searched."""

    added: int
    blank: int
    evidenced: int | None
    diverged: int | None
    unaccounted: int | None
    unknown: int | None


class ChangedFile(Struct, frozen=True):
    path: str
    added: int
    blank: int
    evidenced: int | None
    diverged: int | None
    unaccounted: int | None
    unknown: int | None


class CommitSession(Struct, frozen=True):
    """A session's part in a commit."""

    session: str
    tier: str
    lines: int
    evidence: dict[str, int]
    steps: list[int]
    models: list[str]
    prompts: list[str]
    unaccounted_files: list[str]

    @property
    def is_linked(self) -> bool:
        """Whether the session wrote lines of it."""
        return self.tier.startswith(LINKED)


class Commit(Struct, frozen=True, tag_field="schema", tag="steno.commit/1"):
    commit: str
    time: str | None
    parents: list[str]
    reachable: bool
    searched: bool
    lines: AddedLines
    sessions: list[CommitSession]
    files: list[ChangedFile]


class CommitFound(Struct, frozen=True):
    """A commit, and why there may be more to know."""

    commit: Commit
    search: str
    """The state of its search for lines of sessions."""
    unread: list[str]
    """Sessions whose file is gone or has changed, so that steps and prompts are missing."""


def commit(world: World, revision: str = "HEAD", *, repository: Path = Path()) -> CommitFound:
    """What `steno link` has found of a commit; raises `UsageError` where it has not been here."""
    with Linked(world, repository) as here:
        id = commit_of(here.repository, revision)
        found = coverage(here.repository, here.known, id)
        behind = here.steps.of(found.lines)
        reachable = bool(here.repository.reachable([id]))
        unread = here.unread
    added, blank = sum(each.added for each in found.files), sum(each.blank for each in found.files)
    return CommitFound(
        Commit(
            found.commit,
            of_epoch(found.time),
            list(found.parents),
            reachable,
            found.searched,
            AddedLines(added, blank, *_counts(found.total(), searched=found.searched)),
            [_session(found, link, behind) for link in found.links],
            [
                ChangedFile(each.path, each.added, each.blank, *_counts(each.counts, searched=found.searched))
                for each in found.files
            ],
        ),
        found.search.value,
        unread,
    )


def _counts(counts: Counter[str], *, searched: bool) -> list[int | None]:
    return [counts[kind] if searched else None for kind in KINDS]


def _session(found: Coverage, link: Link, behind: Behind) -> CommitSession:
    lines = [line for line in found.lines if line.session == link.session]
    keys = dict.fromkeys((line.session, line.event) for line in lines)
    steps = sorted((behind[key] for key in keys if key in behind), key=lambda step: (step.number is None, step.number))
    return CommitSession(
        link.session,
        link.tier,
        len(lines),
        dict(sorted(Counter(line.evidence for line in lines).items())),
        sorted({step.number for step in steps if step.number is not None}),
        sorted({step.model for step in steps if step.model is not None}),
        list(dict.fromkeys(step.prompt for step in steps if step.prompt is not None)),
        list(link.unaccounted),
    )
