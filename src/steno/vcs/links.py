"""Links sessions with commits: plays edits and commits in the order of their times, and gathers what was found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from steno.base.memory import uncollected
from steno.edits.calls import Edit
from steno.edits.paths import Paths
from steno.vcs import log
from steno.vcs.commits import commits
from steno.vcs.gather import SEEN, TRIED, Key
from steno.vcs.git import Repository
from steno.vcs.match import Matcher, text_of
from steno.vcs.memory import Line, Link, Memory, digest, restore, saved
from steno.vcs.picks import picked, signature
from steno.vcs.replay import Replay, Written
from steno.vcs.searched import unsearched
from steno.vcs.stated import Stated
from steno.vcs.tiers import EVIDENCE_OF, TIER_OF, tier

_DAY = 86400
"""How far a clock may be off for a commit to be looked at."""


def _since(keys: Sequence[Key], starts: Mapping[str, float]) -> int | None:
    """From when on a commit may have lines of a session; None where no session edited anything."""
    if not keys:
        return None
    first = min(key[0] for key in keys)
    return int(min([first, *(starts.get(session) or first for session in {key[1] for key in keys})])) - _DAY


class Linking:
    """One search of a repository, that goes on where the last one ended."""

    def __init__(
        self, repository: Repository, paths: Paths, memory: Memory, keys: Sequence[Key], starts: Mapping[str, float],
        stated: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """`keys`: all edits there are, in time, of this repository and of others; `starts`: when each session began.

        `stated`: the commits that each session's log says it made, as git prints them.
        """
        self._repository, self._paths, self._starts = repository, paths, starts
        keys = [key for key in keys if paths.inside(key[3], "", key[1]) is not None]
        self._since = _since(keys, starts)
        self.memory = memory if self._goes_on(memory, keys) else Memory(sessions=memory.sessions)
        self.pending = list(keys[self.memory.played :])
        """The edits that are not played yet."""
        self._keys = keys
        self._replay = Replay(self._base)
        self._matcher = Matcher(self._replay, repository.blob)
        self._files: dict[str, dict[str, float]] = {}
        """By path, the sessions that edited it or tried to, and since when they ran."""
        self._edited: dict[str, set[str]] = {}
        """By path, the sessions that did edit it."""
        self.looked = 0
        """Commits that this search looked at."""
        self.unread: list[str] = []
        """Commits that git could not show."""
        here = {key[1] for key in keys}
        self._stated = Stated(repository, {name: each for name, each in stated.items() if name in here})
        for session, authors in self._stated.authors.items():
            self._matcher.evidence.hands[session] = set(authors)
        if self.memory.saved is not None:
            blocks = restore(self._replay, self._matcher.evidence, self.memory.lines, self.memory.saved)
            self._matcher.wrote(range(len(self._replay.patches)))
            for block in blocks:
                self._matcher.again(block)

    def _goes_on(self, memory: Memory, keys: Sequence[Key]) -> bool:
        """Whether what is remembered is the beginning of this search: the same edits, and no commit before them."""
        if memory.saved is None or memory.since is None or self._since is None or self._since < memory.since:
            return False
        same = memory.digest == digest(keys[: memory.played])
        return same and set(memory.ends) == self._repository.shallow()

    def run(self, edits: Iterable[Edit], since: int | None = None) -> Memory:
        """Look at the commits that are new; `edits` are the pending ones."""
        starts = self._starts
        for time, session, _, path, what in self._keys:
            if not what.startswith(SEEN) and (name := self._paths.inside(path, "", session)) is not None:
                self._worked(name, session, starts.get(session, time), tried=what.startswith(TRIED))
        self._moved(self._replay.patches)
        waiting = [(edit, self._paths.inside(edit.path, edit.cwd, edit.session)) for edit in edits]
        known = len(self.memory.commits)
        with uncollected():
            at = self._search(waiting, self._since if since is None or self._since is None else since)
            self._pick(set(self.memory.commits[known:]))
            self._save(at)
        return self.memory

    def _worked(self, path: str, session: str, start: float, *, tried: bool = False) -> None:
        self._files.setdefault(path, {})[session] = start
        if not tried:
            self._edited.setdefault(path, set()).add(session)

    def _moved(self, patches: Iterable[Written]) -> None:
        """A session that moved a file worked on it under its new name too."""
        for patch in patches:
            if patch.moved:
                edit = self._replay.edits[patch.edit]
                start = self._files.get(patch.moved, {}).get(edit.session, edit.time)
                self._worked(patch.path, edit.session, start)

    def _pick(self, new: set[str]) -> None:
        """Lines that are known by the patch id of their commit, and what that makes of its link."""
        memory, replay = self.memory, self._replay
        times = {(link.session, link.commit): link.time for link in memory.links}
        lines = [
            line for line in picked(memory, self._repository, new, self._matcher.evidence.prove)
            if replay.edits[replay.patches[line.patch].edit].time <= times.get((line.session, line.commit), 0) + 1
        ]  # fmt: skip
        memory.lines += lines
        known = {(line.session, line.commit) for line in lines}
        memory.links = [
            replace(link, tier=TIER_OF["patch_id"]) if (link.session, link.commit) in known else link
            for link in memory.links
        ]

    def _search(self, waiting: Sequence[tuple[Edit, str | None]], since: int | None) -> int:
        """Edits and commits in the order of their times; how many of the edits were played."""
        memory, repository = self.memory, self._repository
        # What is called searched is named before git looks for it: a commit that is made meanwhile is not among it.
        tips, ends = sorted(set(repository.tips().values())), sorted(repository.shallow())
        todo = unsearched(repository, memory, since, tips)
        memory.tips, memory.ends = tips, ends
        memory.since = since if memory.since is None else memory.since
        at = 0
        for commit in commits(repository, todo, self.unread):
            while at < len(waiting) and waiting[at][0].time <= commit.time + 1:
                self._play(*waiting[at])
                at += 1
            self.looked += 1
            self._look(commit)
            memory.newest = commit.id
            memory.commits.append(commit.id)
        memory.unread += self.unread
        return at

    def _save(self, played: int) -> None:
        memory = self.memory
        memory.played += played
        memory.digest = digest(self._keys[: memory.played])
        memory.saved = saved(self._replay, self._matcher.evidence, self._matcher.further)

    def _play(self, edit: Edit, path: str | None) -> None:
        if path is None:
            return
        made = self._replay.edit(edit, path, lambda to: self._paths.inside(to, edit.cwd, edit.session))
        self._matcher.wrote(made)
        self._moved(self._replay.patches[number] for number in made)

    def _base(self, path: str, time: float) -> str | None:
        at = self.memory.newest or self._before(time)
        data = self._repository.blob(f"{at}:{path}") if at else None
        return None if data is None else text_of(data)

    def _before(self, time: float) -> str | None:
        """The newest commit before a time, where none has been looked at yet."""
        names = ("--branches", "--remotes", "--tags", "HEAD", "--")
        found = self._repository.quiet("rev-list", "-n1", f"--before={int(time)}", *names)
        return found[0] if found else None

    def _look(self, commit: log.Commit) -> None:
        memory = self.memory
        stated = self._stated.sessions.get(commit.id, ())
        evidence = self._claimed(commit, stated)
        for session in stated:
            evidence.setdefault(session, []).append("time_file_overlap")
        memory.deletions += [
            (patch, commit.id, path, line) for patch, path, line in self._matcher.deletions(commit, stated)
        ]
        for name in {name for file in commit.files for name in (file.path, file.old) if name in self._files}:
            for session, start in self._files[name].items():
                if start <= commit.time + 1 and self._matcher.evidence.is_near(session, commit):
                    evidence.setdefault(session, []).append("time_file_overlap")
        if evidence:
            self._link(commit, evidence, stated)
        for file in commit.files:
            if file.old and file.old != file.path and file.path not in memory.renames.setdefault(file.old, []):
                memory.renames[file.old].append(file.path)

    def _claimed(self, commit: log.Commit, stated: Collection[str]) -> dict[str, list[str]]:
        """Remembers the lines of sessions in a commit; by session, the grades of its own."""
        replay = self._replay
        evidence: dict[str, list[str]] = {}
        for claim in self._matcher.claims(commit, stated):
            edit = replay.edits[replay.patches[claim.patch].edit]
            grade = EVIDENCE_OF[claim.kind]
            evidence.setdefault(edit.session, []).append(grade)
            line = Line(edit.session, commit.id, claim.path, claim.line, grade, edit.uid, claim.patch, claim.offset)
            self.memory.lines.append(line)
        return evidence

    def _link(
        self, commit: log.Commit, evidence: Mapping[str, Sequence[str]], stated: Collection[str]
    ) -> None:  # fmt: skip
        edited = self._edited
        whose = [
            (file.path, edited.get(file.path, ()), edited.get(file.old, ()))
            for file in sorted(commit.files, key=lambda each: each.path)
        ]
        for session, grades in sorted(evidence.items()):
            unaccounted = tuple(path for path, new, old in whose if session not in new and session not in old)
            clone = self._paths.clone(session)
            self.memory.links.append(
                Link(session, commit.id, tier(grades), commit.time, unaccounted, clone, session in stated)
            )
        if len(commit.parents) < 2:
            self.memory.changes[commit.id] = signature(commit)
