"""Where agents keep their sessions.  Reads names and sizes, never contents."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from msgspec import Struct

from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity

SOURCES = {
    "claude-code": "steno.agents.claude_code.places",
    "codex": "steno.agents.codex.places",
    "awf": "steno.sources.awf",
    "hooks": "steno.sources.hooks",
}
"""Agents, by the name of their format; the hooks that listen to them last."""

CLOSED = Code(
    "SRC030",
    "directory-cannot-be-listed",
    "A directory in which an agent keeps sessions cannot be listed, mostly for want of permission. Its sessions are "
    "not found; the others are.",
    Severity.WARNING,
)
UNREAD = Code(
    "SRC031",
    "sub-agent-cannot-be-read",
    "The file of a sub-agent that belongs to the session cannot be read. The session is read without it; "
    "`--no-subagents` asks for that.",
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


class _Source(Protocol):
    def discover(self, environ: Mapping[str, str], home: Path, report: Report) -> Iterator[Session]: ...


def discover(environ: Mapping[str, str], home: Path, report: Report) -> list[Session]:
    """The sessions of every agent on this machine, newest first."""
    found: dict[Path, Session] = {}
    for module in SOURCES.values():
        for session in cast(_Source, import_module(module)).discover(environ, home, report):
            found.setdefault(Path(os.path.realpath(session.path)), session)
    # A hook log tells once more what the agent's own record tells: it is a session only where that is not there.
    own = {each.id for each in found.values() if each.agent != "hooks"}
    sessions = [each for each in found.values() if each.agent != "hooks" or each.id not in own]
    return sorted(sessions, key=lambda session: (-session.modified, session.id, str(session.path)))


def entries(directory: Path, report: Report) -> list[os.DirEntry[str]]:
    """What a directory holds, by name; nothing where it is missing, and a diagnostic where it cannot be listed."""
    try:
        with os.scandir(directory) as found:
            return sorted(found, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        report(CLOSED.at(Place(str(directory)), f"cannot be listed: {(error.strerror or str(error)).lower()}"))
        return []


def files(top: Path, report: Report) -> Iterator[os.DirEntry[str]]:
    """The files under a directory, at any depth; each directory once, however links lead to it."""
    seen: set[str] = set()
    waiting = [top]
    while waiting:
        directory = waiting.pop()
        real = os.path.realpath(directory)
        if real in seen:
            continue
        seen.add(real)
        for entry in entries(directory, report):
            if is_directory(entry):
                waiting.append(Path(entry.path))
            else:
                yield entry


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
