"""What a note is about: one trace, its steps, and the file in which notes on it are kept; and who speaks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from steno.api.inputs import resolver, traces
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.counts import number_of
from steno.diagnostics import Report
from steno.errors import UsageError
from steno.model import Trace
from steno.model.steps import Step, steps
from steno.notes import sidecar
from steno.notes.pen import Pen
from steno.session import Input, with_steps

ROLES = ("human", "model", "expert", "client")


class Subject(NamedTuple):
    notes: Path
    trace: Trace
    """With its steps, and without the notes on it."""
    steps: Sequence[Step]

    def step(self, number: int) -> Step:
        """The step of that number; raises `UsageError`."""
        if not 1 <= number <= len(self.steps):
            raise UsageError(f"no step {number}: the trace has {number_of(len(self.steps), 'step')}")
        return self.steps[number - 1]


def subject(
    world: World,
    session: str,
    *,
    format: str | None = None,
    subagents: bool = True,
    report: Report = ignore,
    progress: Progress = silent,
) -> Subject:
    """The one trace that a word names; raises `UsageError` where there is none, or no place for notes."""
    source = resolver(world, report)(session)
    return subject_of(world, source, format=format, subagents=subagents, report=report, progress=progress)


def subject_of(
    world: World,
    source: Input,
    *,
    format: str | None = None,
    subagents: bool = True,
    report: Report = ignore,
    progress: Progress = silent,
) -> Subject:
    """The same of an input."""
    if source.path is None or source.notes is None:
        raise UsageError("notes are kept beside a file: save the trace to a file first")
    bare = replace(source, notes=None)
    whole = traces(world, bare, "reading", format=format, subagents=subagents, report=report, progress=progress)
    found = [trace for _, trace in zip(range(2), whole, strict=False)]
    if len(found) != 1:
        held = "no trace" if not found else "several traces"
        raise UsageError(f"{source.name} holds {held}; notes are about one trace: give it its own file")
    trace = with_steps(found[0])
    return Subject(source.notes, trace, steps(trace))


def pen(world: World, name: str | None, role: str | None) -> Pen:
    """What the author writes with; raises `UsageError` where nobody is named: authors are never guessed."""
    if not name or not role:
        lacking = " and ".join(option for option, value in (("--author", name), ("--role", role)) if not value)
        raise UsageError(f"the author is missing: give {lacking}, or set STENO_AUTHOR and STENO_ROLE")
    return Pen(sidecar.author(role, name), world.ambient)
