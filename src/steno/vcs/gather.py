"""Gathers the edits of many sessions: each once, though a resumed session has copies of another's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import BinaryIO

import msgspec
from msgspec import Struct

from steno.base.files import Unreadable
from steno.base.ids import sha256
from steno.diagnostics import Report
from steno.session import Input, read
from steno.vcs.edits import Edit, Seen, edits
from steno.vcs.remembered import name_of as name_of

Key = tuple[float, str, str, str, str]
"""Time, session, call, path and a hash of what was done: what an edit is known by without its contents."""


SEEN = "seen:"
"""Begins the hash of an edit that did nothing: the agent only saw the file."""


class Told(Struct):
    """What one session's file told, without the contents."""

    size: int
    modified: int
    start: float
    end: float
    keys: list[Key]


def told(source: Input, stdin: BinaryIO, report: Report) -> tuple[Told, dict[Key, Edit]]:
    """What a session did to files, sub-agents included; raises `Unreadable`."""
    if source.path is None:
        raise Unreadable(f"{source.name}: sessions are linked by their files; name one")
    status = source.path.stat()
    session = name_of(source.path)
    found: list[Edit] = []
    times: list[float] = []
    for trace in read(source, stdin, report, subagents=True):
        moments = (event.instant() for event in trace.events if isinstance(event.time, str))
        times += [moment.timestamp() for moment in moments if moment is not None]
        found += (msgspec.structs.replace(edit, session=session) for edit in edits(trace))
    start, end = (min(times), max(times)) if times else (0.0, 0.0)
    keys = [_key(edit) for edit in found]
    return Told(status.st_size, status.st_mtime_ns, start, end, keys), dict(zip(keys, found, strict=True))


def _key(edit: Edit) -> Key:
    # A file may be long and is plain text: its bytes are far quicker to have than its `repr`.
    packed = f"{edit.before is None} {edit.steps!r} {edit.before or ''}".encode("utf-8", "surrogatepass")
    mark = SEEN if isinstance(edit.steps[0], Seen) else ""
    return (edit.time, edit.session, edit.call, str(PurePath(edit.cwd, edit.path)), mark + sha256(packed)[:16])


def originals(sessions: Iterable[Told]) -> list[Key]:
    """The keys of all edits in time, each once: what two files tell is of the one that began and ended first."""
    seen: set[tuple[str, str, str]] = set()
    kept: list[Key] = []
    for session in sorted(sessions, key=lambda each: (each.start, each.end, each.keys[:1])):
        own = {(call, path, what) for _, _, call, path, what in session.keys}
        kept += [key for key in session.keys if (key[2], key[3], key[4]) not in seen]
        seen |= own
    return sorted(kept)


def chosen(told: Iterable[Mapping[Key, Edit]], keys: Iterable[Key]) -> Iterator[Edit]:
    """The edits that keys name, in the keys' order."""
    by_key = {key: edit for each in told for key, edit in each.items()}
    for key in keys:
        if key in by_key:
            yield by_key[key]
