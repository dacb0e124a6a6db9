"""Commits that make the same change as another: cherry-picks, rebases, a revert taken back.

Where a session's lines are known in one of them, they are known in all that have its stable patch id, if the author is
the same, or the lines say so much that nobody writes them again by accident: two people may well give a file the same
version number.  Git is asked for an id only where what was taken away and added looks alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from zlib import crc32

from steno.vcs import log
from steno.vcs.commits import commits
from steno.vcs.git import Repository
from steno.vcs.memory import Line, Memory
from steno.vcs.tiers import EXACT

_SPACE = b" \t\r\n\v\f"


def signature(commit: log.Commit) -> str:
    """Of what a commit changed, but for white space: as a patch id sees it, without the lines around it."""
    total = 0
    for file in sorted(commit.files, key=lambda each: each.path):
        total = crc32(file.path.encode("utf-8", "surrogateescape"), total)
        for hunk in file.hunks:
            total = crc32(b"".join((*hunk.removed, *hunk.added)).translate(None, _SPACE), total)
    return f"{total:08x}"


def picked(
    memory: Memory, repository: Repository, new: set[str], prove: Callable[[Sequence[Line]], bool]
) -> list[Line]:
    """Lines that are known only because the commit has the same patch id as one in which they are.

    Looks at the commits that are `new`, and at those that are like them; `prove` says whether lines alone prove whose
    a commit is.
    """
    alike: dict[str, list[str]] = {}
    for commit, mark in memory.changes.items():
        alike.setdefault(mark, []).append(commit)
    groups = [each for each in alike.values() if len(each) > 1 and not new.isdisjoint(each)]
    if not groups:
        return []
    wanted = {commit for group in groups for commit in group}
    lines: dict[str, list[Line]] = {}
    for line in memory.lines:
        if line.commit in wanted:
            lines.setdefault(line.commit, []).append(line)
    pairs = [pair for group in groups for pair in _lacking(group, lines)]
    asked = sorted({commit for pair in pairs for commit in pair})
    ids = repository.patch_ids(asked)
    same = [(known, other) for known, other in pairs if ids.get(known, known) == ids.get(other, other)]
    shown = sorted({id for pair in same for id in pair})
    changed = {each.id: each for each in commits(repository, shown, [])} if shown else {}
    found: dict[tuple[str, str, int], Line] = {}
    for known, other in same:
        if known in changed and other in changed:
            taken = {(line.path, line.line) for line in lines.get(other, ())}
            carried = list(_carried(lines[known], changed[known], changed[other]))
            if changed[known].author != changed[other].author and not prove(carried):
                continue
            for line in carried:
                if (line.path, line.line) not in taken:
                    found.setdefault((other, line.path, line.line), line)
    return list(found.values())


def _lacking(group: Sequence[str], lines: dict[str, list[Line]]) -> Iterator[tuple[str, str]]:
    """A commit with lines and one that has fewer of the same session."""
    for known in group:
        own = _counts(lines.get(known, ()))
        for other in group if own else ():
            theirs = _counts(lines.get(other, ()))
            if other != known and any(count > theirs.get(session, 0) for session, count in own.items()):
                yield known, other


def _counts(lines: Iterable[Line]) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in lines:
        if line.evidence in EXACT:
            found[line.session] = found.get(line.session, 0) + 1
    return found


def _carried(lines: Iterable[Line], known: log.Commit, other: log.Commit) -> Iterator[Line]:
    """The lines of a commit as they stand in another that adds the same ones, in the same order."""
    there = {file.path: list(_added(file)) for file in other.files}
    here = {file.path: {number: k for k, (number, _) in enumerate(_added(file))} for file in known.files}
    texts = {file.path: [text for _, text in _added(file)] for file in known.files}
    for line in lines:
        at = here.get(line.path, {}).get(line.line)
        if line.evidence not in EXACT or at is None or at >= len(there.get(line.path, ())):
            continue
        number, text = there[line.path][at]
        if text == texts[line.path][at]:
            yield Line(
                line.session, other.id, line.path, number, "patch_id", line.event, line.patch, line.offset,
            )  # fmt: skip


def _added(file: log.File) -> Iterator[tuple[int, bytes]]:
    for hunk in file.hunks:
        yield from enumerate(hunk.added, hunk.new)
