"""List the sessions on a machine."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import UNSET, Struct, UnsetType

from steno import session
from steno.api.inputs import Failed, Tally
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.time import stamp
from steno.diagnostics import Report
from steno.errors import UnknownFormat, Unreadable
from steno.session import Input, belongs, short_ids
from steno.sources import Session
from steno.sources import names as names


class Listed(Struct, frozen=True, tag_field="schema", tag="steno.ls/1"):
    """A session: its file, and what it is about."""

    id: str
    agent: str
    path: str
    bytes: int
    modified: str
    subagents: int
    turns: int
    tools: int
    """Tool calls."""
    project: str | UnsetType = UNSET
    started: str | UnsetType = UNSET
    title: str | UnsetType = UNSET


class Listing(Struct, frozen=True):
    """One page of the sessions on a machine, newest first."""

    rows: list[Listed]
    total: int
    """How many files there are, of the agent that was asked for."""
    short: dict[str, str]
    """For each id on the machine, the shortest beginning that names it."""
    strange: list[str]
    """Why files among the sessions are none."""
    failed: int
    """How many could not be read."""


def sessions(
    world: World,
    *,
    agent: str | None = None,
    project: str | None = None,
    limit: int = 0,
    offset: int = 0,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Listing:
    """The sessions on this machine, newest first: so many (0: all), after leaving out the first `offset`.

    `project` is a directory in or below which they began, or its name.
    """
    everything = world.sessions(report)
    chosen = [each for each in everything if agent in (None, each.agent)]
    rows: list[Listed] = []
    strange: list[str] = []
    tally = Tally(len(chosen) + 1, failed or (lambda error: None))
    matched = 0
    for number, each in enumerate(chosen):
        if limit and len(rows) == limit:
            break
        progress(f"reading {each.path.name}", number / len(chosen))
        try:
            seen = _overview(world, each)
        except UnknownFormat as error:
            strange.append(str(error))
            continue
        except Unreadable as error:
            tally.fail(error)
            continue
        if project is None or belongs(seen, project):
            matched += 1
            if matched > offset:
                rows.append(_listed(each, seen))
    return Listing(rows, len(chosen), short_ids(everything), strange, len(tally.failed))


def _overview(world: World, found: Session) -> session.Overview:
    source = Input(str(found.path), found.path, found.agent)
    return session.overview(next(session.read(source, world.stdin(), ignore)))


def _listed(found: Session, seen: session.Overview) -> Listed:
    return Listed(
        found.id,
        found.agent,
        str(found.path),
        found.size,
        stamp(datetime.fromtimestamp(found.modified, UTC)),
        len(found.children),
        seen.turns,
        seen.tools,
        seen.project,
        seen.started,
        seen.title,
    )


def session_ids(world: World) -> list[tuple[str, str]]:
    """Id and agent of every session, newest first; reads no file."""
    return [(each.id, each.agent) for each in world.sessions(ignore)]
