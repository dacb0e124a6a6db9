"""Say which session, step, model and prompt wrote each line of a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from steno.api.linked import Linked
from steno.api.world import World
from steno.base.time import of_epoch
from steno.vcs import blame as lines
from steno.vcs.steps import NOTHING

if TYPE_CHECKING:
    from steno.vcs.steps import LineStep

_WITHHELD = "(withheld: it may contain a secret)"


class BlamedLine(Struct, frozen=True):
    """A line, and whose it is."""

    line: int
    text: str
    commit: str
    commit_path: str
    commit_line: int
    author: str
    time: str | None
    who: str
    """`session`; `no_session_known`: none of those known here was at work on it; `unknown`: nobody can tell."""
    session: str | None
    event: str | None
    step: int | None
    turn: int | None
    model: str | None
    prompt: str | None
    evidence: str | None


class Blame(Struct, frozen=True, tag_field="schema", tag="steno.blame/2"):
    """A file at a commit."""

    file: str
    commit: str
    lines: list[BlamedLine]

    def counts(self) -> Counter[str]:
        """By who."""
        return Counter(each.who for each in self.lines)


class Blamed(Struct, frozen=True):
    """What is known of a file, and why there may be more to know."""

    blame: Blame
    unsearched: int
    """How many lines are of commits that `steno link` has not searched yet."""
    unread: list[str]
    """Sessions whose file is gone or has changed, so that steps and prompts are missing."""


def blame(world: World, file: Path, *, revision: str = "HEAD", repository: Path | None = None) -> Blamed:
    """Who wrote the lines of a file, by git and by what `steno link` has found; raises `UsageError` where it has not.

    With a repository, the file is a path in it; otherwise it is the one that the file lies in.
    """
    folder, name = (repository, str(file)) if repository is not None else lines.repository_of(file)
    with Linked(world, folder) as here:
        commit = lines.commit_of(here.repository, revision)
        rows = lines.blame(here.repository, here.known, commit, name)
        behind = here.steps.of(row.line for row in rows if row.line is not None)
        unread = here.unread
    unsearched = sum(row.search.value == "new" for row in rows)
    return Blamed(Blame(name, commit, [_line(row, behind) for row in rows]), unsearched, unread)


def _line(row: lines.Row, behind: dict[tuple[str, str], LineStep]) -> BlamedLine:
    blamed, line = row.blamed, row.line
    step = NOTHING if line is None else behind.get((line.session, line.event), NOTHING)
    return BlamedLine(
        blamed.number, blamed.text, blamed.commit, blamed.path, blamed.at, blamed.author,
        of_epoch(blamed.time), row.who,
        line.session if line else None, line.event if line else None, step.number, step.turn, step.model, step.prompt,
        line.evidence if line else None,
    )  # fmt: skip


def masked_blame(found: Blame) -> Blame:
    """For a page that may be handed on: no secret is in it, and no prompt that seems to hold one."""
    from steno.detect.masked import masked, masked_lines

    texts = masked_lines([each.text for each in found.lines])
    told = [word or "" for each in found.lines for word in (each.author, each.session, each.model, each.prompt)]
    safe = masked([found.file, *told])
    held = [
        replace(
            each,
            text=text,
            author=safe[each.author],
            session=each.session and safe[each.session],
            model=each.model and safe[each.model],
            prompt=each.prompt and (each.prompt if safe[each.prompt] == each.prompt else _WITHHELD),
        )
        for each, text in zip(found.lines, texts, strict=True)
    ]
    return Blame(safe[found.file], found.commit, held)
