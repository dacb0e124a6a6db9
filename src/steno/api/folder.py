"""The sessions and traces in a folder, whoever wrote them: found by their content, and described by a glance at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from steno import pipeline
from steno.api.listed import Listed
from steno.api.world import ignore
from steno.base.files import opened
from steno.diagnostics import Place
from steno.errors import StenoError
from steno.listing.glance import glance
from steno.listing.seen import UNKNOWN, Seen
from steno.notes.sidecar import SUFFIX
from steno.sources import files, is_child
from steno.viewer.view import seconds_between

MOST: Final = 5000
"""So many files are looked at."""


def entries(folder: Path) -> Iterator[tuple[Listed, Path, str]]:
    """What is in a folder and below it, with the file and which session of it; sub-agents belong to their session.

    Of a file, what is in that.
    """
    if not folder.is_dir():
        yield from _sessions(folder)
        return
    for number, each in enumerate(sorted(files(folder, ignore), key=lambda entry: entry.path)):
        if number >= MOST:
            return
        path = Path(each.path)
        if path.name.endswith(SUFFIX) or is_child(path):
            continue
        try:
            yield from _sessions(path)
        except StenoError:
            continue  # no session, or one that cannot be read


def _sessions(path: Path) -> Iterator[tuple[Listed, Path, str]]:
    with opened(path) as stream:
        format, _ = pipeline.identified(stream, Place(str(path)))
    status = path.stat()
    found = glance(format.name, path, status.st_size, status.st_mtime)
    for seen in found.seen:
        inner = seen.id if len(found.seen) > 1 else ""
        yield _listed(path, format.name, seen, status.st_size), path, inner


def _listed(path: Path, format: str, seen: Seen, size: int) -> Listed:
    return Listed(
        key="",
        id=seen.id or path.name.partition(".")[0],
        title=seen.title or path.name,
        agent=format,
        project=seen.project or None,
        branch=None,
        started=seen.started or None,
        ended=seen.last or None,
        seconds=seconds_between(seen.started, seen.last),
        turns=None if seen.turns == UNKNOWN else seen.turns,
        calls=None if seen.tools == UNKNOWN else seen.tools,
        failed=None,
        tokens=None,
        cost=None,
        cost_is_least=False,
        size=size,
        findings=None,
        commits=0,
        notes=0,
        live=False,
        archived=False,
    )
