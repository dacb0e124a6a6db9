"""Find events by their words, over every session of this machine."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType

from steno.api.catalog import Tell, ready, sync
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.time import stamp
from steno.errors import StenoError, UsageError
from steno.store import catalog, naming, touched
from steno.store import search as index
from steno.store.passage import Snippet, Sources, snippet
from steno.store.query import query

if TYPE_CHECKING:
    from steno.api.mask import Mask
    from steno.diagnostics import Diagnostic, Report

# What reads sessions, and what few searches ask for, is imported where it is used: it costs start-up.

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
    mask: Mask | None = None,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Results:
    """The events that hold what is wanted, the best first; with `fresh`, the catalog is brought up to date before.

    With a `mask`, texts are masked whole before a part of them is taken.
    """
    patterns = [_expression(wanted.text)] if wanted.regex else query(wanted.text).patterns()
    if wanted.regex and fresh:
        _listed(world, tell, report, progress)
        fresh = False
    with closing(ready(world, fresh=fresh, tell=tell, report=report, progress=progress)) as base:
        only = _filter(world, base, wanted)
        if wanted.regex:
            _say_what_is_slow(patterns[0], tell)
            hits = list(_scanned(base, patterns[0], only, wanted.limit, progress))
            total, is_more = len(hits), bool(wanted.limit) and len(hits) > wanted.limit
        else:
            ranked = index.hits(base, query(wanted.text), only, wanted.limit)
            hits, total, is_more = ranked.best, ranked.total, ranked.is_more
        return Results([*_found(base, hits[: wanted.limit or None], patterns, wanted, mask)], total, is_more)


def _listed(world: World, tell: Tell, report: Report, progress: Progress) -> None:
    """Bring the catalog up to date, with the list of its words, by which parts of words are found."""
    from steno.store import vocabulary

    sync(world, tell=tell, report=report, progress=progress)
    path = catalog.path_of(world.environ, world.home)
    with closing(catalog.writable(path, tell)) as base, catalog.said(path):
        if vocabulary.is_due(base):
            progress("listing words", None)
            vocabulary.renew(base)


def _say_what_is_slow(pattern: re.Pattern[str], tell: Tell) -> None:
    from steno.store.scanning import needle, run_of

    if needle(pattern) is None:
        tell("this regular expression has no three letters that every match holds: every session is read")
    elif run_of(pattern) is None:
        tell("this regular expression has no three letters or digits in a row: every session is looked through")


def _expression(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        raise UsageError(f"{text!r} is no regular expression: {error}") from None


def _filter(world: World, base: sqlite3.Connection, wanted: Wanted) -> index.Filter:
    for option, name in (("tool", wanted.tool), ("role", wanted.role)):
        if name is not None and not base.execute("SELECT 1 FROM name WHERE text = ?", (name,)).fetchone():
            raise UsageError(f"no {option} named {name!r} in any session{_meant(base, name)}")
    moment = None
    if wanted.since is not None:
        from steno.api.selection import day

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
    from steno.api.sessions import began_in

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
    from steno.store.scanning import may_hold, needle, run_of
    from steno.store.vocabulary import candidates

    literal, run, count = needle(pattern), run_of(pattern), 0
    known = None if run is None else candidates(base, run)
    sources, every = Sources(), index.sessions_by_recency(base, only)
    for number, (key, agent, path, inner) in enumerate(every):
        if known is not None and key not in known.unlisted:
            hits = index.at(base, key, known.events.get(key, ()), only) if key in known.events else []
            found = [hit for hit in hits if _holds(sources, hit, pattern)]
        elif literal is not None and not may_hold(path, literal):
            continue
        else:
            progress(f"searching {Path(path).name}", number / len(every))
            found = index.at(base, key, _numbers(path, agent, inner, pattern), only)
        yield from found
        count += len(found)
        if limit and count > limit:
            return


def _holds(sources: Sources, hit: index.Hit, pattern: re.Pattern[str]) -> bool:
    text = sources.text(hit.spot)
    return text is not None and pattern.search(text) is not None


def _numbers(path: str, agent: str, inner: str | None, pattern: re.Pattern[str]) -> list[int]:
    """The events of a session in which a pattern is found; what only says another event again is left out."""
    from io import BytesIO

    from steno.session import Input, own_id, read
    from steno.store.words import event_text

    try:
        for trace in read(Input(path, Path(path), agent), BytesIO(), _ignore):
            if inner is None or own_id(trace) == inner:
                texts = ((number, event_text(each)) for number, each in enumerate(trace.events, 1) if not each.echo_of)
                return [number for number, text in texts if text and pattern.search(text)]
    except (StenoError, OSError):
        pass  # it went away since it was listed
    return []


def _found(
    base: sqlite3.Connection,
    hits: list[index.Hit],
    patterns: Sequence[re.Pattern[str]],
    wanted: Wanted,
    mask: Mask | None,
) -> Iterator[Found]:
    sources = Sources()
    for hit in hits:
        if hit.is_id and hit.event > 1 and wanted.text.encode() not in sources.record(hit.spot):
            continue  # another id with the same hash
        text = sources.text(hit.spot) if hit.spot.words is not None else None
        if text is not None and mask is not None:
            text = str(mask.piece(text))
        part = Snippet("", []) if text is None else snippet(text, patterns, wanted.context)
        is_lost = text is None and hit.spot.words is not None
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
