"""Find events by their words, over every session of this machine."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from steno.api.catalog import Tell, ready
from steno.api.progress import Progress, silent
from steno.api.selection import day
from steno.api.sessions import began_in
from steno.api.world import World, ignore
from steno.base.time import stamp
from steno.diagnostics import Diagnostic, Report
from steno.errors import StenoError, UsageError
from steno.session import Input, own_id, read
from steno.store import naming, touched
from steno.store import search as index
from steno.store.passage import Snippet, Sources, snippet
from steno.store.query import query
from steno.store.scanning import may_hold, needle
from steno.store.words import event_text

ROLES = ("user", "assistant", "system", "developer", "tool")


class Wanted(Struct, frozen=True, kw_only=True):
    """What is looked for, and where."""

    text: str
    regex: bool = False
    agent: str | None = None
    project: str | None = None
    tool: str | None = None
    role: str | None = None
    since: str | None = None
    """A day as a user names it."""
    file: str | None = None
    """Only in sessions that touched this file."""
    failed: bool = False
    """Only calls that failed, and their results."""
    limit: int = 20
    """How many are given; 0: all."""
    context: int = 0
    """Lines around each hit; 0: the words around it."""


class Found(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.search/1"):
    """An event that holds what was looked for."""

    session: str
    agent: str
    event: int
    """Its number in the session, counted from 1."""
    kind: str
    path: str
    """The file of the session."""
    open: str
    """The command that shows it."""
    snippet: str | UnsetType = UNSET
    """Left out where the source has changed since the catalog saw it."""
    marks: list[tuple[int, int]] = []
    """Where in the snippet what was looked for begins and ends."""
    more_before: bool = False
    more_after: bool = False
    role: str | UnsetType = UNSET
    tool: str | UnsetType = UNSET
    time: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    project: str | UnsetType = UNSET


class Results(Struct, frozen=True):
    found: list[Found]
    total: int
    """How many there are ..."""
    is_more: bool
    """... at least."""


def search(
    world: World,
    wanted: Wanted,
    *,
    fresh: bool = True,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Results:
    """The events that hold what is wanted, the best first; with `fresh`, the catalog is brought up to date before."""
    pattern = _pattern(wanted)
    with closing(ready(world, fresh=fresh, tell=tell, report=report, progress=progress)) as base:
        only = _filter(world, base, wanted)
        if wanted.regex:
            hits = list(_scanned(base, pattern, only, wanted.limit, progress))
            total, is_more = len(hits), bool(wanted.limit) and len(hits) > wanted.limit
        else:
            ranked = index.hits(base, query(wanted.text), only, wanted.limit)
            hits, total, is_more = ranked.best, ranked.total, ranked.is_more
        return Results([*_found(base, hits[: wanted.limit or None], pattern, wanted)], total, is_more)


def _pattern(wanted: Wanted) -> re.Pattern[str]:
    if not wanted.regex:
        terms = query(wanted.text).terms
        return re.compile("|".join(each.pattern() for each in terms), re.IGNORECASE)
    try:
        return re.compile(wanted.text)
    except (re.error, RecursionError, OverflowError) as error:
        raise UsageError(f"{wanted.text!r} is no regular expression: {error}") from None


def _filter(world: World, base: sqlite3.Connection, wanted: Wanted) -> index.Filter:
    for option, name in (("tool", wanted.tool), ("role", wanted.role)):
        if name is not None and not base.execute("SELECT 1 FROM name WHERE text = ?", (name,)).fetchone():
            raise UsageError(f"no {option} named {name!r} in any session{_meant(base, name)}")
    since = day(world, wanted.since)
    moment = None if since is None else datetime.combine(since, time()).astimezone()
    return index.Filter(
        sessions=_sessions(base, wanted),
        tool=wanted.tool,
        role=wanted.role,
        since=None if moment is None else int(moment.timestamp() * 1000),
        failed=wanted.failed,
    )


def _meant(base: sqlite3.Connection, name: str) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    known = [row[0] for row in base.execute("SELECT text FROM name WHERE id IN (SELECT DISTINCT tool FROM event)")]
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else ""


def _sessions(base: sqlite3.Connection, wanted: Wanted) -> list[int] | None:
    if wanted.agent is None and wanted.project is None and wanted.file is None:
        return None
    rows = base.execute("SELECT key, agent, project FROM session")
    keys = [
        key
        for key, agent, project in rows
        if wanted.agent in (None, agent) and (wanted.project is None or began_in(project or "", wanted.project))
    ]
    return keys if wanted.file is None else sorted(set(keys) & set(touched.sessions_of(base, wanted.file)))


def _scanned(
    base: sqlite3.Connection, pattern: re.Pattern[str], only: index.Filter, limit: int, progress: Progress
) -> Iterator[index.Hit]:
    """The events in which a pattern is found, of the last active session first; one more than are wanted."""
    literal, count = needle(pattern), 0
    every = index.sessions_by_recency(base, only)
    for number, (key, agent, path, inner) in enumerate(every):
        progress(f"searching {Path(path).name}", number / len(every))
        if literal is not None and not may_hold(path, literal):
            continue
        found = index.at(base, key, _numbers(path, agent, inner, pattern), only)
        yield from found
        count += len(found)
        if limit and count > limit:
            return


def _numbers(path: str, agent: str, inner: str | None, pattern: re.Pattern[str]) -> list[int]:
    try:
        for trace in read(Input(path, Path(path), agent), BytesIO(), _ignore):
            if inner is None or own_id(trace) == inner:
                texts = enumerate(map(event_text, trace.events), 1)
                return [number for number, text in texts if text and pattern.search(text)]
    except (StenoError, OSError):
        pass  # it went away since it was listed
    return []


def _found(
    base: sqlite3.Connection, hits: list[index.Hit], pattern: re.Pattern[str], wanted: Wanted
) -> Iterator[Found]:
    sources = Sources()
    for hit in hits:
        if hit.is_id and hit.event > 1 and wanted.text.encode() not in sources.record(hit.spot):
            continue  # another id with the same hash
        event = sources.event(hit.spot) if hit.spot.words is not None else None
        part = Snippet("", []) if event is None else snippet(event_text(event), pattern, wanted.context)
        is_lost = event is None and hit.spot.words is not None
        more: dict[str, Any] = {} if is_lost else {"snippet": part.text, "marks": part.marks}
        yield Found(
            session=hit.session,
            agent=hit.agent,
            event=hit.event,
            kind=hit.kind,
            path=hit.spot.path,
            open=opening(base, hit.session, hit.spot.path, hit.event, is_run=hit.is_run),
            more_before=part.before,
            more_after=part.after,
            role=hit.role or UNSET,
            tool=hit.tool or UNSET,
            time=UNSET if hit.time is None else stamp(datetime.fromtimestamp(hit.time / 1000, UTC)),
            title=hit.title or UNSET,
            project=hit.project or UNSET,
            **more,
        )


def opening(base: sqlite3.Connection, id: str, path: str, event: int, *, is_run: bool) -> str:
    """The command that shows an event; a sub-agent, or one of several sessions with one id, is named by its file."""
    named = not is_run and naming.is_alone(base, id)
    return f"steno show {naming.short(base, id) if named else shlex.quote(path)} --event {event}"


def _ignore(each: Diagnostic) -> None:
    """What is wrong with a file is not what was asked for."""
