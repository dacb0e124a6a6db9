"""Export a session: written in a trace format, masked, and checked by that format's own rules."""

from __future__ import annotations

from typing import BinaryIO

from steno import registry
from steno.api.convert import Conversion, convert_input, convert_session
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.api.written import Written, both, checked
from steno.diagnostics import Diagnostic, Report
from steno.session import Input

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


def export_input(world: World, source: Input, how: Conversion, stream: BinaryIO) -> Written:
    """The same of an input."""
    found: list[Diagnostic] = []
    done = convert_input(world, source, how, stream, "exporting", lambda line: None, both(ignore, found), found, silent)
    checked(done, registry.formats[how.to], stream)
    return done
