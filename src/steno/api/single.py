"""Write a session for people, as one page or as Markdown: masked, and looked at once more, as all that leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, cast

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline
from steno.api import settings
from steno.api.inputs import resolver, traces
from steno.api.progress import Progress, silent
from steno.api.said import said
from steno.api.world import World, ignore
from steno.api.written import Seen, Written, both, written
from steno.base.ids import sha256
from steno.base.jsonl import BUFFER
from steno.base.spool import Spool
from steno.contracts import Ambient, Format
from steno.diagnostics import Diagnostic, Report
from steno.errors import Unreadable
from steno.model import Trace
from steno.redaction import USUAL, Redaction
from steno.viewer import blocks, paper
from steno.viewer.known import Known, known, verdicts
from steno.viewer.paper import Wanted as Wanted

if TYPE_CHECKING:
    from steno.session import Input

Pack = Callable[[Iterable[bytes], BinaryIO], None]
"""Makes a page of blocks, each a line, that have been looked at."""


class Reading(Struct, frozen=True, kw_only=True):
    """How a session is read that is written for people."""

    redaction: Redaction = USUAL
    format: str | None = None
    """The input's, instead of finding it by content."""
    subagents: bool = True


def html(
    world: World,
    session: str,
    how: Reading,
    pack: Pack,
    stream: BinaryIO,
    *,
    report: Report = ignore,
    progress: Progress = silent,
) -> Written:
    """Write the session that a word names as one page."""
    run = _Run(world, session, how, report, progress)
    told = blocks.Told(
        key=sha256(run.source.name.rpartition("/")[2].encode("utf-8", "surrogatepass"))[:20],
        level=how.redaction.level,
        problems=lambda: said(run.found),
        progress=lambda done: progress("writing the page", done),
    )
    with Spool(BUFFER) as held:
        done = run.written(lambda holder: blocks.target(holder, told), cast(BinaryIO, held))
        held.seek(0)
        pack(_lines(held), stream)
    done.size = stream.tell()
    return done


def markdown(
    world: World,
    session: str,
    how: Reading,
    wanted: Wanted,
    stream: BinaryIO,
    *,
    report: Report = ignore,
    progress: Progress = silent,
) -> Written:
    """Write the session that a word names as Markdown."""
    run = _Run(world, session, how, report, progress)
    return run.written(lambda holder: paper.target(holder, wanted), stream)


class _Run:
    def __init__(self, world: World, session: str, how: Reading, report: Report, progress: Progress) -> None:
        self.found: list[Diagnostic] = []
        self._world, self._progress = world, progress
        # One key for all: what is written again for a part of the page has the same marks.
        self._how = replace(how, redaction=how.redaction.under_one_key(world.randomness))
        self._heard = both(report, self.found)
        self.source: Input = resolver(world, self._heard)(session)

    def _holder(self) -> blocks.Holder:
        prices = settings.prices(self._world)

        def all_known(trace: Trace) -> Known:
            found = known(trace, prices)
            if not found.is_judged:
                found.judge(verdicts(trace), trace.events)
            return found

        return blocks.Holder(all_known)

    def written(self, make: Callable[[blocks.Holder], Format], stream: BinaryIO) -> Written:
        """Through the door that everything takes; raises `Unreadable` where there is no session."""
        seen, holder = Seen(), self._holder()
        target = make(holder)
        # Made of the key and not the key itself: what is random may stand in what is written.
        noise = sha256(b"page" + (self._how.redaction.key or b"")).encode()
        ambient = Ambient(self._world.clock, lambda size: (noise * (size // len(noise) + 1))[:size])
        whole = traces(
            self._world, self.source, "reading", format=self._how.format, subagents=self._how.subagents,
            report=self._heard, progress=self._progress,
        )  # fmt: skip
        masked = pipeline.convert(
            holder.passed(whole), target, (), stream, self._heard, ambient, self._how.redaction, seen
        )
        if holder.bare is None:
            raise Unreadable(f"{self.source.name}: there is no session in it")
        return written(self.source.name, target, masked, seen, self.found, stream.tell())


def _lines(held: Spool) -> Iterator[bytes]:
    """Each block, without the end of its line."""
    begun: list[bytes] = []
    while piece := held.read(BUFFER):
        *ended, rest = piece.split(b"\n")
        for line in ended:
            yield b"".join((*begun, line))
            begun.clear()
        begun.append(rest)
    if last := b"".join(begun):
        yield last
