"""Lines of one patch and one grade that stand together in a commit, as ranges: what is published of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from steno.vcs.memory import Line, Memory


class Range(Struct, frozen=True):
    session: str
    commit: str
    path: str
    first: int
    last: int
    event: str
    evidence: str
    mixed: bool
    """Whether the user changed what the agent proposed before it was written."""


def ranges(memory: Memory, commits: Iterable[str]) -> Iterator[Range]:
    """Of the commits named, in the order of their names, paths and lines."""
    wanted = set(commits)
    saved = memory.saved
    mixed = [saved.edits[patch[0]].mixed for patch in saved.patches] if saved is not None else []
    for run in runs(line for line in memory.lines if line.commit in wanted):
        head = run[0]
        yield Range(
            head.session, head.commit, head.path, head.line, run[-1].line, head.event, head.evidence,
            mixed[head.patch] if head.patch < len(mixed) else False,
        )  # fmt: skip


def runs(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines of one patch and one grade that stand together in a commit."""
    run: list[Line] = []
    for line in sorted(lines, key=lambda each: (each.commit, each.path, each.line)):
        if run and not _goes_on(run[-1], line):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _goes_on(last: Line, line: Line) -> bool:
    return (last.commit, last.path, last.patch, last.evidence, last.line + 1) == (
        line.commit, line.path, line.patch, line.evidence, line.line,
    )  # fmt: skip
