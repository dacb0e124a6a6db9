"""Write sessions as rows to learn from, masked."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import BinaryIO, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from steno.api.frame import Inputs, Shaping
from steno.api.inputs import Failed, resolver
from steno.api.lessons import Known, Lesson, Sharing, held_back, once_more
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.base.jsonl import BUFFER
from steno.diagnostics import Report
from steno.model import Trace
from steno.redaction import Redacted, Value, together
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
    """Write the rows of all that words name, folders included; an input that cannot be read leaves nothing behind.

    What any of them taught is masked in the rows of all, so nothing is written before the last was read.
    """
    words = how.wanted.words(world, sessions, report)
    # One key for all inputs: what is equal in two of them has one mark.
    how = replace(how, redaction=how.redaction.under_one_key(world.randomness))
    resolve, sources = resolver(world, report), dict[str, Input]()

    def resolved(word: str, _: Report) -> Input:
        source = sources.get(word) or resolve(word)
        return sources.setdefault(source.name, source)

    with closing(_Spool()) as spool:

        def inputs(known: Known) -> Inputs[Lesson[_Made]]:
            run, some = _Run(world, how, spool, known), [*known] or words
            return Inputs(run, some, among=len(words), prepare=resolved, failed=failed)

        sharing = Sharing(spool.rows_of, how.view)
        done = sharing.each(inputs, "reading", report, progress)
        viewed = Viewed(VIEWS[how.view].name, failed=done.failed)
        for made in done.made:
            viewed.rows += spool.copy(made, stream)
            viewed.inputs += bool(made.chosen) or how.wanted.is_whole
    viewed.redacted = together(made.redacted for made in done.made) if done.made else None
    return viewed


class _Made(NamedTuple):
    """All rows of an input."""

    at: int
    """Where they stand among those of all inputs ..."""
    size: int
    """... and how many bytes they have."""
    chosen: int
    """How many of its traces were wanted."""
    redacted: Redacted


class _Spool:
    """The rows of all inputs, in one file without a name."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  whoever makes a spool closes it

    def close(self) -> None:
        self._file.close()

    def at_its_end(self) -> BinaryIO:
        """Where the rows of one more input are written; what nobody asks for again leaves with nobody."""
        self._file.seek(0, io.SEEK_END)
        return self._file

    def rows_of(self, made: _Made) -> bytes:
        self._file.seek(made.at)
        return self._file.read(made.size)

    def copy(self, made: _Made, stream: BinaryIO) -> int:
        """Write the rows of an input; returns how many there are."""
        rows, left = 0, made.size
        self._file.seek(made.at)
        while left:
            part = self._file.read(min(left, BUFFER))
            stream.write(part)
            rows += part.count(b"\n")
            left -= len(part)
        return rows


class _Run(Struct, frozen=True):
    """Makes the rows of one view, input by input."""

    world: World
    how: Viewing
    spool: _Spool
    known: Known = {}
    """What others have taught, by the name of the input that holds it."""

    def __call__(self, source: Input, report: Report, progress: Progress) -> Lesson[_Made]:
        """All rows of an input, or none."""
        chosen, learned = 0, set[Value]()
        if self.known:
            once_more(source.name, again=source.path is not None)

        def counted(traces: Iterator[Trace]) -> Iterator[Trace]:
            nonlocal chosen
            for trace in traces:
                chosen += 1
                yield trace

        rows = self.spool.at_its_end()
        at = rows.tell()
        with held_back(report) as said:
            whole = self.how.traces(self.world, source, "reading", said.append, progress)
            done = self.how.write(
                self.world, counted(whole), VIEWS[self.how.view], rows, said.append,
                known=self.known.get(source.name, ()), teach=learned.update,
            )  # fmt: skip
        made = _Made(at, rows.tell() - at, chosen, done)
        return Lesson(source.name, made, frozenset(learned), said)
