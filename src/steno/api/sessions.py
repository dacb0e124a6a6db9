"""List the sessions on a machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from steno.api import settings
from steno.api.cataloged import cataloged
from steno.api.inputs import Failed, Tally
from steno.api.progress import Progress, silent
from steno.api.selection import day
from steno.api.world import World, ignore
from steno.base.time import local, parse, stamp
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.listing.elsewhere import Elsewhere as Elsewhere
from steno.listing.elsewhere import elsewhere
from steno.listing.entries import Entry, Machine, machine
from steno.listing.entries import Unlisted as Unlisted
from steno.listing.figures import Counts
from steno.listing.memory import memory, state
from steno.listing.names import short_ids
from steno.listing.seen import UNKNOWN, Figures
from steno.sources import names as names

SORTS = ("active", "started", "cost", "failures", "size", "agent", "project", "title")
"""What a list can be sorted by; times and numbers come greatest first."""


class Listed(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.ls/1"):
    """A session: its file, and what it is about."""

    id: str
    agent: str
    path: str
    bytes: int
    """Of the file."""
    modified: str
    """When it was last written to; of one session among many in a file, when it was last active."""
    subagents: int
    turns: int | UnsetType = UNSET
    """Of this and of the tool calls, without sub-agents: of a long session only known once it was read as a whole."""
    tools: int | UnsetType = UNSET
    """Tool calls."""
    project: str | UnsetType = UNSET
    started: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    cost_usd: float | UnsetType = UNSET
    """With sub-agents, unless they are listed apart; where it was asked for, or is known from before."""
    cost_is_floor: bool | UnsetType = UNSET
    failures: int | UnsetType = UNSET
    """Tool calls that failed, as with the cost."""
    parent: str | UnsetType = UNSET
    """The id of the session that started it."""
    sessions_in_file: int | UnsetType = UNSET
    """How many there are in the file, where it holds more than this one."""
    deleted: bool | UnsetType = UNSET
    """True where its agent has deleted it, and the archive has it."""
    secrets: int | None = None
    """How many were found, with sub-agents unless they are listed apart; None where nobody has looked at all of it as
    it is: `steno sync --findings` does."""


class Listing(Struct, frozen=True, kw_only=True):
    """One page of the sessions on a machine."""

    rows: list[Listed]
    total: int
    """How many sessions there are that fit, without sub-agents."""
    found: int
    """How many there are at all, of the agent that was asked for."""
    short: dict[str, str]
    """For each id on the machine, the shortest beginning that names it."""
    unlisted: list[Unlisted]
    """Files among the sessions of which nothing can be listed."""
    elsewhere: list[Elsewhere]
    """Agents that are here and that nobody reads."""
    failed: int
    """How many could not be opened."""


class Wanted(Struct, frozen=True, kw_only=True):
    """Which sessions are listed, and how."""

    agent: str | None = None
    project: str | None = None
    """A directory in or below which they began, or its name."""
    since: date | None = None
    """Active on this day or later ..."""
    until: date | None = None
    """... and begun on this day or before."""
    sort: str = "active"
    runs: bool = False
    """Whether sub-agents have rows of their own, behind the session that started them."""
    cost: bool = False
    failures: bool = False
    """Whether these are counted where they are not known: every session that is listed is read as a whole."""

    @classmethod
    def named(cls, world: World, *, since: str | None = None, until: str | None = None, **rest: Any) -> Wanted:
        """The same with days as a user names them; raises `UsageError`."""
        return cls(since=day(world, since), until=day(world, until), **rest)


def sessions(
    world: World,
    wanted: Wanted = Wanted(),  # noqa: B008  frozen
    *,
    limit: int = 0,
    offset: int = 0,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Listing:
    """The sessions on this machine, newest first: so many (0: all), after leaving out the first `offset`."""
    if wanted.sort not in SORTS:
        raise UsageError(f"cannot sort by {wanted.sort!r}; known: {', '.join(SORTS)}")

    def step(path: Path, number: int, count: int) -> None:
        progress(f"reading {path.name}", number / count)

    kept = memory(world.environ, world.home)
    found = machine(world.environ, world.home, kept, report, agent=wanted.agent, step=step)
    known = cataloged(world, found, wanted.agent)
    if known.deleted:
        found.entries.extend(known.deleted)
        found.entries.sort(key=lambda each: (-each.session.modified, each.id, str(each.session.path)))
    tally = Tally(len(found.unlisted) + 1, failed or (lambda error: None))
    for each in found.unlisted:
        if each.error is not None:
            tally.fail(each.error)
    tops = [each for each in found.entries if each.parent is None]
    chosen = [each for each in tops if _fits(each, wanted)]
    figures = _Figures(world, found, wanted, step)
    if wanted.sort != "active":
        chosen = _sorted(chosen, wanted.sort, figures)
    page = chosen[offset:][: limit or None]
    figures.need(page, wanted)
    return Listing(
        rows=[row for each in page for row in _rows(each, figures, known.secrets, apart=wanted.runs)],
        total=len(chosen),
        found=len(tops),
        short=short_ids(each.id for each in found.entries),
        unlisted=found.unlisted,
        elsewhere=[each for each in elsewhere(world.environ, world.home) if wanted.agent in (None, each.agent)],
        failed=len(tally.failed),
    )


class _Figures:
    """What sessions cost and how often they failed, as far as that is known or wanted."""

    def __init__(self, world: World, found: Machine, wanted: Wanted, step: Callable[[Path, int, int], None]) -> None:
        self._world, self._step = world, step
        self._counts: Counts | None = None
        kept = found.memory
        if kept.has_figures or wanted.cost or wanted.failures or wanted.sort in ("cost", "failures"):
            priced = repr(state(str(settings.own_prices(world))))
            self._counts = Counts(found.entries, kept, priced)

    def need(self, entries: list[Entry], wanted: Wanted) -> None:
        """Count what is wanted and not known."""
        if self._counts is not None and (wanted.cost or wanted.failures):
            self.count(entries, failures=wanted.failures)

    def count(self, entries: list[Entry], *, failures: bool) -> None:
        if self._counts is not None:
            self._counts.count(entries, settings.prices(self._world), self._step, failures=failures)

    def of(self, entry: Entry, *, apart: bool = False) -> Figures | None:
        if self._counts is None:
            return entry.archived if apart or not entry.children else None
        return self._counts.of(entry) if apart else self._counts.with_children(entry)


def _fits(entry: Entry, wanted: Wanted) -> bool:
    if wanted.project is not None and not began_in(entry.seen.project, wanted.project):
        return False
    if wanted.since is not None and _day(entry.session.modified) < wanted.since:
        return False
    return wanted.until is None or _begun(entry) <= wanted.until


def began_in(folder: str, project: str) -> bool:
    """Whether a folder is a directory or below it, or has that name."""
    if not folder:
        return False
    top = os.path.abspath(project)  # noqa: PTH100  for every session
    return folder == top or folder.startswith(top.rstrip(os.sep) + os.sep) or folder.rpartition("/")[2] == project


def _begun(entry: Entry) -> date:
    moment = parse(entry.seen.started) if entry.seen.started else None
    return local(moment).date() if moment is not None else _day(entry.session.modified)


def _day(seconds: float) -> date:
    return local(datetime.fromtimestamp(seconds, UTC)).date()


def _sorted(entries: list[Entry], by: str, figures: _Figures) -> list[Entry]:
    """Sorted; among equals, and where nobody knows it, as they were."""
    if by in ("cost", "failures"):
        figures.count(entries, failures=by == "failures")
    match by:
        case "cost":
            return sorted(entries, key=lambda each: -one.usd if (one := figures.of(each)) else 1)
        case "failures":
            return sorted(entries, key=lambda each: -one.failures if (one := figures.of(each)) else 1)
        case "size":
            return sorted(entries, key=lambda each: -each.session.size)
        case "started":
            return sorted(entries, key=lambda each: each.seen.started, reverse=True)
        case "agent":
            return sorted(entries, key=lambda each: each.session.agent)
        case _:
            return sorted(entries, key=lambda each: (not (text := getattr(each.seen, by)), text.casefold()))


Secrets = Mapping[tuple[str, str], int]


def _rows(entry: Entry, figures: _Figures, secrets: Secrets, *, apart: bool) -> Iterator[Listed]:
    if not apart:
        yield _listed(entry, figures.of(entry), _secrets(entry.family(), secrets))
        return
    for each in entry.family():
        yield _listed(each, figures.of(each, apart=True), _secrets([each], secrets))


def _secrets(entries: Iterable[Entry], secrets: Secrets) -> int | None:
    total = 0
    for each in entries:
        count = secrets.get((str(each.session.path), each.id))
        if count is None:
            return None
        total += count
    return total


def _listed(entry: Entry, figures: Figures | None, secrets: int | None) -> Listed:
    found, seen = entry.session, entry.seen
    known = seen if figures is None else figures
    return Listed(
        id=found.id,
        agent=found.agent,
        path=str(found.path),
        bytes=found.size,
        modified=stamp(datetime.fromtimestamp(found.modified, UTC)),
        subagents=sum(1 for _ in entry.family()) - 1,
        turns=known.turns if known.turns != UNKNOWN else UNSET,
        tools=known.tools if known.tools != UNKNOWN else UNSET,
        project=seen.project or UNSET,
        started=seen.started or UNSET,
        title=seen.title or UNSET,
        cost_usd=round(figures.usd, 6) if figures is not None and figures.is_priced else UNSET,
        cost_is_floor=figures.is_floor if figures is not None and figures.is_priced else UNSET,
        failures=figures.failures if figures is not None and figures.failures != UNKNOWN else UNSET,
        parent=entry.parent.id if entry.parent is not None else UNSET,
        sessions_in_file=entry.shared if entry.shared > 1 else UNSET,
        deleted=True if entry.archived is not None else UNSET,
        secrets=secrets,
    )


def session_ids(world: World) -> list[tuple[str, str]]:
    """Id and agent of every session, newest first; reads no file."""
    return [(each.id, each.agent) for each in world.sessions(ignore)]
