"""Give the traces of a session with their steps, for whoever explains where a value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno import pipeline, registry
from steno.api.progress import Progress, silent
from steno.api.read import read_session
from steno.api.world import World, ignore
from steno.diagnostics import Report
from steno.model import Trace
from steno.session import enriched as with_everything
from steno.session import with_steps

if TYPE_CHECKING:
    from steno.api.mask import Mask


def recorded(
    world: World,
    session: str,
    *,
    format: str | None = None,
    subagents: bool = True,
    mask: Mask | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> list[tuple[Trace, Trace]]:
    """The traces of a session with everything that their log shows, each beside itself as the writer of OpenTraces
    records gets it: to be asked where a field of the record comes from."""
    traces = read_session(
        world, session, format=format, subagents=subagents, mask=mask, report=report, progress=progress
    )
    target = registry.formats["opentraces"]
    return [(with_everything(trace), pipeline.prepared(trace, target, ignore)) for trace in traces]


def explained(
    world: World,
    session: str,
    *,
    format: str | None = None,
    subagents: bool = True,
    mask: Mask | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> list[Trace]:
    """The traces of a session with their steps.  Every note on them says on which evidence it rests."""
    traces = read_session(
        world, session, format=format, subagents=subagents, mask=mask, report=report, progress=progress
    )
    return [with_steps(trace) for trace in traces]
