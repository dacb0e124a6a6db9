"""Convert traces to a format: those of a caller, or of a session that a word names."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline, registry
from steno.api.inputs import Failed, resolver, traces
from steno.api.progress import Progress, silent
from steno.api.world import World, here, ignore
from steno.api.written import Seen, Written, both, verified, written
from steno.base.files import written as written_file
from steno.base.jsonl import BUFFER
from steno.contracts import Ambient, Format
from steno.diagnostics import Diagnostic, Report
from steno.errors import Lossy, UsageError
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction
from steno.session import Input

if TYPE_CHECKING:
    from steno.api.results import Result


def convert(
    traces: Trace | Iterable[Trace],
    to: str,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    options: Sequence[str] = (),
    redact: str | Redaction = USUAL,
    report: Report = ignore,
    ambient: Ambient | None = None,
) -> Redacted:
    """Write traces in a format; `options` are its `key=value` words, `report` receives every loss.

    Whatever the format, what `redact` asks for is masked before anything leaves: a level (`none`, `secrets`, `pii`,
    `strict` or `structure`), or a `Redaction` that also has a key; returns what that was.  A file appears whole or not
    at all.  With the same key and `ambient` the same traces give the same bytes.
    """
    format = registry.formats[to]
    world = ambient or here().ambient
    redaction = redact if isinstance(redact, Redaction) else Redaction(level=redact)
    several = [traces] if isinstance(traces, Trace) else traces
    if isinstance(target, str | os.PathLike):
        with written_file(Path(target)) as stream:
            return pipeline.convert(several, format, options, stream, report, world, redaction)
    return pipeline.convert(several, format, options, target, report, world, redaction)


class Conversion(Struct, frozen=True, kw_only=True):
    """How a session is converted."""

    to: str
    """The format to write."""
    options: Sequence[str] = ()
    """Its `key=value` words."""
    redaction: Redaction = USUAL
    format: str | None = None
    """The input's, instead of finding it by content."""
    subagents: bool = False
    repository: Path | None = None
    """Where `steno link` has been: what it found of the session there is added."""
    verify: bool = False
    """Whether the output is read back and compared, which takes longer than to write it."""


def convert_session(
    world: World,
    session: str,
    how: Conversion,
    stream: BinaryIO,
    *,
    doing: str = "converting",
    tell: Callable[[str], None] = lambda line: None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Written:
    """Write the session that a word names in another format, masked as `how` says.

    `doing` is what progress calls it; `tell` takes a line where nothing is known of the session in the repository.
    """
    found: list[Diagnostic] = []
    heard = both(report, found)
    source = resolver(world, heard)(session)
    return convert_input(world, source, how, stream, doing, tell, heard, found, progress)


def convert_sessions(
    world: World,
    sessions: Sequence[str],
    how: Conversion,
    *,
    strict: bool = False,
    jobs: int = 1,
    failed: Failed | None = None,
    tell: Callable[[str], None] = lambda line: None,
    progress: Progress = silent,
) -> Iterator[Result[Converted]]:
    """The sessions that words name, each as `convert_session` writes it, and in their order; `jobs` of them at once.

    Equal values have equal marks in all of them.  With `strict`, one that would lose something fails.
    """
    from steno.api.results import each_result  # costs start-up, and one session needs none of it

    how = replace(how, redaction=how.redaction.under_one_key(world.randomness))
    work, suffix = _Convert(world, how, strict), registry.formats[how.to].suffix(how.options)
    for each in each_result(
        world, sessions, work, how.redaction, jobs, "converting", failed, progress=progress, suffix=suffix
    ):
        for line in each.done.told:
            tell(line)
        yield each


class Converted(Struct, frozen=True):
    """One output, and what became of it."""

    data: bytes
    written: Written
    told: list[str]


class _Convert(Struct, frozen=True):
    world: World
    how: Conversion
    strict: bool

    def __call__(self, source: Input, report: Report, progress: Progress) -> Converted:
        out, told, found = io.BytesIO(), list[str](), list[Diagnostic]()
        done = convert_input(
            self.world, source, self.how, out, "converting", told.append, both(report, found), found, progress
        )
        if self.strict and done.losses:
            raise Lossy([*done.troubles, *done.losses], source.name)
        return Converted(out.getvalue(), done, told)


def convert_input(
    world: World,
    source: Input,
    how: Conversion,
    stream: BinaryIO,
    doing: str,
    tell: Callable[[str], None],
    report: Report,
    found: Sequence[Diagnostic],
    progress: Progress,
) -> Written:
    """The same of an input; `found` is what `report` has heard."""
    target, seen = registry.formats[how.to], Seen()
    whole = traces(
        world, source, doing, format=how.format, subagents=how.subagents or how.repository is not None,
        report=report, progress=progress,
    )  # fmt: skip
    if how.repository is not None:
        whole = _linked(world, whole, source, how.repository, tell)

    def convert_to(out: BinaryIO, watch: Callable[[Trace], None]) -> Written:
        masked = pipeline.convert(whole, target, how.options, out, report, world.ambient, how.redaction, watch)
        return written(source.name, target, masked, seen, found, out.tell())

    return _verified(convert_to, target, seen, stream) if how.verify else convert_to(stream, seen)


def _verified(
    convert_to: Callable[[BinaryIO, Callable[[Trace], None]], Written], target: Format, seen: Seen, stream: BinaryIO
) -> Written:
    """The output is read back before any of it gets into the stream, which need not be one that can be read."""
    from steno.base.spool import Spool  # costs start-up

    kept: list[Trace] = []

    def watch(trace: Trace) -> None:
        seen(trace)
        kept.append(trace)

    with Spool(BUFFER) as spool:
        out = cast(BinaryIO, spool)
        done = convert_to(out, watch)
        verified(done, target, out, kept)
        spool.pass_on(stream, BUFFER)
    return done


def _linked(
    world: World, traces: Iterable[Trace], source: Input, repository: Path, tell: Callable[[str], None]
) -> Iterator[Trace]:
    """The trace with what is known of it in a repository."""
    from steno.api.linked import Linked
    from steno.vcs.remembered import name_of

    if source.path is None:
        raise UsageError("`steno link` knows sessions by file, and standard input is none: give the session's file")
    with Linked(world, repository) as linked:
        code = linked.code(name_of(source.path))
        if code is None:
            tell(f"{repository}: nothing is known about {source.name} here; run `steno link` first")
        for number, trace in enumerate(traces):
            if number:
                raise UsageError(f"{source.name}: several traces in one file, but `steno link` needs one file for each")
            yield trace if code is None else replace(trace, **code._asdict())
