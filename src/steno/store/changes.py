"""What is to be read: which files of sessions are new or changed since they were last read.  Opens no session."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from steno import sources
from steno.contracts import Code
from steno.diagnostics import Place, Report, Severity
from steno.listing.entries import runs_of
from steno.listing.memory import state
from steno.listing.seen import State

NO_TEXT = Code(
    "SRC053",
    "name-is-no-text",
    "The name of a session's file, or of a folder above it, is not UTF-8. A column of the catalog holds text, so the "
    "session is not in it. `steno ls` lists it and `steno show` reads it.",
    Severity.NOTE,
)


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
    """The file of notes on it, where there is one, ..."""
    inner_notes: tuple[str, ...] = ()
    """... and those of notes on single sessions in it."""
    old_size: int = 0
    """How long it was when it was last read, ..."""
    old_sha256: str = ""
    """... and the hash of what was in it; empty where it is new."""
    archive: str = ""
    """The folder of the archive that has it, where it is nowhere else, ..."""
    main: str = ""
    """... and the session's own file, by which the archive knows it."""
    mark: str = ""
    """From where it may be read, if it only grew."""


class Changes(Struct, frozen=True):
    read: list[File]
    """What is to be read, oldest first."""
    gone: list[str]
    """The paths of what is no longer among the sessions of the machine."""
    unchanged: int


Notes = Callable[[str], tuple[str | None, tuple[str, ...]]]
"""The file of notes on a file of an agent's, where there is one, and those on single sessions in it."""


def here(environ: Mapping[str, str], home: Path, report: Report, notes: Notes) -> list[File]:
    """Every file of sessions and of sub-agents on a machine, oldest first."""
    found = sources.discover(environ, home, report)
    ids = {each.path: each.id for each in found}
    files = [File(each.agent, each.id, str(each.path), each.size, each.modified) for each in found]
    for each, parent in runs_of(environ, home, found, report):
        started = None if parent is None else ids.get(parent)
        files.append(File(each.agent, each.id, str(each.path), each.size, each.modified, True, started))
    done = dict[str, File]()
    for file in sorted(files, key=attrgetter("modified", "path")):
        if not _is_text(file.path):
            report(NO_TEXT.at(Place(file.path), "its name is not UTF-8, so it is not in the catalog"))
            continue
        done.setdefault(file.path, noted(file, notes))
    return list(done.values())


def _is_text(path: str) -> bool:
    return path.isascii() or path.encode("utf-8", "ignore").decode() == path


def noted(file: File, notes: Notes) -> File:
    """A file with the notes on it."""
    on, inner = notes(file.path)
    return msgspec.structs.replace(file, notes=on, inner_notes=inner) if on is not None or inner else file


def is_archive_noted(connection: sqlite3.Connection, notes: Notes) -> bool:
    """Whether notes on what only the archive has are others than the catalog knows."""
    for path, beside in connection.execute("SELECT path, beside FROM source WHERE is_archived"):
        on, inner = notes(path)
        known = states_of(beside)
        if {on, *inner} - {None} != {each[0] for each in known} or not is_same(known):
            return True
    return False


def changes(connection: sqlite3.Connection, found: list[File], archived: list[File] | None = None) -> Changes:
    """What has to be done so that the catalog says what the files say.

    `archived` are those that only the archive has; None where that is known to be as it was.
    """
    known = {row[0]: row[1:] for row in connection.execute(_KNOWN)}
    if archived is None:
        known = {path: row for path, row in known.items() if not row[4]} | {
            file.path: known[file.path] for file in found if file.path in known
        }
    every = [*found, *(archived or ())]
    read: list[File] = []
    for file in every:
        before = known.pop(file.path, None)
        if before is None:
            read.append(file)
        elif not _is_as_it_was(before, file):
            read.append(msgspec.structs.replace(file, old_size=before[0], old_sha256=before[2], mark=before[5]))
    return Changes(read, list(known), len(every) - len(read))


def _is_as_it_was(before: tuple[Any, ...], file: File) -> bool:
    size, modified, _, beside, is_archived, _ = before
    now = file.size, file.modified, bool(file.archive)
    return (size, modified, bool(is_archived)) == now and _is_same_beside(beside, file)


_KNOWN = "SELECT path, size, modified, sha256, beside, is_archived, mark FROM source"


def _is_same_beside(beside: str, file: File) -> bool:
    notes = {file.notes, *file.inner_notes} - {None}
    if beside == "[]" and not notes:
        return True
    known = states_of(beside)
    return is_same(known) and notes <= {path for path, _, _ in known}


def states_of(beside: str) -> list[State]:
    """The states that the catalog has of what is read with a file."""
    return [(path, size, modified) for path, size, modified in msgspec.json.decode(beside)]


def is_same(known: list[State]) -> bool:
    """Whether all of it is as it was."""
    return [state(path) for path, _, _ in known] == known


def beside(paths: list[str]) -> list[State]:
    """The states of what is read with a file."""
    return [state(each) for each in paths]
