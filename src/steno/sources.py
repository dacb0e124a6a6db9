"""The sessions on this machine, wherever their agents keep them.  Reads names and sizes, never contents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from steno import registry
from steno.base.parts import imported
from steno.base.roots import Roots
from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity
from steno.model import Event, Header, Trace

HOOKS = "hooks"
_OTHERS = {
    "awf": "steno.formats.awf.places:PLACES",
    HOOKS: "steno.formats.hooks.places:PLACES",
}
"""What lies on a machine beside agents' own sessions: transcripts, and the logs of hooks that listen to agents."""

CLOSED = Code(
    "SRC030",
    "directory-cannot-be-listed",
    "Steno cannot list a directory in which an agent keeps sessions, usually because permission is missing. It does "
    "not find the sessions there; it finds all others.",
    Severity.WARNING,
)
UNREAD = Code(
    "SRC031",
    "sub-agent-cannot-be-read",
    "The file of a sub-agent that belongs to the session cannot be read. Steno reads the session without it. "
    "To leave sub-agents out on purpose, use `--no-subagents`.",
)
CODES = (CLOSED, UNREAD)


class Session(Struct, frozen=True):
    """A session's files."""

    agent: str
    id: str
    """As the file name has it."""
    path: Path
    size: int
    modified: float
    """Seconds since the epoch."""
    children: tuple[Path, ...] = ()
    """Files of sub-agents that its folder holds."""
    inner: str = ""
    """Which of the sessions in the file it is, where a file holds many."""


class Kin(Struct, frozen=True):
    """What the beginning of a session says of its place among others."""

    own: str | None
    """Its id."""
    parent: str | None
    """The id of the one that started it."""


class Base(Struct, frozen=True):
    """Another log, with whose beginning a log begins."""

    log: str
    """Its id."""
    is_named: Callable[[str], bool]
    """Whether a file name is its."""
    length: Callable[[Sequence[Event]], int]
    """How many of its events are that beginning."""


def _none(*_: object) -> tuple[Path, ...]:
    return ()


class Places(Struct, frozen=True, kw_only=True):
    """Where one kind of sessions lies, and what else belongs to a session."""

    roots: Callable[[Mapping[str, str], Path], list[Path]]
    """The folders that are the program's own, by environment and home."""
    discover: Callable[[Mapping[str, str], Path, Report], Iterator[Session]]
    """Every session in them; what belongs to another session is none of its own."""
    sign: Roots | None = None
    """What is there, as data, before any of them is: nobody asks further where it is not.  `roots` that are data are
    such a sign themselves; None where only `discover` can tell."""
    is_child: Callable[[Path], bool] = lambda path: False
    """Whether the name is that of a sub-agent's file, which is read with the session that it belongs to."""
    children: Callable[[Path, Report], Iterable[Path]] = _none
    """The files of a session's sub-agents, where their place says that they are."""
    beside: Callable[[Path, Report], Iterable[Path]] = _none
    """Sub-agents' files that may be of the session: only contents tell."""
    runs: Callable[[Mapping[str, str], Path, Report], Iterable[Path]] = _none
    """The files of every sub-agent, also of those whose session is gone."""
    outputs: Callable[[Path, Report], Iterable[Path]] = _none
    """The files that hold outputs which were too large for the session's own."""
    kin: Callable[[bytes], Kin] | None = None
    """Where sub-agents are sessions among all others: which is whose, by the first line.  None where they are not."""
    thread: Callable[[str], str] = lambda id: id
    """The id of the session in the id that a name has: a session may have several files."""
    among: Callable[[Path, Report], Iterable[Session]] = lambda path, report: ()
    """The sessions that lie in the same folders of the agent's as a log; none where it lies elsewhere."""
    base: Callable[[Header], Base | None] = lambda header: None
    """Where the beginning of a log stands that it does not hold itself."""
    audits: Callable[[Path], Iterable[Path]] = _none
    """The trails that others keep of the session ..."""
    audited: Callable[[Trace, BinaryIO, Place, Report], Trace] | None = None
    """... and the session's trace with what one of them says."""


def names() -> list[str]:
    """What sessions can be of: every agent that keeps some, then what else lies on a machine."""
    return [*registry.index().places, *_added(), *_OTHERS]


def _added() -> list[str]:
    """Of the agents that plug-ins bring, those that keep sessions."""
    return [name for name, load in registry.agents.added().items() if load().places is not None]


def places(name: object) -> Places | None:
    """Where sessions of this agent or format lie; None where nobody knows."""
    if isinstance(name, str) and name in _OTHERS:
        return imported(_OTHERS[name])  # type: ignore[no-any-return]
    agent = registry.agents.get(name)
    return agent.places() if agent is not None and agent.places is not None else None


def _of(names: Iterable[str]) -> Iterator[tuple[str, Places]]:
    return ((name, found) for name in names if (found := places(name)) is not None)


def present(environ: Mapping[str, str], home: Path) -> list[str]:
    """What sessions on this machine can be of: an agent that has none of its folders here is not even imported."""
    index = registry.index().places
    built_in = (name for name, roots in index.items() if roots.are_there(environ, home))
    return [*built_in, *_added(), *_OTHERS]


def discover(environ: Mapping[str, str], home: Path, report: Report) -> list[Session]:
    """The sessions of every agent on this machine, newest first."""
    found: dict[str, Session] = {}
    real = Real()
    for _, each in _of(present(environ, home)):
        for session in each.discover(environ, home, report):
            found.setdefault(real(session.path), session)
    # A hook log tells once more what the agent's own record tells: it is a session only where that is not there.
    own = {each.id for each in found.values() if each.agent != HOOKS}
    sessions = [each for each in found.values() if each.agent != HOOKS or each.id not in own]
    return sorted(sessions, key=lambda session: (-session.modified, session.id, str(session.path)))


class Real:
    """Where files really lie; asks once for each folder, as thousands of sessions lie in a few."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}

    def __call__(self, path: Path) -> str:
        folder, name = os.path.split(path)
        if os.path.islink(path):  # noqa: PTH114  at every listing, for every file
            return os.path.realpath(path)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return os.path.join(self._folders[folder], name)  # noqa: PTH118


def roots(environ: Mapping[str, str], home: Path) -> list[Path]:
    """The folders in which agents keep their sessions, and Steno its own, as far as they may be there."""
    index = registry.index()
    found: list[Path] = []
    for name in present(environ, home):
        known = index.places.get(name) if name not in index.signs else None
        each = known or next(own.roots for _, own in _of([name]))
        found += each(environ, home)
    return found


def runs(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[tuple[str, Path]]:
    """The files of every sub-agent, each with its agent's name, whether or not their session is still there."""
    return ((name, path) for name, each in _of(present(environ, home)) for path in each.runs(environ, home, report))


def is_child(path: Path) -> bool:
    """Whether the name is that of some agent's sub-agent."""
    return child_test()(path)


def child_test() -> Callable[[Path], bool]:
    """The same for many names: who the agents are is asked once."""
    every = [each.is_child for _, each in _of([*registry.index().parents, *_added(), *_OTHERS])]
    return lambda path: any(each(path) for each in every)


def entries(directory: Path, report: Report) -> list[os.DirEntry[str]]:
    """What a directory holds, by name; nothing where it is missing, and a diagnostic where it cannot be listed."""
    try:
        with os.scandir(directory) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        report(CLOSED.at(Place(str(directory)), f"cannot list this folder: {(error.strerror or str(error)).lower()}"))
        return []


def files(top: Path, report: Report, depth: int | None = None) -> Iterator[os.DirEntry[str]]:
    """The files under a directory, so many directories deep or at any depth; each directory once, however links lead
    to it.
    """
    seen: set[str] = set()
    waiting = [(top, 0)]
    while waiting:
        directory, level = waiting.pop()
        # Most folders that agents may have are not there: what is asked of the others is not asked of these.
        found = entries(directory, report)
        if not found or (real := os.path.realpath(directory)) in seen:
            continue
        seen.add(real)
        for entry in found:
            if not is_directory(entry):
                yield entry
            elif depth is None or level < depth:
                waiting.append((Path(entry.path), level + 1))


def is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def session(agent: str, id: str, entry: os.DirEntry[str], children: tuple[Path, ...] = ()) -> Session | None:
    """The session in a file, or None where the file is gone or is no regular file."""
    try:
        if not entry.is_file():
            return None
        status = entry.stat()
    except OSError:
        return None
    return Session(agent, id, Path(entry.path), status.st_size, status.st_mtime, children)
