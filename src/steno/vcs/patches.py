"""What a search found, as the model says it: patches with their anchors, links, and the lines of each commit.

The ids and hashes of the reference are computed where a trace is written; here is Steno's own address of a change,
which is equal for equal changes of any two traces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from steno.base.ids import sha256
from steno.model import Attribution, GitAnchor, GitLink, Original, Patch
from steno.vcs.alignment import strength
from steno.vcs.commits import commits
from steno.vcs.git import Repository
from steno.vcs.lines import blank, split
from steno.vcs.match import text_of
from steno.vcs.memory import Line, Memory, written
from steno.vcs.ranges import runs
from steno.vcs.replay import Done, Written
from steno.vcs.tiers import EXACT, FIRM, firmness, strongest

_SAYS = 6
"""Letters and digits of a line by which what a session wrote is known to live."""


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
    return codes(memory, [session], repository, searched)[session]


def codes(memory: Memory, sessions: Iterable[str], repository: Repository, searched: str) -> dict[str, Code]:
    """What sessions led to: git is asked once for all of them."""
    search = _Search(memory, set(sessions), repository, searched)
    return {session: search.code(session) for session in sorted(search.sessions)}


class _Search:
    """What was found, and what git says of it."""

    def __init__(self, memory: Memory, sessions: set[str], repository: Repository, searched: str) -> None:
        self.sessions, self._memory, self._repository, self._searched = sessions, memory, repository, searched
        saved = memory.saved
        self._edits = [] if saved is None else saved.edits
        self._patches = [] if saved is None else [written(each) for each in saved.patches]
        self._lines: dict[int, list[Line]] = {}
        for line in memory.lines:
            if line.session in sessions:
                self._lines.setdefault(line.patch, []).append(line)
        self._gone: dict[int, list[tuple[str, str, int]]] = {}
        for number, commit, path, before in memory.deletions:
            self._gone.setdefault(number, []).append((commit, path, before))
        self._times = {link.commit: link.time for link in memory.links}
        self._stated = {(link.session, link.commit) for link in memory.links if link.stated}
        self._reachable = repository.reachable(self._times)
        places = {(line.commit, line.path) for each in self._lines.values() for line in each}
        places |= {(commit, path) for each in self._gone.values() for commit, path, _ in each}
        commits = sorted({commit for commit, _ in places})
        self._ids = repository.patch_ids(commits)
        self._blobs = _blobs(repository, sorted(places))
        self._kinds = _kinds(repository, commits)
        self._living = alive(memory, repository, sessions)

    def code(self, session: str) -> Code:
        patches, edits = self._patches, self._edits
        own = [number for number, patch in enumerate(patches) if edits[patch.edit].session == session]
        links = [link for link in self._memory.links if link.session == session]
        lines = [line for number in own for line in self._lines.get(number, ())]
        names = {number: f"{edits[patches[number].edit].uid}/{patches[number].hunk}" for number in own}
        clones = sorted({f"clone_by_{link.clone}" for link in links if link.clone})
        went: dict[str, set[str]] = {}
        for line in lines:
            went.setdefault(line.commit, set()).add(names[line.patch])
        return Code(
            tuple(self._patch(names[number], number, clones) for number in own),
            tuple(
                GitLink(
                    commit=link.commit,
                    tier=link.tier,
                    vcs="git",
                    patches=tuple(sorted(went.get(link.commit, ()))),
                    reachable=link.commit in self._reachable,
                    alive=UNSET if (lives := self._living.get((session, link.commit))) is None else lives,
                    unaccounted=link.unaccounted,
                )
                for link in links
            ),
            (
                *map(self._attribution, runs(lines)),
                *(
                    _deletion(patches[number], edits[patches[number].edit], *place)
                    for number in own
                    for place in self._gone.get(number, ())
                    if not patches[number].moved
                ),
            ),
        )

    def _patch(self, id: str, number: int, clones: Sequence[str]) -> Patch:
        patch, lines, gone = self._patches[number], self._lines.get(number, []), self._gone.get(number, [])
        edit = self._edits[patch.edit]
        places = [(line.commit, line.path, line.evidence) for line in lines]
        # That lines are gone leaves nothing to compare: whoever took them away, the commit does it in the same place.
        places += [(commit, path, "overlapping_hunk") for commit, path, _ in gone]
        commits = self._commits({commit for commit, _, _ in places})
        here = {line.offset for line in lines if line.commit == commits[0]}
        flags = {
            "unverified_base": patch.loose,
            "user_modified": edit.mixed,
            # Some of its lines are not in the commit: only a part was staged, or somebody took them out.
            "partly_found": bool(here) and any(k not in here and not blank(line) for k, line in enumerate(patch.added)),
        }
        placed = not patch.loose and not patch.moved
        return Patch(
            id=id,
            event=edit.uid,
            path=patch.path,
            change=_change(patch),
            content=address(patch.path, patch.removed, patch.added),
            first=patch.first if placed else UNSET,
            last=patch.first + len(patch.added) - 1 if placed else UNSET,
            methods=(f"log_{edit.method}", *(("hook_pretooluse", "hook_posttooluse") if edit.hooked else ())),
            anchor=self._anchor(edit, commits, places),
            superseded_by=self._again(commits, lines),
            limitations=(*(name for name, holds in flags.items() if holds), *clones),
        )

    def _commits(self, found: set[str]) -> list[str]:
        """Those that have a patch: the first that a branch or tag has, which brought it; where none has, the newest."""
        order = sorted(found, key=lambda each: (self._times.get(each, 0), each))
        first = next((each for each in order if each in self._reachable), order[-1] if order else "")
        return [*([first] if first else []), *(each for each in reversed(order) if each != first)]

    def _again(self, commits: Sequence[str], lines: Sequence[Line]) -> tuple[str, ...]:
        """The other commits that make the same change: they have most of what the first has of it."""
        counts = Counter(line.commit for line in lines if line.evidence in FIRM)
        return tuple(each for each in commits[1:] if 2 * counts[each] >= counts[commits[0]])

    def _anchor(self, edit: Done, commits: Sequence[str], places: Sequence[tuple[str, str, str]]) -> GitAnchor:
        if not commits:
            return GitAnchor(searched=self._searched, found=False, tier="orphan", firmness="unknown")
        here = [(path, evidence) for commit, path, evidence in places if commit == commits[0]]
        tier = strongest(evidence for _, evidence in here)
        path = here[0][0]
        return GitAnchor(
            searched=self._searched,
            found=True,
            commit=commits[0],
            path=path,
            blob=self._blobs.get((commits[0], path), UNSET),
            patch_id=self._ids.get(commits[0], UNSET),
            tier=tier,
            firmness=firmness(tier, shell=edit.method == "shell", stated=(edit.session, commits[0]) in self._stated),
        )

    def _attribution(self, run: Sequence[Line]) -> Attribution:
        """Lines of one patch and one grade that stand together, as one range."""
        from steno.formats.opentraces.hashes import range_hash  # a whole format, which only this needs

        head, last_line = run[0], run[-1].line
        patch = self._patches[head.patch]
        edit = self._edits[patch.edit]
        data = self._repository.blob(f"{head.commit}:{head.path}")
        whole = split(text_of(data)) if data is not None else []
        text = whole[head.line - 1 : last_line]
        first, last = min(line.offset for line in run), max(line.offset for line in run)
        diverged = head.evidence not in EXACT
        before = range_hash("\n".join(patch.added[first : last + 1]))
        several = bool(text) and occurrences(text, whole) > 1
        return Attribution(
            path=head.path,
            commit=head.commit,
            first=head.line,
            last=last_line,
            event=edit.uid,
            hash=range_hash("\n".join(text)) if text else UNSET,
            confidence="low" if edit.method == "shell" or patch.loose else "medium" if diverged or several else "high",
            change=self._kinds.get((head.commit, head.path, head.line), UNSET),
            original=Original(first=patch.first + first, last=patch.first + last, hash=before) if diverged else UNSET,
        )


def _blobs(repository: Repository, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The names of files in commits; those that git does not have are left out."""
    asked = [place for place in places if "\n" not in place[1]]  # the one name that the protocol cannot say
    given = "".join(f"{commit}:{path}\n" for commit, path in asked).encode("utf-8", "surrogateescape")
    with repository.stream("cat-file", "--batch-check", given=given) as child:
        told = child.stdout.read().split(b"\n") if child.stdout and asked else []
    return {
        place: words[0].decode()
        for place, line in zip(asked, told, strict=False)
        if (words := line.split())[1:2] == [b"blob"]
    }


def _kinds(repository: Repository, ids: Sequence[str]) -> dict[tuple[str, str, int], str]:
    """By commit, path and line, whether the commit took something away where it added the line."""
    kinds: dict[tuple[str, str, int], str] = {}
    for commit in commits(repository, ids, []):
        for file in commit.files:
            for hunk in file.hunks:
                places = ((commit.id, file.path, hunk.new + k) for k in range(len(hunk.added)))
                kinds |= dict.fromkeys(places, "modification" if hunk.removed else "addition")
    return kinds


def _change(patch: Written) -> str:
    if patch.moved or patch.gone:
        return "rename" if patch.moved else "delete"
    return {(True, False): "add", (False, True): "delete"}.get((bool(patch.added), bool(patch.removed)), "modify")


def _deletion(patch: Written, edit: Done, commit: str, path: str, line: int) -> Attribution:
    """Lines that are gone: the line before them, and what they were."""
    from steno.formats.opentraces.hashes import range_hash  # a whole format, which only this needs

    last = patch.first + len(patch.removed) - 1
    original = Original(first=patch.first, last=last, hash=range_hash("\n".join(patch.removed)))
    return Attribution(
        path=path,
        commit=commit,
        first=line,
        last=line,
        event=edit.uid,
        confidence="low" if edit.method == "shell" or patch.loose else "medium",
        change="deletion",
        original=original if patch.removed else UNSET,
    )


def alive(
    memory: Memory, repository: Repository, sessions: Container[str] | None = None
) -> dict[tuple[str, str], bool | None]:
    """By session and commit, whether something of it still stands at HEAD, wherever in its file.

    None where nobody knows: an object is missing, or there is no HEAD.
    """
    head = repository.head()
    found: dict[tuple[str, str], bool | None] = {}
    if head is None:
        return found
    today = _Today(repository, head, memory.renames)
    then: dict[tuple[str, str], list[str] | None] = {}
    for run in runs(line for line in memory.lines if sessions is None or line.session in sessions):
        key, place = (run[0].session, run[0].commit), (run[0].commit, run[0].path)
        if found.get(key):
            continue
        if place not in then:
            data = repository.blob(":".join(place))
            then[place] = None if data is None else split(text_of(data))
        text = then[place]
        lives = None if text is None else today.has(run[0].path, text[run[0].line - 1 : run[-1].line])
        if lives or found.get(key, False) is False:
            found[key] = lives
    return found


class _Today:
    """The files at HEAD, under all names that renames may have given them."""

    def __init__(self, repository: Repository, head: str, renames: Mapping[str, Sequence[str]]) -> None:
        self._repository, self._head, self._renames = repository, head, renames
        self._files: dict[str, list[str] | None] = {}

    def has(self, path: str, lines: Sequence[str]) -> bool | None:
        """Whether lines stand there: one that says something, or else all of them in a row."""
        telling = {line for line in lines if strength(line) >= _SAYS}
        unknown = False
        for name in self._names(path):
            text = self._file(name)
            if text is None:
                unknown = True
            elif not telling.isdisjoint(text) if telling else occurrences(lines, text):
                return True
        return None if unknown else False

    def _file(self, name: str) -> list[str] | None:
        """The lines; none where HEAD has no such file, None where it has one that is not here."""
        if name not in self._files:
            data = self._repository.blob(f"{self._head}:{name}")
            if data is None:
                named = self._repository.quiet("rev-parse", "--verify", "--quiet", f"{self._head}:{name}")
                self._files[name] = None if named else []
            else:
                self._files[name] = split(text_of(data))
        return self._files[name]

    def _names(self, path: str) -> list[str]:
        names = [path]
        for name in names:  # grows meanwhile
            names += (each for each in self._renames.get(name, ()) if each not in names)
        return names


def occurrences(lines: Sequence[str], text: Sequence[str]) -> int:
    """How often lines stand in a text, in a row."""
    count = 0
    for at in range(len(text) - len(lines) + 1):
        count += text[at] == lines[0] and list(text[at : at + len(lines)]) == list(lines)
    return count
