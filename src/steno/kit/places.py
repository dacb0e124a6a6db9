"""Where an agent keeps its sessions, where one pattern says it.  Reads names and sizes, never contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from steno.base.patterns import deferred
from steno.diagnostics import Report
from steno.sources import Places, Session, files, session


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
            for top in [root / folder for root in self.roots(environ, home) for folder in self.folders]:
                for entry in files(top, report, self.depth):
                    found = pattern().fullmatch(Path(entry.path).relative_to(top).as_posix())
                    if found and (one := session(agent, found["id"], entry)) is not None:
                        yield one

        return Places(roots=self.roots, discover=discover)

    def roots(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        """The agent's own folders."""
        if named := environ.get(self.variable) if self.variable else None:
            return [Path(named)]
        return [home / each for each in ([self.home] if isinstance(self.home, str) else self.home)]

    def root(self, environ: Mapping[str, str], home: Path) -> Path:
        """The first of them."""
        return self.roots(environ, home)[0]
