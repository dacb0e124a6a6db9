"""Decides of commits whether they were searched for lines of sessions, and which ones a search has still to look at.

`steno link` searches what `unsearched` names; `log`, `blame` and `commit` call new what it names.  So no commit is
called new that the next search passes over.
"""

from __future__ import annotations

import enum
from collections.abc import Collection
from functools import cached_property
from typing import Protocol

from steno.vcs.git import Repository


class Search(enum.Enum):
    """What is known of the search of a commit."""

    DONE = "searched"
    OLDER = "older"
    """It was made before any session that edited files here began: none of its lines can be theirs."""
    CUT = "cut"
    """Git cannot show what it added: a shallow clone ends there, or objects are missing."""
    AWAY = "away"
    """No branch, tag or reflog has it."""
    NEW = "new"
    """The next search looks at it."""

    @property
    def is_known(self) -> bool:
        """Whether it is known which of its lines are of sessions."""
        return self in (Search.DONE, Search.OLDER)


class Known(Protocol):
    """What is remembered of the last search."""

    commits: list[str]
    tips: list[str]
    unread: list[str]
    ends: list[str]
    since: int | None


def unsearched(repository: Repository, known: Known, since: int | None, tips: Collection[str]) -> list[str]:
    """The commits that a search from `since` on has still to look at: parents before children, else by time.

    All below the `tips` are among them, also of a branch that is gone since these were read, and those that only a
    reflog or `jj` knows.  Without `since` there is nothing to look for.
    """
    if since is None or not tips:
        return []
    ends = repository.shallow()
    # `jj` keeps the commits that no branch has, such as the one that is worked on, under a name of their own.
    order = ("--reverse", "--date-order", f"--since={since}", "--ignore-missing")
    # Where a shallow clone ends elsewhere than it did, commits below the known tips are new too.
    before = known.tips if set(known.ends) == ends else []
    given = "".join([*(f"{tip}\n" for tip in tips), *(f"^{tip}\n" for tip in before)]).encode()
    names = repository.lines("rev-list", *order, *_wanted(repository), "--stdin", given=given)
    passed = {*known.commits, *known.unread, *ends}
    return [name for name in names if name not in passed]


def _wanted(repository: Repository) -> tuple[str, ...]:
    head = ("HEAD",) if repository.head() else ()
    return ("--branches", "--remotes", "--tags", "--reflog", "--glob=refs/jj/keep", *head)


class Searched:
    """The state of any commit, after what is remembered."""

    def __init__(self, repository: Repository, known: Known) -> None:
        self._repository, self._known = repository, known
        self._done = set(known.commits)

    def state(self, commit: str, time: int) -> Search:
        """`time`: when it was committed."""
        if commit in self._done:
            return Search.DONE
        if commit in self._cut:
            return Search.CUT
        if commit in self._new:
            return Search.NEW
        if self._known.since is None or time < self._known.since:
            return Search.OLDER
        # What a search passed over below a newer commit has a clock that is off.
        return Search.OLDER if commit in self._reachable else Search.AWAY

    @cached_property
    def _cut(self) -> set[str]:
        return {*self._repository.shallow(), *self._known.unread}

    @cached_property
    def _new(self) -> set[str]:
        return set(unsearched(self._repository, self._known, self._known.since, set(self._repository.tips().values())))

    @cached_property
    def _reachable(self) -> set[str]:
        return set(self._repository.lines("rev-list", "--ignore-missing", *_wanted(self._repository), "--"))
