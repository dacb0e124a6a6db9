"""What a search found, as the model says it: patches with their anchors, links, and the lines of each commit.

The ids and hashes of the reference are computed where a trace is written; here is Steno's own address of a change,
which is equal for equal changes of any two traces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from steno.base.ids import sha256
from steno.model import Attribution, GitAnchor, GitLink, Original, Patch
from steno.vcs.git import Repository
from steno.vcs.lines import blank, split
from steno.vcs.match import text_of
from steno.vcs.memory import Line, Memory, written
from steno.vcs.ranges import runs
from steno.vcs.replay import Done, Written
from steno.vcs.tiers import FIRM, firmness, strongest


class Code(NamedTuple):
    """What a trace led to."""

    patches: tuple[Patch, ...]
    git_links: tuple[GitLink, ...]
    attributions: tuple[Attribution, ...]


def address(path: str, removed: Sequence[str], added: Sequence[str]) -> str:
    """Of a change: the file, the lines it took away and those it added, wherever in the file and whoever made it."""
    lines = (f"{len(path)} {path}", *("-" + line for line in removed), *("+" + line for line in added))
    return "steno-change-v1:" + sha256("\n".join(lines).encode("utf-8", "surrogatepass"))


def code(memory: Memory, session: str, repository: Repository, searched: str) -> Code:
    """What a session led to; `searched`: when."""
    saved = memory.saved
    if saved is None:
        return Code((), (), ())
    edits, patches = saved.edits, [written(each) for each in saved.patches]
    own = [number for number, patch in enumerate(patches) if edits[patch.edit].session == session]
    lines = [line for line in memory.lines if line.session == session]
    by_patch: dict[int, list[Line]] = {}
    for line in lines:
        by_patch.setdefault(line.patch, []).append(line)
    times = {link.commit: link.time for link in memory.links}
    reachable = repository.reachable(times)
    ids = repository.patch_ids(sorted({line.commit for line in lines}))
    gone: dict[int, list[tuple[str, str, int]]] = {}
    for number, commit, path, before in memory.deletions:
        gone.setdefault(number, []).append((commit, path, before))
    seen = _Search(repository, searched, times, reachable, ids)
    living = alive(memory, repository)
    names = {number: f"{edits[patches[number].edit].uid}/{patches[number].hunk}" for number in own}
    return Code(
        tuple(
            seen.patch(names[k], patches[k], edits[patches[k].edit], by_patch.get(k, []), gone.get(k, [])) for k in own
        ),
        tuple(
            GitLink(
                commit=link.commit,
                tier=link.tier,
                vcs="git",
                patches=tuple(sorted({names[line.patch] for line in lines if line.commit == link.commit})),
                reachable=link.commit in reachable,
                alive=UNSET if (lives := living.get((session, link.commit))) is None else lives,
                unaccounted=link.unaccounted,
            )
            for link in memory.links
            if link.session == session
        ),
        (
            *_attributions(lines, patches, edits, repository),
            *(_deletion(patches[k], edits[patches[k].edit], *place) for k in own for place in gone.get(k, [])),
        ),
    )


class _Search(NamedTuple):
    repository: Repository
    searched: str
    times: Mapping[str, int]
    reachable: set[str]
    ids: Mapping[str, str]

    def patch(
        self, id: str, patch: Written, edit: Done, lines: Sequence[Line], gone: Sequence[tuple[str, str, int]]
    ) -> Patch:
        kinds = {(True, False): "add", (False, True): "delete"}
        limitations = [
            name for name, holds in (("unverified_base", patch.loose), ("user_modified", edit.mixed)) if holds
        ]
        places = [(line.commit, line.path, line.evidence) for line in lines]
        # That lines are gone leaves nothing to compare: whoever took them away, the commit does it in the same place.
        places += [(commit, path, "overlapping_hunk") for commit, path, _ in gone]
        commits = self._commits({commit for commit, _, _ in places})
        return Patch(
            id=id,
            event=edit.uid,
            path=patch.path,
            change=kinds.get((bool(patch.added), bool(patch.removed)), "modify"),
            content=address(patch.path, patch.removed, patch.added),
            first=UNSET if patch.loose else patch.first,
            last=UNSET if patch.loose else patch.first + len(patch.added) - 1,
            methods=(f"log_{edit.method}",),
            anchor=self._anchor(edit, commits, places),
            superseded_by=tuple(commits[1:]),
            limitations=tuple(limitations),
        )

    def _commits(self, found: set[str]) -> list[str]:
        """Those that have lines of a patch: reachable ones first, then the newest."""
        return sorted(found, key=lambda each: (each not in self.reachable, -self.times.get(each, 0), each))

    def _anchor(self, edit: Done, commits: Sequence[str], places: Sequence[tuple[str, str, str]]) -> GitAnchor:
        if not commits:
            return GitAnchor(searched=self.searched, found=False, tier="orphan", firmness="unknown")
        here = [(path, evidence) for commit, path, evidence in places if commit == commits[0]]
        tier = strongest(evidence for _, evidence in here)
        path = here[0][0]
        blob = self.repository.quiet("rev-parse", "--verify", "--quiet", f"{commits[0]}:{path}")
        return GitAnchor(
            searched=self.searched,
            found=True,
            commit=commits[0],
            path=path,
            blob=blob[0] if blob else UNSET,
            patch_id=self.ids.get(commits[0], UNSET),
            tier=tier,
            firmness=firmness(tier, shell=edit.method == "shell"),
        )


def _attributions(
    lines: Iterable[Line], patches: Sequence[Written], edits: Sequence[Done], repository: Repository
) -> Iterator[Attribution]:
    """Lines of one patch and one grade that stand together, as one range."""
    for run in runs(lines):
        patch = patches[run[0].patch]
        yield _attribution(run, patch, edits[patch.edit], repository)


def _attribution(run: Sequence[Line], patch: Written, edit: Done, repository: Repository) -> Attribution:
    from steno.formats.opentraces.hashes import range_hash  # a whole format, which only this needs

    head = run[0]
    data = repository.blob(f"{head.commit}:{head.path}")
    text = split(text_of(data))[0][head.line - 1 : run[-1].line] if data is not None else None
    first, last = min(line.offset for line in run), max(line.offset for line in run)
    diverged = head.evidence not in FIRM
    original = Original(
        first=patch.first + first, last=patch.first + last, hash=range_hash("\n".join(patch.added[first : last + 1]))
    )
    sure = "low" if edit.method == "shell" or patch.loose else "medium" if diverged else "high"
    return Attribution(
        path=head.path,
        commit=head.commit,
        first=head.line,
        last=run[-1].line,
        event=edit.uid,
        hash=UNSET if text is None else range_hash("\n".join(text)),
        confidence=sure,
        change="modification" if patch.removed else "addition",
        original=original if diverged else UNSET,
    )


def _deletion(patch: Written, edit: Done, commit: str, path: str, line: int) -> Attribution:
    """Lines that are gone: the line before them, and what they were."""
    from steno.formats.opentraces.hashes import range_hash  # a whole format, which only this needs

    last = patch.first + len(patch.removed) - 1
    return Attribution(
        path=path,
        commit=commit,
        first=line,
        last=line,
        event=edit.uid,
        confidence="low" if edit.method == "shell" or patch.loose else "medium",
        change="deletion",
        original=Original(first=patch.first, last=last, hash=range_hash("\n".join(patch.removed))),
    )


def alive(memory: Memory, repository: Repository) -> dict[tuple[str, str], bool | None]:
    """By session and commit, whether some line still stands at HEAD, wherever in its file; None where nobody knows."""
    head = repository.head()
    found: dict[tuple[str, str], bool | None] = {}
    now: dict[str, set[str] | None] = {}
    then: dict[tuple[str, str], list[str] | None] = {}
    for line in memory.lines:
        key = (line.session, line.commit)
        if found.get(key) or head is None:
            continue
        place = (line.commit, line.path)
        if place not in then:
            data = repository.blob(f"{line.commit}:{line.path}")
            then[place] = None if data is None else split(text_of(data))[0]
        path = _today(line.path, memory.renames)
        if path not in now:
            data = repository.blob(f"{head}:{path}")
            # A file that HEAD names and that is not here was never fetched; one that HEAD does not name is gone.
            gone = data is None and not repository.quiet("rev-parse", "--verify", "--quiet", f"{head}:{path}")
            now[path] = set(split(text_of(data))[0]) if data is not None else set() if gone else None
        text, today = then[place], now[path]
        if text is None or today is None:
            found.setdefault(key, None)
        elif not blank(text[line.line - 1]):
            found[key] = text[line.line - 1] in today
    return found


def _today(path: str, renames: Mapping[str, str]) -> str:
    """What a file is called after all renames that were seen."""
    seen = {path}
    while path in renames and renames[path] not in seen:
        path = renames[path]
        seen.add(path)
    return path
