"""How much of a commit sessions account for: of the lines it added, which are evidenced, and of which nothing is known.

`evidenced`: a session wrote the line, exactly so.  `diverged`: a session wrote it, and something rewrote it since.
`unaccounted`: it stands in a file on which no session is known to have worked.  `unknown`: it stands in a file on which
one has worked, and nothing says who wrote it.  Blank lines are no evidence and are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from steno.base.files import Unreadable
from steno.vcs import log
from steno.vcs.git import DIFF, Repository, reason
from steno.vcs.remembered import Line, Link, Remembered
from steno.vcs.searched import Search, Searched
from steno.vcs.tiers import FIRM

KINDS = ("evidenced", "diverged", "unaccounted", "unknown")


class FileCoverage(Struct):
    path: str
    added: int
    blank: int
    counts: Counter[str]
    """By kind; empty where nothing was searched."""


class Coverage(Struct):
    commit: str
    time: int
    parents: tuple[str, ...]
    search: Search
    """Whether the commit was searched for lines of sessions; where not, nothing is known of its lines."""
    files: list[FileCoverage]
    links: list[Link]
    lines: list[Line]

    @property
    def searched(self) -> bool:
        return self.search.is_known and not self.merge

    @property
    def merge(self) -> bool:
        """A merge adds no lines but those of its parents, as far as this goes."""
        return len(self.parents) > 1

    def total(self) -> Counter[str]:
        return sum((each.counts for each in self.files), Counter())


def coverage(repository: Repository, known: Remembered, id: str) -> Coverage:
    """Of one commit; raises `Unreadable` where git cannot show it."""
    commit = _shown(repository, id)
    links = [link for link in known.links if link.commit == id]
    lines = [line for line in known.lines if line.commit == id]
    search = Searched(repository, known).state(id, commit.time)
    evidence = {(line.path, line.line): line.evidence for line in lines}
    files = [_file(file, links, evidence, searched=search.is_known) for file in commit.files]
    return Coverage(id, commit.time, commit.parents, search, files, links, lines)


def _shown(repository: Repository, id: str) -> log.Commit:
    args = ("log", "--no-walk", "-p", "-U0", *DIFF, log.FORMAT, id, "--")
    with repository.stream(*args) as child:
        found = list(log.commits(child.stdout)) if child.stdout else []
        if child.wait() or len(found) != 1:
            raise Unreadable(f"{id}: git cannot show it: {reason(child)}")
    return found[0]


def _file(
    file: log.File, links: Iterable[Link], evidence: dict[tuple[str, int], str], *, searched: bool
) -> FileCoverage:
    counts: Counter[str] = Counter()
    added = blank = 0
    worked = any(file.path not in link.unaccounted for link in links)
    for hunk in file.hunks:
        for number, line in enumerate(hunk.added, hunk.new):
            added += 1
            grade = evidence.get((file.path, number))
            if grade is None and not line[1:].strip():
                blank += 1
            elif grade is not None:
                counts["evidenced" if grade in FIRM else "diverged"] += 1
            else:
                counts["unknown" if worked else "unaccounted"] += 1
    return FileCoverage(file.path, added, blank, counts if searched else Counter())
