"""The commits that sessions say they made: `git commit` printed them in the session's own log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steno.vcs.git import Repository

_FORMAT = "--format=%H %ae"


class Stated:
    """What a repository has of them.  One that was amended or rebased since may be gone."""

    def __init__(self, repository: Repository, named: Mapping[str, Sequence[str]]) -> None:
        """`named`: by session, commits as git prints them, which is usually an abbreviation."""
        self.sessions: dict[str, set[str]] = {}
        """By commit, whose it is."""
        self.authors: dict[str, set[str]] = {}
        """By session, who its commits name as their author."""
        wanted = sorted({name for names in named.values() for name in names})
        full = _resolved(repository, wanted) if wanted else {}
        lines = (
            repository.quiet("log", "--no-walk=unsorted", _FORMAT, *sorted(set(full.values())), "--") if full else []
        )
        authors = dict(line.split(" ", 1) for line in lines)
        for session, names in named.items():
            for commit in {full[name] for name in names if name in full}:
                self.sessions.setdefault(commit, set()).add(session)
                self.authors.setdefault(session, set()).add(authors.get(commit, ""))


def _resolved(repository: Repository, names: Sequence[str]) -> dict[str, str]:
    """The whole names of those that are commits here."""
    given = "".join(f"{name}\n" for name in names).encode()
    told = repository.lines("cat-file", "--batch-check", given=given)
    return {
        name: words[0] for name, line in zip(names, told, strict=False) if (words := line.split())[1:2] == ["commit"]
    }
