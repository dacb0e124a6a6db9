"""Sessions that their agents have deleted and the archive has: which there are, and what the catalog keeps of them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from msgspec import Struct

from steno.base.exact import decode, encode
from steno.diagnostics import Diagnostic, Report
from steno.errors import StenoError, Unreadable
from steno.formats.heads import DATABASE
from steno.prices import Prices
from steno.session import Input, read
from steno.sources import is_child
from steno.store.archive import Archive
from steno.store.archive_files import looks_beside
from steno.store.changes import File, beside
from steno.store.reading import One, Read, Reader, noted, one_of
from steno.store.versions import Version


class Restored(Struct, frozen=True):
    """Files of an archived session that lie in a folder for a while."""

    path: Path
    """Its own."""
    called: str
    """What is said of it names the file that it was; a reader that opens files by their name needs the other one."""
    original: dict[str, str]
    """Where each file lay, by where it lies now."""


def restored(archive: Archive, files: list[Version], folder: Path) -> Restored:
    """The files of a session, its own first, in a folder that only this user can look into; raises `Damaged`."""
    paths = archive.restore(files, folder)
    with paths[0].open("rb") as stream:
        is_database = stream.read(len(DATABASE)) == DATABASE
    agent = files[0].agent
    called = str(paths[0]) if is_database or (agent and looks_beside(agent)) else files[0].path
    return Restored(paths[0], called, {str(now): each.path for now, each in zip(paths, files, strict=True)})


def laid_out(archive: Path, path: str, folder: Path) -> dict[str, str]:
    """The files of the session that a file belongs to, restored into a folder: where each lies now, by where it lay.

    Raises `Unreadable` where the archive does not have it.
    """
    known = Archive(archive)
    main = next((main for main, files in known.journal.sessions.items() if path in files), None)
    if main is None:
        raise Unreadable(f"{path}: it is not in the archive any more")
    return {lay: now for now, lay in restored(known, known.files(main), folder).original.items()}


def deleted(folder: Path, there: set[str]) -> Iterator[File]:
    """The files of sessions and of sub-agents that the archive has and that are nowhere else."""
    archive = Archive(folder)
    for main in archive.journal.sessions:
        if main in there or os.path.lexists(main):
            continue
        files = archive.files(main)
        if not files or files[0].path != main or not files[0].agent:
            continue  # it was never there whole, or was no agent's
        yield _file(files[0], folder)
        for each in files[1:]:
            if is_child(Path(each.path)) and each.path not in there and not os.path.lexists(each.path):
                yield _file(each, folder, parent=files[0].session)


def _file(version: Version, folder: Path, parent: str | None = None) -> File:
    id = version.session if parent is None else Path(version.path).name.partition(".")[0]
    return File(
        version.agent, id, version.path, version.size, version.mtime / 1e9, parent is not None, parent,
        archive=str(folder), main=version.main,
    )  # fmt: skip


class EveryReader(Struct, frozen=True):
    """The work on one file, whether it is there or only in the archive."""

    usual: Reader

    def __call__(self, file: File, report: Report, progress: object) -> Read:
        if file.archive:
            return read_archived(file, self.usual.prices, report)
        return self.usual(file, report, progress)


def read_archived(file: File, prices: Prices, report: Report) -> Read:
    """What the catalog keeps of a file in the archive.  One that cannot be read is remembered with the reason."""
    found: list[One] = []
    why, hash = "", ""
    on = beside([each for each in (file.notes, *file.inner_notes) if each is not None])
    try:
        archive = Archive(Path(file.archive))
        files = archive.files(file.main)
        own = next(each for each in files if each.path == file.path)
        hash = own.hash
        rest = [each for each in files if each != own] if looks_beside(file.agent) else []
        with tempfile.TemporaryDirectory(prefix="steno-") as folder:
            lies = restored(archive, [own, *rest], Path(folder))
            source = Input(lies.called, lies.path, file.agent, None if file.notes is None else Path(file.notes))
            traces = [noted(file, each) for each in read(source, BytesIO(), _ignore)]
            for number, trace in enumerate(traces):
                one = one_of(file, trace, number, len(traces), prices, report)
                found += [] if one is None else [_as_it_lay(one, lies)]
    except (StenoError, OSError, StopIteration) as error:
        why = str(error).removeprefix(f"{file.path}: ") or "it is not in the archive any more"
    return Read(file, 0, hash, file.size, True, on, why, found, None, "")


def _as_it_lay(one: One, lies: Restored) -> One:
    """Files by the names that they had."""
    named = decode(one.rows.about["files"].encode()).value
    one.rows.about["files"] = encode([lies.original.get(each, each) for each in named]).decode()
    return one


def _ignore(each: Diagnostic) -> None:
    """`steno doctor` says what is wrong with a file."""
