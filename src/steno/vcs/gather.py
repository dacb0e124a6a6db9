"""Gathers the edits of many sessions: each once, though a resumed session has copies of another's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from steno.base.files import Unreadable
from steno.base.ids import sha256
from steno.diagnostics import Report
from steno.edits import calls
from steno.edits.calls import Edit, edits
from steno.edits.paths import Paths, spelled
from steno.passes.enrich.outcome import commits
from steno.passes.enrich.seen import Seen
from steno.session import Input, read
from steno.vcs import states
from steno.vcs.clones import Away, away
from steno.vcs.remembered import name_of as name_of

Key = tuple[float, str, str, str, str]
"""Time, session, call, path and a hash of what was done: what an edit is known by without its contents."""


SEEN = "seen:"
"""Begins the hash of an edit that did nothing: the agent only saw the file."""
TRIED = "tried:"
"""Begins the hash of an edit that failed."""


class SessionEdits(Struct):
    """What one session did to files, without the contents."""

    size: int
    modified: int
    start: float
    end: float
    keys: list[Key]
    away: Away | None = None
    """Of work outside the work trees."""
    hooks: bool = False
    """Whether it is a hook log: what is also in the agent's own log is counted there."""
    commits: tuple[str, ...] = ()
    """Those that it made, as git printed them."""


def edits_of(
    source: Input, stdin: BinaryIO, report: Report, paths: Paths | None = None, hooks: Path | None = None
) -> tuple[SessionEdits, dict[Key, Edit]]:
    """What a session did to files, sub-agents included; raises `Unreadable`.

    `paths`: the work trees, to tell what is done elsewhere.  `hooks`: where hook logs lie.
    """
    if source.path is None:
        raise Unreadable(f"{source.name}: sessions are linked by file; give the file")
    status = source.path.stat()
    session = name_of(source.path)
    found: list[Edit] = []
    times: list[float] = []
    headers = []
    made: dict[str, None] = {}
    log = False
    for trace in read(source, stdin, report, subagents=True):
        moments = (event.instant() for event in trace.events if isinstance(event.time, str))
        times += [moment.timestamp() for moment in moments if moment is not None]
        headers.append(trace.header)
        made |= dict.fromkeys(name for name, _ in commits(Seen(trace)))
        log = log or states.is_log(trace)
        saw = states.states(trace, states.beside(source.path)) if log else states.recorded(trace, hooks)
        found += (msgspec.structs.replace(edit, session=session) for edit in edits(trace, saw))
    start, end = (min(times), max(times)) if times else (0.0, 0.0)
    keys = [_key(edit) for edit in found]
    off = None if paths is None else away(found, headers, lambda path, cwd: paths.inside(path, cwd) is None)
    whole = SessionEdits(status.st_size, status.st_mtime_ns, start, end, keys, off, log, tuple(made))
    return whole, dict(zip(keys, found, strict=True))


_MARKS: dict[type, str] = {calls.Seen: SEEN, calls.Tried: TRIED}


def _key(edit: Edit) -> Key:
    # A file may be long and is plain text: its bytes are far quicker to have than its `repr`.
    packed = f"{edit.before is None} {edit.steps!r} {edit.before or ''}".encode("utf-8", "surrogatepass")
    mark = _MARKS.get(type(edit.steps[0]), "")
    return (edit.time, edit.session, edit.call, spelled(edit.path, edit.cwd), mark + sha256(packed)[:16])


def originals(sessions: Iterable[SessionEdits]) -> list[Key]:
    """The keys of all edits in time, each once: what two files tell is of the one that began and ended first."""
    seen: set[tuple[str, str, str]] = set()
    calls: set[tuple[str, str]] = set()
    kept: list[Key] = []
    for session in sorted(sessions, key=lambda each: (each.hooks, each.start, each.end, each.keys[:1])):
        own = {(call, path, what) for _, _, call, path, what in session.keys}
        kept += [
            key for key in session.keys
            if (key[2], key[3], key[4]) not in seen and not (session.hooks and (key[2], key[3]) in calls)
        ]  # fmt: skip
        seen |= own
        calls |= {(call, path) for call, path, _ in own}
    return sorted(kept)


def chosen(found: Iterable[Mapping[Key, Edit]], keys: Iterable[Key]) -> Iterator[Edit]:
    """The edits that keys name, in the keys' order."""
    by_key = {key: edit for each in found for key, edit in each.items()}
    for key in keys:
        if key in by_key:
            yield by_key[key]
