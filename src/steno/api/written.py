"""What became of a trace that was written: what was masked, what was lost, what is wrong with the output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline
from steno.base.counts import number_of
from steno.contracts import Code, Format, UsageError
from steno.diagnostics import Diagnostic, Place, Report, Severity
from steno.formats.losses import UNNAMED
from steno.model import Kind, Trace
from steno.model.ledger import NOTE, counts
from steno.redaction import Redacted
from steno.redaction import together as all_redacted

LARGEST_CHECKED = 16 << 20
"""A larger output is left to `steno check`: looking at it would take as long as writing it."""


class Seen:
    """Counts what passes by on its way to the writer."""

    def __init__(self) -> None:
        self.events = self.calls = 0
        self.formats: set[str] = set()
        """What was read."""

    def __call__(self, trace: Trace) -> None:
        self.formats.update(source.format for source in trace.header.sources)
        self.events += len(trace.events)
        self.calls += sum(event.kind is Kind.TOOL_CALL for event in trace.events)


class Written(Struct):
    """One output."""

    source: str
    """What was read, by its name."""
    target: str
    """The format, by its title."""
    redacted: Redacted
    events: int
    calls: int
    """How many events and tool calls there were."""
    same_format: bool
    """Whether it was written back in a format in which it was read."""
    size: int
    """In bytes."""
    losses: list[Diagnostic]
    """What the format had no place for."""
    troubles: list[Diagnostic]
    """Errors and warnings while it was read and written."""
    withheld: int
    """How many texts could not be scanned, and did not leave for that reason."""
    codes: dict[str, Code]
    """The format's losses, by code."""
    named: Mapping[str, int]
    """How often any of them was named, the small ones too, by where: a pointer into a trace."""
    broken: Sequence[Diagnostic] = ()
    """In what the output breaks rules of its own format, where it was checked."""
    unchecked: bool = False
    """Whether it was too large to be checked."""
    verified: bool = False
    """Whether it was read back and compared."""
    unnamed: Sequence[Diagnostic] = ()
    """What differed then, and no loss names."""


def written(
    source: str, target: Format, redacted: Redacted, seen: Seen, found: Sequence[Diagnostic], size: int
) -> Written:
    """What became of an input, by all that was said while it was read and written."""
    codes = {each.code: each for each in target.losses}
    named: Counter[str] = Counter()
    for each in found:
        if each.code in codes:
            named[each.place.pointer] += each.count
    return Written(
        source,
        target.title,
        redacted,
        seen.events,
        seen.calls,
        target.name in seen.formats,
        size,
        [each for each in found if each.severity is Severity.LOSS],
        troubles(found),
        withheld(found),
        codes,
        named,
    )


def together(several: Sequence[Written]) -> Written:
    """What became of several inputs, in sum; losses name the input that they are of."""
    first = several[0]
    losses = [
        replace(loss, place=replace(loss.place, path=loss.place.path or each.source))
        for each in several
        for loss in each.losses
    ]
    return Written(
        number_of(len(several), "session"),
        first.target,
        all_redacted(each.redacted for each in several),
        sum(each.events for each in several),
        sum(each.calls for each in several),
        any(each.same_format for each in several),
        sum(each.size for each in several),
        losses,
        [trouble for each in several for trouble in each.troubles],
        sum(each.withheld for each in several),
        first.codes,
        sum((Counter(each.named) for each in several), Counter()),
        verified=all(each.verified for each in several),
        unnamed=[each for one in several for each in one.unnamed],
    )


def troubles(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Errors and warnings."""
    return [each for each in found if each.severity in (Severity.ERROR, Severity.WARNING)]


def withheld(found: Sequence[Diagnostic]) -> int:
    """How many texts could not be scanned, and did not leave for that reason."""
    from steno.passes.redact import UNSEEN  # the detectors cost start-up

    return sum(each.count for each in found if each.code in UNSEEN)


def checked(done: Written, target: Format, stream: BinaryIO) -> None:
    """Look whether an output keeps the rules of its own format; leaves the stream at its end."""
    done.unchecked = target.load is not None and done.size > LARGEST_CHECKED
    if target.load is None or done.unchecked or not (stream.readable() and stream.seekable()):
        return
    stream.seek(0)
    broken: list[Diagnostic] = []
    pipeline.check(stream, Place("output"), broken.append, target.name, scanned=True)
    done.broken = [each for each in broken if each.severity is Severity.ERROR]
    stream.seek(0, 2)


def verified(done: Written, target: Format, stream: BinaryIO, traces: Sequence[Trace]) -> None:
    """Read an output back, and compare it with the traces that the writer got; leaves the stream at its end.

    Raises `UsageError` where the output holds another number of traces, so that they cannot be told apart.
    """
    from steno.readback import unnamed  # costs start-up, and few outputs are read back

    stream.seek(0)
    found = list(pipeline.read(stream, Place("output"), lambda _: None, target.name))
    stream.seek(0, 2)
    if len(found) != len(traces):
        counts = f"the output holds {number_of(len(found), 'trace')} and {number_of(len(traces), 'trace')} went in"
        raise UsageError(f"cannot verify: {counts}")
    differing: Counter[str] = Counter()
    for before, after in zip(traces, found, strict=True):
        differing.update(unnamed(_telling(before, after), after, done.named))
    done.unnamed = [
        Diagnostic(
            UNNAMED.code,
            UNNAMED.severity,
            "it is read back otherwise, and no loss says so",
            Place("output", pointer=where),
            count,
        )
        for where, count in sorted(differing.items())
    ]
    done.verified = True


def _telling(before: Trace, after: Trace) -> Trace:
    """The trace without the word that a redaction found nothing, where that is not read back: it is no loss."""
    said = [note for note in before.notes if note.key != NOTE or counts(note) or note in after.notes]
    return replace(before, notes=tuple(said))


def both(report: Report, found: list[Diagnostic]) -> Report:
    """Tells both."""

    def told(each: Diagnostic) -> None:
        found.append(each)
        report(each)

    return told
