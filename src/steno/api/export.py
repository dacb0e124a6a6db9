"""Export a session: written in a trace format, masked, and checked by that format's own rules."""

from __future__ import annotations

from typing import BinaryIO

from steno import registry
from steno.api.convert import Conversion, convert_session
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.api.written import Written, checked
from steno.diagnostics import Report

FORMAT = "open-token"
"""What is written where nothing else is asked for."""


def export(
    world: World,
    session: str,
    how: Conversion,
    stream: BinaryIO,
    *,
    report: Report = ignore,
    progress: Progress = silent,
) -> Written:
    """Write the session that a word names, masked as `how` says, and look whether the output keeps its rules."""
    done = convert_session(world, session, how, stream, doing="exporting", report=report, progress=progress)
    checked(done, registry.formats[how.to], stream)
    return done
