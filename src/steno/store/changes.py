"""What is to be read: which files of sessions are new or changed since they were last read.  Opens no session."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from steno import sources
from steno.diagnostics import Report
from steno.listing.entries import runs_of
from steno.listing.memory import state
from steno.listing.seen import State


class File(Struct, frozen=True):
    """A file of sessions, as it lies there."""

    agent: str
    id: str
    """As its name has it."""
    path: str
    size: int
    modified: float
    is_run: bool = False
    """Whether it is the file of a sub-agent ..."""
    parent: str | None = None
    """... and the id of the session that started it, where its place says so."""
    notes: str | None = None
    """The file of notes on it, where there is one."""
    old_size: int = 0
    """How long it was when it was last read, ..."""
    old_sha256: str = ""
    """... and the hash of what was in it; empty where it is new."""


class Changes(Struct, frozen=True):
    read: list[File]
    """What is to be read, oldest first."""
    gone: list[str]
    """The paths of what is no longer among the sessions of the machine."""
    unchanged: int


Notes = Callable[[str], str | None]
"""The file of notes on a file of an agent's, where there is one."""


def here(environ: Mapping[str, str], home: Path, report: Report, notes: Notes) -> list[File]:
    """Every file of sessions and of sub-agents on a machine, oldest first."""
    found = sources.discover(environ, home, report)
    ids = {each.path: each.id for each in found}
    files = [File(each.agent, each.id, str(each.path), each.size, each.modified) for each in found]
    for each, parent in runs_of(environ, home, found, report):
        started = None if parent is None else ids.get(parent)
        files.append(File(each.agent, each.id, str(each.path), each.size, each.modified, True, started))
    done = dict[str, File]()
    for file in sorted(files, key=lambda one: (one.modified, one.path)):
        on = notes(file.path)
        done.setdefault(file.path, file if on is None else msgspec.structs.replace(file, notes=on))
    return list(done.values())


def changes(connection: sqlite3.Connection, found: list[File]) -> Changes:
    """What has to be done so that the catalog says what the files say."""
    known = {row[0]: row[1:] for row in connection.execute(_KNOWN)}
    read: list[File] = []
    for file in found:
        before = known.pop(file.path, None)
        if before is None:
            read.append(file)
        elif before[:2] != (file.size, file.modified) or not _is_same_beside(before[3], file):
            read.append(msgspec.structs.replace(file, old_size=before[0], old_sha256=before[2]))
    return Changes(read, list(known), len(found) - len(read))


_KNOWN = "SELECT path, size, modified, sha256, beside FROM source"


def _is_same_beside(beside: str, file: File) -> bool:
    if beside == "[]" and file.notes is None:
        return True
    known = [(path, size, modified) for path, size, modified in msgspec.json.decode(beside)]
    now = [state(path) for path, _, _ in known]
    return now == known and (file.notes is None or any(path == file.notes for path, _, _ in known))


def beside(paths: list[str]) -> list[State]:
    """The states of what is read with a file."""
    return [state(each) for each in paths]
