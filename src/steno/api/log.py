"""List commits with the sessions whose lines they have."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from steno.api.linked import Linked
from steno.api.world import World
from steno.base.time import of_epoch
from steno.vcs.blame import commit_of
from steno.vcs.history import history


class SessionLines(Struct, frozen=True):
    session: str
    tier: str
    lines: int


class Logged(Struct, frozen=True, tag_field="schema", tag="steno.log/1"):
    """A commit, with its sessions."""

    commit: str
    time: str | None
    author: str
    subject: str
    searched: bool
    search: str
    """The state of its search: done, `new`, `cut` or `away`."""
    sessions: list[SessionLines]

    @property
    def lines(self) -> int:
        """How many lines are of sessions."""
        return sum({each.session: each.lines for each in self.sessions}.values())


def log(
    world: World, revision: str = "HEAD", *, limit: int = 0, linked: bool = False, repository: Path = Path()
) -> list[Logged]:
    """From a commit on backwards, so many (0: all); with `linked`, only those with lines of a session.

    Go on from the first parent of the last commit for the next page.
    """
    with Linked(world, repository) as here:
        id = commit_of(here.repository, revision)
        return [
            Logged(
                entry.commit,
                of_epoch(entry.time),
                entry.author,
                entry.subject,
                entry.search.is_known,
                entry.search.value,
                [SessionLines(link.session, link.tier, entry.lines[link.session]) for link in entry.links],
            )
            for entry in history(here.repository, here.known, id, limit, linked=linked)
        ]
