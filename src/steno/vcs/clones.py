"""Knows a session that worked in another clone of a repository, on this machine or another, and where the clone lay.

Nothing is guessed from a name.  That the repository is the same is said by a commit or an address that the log records,
or proved by content: most of the files that the session found hold what the repository has under the same path.  Where
two folders would do, there is no answer.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from zlib import crc32

from msgspec import Struct

from steno.base.exact import JSON
from steno.edits.calls import Append, Edit, Hunks, Replace, Seen, Tried, Whole
from steno.edits.paths import Clone, spelled
from steno.model import Header
from steno.vcs.alignment import strength
from steno.vcs.git import Repository

_SAYS = 6
"""Letters and digits of a line that says anything."""
_MOST = 32
"""Lines of a file by which it is known again."""
_LONGEST = 4096
"""Characters of a path; no system has a file with a longer one."""
_SHARE = 0.5
_PROOF = 3
"""Lines that all files together must share with the repository, where only content speaks."""
_URL = re.compile(r"(?:[a-z+]+://)?(?:[^@/]+@)?(?P<host>[^/:]+)(?::\d+)?[:/]+(?P<path>.+?)(?:\.git)?/*", re.IGNORECASE)
_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")

COMMIT, ADDRESS, CONTENT = "commit_id", "remote_url", "content"
"""How a clone is known, strongest first."""


class Piece(Struct, frozen=True, array_like=True):
    """A file as a session found it and what it wrote there, as hashes of lines that say something."""

    path: str
    time: float
    edited: bool
    found: tuple[int, ...]
    wrote: tuple[int, ...]


class Away(Struct, frozen=True, array_like=True):
    """What a session says about its work outside the work trees here."""

    folders: tuple[str, ...]
    commits: tuple[str, ...]
    addresses: tuple[str, ...]
    pieces: tuple[Piece, ...]


def away(edits: Iterable[Edit], headers: Iterable[Header], outside: Callable[[str, str], bool]) -> Away | None:
    """What is needed to know a clone again, without the contents; None where all work was in the work trees here."""
    pieces: dict[str, Piece] = {}
    for edit in edits:
        path = posixpath.normpath(spelled(edit.path, edit.cwd))
        if len(path) > _LONGEST or not outside(edit.path, edit.cwd):
            continue
        known = pieces.get(path) or Piece(path, edit.time, False, (), ())
        pieces[path] = Piece(
            path, known.time, known.edited or not isinstance(edit.steps[0], Seen | Tried),
            known.found or (() if known.wrote else _hashes(_found(edit))), known.wrote or _hashes(_wrote(edit)),
        )  # fmt: skip
    if not pieces:
        return None
    told = [header.environment for header in headers]
    folders, commits, addresses = (
        tuple(dict.fromkeys(text for each in told for text in _texts(each.get(name))))
        for name in ("cwd", "git_commit", "git_repository")
    )
    elsewhere = tuple(posixpath.normpath(spelled(each, "")) for each in folders if outside("file", each))
    return Away(elsewhere, commits, addresses, tuple(pieces.values()))


def _texts(value: JSON) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str):
            yield each


def _found(edit: Edit) -> Iterator[str]:
    """What the edit says that it found, as far as it says it."""
    whole = edit.saw.before if edit.saw is not None and edit.saw.before is not None else edit.before
    if whole is not None:
        yield whole
        return
    for step in edit.steps:
        match step:
            case Seen():
                yield step.text
            case Replace():
                yield step.old
            case Hunks():
                yield from ("\n".join(hunk.old) for hunk in step.hunks)
            case _:
                pass


def _wrote(edit: Edit) -> Iterator[str]:
    for step in edit.steps:
        match step:
            case Whole() | Append():
                yield step.text
            case Replace():
                yield step.new
            case Hunks():
                yield from ("\n".join(hunk.new) for hunk in step.hunks)
            case _:
                pass


def _hashes(texts: Iterable[str]) -> tuple[int, ...]:
    """Of some of the lines that say something, taken from everywhere: files often begin alike."""
    lines = {line.rstrip() for text in texts for line in text.split("\n") if strength(line) >= _SAYS}
    return tuple(sorted(crc32(line.encode("utf-8", "surrogatepass")) for line in lines)[:_MOST])


def clones(repository: Repository, sessions: Mapping[str, Sequence[Away]], *, thorough: bool) -> dict[str, Clone]:
    """By session, where its clone of this repository lay.

    `thorough`: looks also among files that are no longer at HEAD, whatever the session says of itself.
    """
    if not sessions:
        return {}
    search = _Search(repository, (each for told in sessions.values() for each in told), thorough=thorough)
    found = {name: search.clone(told) for name, told in sessions.items()}
    return {name: each for name, each in found.items() if each is not None}


class _Vote(Struct):
    """What speaks for a folder being the root of a clone."""

    files: int = 0
    shared: int = 0
    known: int = 0
    """Files that the session did not find there, but which are here."""


class _Search:
    def __init__(self, repository: Repository, told: Iterable[Away], *, thorough: bool) -> None:
        self._repository, self._thorough = repository, thorough
        head = repository.head()
        refs = ("--branches", "--remotes", "--tags", *(["HEAD"] if head else []))
        listed = (line.split() for line in repository.quiet("rev-list", "--timestamp", *refs, "--"))
        self._commits = sorted((int(time), id) for time, id in listed)
        self._head = head or (self._commits[-1][1] if self._commits else "")
        lines = repository.quiet("config", "--local", "--get-regexp", r"^remote\..*\.(push)?url$")
        self._addresses = {same for line in lines if (same := _address(line.partition(" ")[2]))}
        self._known = _commits(repository, {id for each in told for id in each.commits if _ID.fullmatch(id)})
        with repository.stream("ls-tree", "-r", "-z", "--name-only", "--full-tree", self._head) as child:
            names = child.stdout.read() if child.stdout and self._head else b""
        self._names = frozenset(names.decode("utf-8", "surrogateescape").split("\0")) - {""}
        """At HEAD."""
        self._lines: dict[tuple[str, str], frozenset[int]] = {}

    def clone(self, told: Sequence[Away]) -> Clone | None:
        how = self._identity(told)
        pieces = [piece for each in told for piece in each.pieces]
        deep = how != CONTENT or self._thorough
        votes: dict[str, _Vote] = {}
        unlike = [piece for piece in pieces if not self._count(piece, votes, deep=deep)]
        against = [piece.path for piece in unlike if piece.edited and piece.found]
        best = _best(votes)
        folders = {folder for each in told for folder in each.folders}
        roots = tuple(
            root for root in best
            # Where the repository is known, content says which folder is its root, or the session began there.
            if (_proved(root, votes[root], against) if how == CONTENT else votes[root].files or root in folders)
        )  # fmt: skip
        return Clone(roots, how) if roots else None

    def _identity(self, told: Sequence[Away]) -> str:
        if any(id in self._known for each in told for id in each.commits):
            return COMMIT
        if any(_address(url) in self._addresses for each in told for url in each.addresses):
            return ADDRESS
        return CONTENT

    def _count(self, piece: Piece, votes: dict[str, _Vote], *, deep: bool) -> bool:
        """Counts what a file says for each folder that might be the root; whether it is known in one of them."""
        hit = False
        for root, name in _suffixes(piece.path):
            if name not in self._names and not (deep and self._lines_of(self._base(piece.time), name)):
                continue
            vote = votes.setdefault(root, _Vote())
            vote.known += not piece.found
            shared = self._shared(piece, name)
            vote.shared += shared
            vote.files += bool(shared)
            hit = hit or bool(shared)
        return hit

    def _shared(self, piece: Piece, name: str) -> int:
        """How many lines the file has in common with the one here; 0 where it is not for the most part the same."""
        most = 0
        for lines, commits in ((piece.found, (self._base(piece.time), self._head)), (piece.wrote, (self._head,))):
            for commit in commits:
                common = len(self._lines_of(commit, name).intersection(lines))
                if common and common >= _SHARE * len(lines):
                    most = max(most, common)
        both = self._lines_of(self._head, name).intersection((*piece.found, *piece.wrote))
        return max(most, len(both)) if most else 0

    def _base(self, time: float) -> str:
        """The newest commit before a time."""
        at = bisect_right(self._commits, (int(time), "~"))
        return self._commits[at - 1][1] if at else self._head

    def _lines_of(self, commit: str, name: str) -> frozenset[int]:
        """Hashes of the lines; none where there is no such file."""
        if (commit, name) not in self._lines:
            data = self._repository.blob(f"{commit}:{name}") if commit else None
            lines = () if data is None else data.split(b"\n")
            self._lines[commit, name] = frozenset(crc32(line.rstrip()) for line in lines)
        return self._lines[commit, name]


def _suffixes(path: str) -> Iterator[tuple[str, str]]:
    """The folders above a file, each with the file's path in it."""
    at = path.rfind("/")
    while at > 0:
        yield path[:at], path[at + 1 :]
        at = path.rfind("/", 0, at)


def _best(votes: Mapping[str, _Vote]) -> list[str]:
    """The folders that have more to say for them than any above or below them."""
    beaten: set[str] = set()
    for root, vote in votes.items():
        for above, _ in _suffixes(root):
            if above in votes:
                order = _weight(vote), _weight(votes[above])
                beaten |= {root} if order[0] <= order[1] else set()
                beaten |= {above} if order[1] <= order[0] else set()
    return [root for root in votes if root not in beaten]


def _weight(vote: _Vote) -> tuple[int, int, int]:
    return vote.files, vote.shared, vote.known


def _proved(root: str, vote: _Vote, against: Iterable[str]) -> bool:
    return vote.shared >= _PROOF and vote.files > sum(path.startswith(root + "/") for path in against)


def _commits(repository: Repository, ids: set[str]) -> set[str]:
    """Those of the ids that are commits of the repository."""
    given = "".join(f"{id}\n" for id in sorted(ids)).encode()
    found = repository.lines("cat-file", "--batch-check", given=given) if ids else []
    return {words[0] for line in found if (words := line.split())[1:2] == ["commit"]}


def _address(url: str) -> str:
    """An address without the ways to write it: protocol, user, port and ending."""
    found = _URL.fullmatch(url.strip())
    if found is None or found["host"].lower() in ("file", ".", ".."):
        return ""  # a place on some machine, not one that all mean alike
    return f"{found['host'].lower()}/{found['path'].strip('/')}"
