"""What a note is about: one trace, its steps, and the file in which notes on it are kept; and who speaks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from msgspec.structs import replace

from steno.cli import world
from steno.contracts import UsageError
from steno.diagnostics import Report
from steno.model import Trace
from steno.model.steps import Step, steps
from steno.notes import sidecar
from steno.notes.pen import Pen
from steno.render.progress import Progress, of_file
from steno.render.terminal import number_of
from steno.session import read, with_steps

F = TypeVar("F", bound=Callable[..., Any])


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


def subject(word: str, report: Report, *, format: str | None, subagents: bool) -> Subject:
    """The one trace that a word names; raises `UsageError` where there is none, or no place for notes."""
    source = world.resolver(report)(word)
    if source.path is None or source.notes is None:
        raise UsageError("notes are kept beside a file, and standard input is none: save the trace first")
    with Progress(sys.stderr) as progress:
        traces = read(
            replace(source, notes=None),
            world.stdin(),
            report,
            format=format,
            subagents=subagents,
            watch=lambda stream, size: progress.say(f"reading {source.name}", of_file(stream, size)),
        )
        found = [trace for _, trace in zip(range(2), traces, strict=False)]
        if len(found) != 1:
            held = "no trace" if not found else "several traces"
            raise UsageError(f"{source.name} holds {held}; notes are about one: give it a file of its own")
        trace = with_steps(found[0])
    return Subject(source.notes, trace, steps(trace))


def author(command: F) -> F:
    """The options that say who speaks."""
    name = click.option("--author", "name", metavar="NAME", envvar="STENO_AUTHOR", help="Who says so.")
    role = click.option(
        "--role", type=click.Choice(["human", "model", "expert", "client"]), envvar="STENO_ROLE",
        help="What the author is: a reviewer, a model, an expert of the field, or whoever the work was for.",
    )  # fmt: skip
    return name(role(command))


def pen(name: str | None, role: str | None) -> Pen:
    """What the author writes with; raises `UsageError` where nobody is named: authors are never guessed."""
    if not name or not role:
        lacking = " and ".join(option for option, value in (("--author", name), ("--role", role)) if not value)
        raise UsageError(f"nobody is named as the author: give {lacking}, or set STENO_AUTHOR and STENO_ROLE")
    return Pen(sidecar.author(role, name), world.ambient())
