"""Write sessions as rows to learn from, masked."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from typing import BinaryIO, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from steno.api.frame import Inputs, Shaping
from steno.api.inputs import Failed, resolver
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.jsonl import BUFFER
from steno.diagnostics import Diagnostic, Report
from steno.model import Trace
from steno.redaction import Redacted, together
from steno.session import Input
from steno.views import VIEWS

NAMES = tuple(VIEWS)


class Viewing(Shaping, frozen=True, kw_only=True):
    """Which rows are written, and how inputs are read."""

    view: str


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
    resolve = resolver(world, report)
    inputs = Inputs(_Run(world, how), words, prepare=lambda word, _: resolve(word), failed=failed)
    viewed, done = Viewed(VIEWS[how.view].name), list[Redacted]()
    for made in inputs.each("reading", progress=progress):
        with made.rows as rows:
            viewed.rows += sum(1 for _ in rows)
            rows.seek(0)
            shutil.copyfileobj(rows, stream, BUFFER)
        for each in made.said:
            report(each)
        viewed.inputs += bool(made.chosen) or how.wanted.is_whole
        done.append(made.redacted)
    viewed.failed = inputs.failed
    viewed.redacted = together(done) if done else None
    return viewed


class _Made(NamedTuple):
    """All rows of an input."""

    rows: BinaryIO
    """A file without a name, at its beginning."""
    chosen: int
    """How many of its traces were wanted."""
    redacted: Redacted
    said: list[Diagnostic]


class _Run(Struct, frozen=True):
    """Makes the rows of one view, input by input."""

    world: World
    how: Viewing

    def __call__(self, source: Input, report: Report, progress: Progress) -> _Made:
        """All rows of an input, or none."""
        said, chosen = list[Diagnostic](), 0

        def counted(traces: Iterator[Trace]) -> Iterator[Trace]:
            nonlocal chosen
            for trace in traces:
                chosen += 1
                yield trace

        whole = self.how.traces(self.world, source, "reading", said.append, progress)
        rows = tempfile.TemporaryFile()  # noqa: SIM115  whoever takes the rows closes it
        try:
            done = self.how.write(self.world, counted(whole), VIEWS[self.how.view], rows, said.append)
        except BaseException:
            rows.close()
            raise
        rows.seek(0)
        return _Made(rows, chosen, done, said)
