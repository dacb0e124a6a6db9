"""Where an agent keeps its sessions, where one pattern says it.  Reads names and sizes, never contents."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from msgspec.structs import replace

from steno.base.patterns import deferred
from steno.diagnostics import Report
from steno.sources import Places, Session, files, session


@runtime_checkable
class Kept(Protocol):
    """What says where an agent keeps its sessions."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""
        ...


def data_home(environ: Mapping[str, str], home: Path) -> Path:
    """Where programs keep a user's data that follow the XDG convention."""
    named = environ.get("XDG_DATA_HOME")
    return Path(named) if named else home / ".local/share"


class Stored(NamedTuple):
    """The folders of an agent, and which files below them are sessions."""

    home: str | tuple[str, ...]
    """The agent's own folder, below the user's: `.quill`; several where versions or systems differ."""
    pattern: str
    """Of a file's path below a folder: a regular expression, whose group `id` is the session's id."""
    folders: tuple[str, ...] = ("",)
    """Those below the agent's own that hold sessions."""
    variable: str = ""
    """The environment variable that names another place for the agent's own folder."""
    depth: int | None = None
    """How many folders deep a session may lie below these, where they hold much else; None for any depth."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""
        pattern = deferred(self.pattern)  # for every agent at every start, and few commands look for sessions

        def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
            return sessions(self.roots(environ, home), report)

        def sessions(roots: list[Path], report: Report) -> Iterator[Session]:
            for top in [root / folder for root in roots for folder in self.folders]:
                for entry in files(top, report, self.depth):
                    found = pattern().fullmatch(entry.path[len(str(top)) + 1 :].replace(os.sep, "/"))
                    if found and (one := session(agent, found["id"], entry)) is not None:
                        yield one

        def among(path: Path, report: Report) -> Iterator[Session]:
            own = path.absolute()
            for top in own.parents:
                if top.name and top.name in self.folders and pattern().fullmatch(own.relative_to(top).as_posix()):
                    yield from sessions([top.parent], report)
                    return

        return Places(roots=self.roots, discover=discover, among=among)

    def roots(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        """The agent's own folders."""
        if named := environ.get(self.variable) if self.variable else None:
            return [Path(named)]
        return [home / each for each in ([self.home] if isinstance(self.home, str) else self.home)]

    def root(self, environ: Mapping[str, str], home: Path) -> Path:
        """The first of them."""
        return self.roots(environ, home)[0]


Named = Callable[[Mapping[str, str], Path], Iterable[Path]]


class InProject(NamedTuple):
    """Sessions that lie in the folder of each project: looked for in projects that are known, in the current folder and
    in those above it, and in the user's own.  Nobody looks through all folders for them.
    """

    path: str
    """Of a file in a project's folder."""
    known: Named = lambda environ, home: ()
    """The files that the agent itself lists."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""

        def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
            for path in self._paths(environ, home):
                found = (each for each in files(path.parent, report, 0) if each.name == path.name)
                if (entry := next(found, None)) and (one := session(agent, _project(path), entry)) is not None:
                    yield _with_log(one)

        return Places(roots=self.roots, discover=discover)

    def roots(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        """The agent's own folders in projects."""
        return [path.parent for path in self._paths(environ, home) if path.is_file()]

    def _paths(self, environ: Mapping[str, str], home: Path) -> Iterable[Path]:
        """The files that may be there."""
        here = (folder / self.path for folder in (*_upwards(), home))
        return dict.fromkeys([*here, *self.known(environ, home)])


def _upwards() -> list[Path]:
    """The current folder and those above it."""
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return []
    return [here, *here.parents]


def _project(path: Path) -> str:
    """The name of the project that a file in it, or in its hidden folder, belongs to."""
    folder = path.parent.parent if path.parent.name.startswith(".") else path.parent
    return folder.name or path.stem


class Store(NamedTuple):
    """A database, and older files whose sessions it has taken over: such a file is listed only where it has not."""

    folder: str
    """Below the folder of the user's data."""
    database: str
    """Of a file's path in it: a regular expression, whose group `id` names it."""
    table: str
    """Where the ids of the sessions stand that it holds, in the column `id`."""
    older: tuple[tuple[str, str, int], ...] = ()
    """Folders below that hold older files, for each a pattern as in `Stored`, and how many folders deep they lie."""
    root: Callable[[Mapping[str, str]], Path | None] = lambda environ: None
    """Where the environment says that the folder is."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""

        def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
            (top,), held = self.roots(environ, home), set[str]()
            for found in _matching(agent, top, self.database, 0, report):
                yield _with_log(found)
                held |= _ids(found.path, self.table)
            for folder, pattern, depth in self.older:
                for found in _matching(agent, top / folder, pattern, depth, report):
                    if found.id not in held:
                        yield found

        return Places(roots=self.roots, discover=discover)

    def roots(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        """The agent's own folder."""
        return [self.root(environ) or data_home(environ, home) / self.folder]


def _with_log(store: Session) -> Session:
    """A database as it is with the log beside it, into which programs write first."""
    try:
        log = Path(f"{store.path}-wal").stat()
    except OSError:
        return store
    return replace(store, size=store.size + log.st_size, modified=max(store.modified, log.st_mtime))


def _matching(agent: str, top: Path, pattern: str, depth: int, report: Report) -> Iterator[Session]:
    for entry in files(top, report, depth):
        found = re.fullmatch(pattern, Path(entry.path).relative_to(top).as_posix())
        if found and (one := session(agent, found["id"], entry)) is not None:
            yield one


def _ids(path: Path, table: str) -> set[str]:
    """The ids of the sessions that a database had when it was last written whole; none where it cannot be read."""
    import sqlite3

    try:
        base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            return {id for (id,) in base.execute(f'SELECT id FROM "{table}"') if isinstance(id, str)}  # noqa: S608
        finally:
            base.close()
    except (sqlite3.Error, UnicodeDecodeError):
        return set()


NOWHERE = Stored((), r"(?P<id>[^/]+)")
"""Of sessions that are on no machine until somebody downloads them."""
