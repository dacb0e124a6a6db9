"""Who wrote each line of a file, as far as it is known: the commit that git names, and whose its line is there.

Reads a file as a commit has it, never the work tree: to read that, git would run the filters that a repository names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from steno.base.files import Unreadable
from steno.contracts import UsageError
from steno.vcs.git import Repository, reason
from steno.vcs.log import unquoted
from steno.vcs.remembered import LINKED, Line, Link, Remembered
from steno.vcs.searched import Search, Searched

SESSION, NONE_KNOWN, UNKNOWN = "session", "no_session_known", "unknown"
_SHORTEST_ID = 40


class BlamedLine(Struct):
    """What git says of a line."""

    number: int
    text: str
    commit: str
    path: str
    """In that commit."""
    at: int
    """Its number there."""
    author: str
    time: int
    """When it was committed."""


class Row(Struct):
    """A line, and whose it is."""

    blamed: BlamedLine
    who: str
    """`session`; `no_session_known`: none of those known here was at work on it; `unknown`: nobody can tell."""
    search: Search
    line: Line | None = None


def repository_of(file: Path) -> tuple[Path, str]:
    """The folder to ask about a file, and the file's name from there; the folders above a deleted file may be gone."""
    folder, name = file.absolute().parent, [file.name]
    while not folder.is_dir() and folder != folder.parent:
        name.insert(0, folder.name)
        folder = folder.parent
    return folder, "/".join(name)


def commit_of(repository: Repository, revision: str) -> str:
    """The commit that a revision names; raises `UsageError`."""
    found = repository.quiet("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    ids = [line for line in found if len(line) >= _SHORTEST_ID and not line.startswith("-")]
    if len(ids) != 1:
        if repository.head() is None and revision == "HEAD":
            raise UsageError(f"{repository.path}: a repository without commits")
        raise UsageError(f"{revision!r} is not a commit here")
    return ids[0]


def blame(repository: Repository, known: Remembered, commit: str, name: str) -> list[Row]:
    """The lines of a file as a commit has it; raises `Unreadable`."""
    lines = list(_told(repository, commit, name))
    return list(_rows(lines, known, Searched(repository, known)))


def _told(repository: Repository, commit: str, name: str) -> Iterator[BlamedLine]:
    # Forgets the commits that a configuration wants to be passed over; an empty name would only add one more.
    args = ("blame", "--porcelain", "--no-textconv", "--root", "--no-ignore-revs-file", commit, "--", name)
    with repository.stream(*args) as child:
        yield from _parsed(child.stdout.read().split(b"\n") if child.stdout else [])
        if child.wait():
            raise Unreadable(f"{name}: git cannot show who wrote it: {reason(child)}")


def _parsed(lines: Sequence[bytes]) -> Iterator[BlamedLine]:
    about: dict[str, tuple[str, str, int]] = {}
    commit, at, number = "", 0, 0
    path = author = ""
    time = 0
    for line in lines:
        if line.startswith(b"\t"):
            about[commit] = (path, author, time)
            yield BlamedLine(number, line[1:].decode("utf-8", "surrogateescape"), commit, path, at, author, time)
            commit = ""
        elif not commit:
            if not line:
                return
            id, was, now, *_ = line.split(b" ")
            commit, at, number = id.decode("ascii"), int(was), int(now)
            path, author, time = about.get(commit, ("", "", 0))
        elif line.startswith(b"filename "):
            path = unquoted(line[9:])
        elif line.startswith(b"author "):
            author = line[7:].decode("utf-8", "surrogateescape")
        elif line.startswith(b"committer-time "):
            time = int(line[15:])


def _rows(lines: Sequence[BlamedLine], known: Remembered, searched: Searched) -> Iterator[Row]:
    wanted = {each.commit for each in lines}
    claims = {(each.commit, each.path, each.line): each for each in known.lines if each.commit in wanted}
    links: dict[str, list[Link]] = {}
    for link in known.links:
        if link.commit in wanted:
            links.setdefault(link.commit, []).append(link)
    states = {each.commit: searched.state(each.commit, each.time) for each in lines}
    for blamed in lines:
        claim, state = claims.get((blamed.commit, blamed.path, blamed.at)), states[blamed.commit]
        if claim is not None:
            yield Row(blamed, SESSION, state, claim)
        elif state.is_known and nobody(blamed.path, links.get(blamed.commit, ())):
            yield Row(blamed, NONE_KNOWN, state)
        else:
            yield Row(blamed, UNKNOWN, state)


def nobody(path: str, links: Iterable[Link]) -> bool:
    """Whether no session is known to have been at work on a file of a commit, or on the commit at all."""
    return all(path in link.unaccounted and not link.tier.startswith(LINKED) for link in links)
