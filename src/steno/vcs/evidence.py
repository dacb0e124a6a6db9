"""Says what found lines prove: whether the commit that added them is the session's, or only says the same.

A line proves something only as far as it is rare.  Fences, brackets, headings, imports and licences stand everywhere;
that is not read off a list but counted, in the commits as they pass: how often a line that a session wrote was added
where no session did.  Together with it count the place (the file that the session worked on), the neighbourhood (how
much of what the session wrote together is there together), the time since its last edit, and the author.

The commit that first has a line is the one that brought it.  A later one has it from the session only where it is the
same change again, by an amend, a rebase, a cherry-pick or a squash, or where it moves or rewrites lines while the
session's work is still going on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import inf

from msgspec import Struct

from steno.vcs.alignment import strength
from steno.vcs.lines import blank
from steno.vcs.log import Commit
from steno.vcs.remembered import Line
from steno.vcs.replay import Replay

_LETTERS = 12
"""Letters and digits from which on a line says as much as a line can."""
_SURE = 3.0
"""What lines weigh together that nobody writes again by accident: three that are long and stand nowhere else."""
_SOME = 1.5
_HALF = 0.5
_LITTLE = 0.25
_MOST = 0.5
"""The share of what was written together that must be found together."""
_ROUNDING = 1e-9
_DAY = 86400
"""How long after its last edit a session's work may wait for a commit like any other."""

_EXACT = frozenset({"blob", "range", "clean"})


class Claim(Struct, frozen=True, array_like=True):
    """A line of a commit that a patch wrote."""

    path: str
    line: int
    patch: int
    offset: int
    kind: str
    """`blob`, `range`, `clean` or `format`."""
    moved: bool = False
    """Whether it stands elsewhere than where the session wrote it."""


class Evidence:
    """Takes commits in the order of their times, and remembers which brought what."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.elsewhere: dict[str, int] = {}
        """How often a line of a session's was added to a file where it is not the session's."""
        self.authors: dict[str, str] = {}
        """Of the commits that have lines of sessions."""
        self._first: dict[tuple[int, int], str] = {}
        """By patch and offset, the commit that first had the line."""
        self._brought: dict[tuple[str, str], list[tuple[str, str]]] = {}
        """By session and commit, the lines that it was the first to have, each with its path."""
        self.hands: dict[str, set[str]] = {}
        """By session, the authors of the commits that brought its lines, or that its log says it made."""

    def restore(self, lines: Iterable[Line], elsewhere: Mapping[str, int], authors: Mapping[str, str]) -> None:
        """Goes on where an earlier search ended."""
        self.elsewhere, self.authors = dict(elsewhere), dict(authors)
        for line in lines:
            self._bring(line.session, line.commit, line.patch, line.offset)

    def brought(self, patch: int, offset: int) -> bool:
        """Whether some commit has the line already."""
        return (patch, offset) in self._first

    def proved(self, commit: Commit, claims: Sequence[Claim], stated: Container[str] = ()) -> list[Claim]:
        """Those of the claims that hold; `stated`: sessions whose log names the commit as theirs."""
        if not claims:
            return []
        by_session: dict[str, list[Claim]] = {}
        for claim in claims:
            by_session.setdefault(self._session(claim), []).append(claim)
        held: list[Claim] = []
        for session, found in by_session.items():
            kept = found if session in stated else self._kept(session, commit, found)
            for claim in kept:
                self._bring(session, commit.id, claim.patch, claim.offset)
            if kept:
                self.authors[commit.id] = commit.author
            if any(self._first.get((claim.patch, claim.offset)) == commit.id for claim in kept):
                self.hands.setdefault(session, set()).add(commit.author)
            held += kept
        return held

    def prove(self, lines: Iterable[Line]) -> bool:
        """Whether lines say so much that nobody else writes them by accident."""
        patches = self._replay.patches
        found = ((patches[line.patch].path, patches[line.patch].added[line.offset]) for line in lines)
        return self._sum(found, _SURE) >= _SURE

    def passed(self, lines: Iterable[str]) -> None:
        """Counts lines of sessions that a file was given by somebody else."""
        for line in lines:
            self.elsewhere[line] = self.elsewhere.get(line, 0) + 1

    def is_near(self, session: str, commit: Commit) -> bool:
        """Whether a commit was made while the session's work may have waited for one.

        A rebase or a cherry-pick may come later: it leaves the day on which the author made the change.
        """
        last = self._replay.active.get(session)
        return last is None or min(commit.time, commit.authored) <= last + _DAY

    def takes_away(self, number: int, commit: Commit, stated: Container[str] = ()) -> bool:
        """Whether a commit that takes away what a patch took away may do it for the session."""
        patch = self._replay.patches[number]
        session = self._replay.edits[patch.edit].session
        if session in stated:
            return True
        if not self.is_near(session, commit) or not self._is_at_home(session, commit):
            return False
        return patch.gone or bool(patch.moved) or self._sum((patch.path, line) for line in patch.removed) >= _LITTLE

    def weight(self, line: str, path: str) -> float:
        """What a line in a file proves: between nothing, and one for a line that stands nowhere else."""
        often = self.elsewhere.get(line, 0) + (line in self._replay.others.get(path, ()))
        return min(strength(line) / _LETTERS, 1.0) / (1 + often)

    def _session(self, claim: Claim) -> str:
        return self._replay.edits[self._replay.patches[claim.patch].edit].session

    def _is_at_home(self, session: str, commit: Commit) -> bool:
        """Whether the author is one who committed the session's work, or nobody is known to have."""
        hands = self.hands.get(session)
        return hands is None or commit.author in hands

    def _bring(self, session: str, commit: str, patch: int, offset: int) -> None:
        if (patch, offset) not in self._first:
            self._first[patch, offset] = commit
            written = self._replay.patches[patch]
            self._brought.setdefault((session, commit), []).append((written.path, written.added[offset]))

    def _kept(self, session: str, commit: Commit, claims: Sequence[Claim]) -> list[Claim]:
        near, at_home = self.is_near(session, commit), self._is_at_home(session, commit)
        files: dict[str, list[Claim]] = {}
        blocks: dict[tuple[str, int], list[Claim]] = {}
        for claim in claims:
            if claim.moved:
                blocks.setdefault((claim.path, claim.patch), []).append(claim)
            else:
                files.setdefault(claim.path, []).append(claim)
        again = self._is_rewrite(session, commit, claims, near=near)
        kept: list[Claim] = []
        for found in files.values():
            if again or (self._holds_near(found, at_home=at_home) if near else self._holds_late(found)):
                kept += found
        corroborated = bool(kept)
        for found in blocks.values() if near and at_home else ():
            if self._holds_moved(found, corroborated=corroborated):
                kept += found
        return kept

    def _holds_near(self, claims: Sequence[Claim], *, at_home: bool) -> bool:
        """While the session's work may wait for a commit: most of what an edit wrote, or lines enough."""
        new = [claim for claim in claims if not self.brought(claim.patch, claim.offset)]
        if at_home and any(claim.kind == "blob" for claim in new):
            return True
        weight = self._weigh(new)
        if weight >= _SURE:
            return True
        if not at_home:
            return False
        if weight >= _LITTLE and self._has_most_of_a_patch(new):
            return True
        # What a commit has already is written again in its place, as when somebody moves or formats it.
        weight = self._weigh(claims)
        return weight >= _SURE or (weight >= _SOME and self._has_most_of_a_patch(claims))

    def _holds_late(self, claims: Sequence[Claim]) -> bool:
        """Later: lines that no commit has yet, many, and together."""
        new = [claim for claim in claims if not self.brought(claim.patch, claim.offset) and claim.kind in _EXACT]
        weight = self._weigh(new)
        if weight >= _SOME and any(claim.kind == "blob" for claim in new):
            return True
        return weight >= _SURE and self._has_most_of_a_patch(new)

    def _holds_moved(self, claims: Sequence[Claim], *, corroborated: bool) -> bool:
        """A block in another place: all that was written together, or taken from where a commit brought it."""
        weight = self._weigh(claims)
        taken = all(self.brought(claim.patch, claim.offset) for claim in claims)
        if corroborated and not taken:
            return weight >= _HALF
        return weight >= _SURE if taken else weight >= _SOME and self._has_most_of_a_patch(claims)

    def _is_rewrite(self, session: str, commit: Commit, claims: Sequence[Claim], *, near: bool) -> bool:
        """Whether the commit makes a change again that an earlier one made: most of what it brought is there."""
        found: dict[str, list[Claim]] = {}
        for claim in claims:
            first = self._first.get((claim.patch, claim.offset))
            if first is not None and claim.kind in _EXACT and not claim.moved:
                found.setdefault(first, []).append(claim)
        for earlier, again in found.items():
            weight = self._weigh(again)
            same = self.authors.get(earlier) == commit.author
            enough = (_HALF if near else _SOME) if same else _SURE
            if weight >= enough and self._is_most(weight, self._brought.get((session, earlier), ())):
                return True
        return False

    def _has_most_of_a_patch(self, claims: Sequence[Claim]) -> bool:
        patches: dict[int, list[Claim]] = {}
        for claim in claims:
            patches.setdefault(claim.patch, []).append(claim)
        for number, found in patches.items():
            patch = self._replay.patches[number]
            written = ((patch.path, line) for line in patch.added if not blank(line))
            if self._is_most(self._weigh(found), written):
                return True
        return False

    def _weigh(self, claims: Iterable[Claim]) -> float:
        """All together; what is said twice, in one file or in two, proves no more than once."""
        patches = self._replay.patches
        return self._sum((patches[claim.patch].path, patches[claim.patch].added[claim.offset]) for claim in claims)

    def _sum(self, lines: Iterable[tuple[str, str]], enough: float = inf) -> float:
        """What lines with their paths weigh; no further than to where it is more than enough."""
        said: set[str] = set()
        total = 0.0
        for path, line in lines:
            bare = line.strip()
            if bare not in said:
                said.add(bare)
                total += self.weight(line, path)
                if total > enough:
                    break
        return total

    def _is_most(self, weight: float, lines: Iterable[tuple[str, str]]) -> bool:
        """Whether what was found weighs as much as most of these lines."""
        enough = weight / _MOST + _ROUNDING
        return 0 < self._sum(lines, enough) <= enough
