"""Give the traces of a session with their steps, for whoever explains where a value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.api.progress import Progress, silent
from steno.api.read import read_session
from steno.api.world import World, ignore
from steno.diagnostics import Report
from steno.model import Trace
from steno.session import enriched as with_everything
from steno.session import with_steps

if TYPE_CHECKING:
    from steno.api.mask import Mask


def explained(
    world: World,
    session: str,
    *,
    enriched: bool = False,
    format: str | None = None,
    subagents: bool = True,
    mask: Mask | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> list[Trace]:
    """The traces of a session with their steps; `enriched`, with everything else that their log shows.

    Every note on them says on which evidence it rests.
    """
    whole = with_everything if enriched else with_steps
    traces = read_session(
        world, session, format=format, subagents=subagents, mask=mask, report=report, progress=progress
    )
    return [whole(trace) for trace in traces]
