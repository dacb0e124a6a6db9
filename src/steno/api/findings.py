"""Look for secrets in every session of the catalog, and write down of which kind and where: never what.

That takes about as long as reading the sessions, so it is a step of its own.  A file that is as it was is not looked
at again.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from steno.api import settings
from steno.api.jobs import at_once, cores
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base import folders
from steno.base.exact import encode
from steno.base.files import opened
from steno.detect import Level, Unscannable, finder
from steno.detect.policy import Allowed, Policy
from steno.diagnostics import Diagnostic, Place, Report
from steno.errors import Unreadable
from steno.scanner import BINARY, UNSCANNED, scan_stream
from steno.session import Input, own_id, read
from steno.store import catalog, findings
from steno.store.archived import laid_out
from steno.store.changes import is_same
from steno.store.findings import Finding, Looked, Unlooked
from steno.store.sync import made_by

_LEVEL: Final = Level.SECRETS


class Found(Struct, frozen=True):
    """What a look came to."""

    looked: int
    """Files that were looked at."""
    secrets: int
    """How many secrets the catalog now knows of."""
    left: int
    """Files that changed meanwhile or could not be read: the next look tries again."""


def look(world: World, *, jobs: int | None = None, report: Report = ignore, progress: Progress = silent) -> Found:
    """Look at every file in the catalog that nobody has looked at as it is.

    What a policy allows or adds does not count, so that it does not matter from where one looks; detectors of
    installed packages do.
    """
    path = catalog.path_of(world.environ, world.home)
    by = made_by()
    with closing(catalog.writable(path)) as base, catalog.said(path):
        waiting = findings.unlooked(base, by, str(folders.archive(world.environ, world.home)))
    policy = settings.policy(world, None, lambda line: None, none=True)
    looked = 0
    # Processes begin before the catalog is open: none of them may have a copy of it.
    with at_once(_Look(policy), cores() if jobs is None else jobs, len(waiting)) as each:
        outcomes = each(waiting, doing="scanning", progress=progress)
        with closing(catalog.writable(path)) as base, catalog.said(path):
            for outcome in outcomes:
                try:
                    found = outcome.told(report)
                except Unreadable:
                    continue  # counted among those that are left
                looked += found is not None and findings.put(base, found, by)
            (secrets,) = base.execute("SELECT coalesce(sum(count), 0) FROM finding").fetchone()
    return Found(looked, secrets, len(waiting) - looked)


class _Look:
    """Looks at one file; gives back nothing where it changed meanwhile."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._looking = policy.over(finder(_LEVEL), _LEVEL)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._policy,)  # what was compiled stays where it was

    def __call__(self, one: Unlooked, report: Report, progress: Progress) -> Looked | None:
        if one.archive:
            with tempfile.TemporaryDirectory(prefix="steno-") as folder:
                lies = laid_out(Path(one.archive), one.files[0], Path(folder))
                return Looked(
                    one, [each for file in one.files if file in lies for each in self._in(one, file, lies[file])]
                )
        found = [each for file in one.files for each in self._in(one, file, file)]
        return Looked(one, found) if is_same(one.states) else None

    def _in(self, one: Unlooked, file: str, lies: str) -> Iterator[Finding]:
        """What stands in a file, which lies elsewhere for the moment if only the archive has it."""
        said: list[Diagnostic] = []
        if not Path(lies).exists() and file != one.files[0]:
            return  # what is named beside a session may be gone
        with opened(Path(lies)) as stream:
            scan_stream(stream, Place(file), self._looking, said.append)
        if any(each.code == BINARY.code for each in said):
            if file == one.files[0]:
                yield from self._in_events(one.agent, Path(lies))
            return
        if said:
            yield from _placed(file, lies, said)

    def _in_events(self, agent: str, path: Path) -> Iterator[Finding]:
        """Of a store, which is no text: what stands in the events of its sessions."""
        for trace in read(Input(str(path), path, agent), io.BytesIO(), ignore):
            id = own_id(trace)
            for number, event in enumerate(trace.events, 1):
                for rule, type in _found(self._looking, encode(msgspec.to_builtins(event, enc_hook=_unset))):
                    yield Finding(rule, type, session=id, event=number)


def _unset(value: object) -> None:
    """A field that an event does not have, or a number that is spelled in its own way, holds no secret."""


def _found(looking: Allowed, data: bytes) -> list[tuple[str, str]]:
    try:
        return [(span.code, span.type) for span in looking.find_bytes(data)]
    except Unscannable:
        return [(UNSCANNED.code, "unscanned")]


def _placed(file: str, lies: str, said: list[Diagnostic]) -> Iterator[Finding]:
    """Findings by the byte at which they begin."""
    starts = _starts(lies, {each.place.line or 1 for each in said})
    for each in said:
        type = "unscanned" if each.code == UNSCANNED.code else each.message.rpartition(" (")[2].removesuffix(")")
        offset = starts.get(each.place.line or 1, 0) + (each.place.column or 1) - 1
        yield Finding(each.code, type, file, offset)


def _starts(file: str, wanted: set[int]) -> dict[int, int]:
    """Where some lines of a file begin."""
    found, offset = dict[int, int](), 0
    with opened(Path(file)) as stream:
        for number, line in enumerate(stream, 1):
            if number in wanted:
                found[number] = offset
            offset += len(line)
    return found
