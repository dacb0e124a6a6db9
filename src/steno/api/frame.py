"""The frame of every verb that makes something of many sessions: how each is read, what is taken out, who fails alone.

What the inputs are made into, and where that goes, is the affair of the verbs: rows, bundles, judgements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline
from steno.api.inputs import Failed, Tally, traces
from steno.api.jobs import at_once
from steno.api.outcome import Prepare, Work, unprepared
from steno.api.progress import Progress, silent
from steno.api.selection import Selection
from steno.api.world import World, ignore
from steno.contracts import Format
from steno.diagnostics import Report
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction, Value
from steno.session import Input

R = TypeVar("R")


class Shaping(Struct, frozen=True, kw_only=True):
    """How inputs are read and written, each in the same manner."""

    options: Sequence[str] = ()
    """`key=value` words of what they are made into."""
    redaction: Redaction = USUAL
    format: str | None = None
    """The inputs', instead of finding it by content."""
    subagents: bool = True
    wanted: Selection = Selection()

    def traces(self, world: World, source: Input, doing: str, report: Report, progress: Progress) -> Iterator[Trace]:
        """The traces of an input that are wanted."""
        whole = traces(
            world, source, doing, format=self.format, subagents=self.subagents, report=report, progress=progress
        )
        return self.wanted.traces(whole)

    def write(
        self,
        world: World,
        traces: Iterable[Trace],
        target: Format,
        stream: BinaryIO,
        report: Report,
        *,
        known: Sequence[Value] = (),
        teach: Callable[[set[Value]], None] = lambda values: None,
    ) -> Redacted:
        """Write traces, redacted; raises `Leak` where something could not be taken out.

        `known` is what other inputs taught, and `teach` is told what this one does.
        """
        redaction = replace(self.redaction, known=(*self.redaction.known, *known))
        return pipeline.convert(traces, target, self.options, stream, report, world.ambient, redaction, teach=teach)


class Inputs(Generic[R]):
    """Work on many inputs.  One that fails leaves nothing behind; `failed` is told, and the others go on."""

    def __init__(
        self,
        work: Work[R],
        words: Sequence[Any],
        *,
        among: int | None = None,
        prepare: Prepare = unprepared,
        jobs: int = 1,
        load: Callable[[], object] = lambda: None,
        failed: Failed | None = None,
    ) -> None:
        """`among` is how many inputs somebody asked for, where some of them need no work."""
        self._work, self._words, self._prepare, self._jobs, self._load = work, words, prepare, jobs, load
        self._tally = Tally(len(words) if among is None else among, failed)

    @property
    def failed(self) -> int:
        """How many of them could not be worked on, so far."""
        return len(self._tally.failed)

    def each(self, doing: str = "", report: Report = ignore, progress: Progress = silent) -> Iterator[R]:
        """What came of those that did not fail, in their order."""
        with at_once(self._work, self._jobs, len(self._words), self._load) as each:
            for outcome in each(self._words, self._prepare, doing=doing, progress=progress):
                result: list[R] = []
                with self._tally.one():
                    result.append(outcome.told(report))
                yield from result
