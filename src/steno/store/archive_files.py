"""Which files belong to a session: sub-agents, large outputs, trails, and what its reader looks at besides.

Reads the beginnings of sub-agents' files that lie among those of others, and sessions that are kept in many files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from steno import registry, session, sources
from steno.base.files import Unreadable
from steno.base.patterns import deferred
from steno.diagnostics import Report
from steno.session import Input
from steno.sources import Session
from steno.store.archive import Subject

_HEAD = 1 << 16
_TEXT = deferred(rb'"([^"\\]{1,200})"', re.ASCII)
_LOGS = ("-wal", "-journal", "-shm")

States = tuple[tuple[str, int], ...]


class Belongings:
    """Finds the files of sessions; what was read once is read again only where a file or a folder has changed."""

    def __init__(self, environ: Mapping[str, str], home: Path, report: Report) -> None:
        self._environ, self._home, self._report = environ, home, report
        self._loose: dict[Path, list[Path]] = {}
        self._owners: dict[Path, tuple[float, frozenset[str]]] = {}
        self._read: dict[Path, tuple[States, list[Path]]] = {}

    def look(self, found: Sequence[Session]) -> list[Subject]:
        """What there is to be archived of these sessions: themselves, and sub-agents' files whose session is gone."""
        placed = {child for each in found for child in each.children}
        named: dict[tuple[str, Path], dict[str, Path]] = {}
        for each in found:
            named.setdefault((each.agent, each.path.parent), {})[each.id] = each.path
        self._loose = {}
        orphans = []
        agents = {each.agent for each in found}
        for agent, path in sources.runs(self._environ, self._home, self._report):
            if agent not in agents or path in placed:
                continue
            ids = named.get((agent, path.parent), {})
            if owner := next((ids[id] for id in sorted(self._words(path) & ids.keys())), None):
                self._loose.setdefault(owner, []).append(path)
            else:
                orphans.append(Subject(agent, path.name.partition(".")[0], path))
        return [*(Subject(each.agent, each.id, each.path) for each in found), *orphans]

    def _words(self, path: Path) -> frozenset[str]:
        """The short texts that a file begins with: the id of its session is among them."""
        try:
            written = path.stat().st_mtime
            if self._owners.get(path, (-1.0,))[0] != written:
                with path.open("rb") as stream:
                    words = frozenset(each.decode("utf-8", "replace") for each in _TEXT().findall(stream.read(_HEAD)))
                self._owners[path] = written, words
        except OSError:
            return frozenset()  # archiving it says why
        return self._owners[path][1]

    def of(self, one: Subject) -> list[Path]:
        """The files that belong to a session's own."""
        places = sources.places(one.agent)
        if places is None or places.is_child(one.main):
            return []
        found: list[Path] = [*places.children(one.main, self._report), *places.outputs(one.main, self._report)]
        found += [*places.audits(one.main), *self._loose.get(one.main, ())]
        if looks_beside(one.agent):
            found += self._beside(one)
        return [each for each in dict.fromkeys(found) if each != one.main]

    def _beside(self, one: Subject) -> list[Path]:
        """The other files from which a session is read."""
        states, found = self._read.get(one.main, ((), []))
        if not states or states != _states([one.main, *found]):
            found = list(dict.fromkeys(self._sources(one)))
            self._read[one.main] = _states([one.main, *found]), found
        return found

    def _sources(self, one: Subject) -> Iterator[Path]:
        source = Input(str(one.main), one.main, one.agent)
        try:
            for trace in session.read(source, BytesIO(), lambda each: None):
                for each in trace.header.sources:
                    if isinstance(each.path, str) and not each.path.endswith(_LOGS):
                        yield Path(each.path)
        except Unreadable:
            return  # it is archived all the same


def looks_beside(agent: str) -> bool:
    """Whether a session of this agent is read from more than one file."""
    format = registry.formats.get(agent)
    return format is not None and getattr(format.reader, "looks_beside", False)


def _states(paths: Iterable[Path]) -> States:
    """What changes when one of the files does, or when another appears beside one."""
    found = []
    for path in dict.fromkeys(each for one in paths for each in (one, one.parent, one.parent.parent)):
        try:
            found.append((str(path), path.stat().st_mtime_ns))
        except OSError:
            found.append((str(path), 0))
    return tuple(found)
