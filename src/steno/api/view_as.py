"""Write sessions as rows to learn from, masked."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline
from steno.api.inputs import Failed, Tally, resolver, traces
from steno.api.progress import Progress, silent
from steno.api.selection import Selection
from steno.api.world import World, ignore
from steno.base.jsonl import BUFFER
from steno.diagnostics import Diagnostic, Report
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction, together
from steno.session import Input
from steno.views import VIEWS

NAMES = tuple(VIEWS)


class Viewing(Struct, frozen=True, kw_only=True):
    """Which rows are written, and how inputs are read."""

    view: str
    options: Sequence[str] = ()
    """`key=value` words of the view."""
    redaction: Redaction = USUAL
    format: str | None = None
    """The inputs', instead of finding it by content."""
    subagents: bool = True
    wanted: Selection = Selection()


class Viewed(Struct):
    """How many rows there are, from how many inputs."""

    view: str
    rows: int = 0
    inputs: int = 0
    failed: int = 0
    redacted: Redacted | None = None


def view_as(
    world: World,
    sessions: Sequence[str],
    how: Viewing,
    stream: BinaryIO,
    *,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Viewed:
    """Write the rows of all that words name, folders included; an input that cannot be read leaves nothing behind."""
    words = how.wanted.words(world, sessions, report)
    # One key for all inputs: what is equal in two of them has one mark.
    how = replace(how, redaction=how.redaction.under_one_key(world.randomness))
    run = _Run(world, how, progress)
    resolve, tally = resolver(world, report), Tally(len(words), failed)
    for word in words:
        with tally.one():
            run.add(resolve(word), stream, report)
    run.viewed.failed = len(tally.failed)
    run.viewed.redacted = together(run.done) if run.done else None
    return run.viewed


class _Run:
    """The rows of one view, input by input."""

    def __init__(self, world: World, how: Viewing, progress: Progress) -> None:
        self._world, self._how, self._progress = world, how, progress
        self._view = VIEWS[how.view]
        self.viewed = Viewed(self._view.name)
        self.done: list[Redacted] = []

    def add(self, source: Input, stream: BinaryIO, report: Report) -> None:
        """All rows of an input, or none."""
        how, found = self._how, list[Diagnostic]()
        chosen = 0

        def wanted(traces: Iterator[Trace]) -> Iterator[Trace]:
            nonlocal chosen
            for trace in how.wanted.traces(traces):
                chosen += 1
                yield trace

        whole = traces(
            self._world, source, "reading", format=how.format, subagents=how.subagents, report=found.append,
            progress=self._progress,
        )  # fmt: skip
        with tempfile.TemporaryFile() as rows:
            done = pipeline.convert(
                wanted(whole), self._view, how.options, rows, found.append, self._world.ambient, how.redaction
            )
            rows.seek(0)
            self.viewed.rows += sum(1 for _ in rows)
            rows.seek(0)
            shutil.copyfileobj(rows, stream, BUFFER)
        for each in found:
            report(each)
        self.viewed.inputs += bool(chosen) or how.wanted.is_whole
        self.done.append(done)
