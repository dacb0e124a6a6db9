"""List the sessions in the catalog with everything a page of them shows, what they can be filtered by, and the sums.

One question to the catalog, no file is opened: 5,000 sessions take less than 0.1 s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import date, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from steno.api.catalog import Tell, ready
from steno.api.progress import Progress, silent
from steno.api.sessions import began_in
from steno.api.world import World, ignore
from steno.base.time import local
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.stats.figures import root_of
from steno.store.table import Line, Table, table

LIVE: Final = 300
"""Seconds: a session whose file was written to within them may be going on."""
STATES: Final = ("live", "quiet", "deleted")
SORTS: Final = ("active", "started", "title", "agent", "project", "turns", "calls", "failed", "tokens", "cost", "bytes")
"""What a table can be sorted by; times and numbers come greatest first, and what nobody knows last."""
_shape = msgspec.json.Decoder(list[int]).decode
_names = msgspec.json.Decoder(list[str]).decode


class Tokens(Struct, frozen=True, kw_only=True, gc=False):
    input: int = 0
    """Those that came from no cache."""
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0

    @property
    def total(self) -> int:
        return self.input + self.cache_read + self.cache_write + self.output


class SessionRow(Struct, frozen=True, kw_only=True, gc=False, tag_field="schema", tag="steno.session-row/1"):
    """A session; what it took and did includes its sub-agents, unless they have rows of their own.

    None, `null` in JSON, stands for what nobody knows.
    """

    id: str
    """As `steno ls` shows it, and as every command takes it."""
    agent: str
    path: str
    bytes: int
    """Of the file."""
    state: str
    """`live`: its file was written to within the last five minutes; `deleted`: its agent has deleted it, and the
    archive has it; else `quiet`."""
    active: str | None
    """When something last happened in it."""
    started: str | None
    """Of this and of the end, as the log has it."""
    ended: str | None
    title: str | None
    project: str | None
    """The directory in which it began."""
    branch: str | None
    parent: str | None
    """The id of the session that started it."""
    subagents: int
    turns: int
    """Its own; so are events and shape."""
    events: int
    calls: int
    """Tool calls ..."""
    failed: int
    """... and those that failed."""
    requests: int
    """To models; each counts in one session, however many state it."""
    models: list[str]
    """The models asked, the one with most output first; those of sub-agents behind its own."""
    tokens: Tokens
    cost_usd: float | None
    cost_is_floor: bool
    """Whether it cost more, or nobody knows what."""
    findings: int | None
    """How many secrets were found; None where nobody has looked at all of it as it is."""
    commits: int
    """That git printed in it, or that `steno link` proved."""
    notes: int
    shape: list[int]
    """How many events fell into each 24th of its time; empty where its events have no times."""
    sessions_in_file: int


class Facets(Struct, frozen=True, kw_only=True):
    """By value, how many sessions have it, among those that all filters but the one on this let through."""

    agents: dict[str, int]
    projects: dict[str, int]
    models: dict[str, int]
    states: dict[str, int]
    marks: dict[str, int]
    """`failed`, `findings`, `commits`, `notes`, `priced`: how many have any."""


class SessionTable(Struct, frozen=True, kw_only=True):
    rows: list[SessionRow]
    """One page ..."""
    total: int
    """... of so many that fit."""
    found: int
    """How many there are at all."""
    facets: Facets
    calls: int
    """Of this and what follows, the sums over all that fit."""
    failed: int
    tokens: Tokens
    cost_usd: float | None
    cost_is_floor: bool


class TableFilter(Struct, frozen=True, kw_only=True):
    """Which sessions are wanted; of what is left out, all."""

    agents: Sequence[str] = ()
    projects: Sequence[str] = ()
    """Directories in or below which they began, or their names."""
    models: Sequence[str] = ()
    states: Sequence[str] = ()
    marks: Sequence[str] = ()
    """Only those that have all of these, as in `Facets`."""
    words: str = ""
    """Only those in whose title, project, branch or id all of these words stand, in any case."""
    since: date | None = None
    """Active on this day or later ..."""
    until: date | None = None
    """... and on this day or before."""
    min_cost: float | None = None
    runs: bool = False
    """Whether sub-agents have rows of their own; then nothing is added to that of who started them."""


def session_table(
    world: World,
    wanted: TableFilter = TableFilter(),  # noqa: B008  frozen
    *,
    sort: str = "active",
    reverse: bool = False,
    limit: int = 0,
    offset: int = 0,
    fresh: bool = True,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> SessionTable:
    """The sessions in the catalog that are wanted: so many (0: all), after leaving out the first `offset`.

    With `fresh`, the catalog is brought up to date before.  Raises `UsageError` for a sort that nobody knows.
    """
    if sort not in SORTS:
        raise UsageError(f"cannot sort by {sort!r}; known: {', '.join(SORTS)}")
    with closing(ready(world, fresh=fresh, tell=tell, report=report, progress=progress)) as base:
        found = table(base)
    every = _rows(found, world.clock().timestamp(), runs=wanted.runs)
    chosen, facets = _chosen(every, wanted)
    ordered = chosen if sort == "active" else sorted(chosen, key=_KEYS[sort])
    page = (ordered[::-1] if reverse else ordered)[offset:][: limit or None]
    known = [each.cost_usd for each in chosen if each.cost_usd is not None]
    return SessionTable(
        rows=page,
        total=len(chosen),
        found=len(every),
        facets=facets,
        calls=sum(each.calls for each in chosen),
        failed=sum(each.failed for each in chosen),
        tokens=_tokens(*(each.tokens for each in chosen)),
        cost_usd=sum(known) if known else None,
        cost_is_floor=any(each.cost_is_floor for each in chosen),
    )


def _rows(found: Table, now: float, *, runs: bool) -> list[SessionRow]:
    families: dict[int, list[Line]] = {}
    ids = {each.key: each.id for each in found.lines}
    if not runs:
        for each in found.lines:
            families.setdefault(root_of(each.key, found.parents), []).append(each)
    return [
        _row(found, each, families.get(each.key, [each]), ids.get(found.parents.get(each.key, 0)), now)
        for each in found.lines
        if runs or each.key in families
    ]


def _row(found: Table, own: Line, family: Sequence[Line], parent: str | None, now: float) -> SessionRow:
    keys = [each.key for each in family]
    one = own if len(keys) == 1 else _merged(own, family)
    hashes = [hash for key in keys for hash in found.commits.get(key, ())]
    return SessionRow(
        id=one.id,
        agent=one.agent,
        path=one.path,
        bytes=one.size,
        state="deleted" if one.is_archived else "live" if 0 <= now - one.modified <= LIVE else "quiet",
        active=one.active,
        started=one.started,
        ended=one.ended,
        title=one.title,
        project=one.project,
        branch=one.branch,
        parent=parent or one.parent,
        subagents=len(keys) - 1,
        turns=one.turns,
        events=one.events,
        calls=one.calls,
        failed=one.failures,
        requests=one.requests or 0,
        models=_names(one.models) if one.models else [],
        tokens=_NONE if one.output is None else _tokens(one),
        cost_usd=one.usd,
        cost_is_floor=bool(one.is_floor),
        findings=sum([found.findings.get(key, 0) for key in keys]) if one.is_looked else None,
        commits=_commits(hashes) if hashes else 0,
        notes=sum([found.notes.get(key, 0) for key in keys]),
        shape=_shape(one.shape),
        sessions_in_file=one.shared,
    )


def _merged(own: Line, family: Sequence[Line]) -> Line:
    """A session with what its sub-agents took and did."""
    prices = [each.usd for each in family if each.usd is not None]
    models = dict.fromkeys(name for each in (own, *family) if each.models for name in _names(each.models))
    added = ("calls", "failures", "requests", "input", "cache_read", "cache_write", "output")
    return msgspec.structs.replace(
        own,
        is_looked=all(each.is_looked for each in family),
        usd=sum(prices) if prices else None,
        is_floor=any(each.is_floor for each in family),
        models=msgspec.json.encode(list(models)).decode(),
        **{name: sum(getattr(each, name) or 0 for each in family) for name in added},
    )


_NONE: Final = Tokens()


def _tokens(*each: Line | Tokens) -> Tokens:
    input, read, write, output = 0, 0, 0, 0
    for one in each:
        input, read = input + (one.input or 0), read + (one.cache_read or 0)
        write, output = write + (one.cache_write or 0), output + (one.output or 0)
    return Tokens(input=input, cache_read=read, cache_write=write, output=output)


def _commits(hashes: Iterable[str]) -> int:
    """How many commits some hashes name: an abbreviated one is the same as the one that begins with it."""
    count, last = 0, ""
    for hash in sorted(set(hashes), reverse=True):  # a longer one comes before those that it begins with
        if not last.startswith(hash):
            count, last = count + 1, hash
    return count


_KEYS: dict[str, Callable[[SessionRow], Any]] = {
    "started": lambda each: _descending(each.started),
    "title": lambda each: _ascending(each.title),
    "agent": lambda each: each.agent,
    "project": lambda each: _ascending(each.project),
    "turns": lambda each: -each.turns,
    "calls": lambda each: -each.calls,
    "failed": lambda each: -each.failed,
    "tokens": lambda each: -each.tokens.total,
    "cost": lambda each: (each.cost_usd is None, -(each.cost_usd or 0)),
    "bytes": lambda each: -each.bytes,
}


def _ascending(text: str | None) -> tuple[bool, str]:
    return text is None, (text or "").casefold()


def _descending(text: str | None) -> tuple[bool, tuple[int, ...]]:
    return text is None, tuple(-ord(each) for each in text or "")


# What fits


_MARKS: dict[str, Callable[[SessionRow], bool]] = {
    "failed": lambda each: each.failed > 0,
    "findings": lambda each: bool(each.findings),
    "commits": lambda each: each.commits > 0,
    "notes": lambda each: each.notes > 0,
    "priced": lambda each: each.cost_usd is not None,
}
MARKS: Final = tuple(_MARKS)


def _chosen(rows: Iterable[SessionRow], wanted: TableFilter) -> tuple[list[SessionRow], Facets]:
    """The rows that fit, and for each value how many sessions have it that only this filter may leave out."""
    facets = Facets(agents={}, projects={}, models={}, states={}, marks={})
    counted = {name: getattr(facets, name) for name in Facets.__struct_fields__}
    chosen: list[SessionRow] = []
    unknown = set(wanted.marks) - set(MARKS) | set(wanted.states) - set(STATES)
    if unknown:
        raise UsageError(f"no such filter: {', '.join(sorted(unknown))}; known: {', '.join((*MARKS, *STATES))}")
    terms = wanted.words.casefold().split()
    asked = [name for name in counted if getattr(wanted, name)]
    for row in rows:
        failed = [name for name in asked if not _FITS[name](row, wanted)]
        if len(failed) > 1 or not _fits_otherwise(row, wanted, terms):
            continue
        for name in failed or counted:
            for value in _VALUES[name](row):
                counted[name][value] = counted[name].get(value, 0) + 1
        if not failed:
            chosen.append(row)
    return chosen, msgspec.structs.replace(facets, **{name: _by_count(each) for name, each in counted.items()})


def _by_count(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


_VALUES: dict[str, Callable[[SessionRow], Iterable[str]]] = {
    "agents": lambda row: (row.agent,),
    "projects": lambda row: () if row.project is None else (row.project,),
    "models": lambda row: row.models,
    "states": lambda row: (row.state,),
    "marks": lambda row: [name for name, has in _MARKS.items() if has(row)],
}
_FITS: dict[str, Callable[[SessionRow, TableFilter], bool]] = {
    "agents": lambda row, wanted: row.agent in wanted.agents,
    "projects": lambda row, wanted: any(began_in(row.project or "", each) for each in wanted.projects),
    "models": lambda row, wanted: any(each in wanted.models for each in row.models),
    "states": lambda row, wanted: row.state in wanted.states,
    "marks": lambda row, wanted: all(_MARKS[each](row) for each in wanted.marks),
}


def _fits_otherwise(row: SessionRow, wanted: TableFilter, terms: Sequence[str]) -> bool:
    if wanted.min_cost is not None and (row.cost_usd is None or row.cost_usd < wanted.min_cost):
        return False
    if terms:
        text = "\n".join(filter(None, (row.title, row.project, row.branch, row.id))).casefold()
        if not all(each in text for each in terms):
            return False
    if wanted.since is None and wanted.until is None:
        return True
    if row.active is None:
        return False
    day = local(datetime.fromisoformat(row.active)).date()
    return (wanted.since is None or day >= wanted.since) and (wanted.until is None or day <= wanted.until)
