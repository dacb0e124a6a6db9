"""Commits in git's order, each with the sessions that it has lines of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from steno.base import proc
from steno.base.files import Unreadable
from steno.vcs.git import Repository, reason
from steno.vcs.remembered import Link, Remembered
from steno.vcs.searched import Search, Searched

_FORMAT = "--format=%H%x00%ct%x00%an%x00%s"


class Entry(Struct):
    commit: str
    time: int
    author: str
    subject: str
    search: Search
    links: list[Link]
    lines: Counter[str]
    """How many of each session."""


def history(
    repository: Repository, known: Remembered, commit: str, limit: int, *, linked: bool = False
) -> Iterator[Entry]:
    """From a commit on backwards, so many (0: all); with `linked`, only those with lines of a session."""
    links: dict[str, list[Link]] = {}
    for link in known.links:
        links.setdefault(link.commit, []).append(link)
    lines: dict[str, Counter[str]] = {}
    for line in known.lines:
        lines.setdefault(line.commit, Counter())[line.session] += 1
    searched = Searched(repository, known)
    most = [f"-n{limit}"] if limit and not linked else []
    count = 0
    with repository.stream("log", "-z", "--no-patch", "--no-notes", *most, _FORMAT, commit, "--") as child:
        for id, time, author, subject in _fields(child):
            state = searched.state(id, int(time))
            entry = Entry(id, int(time), author, subject, state, links.get(id, []), lines.get(id, Counter()))
            if linked and not entry.lines:
                continue
            yield entry
            count += 1
            if count == limit:
                return
        if child.wait():
            raise Unreadable(f"{repository.path}: {reason(child)}")


def _fields(child: proc.Piped) -> Iterator[tuple[str, str, str, str]]:
    """Records of four fields; each field and each record ends with a NUL."""
    text = child.stdout.read().decode("utf-8", "surrogateescape") if child.stdout else ""
    parts = text.split("\0")
    for at in range(0, len(parts) - 3, 4):
        id, time, author, subject = parts[at : at + 4]
        yield id, time, author, subject
