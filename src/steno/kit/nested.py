"""Where an agent keeps its sessions, and those of their sub-agents in folders of their own.  Reads names and sizes."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from steno.base.patterns import deferred
from steno.diagnostics import Report
from steno.kit.places import Stored
from steno.sources import Places, Session, files, session


class Nested(NamedTuple):
    """Sessions as `Stored` says, and the files of sub-agents, which are read with the session that started them."""

    stored: Stored
    child: str
    """Of a sub-agent's path below a folder: a regular expression, whose group `parent` is the id that the name of its
    parent's file has."""
    beside: str
    """The files of a session's sub-agents, as a glob from its own folder: `{id}` is its id."""

    def of(self, agent: str) -> Places:
        """The places of this agent."""
        below, child = deferred(self.stored.pattern), deferred(self.child)
        named = deferred(f"(?:.*/)?{self.stored.pattern}")
        started = deferred(f"(?:.*/)?{self.child}")

        def discover(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]:
            for top in self._tops(environ, home):
                own, others = list[tuple[str, os.DirEntry[str]]](), dict[str, list[Path]]()
                for entry in files(top, report, self.stored.depth):
                    name = Path(entry.path).relative_to(top).as_posix()
                    if found := child().fullmatch(name):
                        others.setdefault(found["parent"], []).append(Path(entry.path))
                    elif found := below().fullmatch(name):
                        own.append((found["id"], entry))
                for id, entry in own:
                    if (one := session(agent, id, entry, tuple(sorted(others.get(id, ()))))) is not None:
                        yield one

        def children(path: Path, report: Report) -> Iterator[Path]:
            if found := named().fullmatch(path.as_posix()):
                pattern = self.beside.format(id=glob.escape(found["id"]))
                yield from sorted(Path(os.path.normpath(each)) for each in path.parent.glob(pattern))

        def runs(environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Path]:
            for top in self._tops(environ, home):
                for entry in files(top, report, self.stored.depth):
                    if child().fullmatch(Path(entry.path).relative_to(top).as_posix()):
                        yield Path(entry.path)

        return Places(
            roots=self.stored.roots,
            discover=discover,
            is_child=lambda path: started().fullmatch(path.as_posix()) is not None,
            children=children,
            runs=runs,
        )

    def _tops(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        roots = self.stored.roots(environ, home)
        return [root / folder for root in roots for folder in self.stored.folders]
