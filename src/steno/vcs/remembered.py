"""What a search has found, without what it needs to go on: all that `blame`, `commit` and `log` ask of the memory.

Reads the same file as `vcs.memory`, and of it only these fields: the replay beside them is many times as large.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from steno.base import folders, trusted
from steno.base.ids import sha256
from steno.vcs.packed import unpack

VERSION = 5
"""Of the file: grows with every change to what is kept or to how lines are found."""
LINKED = "tool_emitted"
"""Begins the tiers of links that rest on content."""


class Line(Struct, frozen=True):
    """A line that a commit added and a session wrote."""

    session: str
    commit: str
    path: str
    line: int
    evidence: str
    event: str
    """The uid of the event that wrote it."""
    patch: int
    offset: int


class Link(Struct, frozen=True):
    session: str
    commit: str
    tier: str
    time: int
    """When it was committed."""
    unaccounted: tuple[str, ...]
    """Files that the commit changed and the session is not known to have edited."""
    clone: str = ""
    """How it is known that the session worked in a clone of this repository; empty where it did so here."""
    stated: bool = False
    """Whether the session's log says that it made the commit."""


class Session(Struct, frozen=True):
    size: int
    modified: int
    start: float
    """0 where no event of it has a time."""


class Remembered(Struct):
    version: int = 0
    sessions: dict[str, Session] = {}
    """By the path of its file."""
    commits: list[str] = []
    tips: list[str] = []
    unread: list[str] = []
    ends: list[str] = []
    since: int | None = None
    lines: list[Line] = []
    links: list[Link] = []


def name_of(path: Path) -> str:
    """A session is called as its file is, without what says how it is packed."""
    return path.name.partition(".jsonl")[0] if ".jsonl" in path.name else path.stem


def file(folder: Path, environ: Mapping[str, str], home: Path) -> Path:
    """Where is remembered what was found in a repository, which git keeps in `folder`."""
    return folders.data(environ, home) / "steno" / "links" / f"{sha256(bytes(folder))}.bin"


def load(path: Path) -> Remembered | None:
    """None where nothing is remembered, in another way than today's, or by somebody else."""
    data = trusted.read(path)
    try:
        found = None if data is None else unpack(data, Remembered)
    except msgspec.MsgspecError:
        return None
    return found if found is not None and found.version == VERSION else None
