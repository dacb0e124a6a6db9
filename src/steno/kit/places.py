"""Where an agent keeps its sessions, where one pattern says it.  Reads names and sizes, never contents."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from msgspec.structs import replace

from steno.base.patterns import deferred
from steno.base.roots import Names, Roots
from steno.diagnostics import Report
from steno.sources import Places, Session, files, session


@runtime_checkable
class Kept(Protocol):
    """What says where an agent keeps its sessions."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""
        ...


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

    @property
    def roots(self) -> Roots:
        """The agent's own folders."""
        return Roots((self.home,) if isinstance(self.home, str) else self.home, self.variable)

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
    """The files that the agent itself lists, ..."""
    listed: Roots = Roots()
    """... and where it lists them."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""

        def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
            for path in self._paths(environ, home):
                found = (each for each in files(path.parent, report, 0) if each.name == path.name)
                if (entry := next(found, None)) and (one := session(agent, _project(path), entry)) is not None:
                    yield _with_log(one)

        return Places(roots=self.roots, discover=discover, sign=self._sign(self.listed))

    def roots(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        """The agent's own folders in projects."""
        return [path.parent for path in self._paths(environ, home) if path.is_file()]

    def _paths(self, environ: Mapping[str, str], home: Path) -> Iterable[Path]:
        """The files that may be there."""
        return dict.fromkeys([*self._sign()(environ, home), *self.known(environ, home)])

    def _sign(self, *more: Roots) -> Roots:
        return Roots((self.path,), upwards=True, more=tuple(each for each in more if each != Roots()))


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
    variable: str = ""
    """The environment variable that names another place ..."""
    names: Names = Names.FOLDER
    """... by what ..."""
    below: str = ""
    """... and what lies there above the folder."""

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

    @property
    def roots(self) -> Roots:
        """The agent's own folder."""
        return Roots((f"$XDG_DATA_HOME/{self.folder}",), self.variable, self.names, self.below)


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
