"""Say which sessions touched a file."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

from msgspec import UNSET, Struct, UnsetType

from steno.api.catalog import Tell, ready
from steno.api.progress import Progress, silent
from steno.api.search import opening
from steno.api.world import World, ignore
from steno.base.time import stamp
from steno.diagnostics import Report
from steno.store import touched


class Touched(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.touched/1"):
    """A file that a tool call touched."""

    path: str
    """As the agent spelled it."""
    action: str
    """`read`, `write`, `edit`, `add`, `delete`, `move` or `search`."""
    session: str
    agent: str
    event: int
    open: str
    """The command that shows the call."""
    failed: bool | UnsetType = UNSET
    """Left out where the call has no result."""
    tool: str | UnsetType = UNSET
    time: str | UnsetType = UNSET


def touches(
    world: World,
    path: str,
    *,
    fresh: bool = True,
    tell: Tell = lambda sentence: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> list[Touched]:
    """Every touch of the file that a path names, or the end of a path; the last first."""
    with closing(ready(world, fresh=fresh, tell=tell, report=report, progress=progress)) as base:
        return [
            Touched(
                path=each.path,
                action=each.action,
                session=each.session,
                agent=each.agent,
                event=each.event,
                open=opening(base, each.session, each.source, each.event, is_run=each.is_run),
                failed=UNSET if each.failed is None else each.failed,
                tool=each.tool or UNSET,
                time=UNSET if each.time is None else stamp(datetime.fromtimestamp(each.time / 1000, UTC)),
            )
            for each in touched.of_path(base, path)
        ]
