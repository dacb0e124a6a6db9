"""Find which commits hold lines of which sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from steno.api.catalog_links import linked
from steno.api.inputs import Failed, Tally
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.exact import JSON
from steno.base.memory import uncollected
from steno.base.time import of_epoch, parse, stamp
from steno.diagnostics import Report
from steno.edits.paths import Paths
from steno.errors import UnknownFormat, Unreadable, UsageError
from steno.session import Input
from steno.vcs import git, memory, remembered, spelling
from steno.vcs.clones import Away, clones
from steno.vcs.gather import Key, SessionEdits, chosen, edits_of, name_of, originals
from steno.vcs.links import Linking
from steno.vcs.memory import Memory
from steno.vcs.patches import alive, codes

if TYPE_CHECKING:
    from steno.edits.calls import Edit
    from steno.vcs.git import Repository


class LinkedLine(Struct, frozen=True):
    """A line of a commit that a session wrote."""

    session: str
    commit: str
    path: str
    line: int
    evidence: str
    event: str


class CommitLink(Struct, frozen=True):
    """A session and a commit that have something to do with each other."""

    session: str
    commit: str
    tier: str
    commit_reachable: bool
    content_alive: bool | None
    unaccounted_files: list[str]
    repository_by: str
    """`work_tree`, or by what another clone was known."""


class Links(Struct, frozen=True, tag_field="schema", tag="steno.link/1"):
    """Everything that is known of a repository and its sessions."""

    lines: list[LinkedLine]
    links: list[CommitLink]
    patches: list[JSON] | UnsetType = UNSET
    ranges: list[JSON] | UnsetType = UNSET
    """In the words of OpenTraces, where they were asked for."""


class LinkRow(Struct, frozen=True):
    """A commit with lines of a session, for a list."""

    commit: str
    time: str | None
    session: str
    tier: str
    evidence: Counter[str]
    clone: str
    """By what another clone was known; empty where it is this one."""
    reachable: bool


class Search(Struct, frozen=True, kw_only=True):
    """What to look for, and where."""

    repository: Path = Path()
    places: Sequence[Path] = ()
    """Files and folders of sessions, instead of all on this machine."""
    since: str | None = None
    """Only commits from this day or moment on; then nothing is remembered."""
    fresh: bool = False
    """Whether to forget what earlier runs found."""


class Found(Struct, frozen=True):
    """What a search found."""

    result: Memory
    reachable: set[str]
    """The commits that some branch or tag has."""
    looked: int
    """How many commits were searched."""
    unshown: list[str]
    """Commits that git cannot show."""
    sessions: int
    failed: int
    forgotten: str
    """Why what was found cannot be remembered; empty where it is."""

    def rows(self) -> list[LinkRow]:
        """Those with lines, newest first."""
        counts: dict[tuple[str, str], Counter[str]] = {}
        for line in self.result.lines:
            counts.setdefault((line.session, line.commit), Counter())[line.evidence] += 1
        return [
            LinkRow(
                each.commit, of_epoch(each.time), each.session, each.tier,
                counts.get((each.session, each.commit), Counter()), each.clone or "", each.commit in self.reachable,
            )
            for each in sorted(self.result.links, key=lambda each: each.time, reverse=True)
            if each.tier.startswith(remembered.LINKED)
        ]  # fmt: skip

    @property
    def linked(self) -> int:
        """How many commits have lines of sessions."""
        return len({each.commit for each in self.result.links if each.tier.startswith(remembered.LINKED)})


@uncollected(kept=True)
def link(
    world: World,
    search: Search,
    *,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Found:
    """Look for the lines of sessions in the commits of a repository, and remember what was found.

    Reads the repository and changes nothing in it.  Without `failed`, the first session that cannot be read ends it.
    """
    moment = _moment(search.since)
    with git.opened(search.repository, world.environ) as repository:
        file = remembered.file(repository.folder(), world.environ, world.home)
        known = Memory() if search.fresh or moment is not None else memory.load(file)
        roots = repository.roots() or [search.repository]
        tally = Tally(2, failed)
        reading = _Reading(world, list(_inputs(world, search.places, report)), Paths(roots), known, tally, progress)
        keys = originals(reading.sessions.values())
        paths = Paths(roots, clones(repository, reading.away(), thorough=bool(search.places)))
        linking = Linking(repository, paths, known, keys, reading.starts(), reading.commits())
        progress("searching commits")
        result = linking.run(reading.edits(linking.pending), moment)
        result.sessions = {str(path): each for path, each in reading.sessions.items()}
        forgotten = _remember(world, result, file) if moment is None else ""
        reachable = repository.reachable(link.commit for link in result.links)
    return Found(
        result, reachable, linking.looked, linking.unread, len(reading.sessions), len(tally.failed), forgotten
    )  # fmt: skip


def _moment(text: str | None) -> int | None:
    if text is None:
        return None
    moment = parse(text) or parse(f"{text}T00:00:00Z")
    if moment is None:
        raise UsageError(f"--since {text}: expected a day such as 2026-01-31, or an RFC 3339 time")
    return int(moment.timestamp())


def _inputs(world: World, places: Sequence[Path], report: Report) -> Iterator[Input]:
    """The sessions in the places, or all on this machine."""
    if not places:
        for session in world.sessions(report):
            yield Input(str(session.path), session.path, session.agent)
        return
    for place in places:
        if not place.is_dir():
            yield Input(str(place), place)
            continue
        files = sorted(path for path in place.rglob("*") if path.is_file() and ".json" in path.name)
        for path in files:
            yield Input(str(path), path)  # a sub-agent's too: what its session tells already counts once


class _Reading:
    """The sessions' edits: which there are, and, for those that are asked for, what they did."""

    def __init__(
        self, world: World, inputs: list[Input], paths: Paths, known: Memory, tally: Tally, progress: Progress
    ) -> None:
        self._world, self._paths = world, paths
        self._inputs = {each.path: each for each in inputs if each.path is not None}
        self._edits: dict[Path, dict[Key, Edit]] = {}
        self.sessions: dict[Path, SessionEdits] = {}
        for number, (path, source) in enumerate(self._inputs.items()):
            progress(f"reading {path.name}", number / len(inputs))
            try:
                status = path.stat()
                before = known.sessions.get(str(path))
                if before is not None and (before.size, before.modified) == (status.st_size, status.st_mtime_ns):
                    self.sessions[path] = before
                else:
                    self.sessions[path], self._edits[path] = self._read(source)
            except OSError as error:
                if source.agent is not None and isinstance(error, UnknownFormat):
                    continue  # it lies among the sessions and is none: `steno ls` says so
                reason = str(error) if isinstance(error, Unreadable) else f"{path}: {error.strerror or error}"
                tally.fail(Unreadable(reason))

    def _read(self, source: Input) -> tuple[SessionEdits, dict[Key, Edit]]:
        return edits_of(source, self._world.stdin(), ignore, self._paths, self._world.hooks)

    def away(self) -> dict[str, list[Away]]:
        """By session, what it says about work outside the work trees."""
        found: dict[str, list[Away]] = {}
        for path, each in self.sessions.items():
            if each.away is not None:
                found.setdefault(name_of(path), []).append(each.away)
        return found

    def starts(self) -> dict[str, float]:
        return {name_of(path): each.start for path, each in self.sessions.items()}

    def commits(self) -> dict[str, list[str]]:
        """By session, the commits that its log says it made."""
        found: dict[str, list[str]] = {}
        for path, each in self.sessions.items():
            found.setdefault(name_of(path), []).extend(each.commits)
        return found

    def edits(self, keys: list[Key]) -> Iterator[Edit]:
        """The edits that keys name; files that were not read again are read now, if one of theirs is asked for."""
        wanted = set(keys)
        for path, each in self.sessions.items():
            if path not in self._edits and not wanted.isdisjoint(map(tuple, each.keys)):
                self._edits[path] = self._read(self._inputs[path])[1]
        return chosen(self._edits.values(), keys)


def _remember(world: World, result: Memory, file: Path) -> str:
    """Why it cannot be; empty where it can."""
    try:
        memory.store(result, file)
    except OSError as error:
        return error.strerror or str(error)
    linked(world)
    return ""


def links(world: World, search: Search, found: Found, *, patches: bool = False) -> Links:
    """What was found, line by line; with `patches`, each patch with its anchor in git, and ranges of lines."""
    result = found.result
    with git.opened(search.repository, world.environ) as repository:
        living = alive(result, repository)
        more = _patches(world, result, repository) if patches else (UNSET, UNSET)
    return Links(
        [LinkedLine(one.session, one.commit, one.path, one.line, one.evidence, one.event) for one in result.lines],
        [
            CommitLink(
                each.session, each.commit, each.tier, each.commit in found.reachable,
                living.get((each.session, each.commit)), list(each.unaccounted), each.clone or "work_tree",
            )
            for each in result.links
        ],
        *more,
    )  # fmt: skip


def _patches(world: World, result: Memory, repository: Repository) -> tuple[list[JSON], list[JSON]]:
    """What each session did, and where each of its lines is."""
    sessions = [edit.session for edit in result.saved.edits] if result.saved is not None else []
    found = codes(result, sessions, repository, stamp(world.clock()))
    return (
        [spelling.patch(name, patch) for name, each in found.items() for patch in each.patches],
        [spelling.attribution(name, one) for name, each in found.items() for one in each.attributions],
    )
