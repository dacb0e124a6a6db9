"""The hook log: where it lies, how far it got, and which sessions a run had.  Understands no event."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType

from steno.base.files import opened

RUN = "STENO_HOOK_RUN"
"""The run that a hook's record names, so that `steno record` knows its own."""

_PIECE = 1 << 20
_SLACK = 5
"""Seconds by which a file system's clock may differ from ours."""
_STAMP = re.compile(rb'\{"steno_hook":1,"time":"([0-9T:.Z-]+)"')


class _Event(Struct):
    session_id: str | UnsetType = UNSET
    thread: str | UnsetType = msgspec.field(default=UNSET, name="thread-id")
    transcript_path: str | UnsetType | None = UNSET


class _Record(Struct):
    run: str | UnsetType = UNSET
    event: _Event | UnsetType = UNSET


class Seen(Struct, frozen=True):
    """How much an agent's hooks have said."""

    events: int = 0
    logs: int = 0
    """An agent has one for each session, git one for each day."""
    last: str | UnsetType = UNSET
    """When, as the log says."""


class Run(Struct, frozen=True):
    """One session of a run."""

    session: str | UnsetType
    """UNSET where no event names one."""
    log: Path
    events: int
    transcript: str | UnsetType = UNSET
    """Where the agent says that it keeps its own record."""


def seen(top: Path, agent: str) -> Seen:
    """How many lines an agent's logs have, and when the last was written."""
    found = [path for _, path in _logs(top, agent)]
    if not found:
        return Seen()
    return Seen(sum(map(_count, found)), len(found), _last(found[-1]))


def of_run(top: Path, agent: str, run: str, start: float) -> list[Run]:
    """The sessions of a run that began then, in order of their logs."""
    written = [path for modified, path in _logs(top, agent) if modified > start - _SLACK]
    return [each for path in written if (each := _run(path, run)) is not None]


def _run(path: Path, run: str) -> Run | None:
    count = 0
    session: str | UnsetType = UNSET
    transcript: str | UnsetType = UNSET
    for record in _records(path):
        if record.run != run:
            continue
        count += 1
        if isinstance(record.event, _Event):
            session = record.event.session_id or record.event.thread or session
            transcript = record.event.transcript_path or transcript
    return Run(session, path, count, transcript) if count else None


def _logs(top: Path, agent: str) -> list[tuple[float, Path]]:
    """An agent's logs and when each was written, the last one at the end."""
    found = []
    with suppress(OSError), os.scandir(top / agent) as entries:
        for entry in entries:
            with suppress(OSError):  # deleted in the meantime
                if entry.name.endswith(".jsonl") and entry.is_file():
                    found.append((entry.stat().st_mtime, Path(entry.path)))
    return sorted(found)


def _count(path: Path) -> int:
    with opened(path) as stream:
        return sum(piece.count(b"\n") for piece in iter(lambda: stream.read(_PIECE), b""))


def _last(path: Path) -> str | UnsetType:
    found: re.Match[bytes] | None = None
    with opened(path) as stream:
        for line in stream:
            found = _STAMP.match(line) or found
    return found[1].decode() if found else UNSET


def _records(path: Path) -> Iterator[_Record]:
    decoder = msgspec.json.Decoder(_Record)
    with opened(path) as stream:
        for line in stream:
            try:
                yield decoder.decode(line)
            except (msgspec.MsgspecError, RecursionError, UnicodeError):
                continue  # `steno check` says what is wrong with it
