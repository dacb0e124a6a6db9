"""Finds the lines of sessions among the lines that a commit added.

A line may be a session's if it stands in the file as the session left it, or all its words do, or it is part of a block
that the session wrote and that was moved.  Whether that proves anything, `evidence` says, in one place for all.  A gap
is acceptable, a false claim is not.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from steno.vcs import log
from steno.vcs.alignment import Text, words
from steno.vcs.evidence import Claim, Evidence
from steno.vcs.lines import Owner, State, after, blank, fresh, owned, telling, unowned
from steno.vcs.pool import BLOCK, Block, Place, Pool, spelled
from steno.vcs.replay import Replay, Written

Fetch = Callable[[str], bytes | None]
"""The contents of an object by its name."""

_MOST = 0.6
"""Share of the words of a file from which on another is the same file under a new name."""
_SKEW = 1.0
"""Commits count whole seconds."""


class _Draft(NamedTuple):
    """A file of a commit with the lines in it that may be of sessions."""

    path: str
    state: State
    owners: Sequence[Owner | None]
    claims: Sequence[Claim]
    as_left: bool
    """Whether it is as the last edit left it."""


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


class Matcher:
    """Takes commits in the order of their times, between the edits."""

    def __init__(self, replay: Replay, fetch: Fetch) -> None:
        self._replay, self._fetch = replay, fetch
        self.evidence = Evidence(replay)
        self.pool = Pool()
        self._deletions: dict[str, list[int]] = {}
        """By path, the patches that only took lines away."""
        self._moves: dict[tuple[str, str], list[int]] = {}
        """By both paths, the patches that moved a file."""
        self.further: list[Block] = []
        """Blocks that no patch wrote as they are: rewritten lines."""

    def wrote(self, patches: Sequence[int]) -> None:
        """Takes notice of new patches."""
        for number in patches:
            patch = self._replay.patches[number]
            if patch.moved:
                self._moves.setdefault((patch.moved, patch.path), []).append(number)
            elif not all(map(blank, patch.added)):
                owners = [Owner(number, offset) for offset in range(len(patch.added))]
                self.pool.add(Block(patch.added, owners, patch.path))
            elif patch.gone or not all(map(blank, patch.removed)):
                self._deletions.setdefault(patch.path, []).append(number)

    def again(self, block: Block) -> None:
        """Takes notice of lines as something rewrote them."""
        self.pool.add(block)
        self.further.append(block)

    def claims(self, commit: log.Commit, stated: Container[str] = ()) -> list[Claim]:
        """The lines of sessions that a commit added; `stated`: the sessions whose log says that they made it."""
        drafts: list[_Draft] = []
        gone = [file.path for file in commit.files if not file.blob and file.path in self._replay.files]
        for file in commit.files:
            self._follow(file, gone)
            if file.blob and not file.binary and not file.submodule:
                drafts += self._file(commit, file)
        if not drafts:
            return []
        held = self.evidence.proved(commit, [claim for draft in drafts for claim in draft.claims], stated)
        proved = {(claim.path, claim.line) for claim in held}
        for draft in drafts:
            self._settle(draft, proved)
        self._count(commit, proved)
        return held

    def _count(self, commit: log.Commit, proved: Container[tuple[str, int]]) -> None:
        """Takes notice of lines that a session wrote too, and that are not its own here."""
        for file in commit.files:
            texts = {
                text
                for hunk in file.hunks
                for number, line in enumerate(hunk.added, hunk.new)
                if (file.path, number) not in proved and self.pool.wrote(text := text_of(line[1:]).removesuffix("\r"))
            }
            self.evidence.passed(texts)

    def deletions(self, commit: log.Commit, stated: Container[str] = ()) -> list[tuple[int, str, int]]:
        """Patches whose lines a commit took away too, and in the file after it the line before them.

        The move of a file that the commit moves too is line 0.
        """
        found: list[tuple[int, str, int]] = []
        for file in commit.files:
            found += [
                (number, file.path, line)
                for number in self._deletions.get(file.old, ())
                if self._is_early(number, commit) and (line := _taken(file, self._replay.patches[number]))
            ]
            moves = self._moves.get((file.old, file.path), ())
            found += [(number, file.path, 0) for number in moves if self._is_early(number, commit)]
        return [each for each in found if self.evidence.takes_away(each[0], commit, stated)]

    def _is_early(self, number: int, commit: log.Commit) -> bool:
        return self._replay.edits[self._replay.patches[number].edit].time <= commit.time + _SKEW

    def _follow(self, file: log.File, gone: Sequence[str]) -> None:
        """What is known of a file is known of it under its new name too, whether or not anything else has changed.

        `gone`: the files that the commit takes away, of those that are known.
        """
        replay = self._replay
        old = file.old or self._left_behind(file, gone)
        if old != file.path and old in replay.files:
            replay.files.setdefault(file.path, replay.files[old])
            replay.others.setdefault(file.path, set()).update(replay.others.get(old, ()))
            if old in replay.committed:
                replay.committed.setdefault(file.path, replay.committed[old])

    def _file(self, commit: log.Commit, file: log.File) -> list[_Draft]:
        """None or one."""
        known = self._replay.knows(file.path)
        if not known and all(self.pool.added.isdisjoint(hunk.added) for hunk in file.hunks):
            return []
        left = self._as_left(file)
        if left is None:
            texts = [text_of(line[1:]).removesuffix("\r") for hunk in file.hunks for line in hunk.added]
            if (known and not self._possible(file.path, texts)) or not self.pool.related(texts):
                self._pass_by(file, texts)
                return []
        state = left or self._state(commit, file)
        if state is None:
            return []
        added = [hunk.new + k for hunk in file.hunks for k in range(len(hunk.added))]
        return [self._draft(commit, file.path, state, added)]

    def _left_behind(self, file: log.File, gone: Sequence[str]) -> str:
        """The file that a new one was before: one that is gone, most of whose words it has.

        Where a formatter rewrote it on the way, git sees no likeness.
        """
        if not gone or file.path in self._replay.files:
            return ""
        said = Text([text_of(line[1:]) for hunk in file.hunks for line in hunk.added]).counts
        known = {path: self._replay.files[path].text.counts for path in gone}
        shared = {path: (said & counts).total() / max(counts.total(), 1) for path, counts in known.items()}
        best = max(gone, key=shared.__getitem__)
        return best if shared[best] > _MOST and said.total() * _MOST < known[best].total() else ""

    def _possible(self, path: str, texts: Sequence[str]) -> bool:
        """Whether one of the lines may be a session's: it wrote it, or all its words stand in the file as known."""
        if any(self.pool.wrote(line) for line in texts):
            return True
        said = [each for each in map(words, texts) if each and self.pool.said(each)]
        known = self._replay.sources(path)
        return any(state.has(sorted(each, key=_rarity, reverse=True)) for each in said for state in known)

    def _pass_by(self, file: log.File, texts: Sequence[str]) -> None:
        """A commit without lines of sessions: what it added is somebody else's, and the file goes on."""
        committed = self._replay.committed.get(file.path)
        if committed is None:
            return
        self._replay.others.setdefault(file.path, set()).update(line for line in texts if not self.pool.wrote(line))
        if (now := after(committed, file)) is not None:
            self._replay.committed[file.path] = now

    def _as_left(self, file: log.File) -> State | None:
        """The file as the last edit left it, if the commit has it so."""
        left = self._replay.files.get(file.path)
        return left if left is not None and left.blob(file.blob) == file.blob else None

    def _state(self, commit: log.Commit, file: log.File) -> State | None:
        """The file as the commit has it, with what is known of its lines; None where it cannot be read."""
        replay, path = self._replay, file.path
        committed = replay.committed.get(path)
        now = after(committed, file) if committed is not None else None
        if now is None:
            data = self._fetch(file.blob)
            if data is None:
                return None
            now = fresh(text_of(data))
        sources = replay.sources(path) or self._elsewhere(commit, now.lines)
        return owned(sources, now, replay.others.setdefault(path, set()))

    def _draft(self, commit: log.Commit, path: str, state: State, added: Sequence[int]) -> _Draft:
        replay = self._replay
        owners = list(state.owners)
        moved = self._moved(commit, path, state, added)
        for k, taken in moved.items():
            owners[k] = taken
        late = commit.time + _SKEW
        if replay.latest > late:  # an old commit that turned up after newer ones
            times = [replay.edits[patch.edit].time for patch in replay.patches]
            owners = [None if owner and times[owner.patch] > late else owner for owner in owners]
        same = path in replay.files and replay.files[path].plain == state.plain
        known = replay.knows(path)
        claims = [
            Claim(
                path, number, owner.patch, owner.offset, self._kind(owner, state.lines[number - 1], same=same),
                not known or number - 1 in moved,
            )
            for number in added
            if (owner := owners[number - 1]) is not None and not blank(state.lines[number - 1])
        ]  # fmt: skip
        return _Draft(path, state, owners, claims, same)

    def _settle(self, draft: _Draft, proved: Container[tuple[str, int]]) -> None:
        """Takes the file as the commit has it, with what was proved of its lines."""
        replay, path, state = self._replay, draft.path, draft.state
        claims = [claim for claim in draft.claims if (path, claim.line) in proved]
        owners = draft.owners
        if len(claims) < len(draft.claims):
            owners = list(owners)
            for claim in draft.claims:
                if (path, claim.line) not in proved:
                    owners[claim.line - 1] = None
        if not draft.as_left or owners != state.owners:  # what an edit left is known already
            others = replay.others.setdefault(path, set())
            others.update(unowned(state.lines, owners))
        if claims or path in replay.committed:
            replay.committed[path] = state.again(owners)
            self._remember(path, state.lines, owners, claims)

    def _kind(self, owner: Owner, line: str, *, same: bool) -> str:
        if owner.exact:
            return "blob" if same else "range"
        wrote = self._replay.patches[owner.patch].added[owner.offset]
        return "clean" if wrote.rstrip() == line.rstrip() else "format"

    def _remember(self, path: str, lines: Sequence[str], owners: Sequence[Owner | None], claims: list[Claim]) -> None:
        """What was rewritten may be moved later, as it stands now."""
        rewritten = [claim.line for claim in claims if claim.kind in ("clean", "format")]
        if not rewritten:
            return
        run: list[int] = []
        for line in [*sorted(claim.line for claim in claims), 0]:
            if run and line != run[-1] + 1:
                if not set(run).isdisjoint(rewritten):
                    piece = slice(run[0] - 1, run[-1])
                    self.again(Block(lines[piece], owners[piece], path))
                run = []
            run.append(line)

    def _elsewhere(self, commit: log.Commit, lines: Sequence[str]) -> list[State]:
        """Files that are gone from the commit and whose lines stand here: a rename that git does not see as one."""
        paths = dict.fromkeys(place.block.path for place in self.pool.find(lines))
        removed = {file.path for file in commit.files if not file.blob}
        # On a branch that never had the file, it is not gone.
        gone = [path for path in paths if path in removed or self._is_nowhere(commit, path)]
        return [state for path in gone for state in self._replay.sources(path)]

    def _is_nowhere(self, commit: log.Commit, path: str) -> bool:
        """Whether no commit has had lines of sessions in a file, and this one has no such file."""
        return path not in self._replay.committed and self._fetch(f"{commit.id}:{path}") is None

    def _moved(self, commit: log.Commit, path: str, state: State, added: Sequence[int]) -> dict[int, Owner]:
        """Owners of added lines that stand in a block of a session's, and no longer where it wrote them."""
        open_ = [n - 1 for n in added if state.owners[n - 1] is None and n - 1 not in state.theirs]
        found: dict[int, Owner] = {}
        for run in _runs(open_):
            for place in self.pool.find(state.lines[run.start : run.stop]):
                if self._is_common(path, place) or self._is_copy(commit, path, state, added, place):
                    continue
                if self._is_brought(place) and not self._is_taken(commit, place):
                    continue
                for k in range(place.size):
                    owner = place.block.owners[place.start + k]
                    if owner is not None:
                        found[run.start + place.at + k] = owner
        return found

    def _is_common(self, path: str, place: Place) -> bool:
        """Whether others wrote what the block says, so that it may be theirs here too."""
        known = [self._replay.others.get(each, set()) for each in (path, place.block.path)]
        lines = place.block.lines[place.start : place.start + place.size]
        return telling(line for line in lines if not any(line in each for each in known)) < BLOCK

    def _is_copy(self, commit: log.Commit, path: str, state: State, added: Sequence[int], place: Place) -> bool:
        """Whether the block still stands where the session wrote it, so that this one is somebody's copy."""
        lines = [line for line in place.block.lines[place.start : place.start + place.size] if not blank(line)]
        longest = max(lines, key=len)
        if place.block.path == path:
            new = {number - 1 for number in added if state.owners[number - 1] is None}
            return any(line == longest and k not in new for k, line in enumerate(state.lines))
        data = self._fetch(f"{commit.id}:{place.block.path}")
        return data is not None and longest in (line.removesuffix("\r") for line in text_of(data).split("\n"))

    def _is_brought(self, place: Place) -> bool:
        """Whether an earlier commit has the block, or some of it."""
        owners = place.block.owners[place.start : place.start + place.size]
        return any(owner is not None and self.evidence.brought(owner.patch, owner.offset) for owner in owners)

    def _is_taken(self, commit: log.Commit, place: Place) -> bool:
        """Whether the commit takes the block away somewhere, so that it moves it here."""
        lines = place.block.lines[place.start : place.start + place.size]
        longest = spelled(max(lines, key=len))
        wanted = {b"-" + longest, b"-" + longest + b"\r"}
        return any(not wanted.isdisjoint(hunk.removed) for file in commit.files for hunk in file.hunks)


def _taken(file: log.File, patch: Written) -> int:
    """The line before those that a patch took away and a commit too; 0 where it does not."""
    if patch.gone:  # whoever changed the file before, its end is its end
        return int(not file.blob and not any(hunk.added for hunk in file.hunks))
    hunk = next((each for each in file.hunks if _holds(each.removed, patch.removed)), None)
    return 0 if hunk is None else max(hunk.new, 1)


def _holds(removed: Sequence[bytes], lines: Sequence[str]) -> bool:
    """Whether a diff takes lines away in a row."""
    if len(lines) > len(removed):
        return False
    texts = [text_of(line[1:]).removesuffix("\r") for line in removed]
    last = len(texts) - len(lines)
    return any(texts[k] == lines[0] and texts[k : k + len(lines)] == list(lines) for k in range(last + 1))


def _rarity(word: str) -> tuple[bool, int]:
    """Numbers and long words stand in few files, so that a search for them soon ends a longer one."""
    return word[0].isdigit(), len(word)


def _runs(numbers: Sequence[int]) -> list[range]:
    runs: list[range] = []
    for number in numbers:
        if runs and runs[-1].stop == number:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return runs
