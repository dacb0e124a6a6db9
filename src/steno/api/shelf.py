"""The sessions that a page can open: those of this machine by the catalog, or those in a folder, with their keys."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline
from steno.api.catalog import sync
from steno.api.inputs import ARCHIVED, input_at, resolver
from steno.api.listed import Listed
from steno.api.mask import Mask
from steno.api.progress import Fraction
from steno.api.selection import day
from steno.api.sessions_table import MARKS, STATES, SessionRow, TableFilter, session_table
from steno.api.view import Desk
from steno.base.counts import number_of
from steno.base.time import local, parse
from steno.diagnostics import Place
from steno.errors import StenoError, Unreadable, UsageError
from steno.session import Input, known_as, stream
from steno.viewer.masked import Pending
from steno.viewer.view import seconds_between

_EVERY: Final = 10.0
"""The catalog is brought up to date at most so often, in seconds."""
_SOON: Final = 1.0
_TALLEST: Final = 9
COSTS: Final = {
    "under $0.10": (0.0, 0.1),
    "$0.10 to $1": (0.1, 1.0),
    "$1 to $10": (1.0, 10.0),
    "$10 and more": (10.0, None),
}
UNKNOWN: Final = "not known"
_SORTS: Final = {"": "active", "failures": "failed", "size": "bytes", "age": "active", "length": "started"}


class Notice(Struct, frozen=True, omit_defaults=True):
    text: str
    action: str | None = None


class Sessions(Struct, kw_only=True):
    total: int
    """How many fit ..."""
    of: int
    """... of how many."""
    rows: list[Listed]
    facets: dict[str, list[tuple[str, int]]]
    groups: list[tuple[str, int, int, float | None]]
    """What the rows are grouped under: a label, its first row, how many sessions, and what they cost."""
    notices: list[Notice]
    syncing: float | None = None
    """How far the catalog is brought up to date, while that goes on."""


class Wanted(Struct, frozen=True, kw_only=True):
    """Which sessions, and how."""

    words: str = ""
    agents: Sequence[str] = ()
    projects: Sequence[str] = ()
    models: Sequence[str] = ()
    states: Sequence[str] = ()
    costs: Sequence[str] = ()
    since: str | None = None
    sort: str = ""
    first: int = 0
    count: int = 100


class Shelf:
    """What there is to open."""

    def __init__(self, desk: Desk, folder: Path | None = None) -> None:
        self._desk, self._world, self._folder = desk, desk.world, folder
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._last = float("-inf")
        self._done: Fraction | float | None = None
        self._error: StenoError | None = None
        self._told: list[str] = []
        desk.look = self._add_all

    def _add_all(self) -> None:
        """Give every session its key that there is."""
        try:
            if self._folder is not None:
                self._in_folder(Wanted())
            else:
                for each in session_table(self._world, fresh=False).rows:
                    self._row(each)
        except Unreadable:
            return  # there is no catalog, so no page has a key of it

    def sessions(self, wanted: Wanted, level: str | None = None) -> Sessions | Pending:
        """The sessions that are wanted; masked where a level is asked for."""
        level = self._desk.level(level)
        if self._folder is not None:
            return _masked(self._in_folder(wanted), Mask(self._world, level))
        self._sync()
        try:
            found = self._listed(wanted)
        except Unreadable:
            if self._thread is not None:
                self._thread.join(_SOON)
            if self._thread is not None and self._thread.is_alive():
                return Pending("indexing", self._fraction())
            if self._error is not None:
                raise self._error from None
            found = self._listed(wanted)
        return _masked(found, Mask(self._world, level))

    # The catalog

    def fresh(self) -> None:
        """Have the catalog brought up to date, for whoever asks about all sessions."""
        self._sync()

    def _sync(self) -> None:
        """Bring the catalog up to date, in a thread, where that was not done just now."""
        with self._lock:
            busy = self._thread is not None and self._thread.is_alive()
            if busy or time.monotonic() - self._last < _EVERY:
                return
            self._last = time.monotonic()
            self._thread = threading.Thread(target=self._synced, name="steno-view-sync", daemon=True)
            self._thread.start()

    def _synced(self) -> None:
        def progress(label: str, done: Fraction | float | None = None, total: int = 0) -> None:
            self._done = done

        try:
            # In this process alone: another one would begin anew with all that a server has open.
            sync(self._world, jobs=1, tell=self._told.append, progress=progress)
            self._error = None
        except StenoError as error:
            self._error = error
        self._done = None
        self._last = time.monotonic()

    def _syncing(self) -> float | None:
        """How far the catalog is brought up to date: 0 where that has only begun, None where nobody is at it."""
        if self._thread is None or not self._thread.is_alive():
            return None
        return self._fraction() or 0.0

    def _fraction(self) -> float | None:
        return self._done() if callable(self._done) else self._done

    def _listed(self, wanted: Wanted) -> Sessions:
        unknown = [each for each in wanted.states if each not in (*STATES, *MARKS)]
        if unknown:
            raise UsageError(f"no state {unknown[0][:40]!r}; known: {', '.join((*STATES, *MARKS))}")
        syncing = self._syncing()  # before the list is read: what comes while it is read is asked for again
        table = session_table(
            self._world,
            TableFilter(
                agents=wanted.agents,
                projects=wanted.projects,
                models=wanted.models,
                states=[each for each in wanted.states if each in STATES],
                marks=[each for each in wanted.states if each in MARKS],
                words=wanted.words,
                since=day(self._world, wanted.since),
            ),
            sort=_SORTS.get(wanted.sort, wanted.sort),
            fresh=False,
        )
        rows = [each for each in table.rows if not wanted.costs or _bucket(each.cost_usd) in wanted.costs]
        facets = table.facets
        return Sessions(
            total=len(rows),
            of=table.found,
            rows=[self._row(each) for each in _page(rows, wanted)],
            facets={
                "agent": list(facets.agents.items()),
                "project": list(facets.projects.items()),
                "model": list(facets.models.items()),
                "state": [*facets.states.items(), *facets.marks.items()],
                "cost": _counted(_bucket(each.cost_usd) for each in table.rows),
            },
            groups=_groups(rows, self._world.clock()) if _SORTS.get(wanted.sort, wanted.sort) == "active" else [],
            notices=self._notices(),
            syncing=syncing,
        )

    def _notices(self) -> list[Notice]:
        found = [Notice(each) for each in dict.fromkeys(self._told)]
        return [*found, Notice(str(self._error), self._error.hint or None)] if self._error is not None else found

    def _row(self, each: SessionRow) -> Listed:
        archived = each.state == "deleted"
        return Listed(
            key=self.key(each.path, each.agent, each.id, shared=each.sessions_in_file > 1, archived=archived),
            id=each.id,
            title=each.title,
            agent=each.agent,
            project=each.project,
            branch=each.branch,
            started=each.started,
            ended=each.ended,
            seconds=seconds_between(each.started or "", each.ended or ""),
            turns=each.turns,
            calls=each.calls,
            failed=each.failed,
            tokens=each.tokens.total if each.requests else None,
            cost=each.cost_usd,
            cost_is_least=each.cost_is_floor,
            size=each.bytes,
            findings=each.findings,
            commits=each.commits,
            notes=each.notes,
            live=each.state == "live",
            archived=archived,
            models=each.models,
            subagents=each.subagents,
            shape=_shape(each.shape),
        )

    def key(self, path: str, agent: str, id: str, *, shared: bool, archived: bool = False) -> str:
        """The key under which a session of the catalog is opened."""
        inner, world = id if shared else "", self._world

        def find() -> Input:
            if archived:
                return resolver(world)(ARCHIVED + id)
            return input_at(world, Path(path), agent or None, inner)

        return self._desk.add(Path(path), inner, find)

    # A folder

    def _in_folder(self, wanted: Wanted) -> Sessions:
        from steno.api.folder import entries  # costs start-up, and most look at this machine's sessions

        if self._folder is None:
            raise UsageError("no folder was named")
        every = [replace(row, key=self._desk.add(path, inner, partial(input_at, self._world, path, None, inner)))
                 for row, path, inner in entries(self._folder)]  # fmt: skip
        terms = wanted.words.casefold().split()
        rows = [
            each for each in every
            if (not wanted.agents or each.agent in wanted.agents)
            and (not wanted.projects or each.project in wanted.projects)
            and all(term in f"{each.title} {each.project} {each.id}".casefold() for term in terms)
        ]  # fmt: skip
        return Sessions(
            total=len(rows),
            of=len(every),
            rows=list(_page(rows, wanted)),
            facets={
                "agent": _counted(each.agent for each in every),
                "project": _counted(each.project for each in every if each.project is not None),
                "model": [],
                "state": [],
                "cost": [],
            },
            groups=[],
            notices=[Notice(f"{number_of(len(every), 'session')} in {self._folder}")],
        )


def placed(desk: Desk, word: str | None) -> tuple[Shelf, str | None]:
    """What a word opens: the sessions of this machine, of a folder, or of a file with several of them; else one, whose
    key is given.  Raises `NotFound`, and what reading the file would begin with: said before there is a page."""
    if word is None:
        return Shelf(desk), None
    path = Path(word)
    try:
        if path.is_dir() or (path.is_file() and path.suffix != ".jsonl" and _holds_several(path)):
            return Shelf(desk, path), None
    except (OSError, ValueError):
        pass  # too long for a name, or with a NUL: an id, or nothing
    source = resolver(desk.world)(word)
    key = desk.add_input(source)
    with stream(source, io.BytesIO()) as file:
        format, file = known_as(source, file, None)
        pipeline.identified(file, Place(source.name), format)
    return Shelf(desk), key


def _holds_several(path: Path) -> bool:
    from steno.api.folder import entries

    try:
        return len(list(islice(entries(path), 2))) > 1
    except StenoError:
        return False  # opening it says why


T = TypeVar("T")


def _page(rows: Sequence[T], wanted: Wanted) -> Sequence[T]:
    first = max(0, wanted.first)
    return rows[first : first + max(0, wanted.count)]


def _counted(values: Iterable[str]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for each in values:
        counts[each] = counts.get(each, 0) + 1
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _bucket(cost: float | None) -> str:
    if cost is None:
        return UNKNOWN
    return next(name for name, (least, most) in COSTS.items() if cost >= least and (most is None or cost < most))


def _shape(counts: Sequence[int]) -> list[tuple[int, bool | None]]:
    most = max(counts, default=0)
    return [(-(-each * _TALLEST // most) if most else 0, None) for each in counts]


def _groups(rows: Sequence[SessionRow], now: datetime) -> list[tuple[str, int, int, float | None]]:
    """The days on which sessions were last active; the older they are, the more of them together."""
    found: list[tuple[str, int, int, float | None]] = []
    today = local(now).date()
    for number, each in enumerate(rows):
        moment = parse(each.active) if each.active is not None else None
        label = _label(None if moment is None else (today - local(moment).date()).days, moment)
        if not found or found[-1][0] != label:
            found.append((label, number, 0, None))
        name, first, count, cost = found[-1]
        total = cost if each.cost_usd is None else (cost or 0) + each.cost_usd
        found[-1] = (name, first, count + 1, total)
    return found


def _label(days: int | None, moment: datetime | None) -> str:
    if days is None or moment is None:
        return "Not dated"
    if days <= 1:
        return "Today" if days <= 0 else "Yesterday"
    if days < 7:
        return "This week"
    return f"{local(moment):%B %Y}" if timedelta(days=days) > timedelta(days=30) else "This month"


def _masked(found: Sessions, mask: Mask) -> Sessions:
    """The list as it would leave."""
    if mask.is_off:
        return found

    def hidden(text: str | None) -> str | None:
        return None if text is None else str(mask.piece(text))

    rows = [
        replace(each, title=hidden(each.title), project=hidden(each.project), branch=hidden(each.branch))
        for each in found.rows
    ]
    facets = {
        name: [(str(mask.piece(value)), count) for value, count in values] for name, values in found.facets.items()
    }
    notices = [Notice(str(mask.piece(each.text)), each.action) for each in found.notices]
    return replace(found, rows=rows, facets=facets, notices=notices)
