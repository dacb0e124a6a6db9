"""The stages put together: read, apply passes, convert, check.  Knows no format and no file by name."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from steno import registry
from steno.base.files import ahead, peek
from steno.base.jsonl import BUFFER
from steno.base.memory import uncollected
from steno.contracts import Ambient, Format, Pass, Reader, Strictness, UsageError, Writer
from steno.diagnostics import Place, Report
from steno.errors import StenoError
from steno.errors import UnknownFormat as UnknownFormat
from steno.formats.heads import DATABASE, of_database
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction, Value, asked

if TYPE_CHECKING:
    from collections import Counter

    from steno.detect import Span
    from steno.model.ledger import Masked as Entry
    from steno.passes.kept import Watch
    from steno.redaction import Masking

HEAD = 1 << 16
"""How many bytes a format looks at to know its own ..."""
_LONG_HEAD = BUFFER
"""... and how many where these tell nothing: a first record may be long, and say last what it is."""

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_JSON = (b"{", b"[")


class PassOrderError(StenoError, ValueError):
    """A pass was asked to run before one it depends on."""


def apply(passes: Iterable[Pass], trace: Trace, report: Report) -> Trace:
    """The trace after these passes, in order; raises `PassOrderError`."""
    for each in passes:
        if missing := each.needs - trace.facts:
            makers = [known.name for known in registry.passes if known.makes & missing]
            first = f"; run {' and '.join(makers)} first" if makers else ""
            raise PassOrderError(f"{each.name} needs a trace that is {', '.join(sorted(missing))}{first}")
        trace = each.run(trace, report)
        trace = replace(trace, facts=(trace.facts - each.unmakes) | each.makes)
    return trace


def sniffed(head: bytes, name: str) -> Format:
    """The first format that knows the beginning of a file as its own; raises `UnknownFormat`."""
    if not head:
        raise UnknownFormat(f"{name}: an empty file", "")
    for each in registry.likely(head):
        if each.knows(head):
            return each
    if head.startswith(_UTF16):
        raise UnknownFormat(f"{name}: UTF-16 text: convert it to UTF-8 first", "")
    if b"\0" in head:
        raise UnknownFormat(f"{name}: a binary file, expected a session or a trace")
    if head.lstrip().startswith(_JSON):
        hint = "`-f FORMAT` reads it as one of them; `steno formats` lists them"
        raise UnknownFormat(f"{name}: JSON, but not a session or trace in a format that Steno knows", hint)
    raise UnknownFormat(f"{name}: not a session or trace in a format that Steno knows")


def identified(stream: BinaryIO, place: Place, format: str | None = None) -> tuple[Format, BinaryIO]:
    """The format of a stream, named or found by its content, and the stream at its beginning.  Loads no reader."""
    stream = ahead(stream, HEAD)
    return (registry.formats[format], stream) if format is not None else _sniffed(stream, place.path or "the input")


def recognised(stream: BinaryIO, place: Place, format: str | None = None) -> tuple[Format, Reader, BinaryIO]:
    """The same with its reader."""
    found, stream = identified(stream, place, format)
    if found.reader is None:
        raise UsageError(f"Steno writes {found.name} but does not read it")
    return found, found.reader, stream


def _sniffed(stream: BinaryIO, name: str) -> tuple[Format, BinaryIO]:
    head = peek(stream, HEAD)
    try:
        return sniffed(head, name), stream
    except UnknownFormat:
        if head.startswith(DATABASE):
            return sniffed(of_database(name), name), stream
        if len(head) < HEAD or b"\0" in head:
            raise
    stream = ahead(stream, _LONG_HEAD)
    return sniffed(peek(stream, _LONG_HEAD), name), stream


def read(stream: BinaryIO, place: Place, report: Report, format: str | None = None) -> Iterator[Trace]:
    """The traces of a stream, its format named or found by its content."""
    _, reader, stream = recognised(stream, place, format)
    return reader.read(stream, place, report)


@uncollected()
def convert(
    traces: Iterable[Trace],
    target: Format,
    words: Sequence[str],
    stream: BinaryIO,
    report: Report,
    ambient: Ambient,
    redaction: Redaction = USUAL,
    watch: Callable[[Trace], None] = lambda trace: None,
    teach: Callable[[set[Value]], None] = lambda values: None,
) -> Redacted:
    """Write traces in a format, after the passes it needs and the redaction; says what that took out.

    There is no other way out.  `redact=LEVEL` among the words of any target counts more than the redaction's level;
    private keys are masked whatever it is; and what leaves is looked at once more: raises `Leak` where something could
    not be taken out.  `watch` is shown each trace as the writer gets it; `teach` is told what was masked, for whoever
    writes more that belongs to it.
    """
    level, words = asked(words)
    redaction = replace(redaction, level=level or redaction.level)
    writer = _writer(target, words, ambient, report)
    redact = redaction.masking(redaction.key or ambient.randomness(32), style=target.placeholders, listed=False)
    ready = _ready(traces, target, report, redact, watch)
    if redaction.level == "none":
        writer.write(ready, stream, report)
    else:
        _write_guarded(writer, ready, stream, report, redact)
        teach(redact.learned)
    return Redacted(redaction.level, redact.masked, redact.looked)


class Looked(NamedTuple):
    """A line on its way out."""

    data: bytes
    """Without its end."""
    found: list[Span]
    """What should have been masked in it: it must not leave so."""


class Lines(NamedTuple):
    """What a target of lines wrote."""

    lines: list[Looked]
    redacted: Redacted
    stood: frozenset[str]
    """Words that only look like a secret, and stand in ids or sealed bytes: another look at the lines finds them."""
    learned: set[Value]
    """The values that were masked: whoever writes more of the same dataset has to mask them."""


@uncollected()
def looked(
    traces: Iterable[Trace],
    target: Format,
    words: Sequence[str],
    report: Report,
    ambient: Ambient,
    redaction: Redaction = USUAL,
    watch: Callable[[Trace], None] = lambda trace: None,
) -> Lines:
    """The same for a target of lines, of which one that may not leave holds back no other: with each line, what the
    last look found in it.  Whoever takes the lines leaves those out, or masks what was found.
    """
    if redaction.level == "none":
        raise UsageError("lines that others get are redacted: redact cannot be 'none'")
    out = io.BytesIO()
    redact = redaction.masking(redaction.key or ambient.randomness(32), style=target.placeholders, listed=False)
    writer = _writer(target, words, ambient, report)
    writer.write(_ready(traces, target, report, redact, watch), out, report)
    lines = [each for batch in _batches(out.getvalue()) for each in _looked(batch, redact.guards())]
    said = Redacted(redaction.level, redact.masked, redact.looked)
    return Lines(lines, said, frozenset(redact.stood), redact.learned)


def _batches(data: bytes) -> Iterator[list[bytes]]:
    """Lines, as many together as are looked at at once."""
    batch, size = list[bytes](), 0
    for line in data.split(b"\n")[:-1]:
        batch.append(line)
        size += len(line)
        if size >= BUFFER:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _looked(lines: list[bytes], watches: Sequence[Watch]) -> Iterator[Looked]:
    data = b"\n".join(lines)
    found = sorted((span for watch in watches for span in watch(data)), key=lambda span: span.start)
    begin = at = 0
    for line in lines:
        end = begin + len(line) + 1
        inside: list[Span] = []
        while at < len(found) and found[at].start < end:
            inside.append(found[at]._replace(start=found[at].start - begin, end=found[at].end - begin))
            at += 1
        yield Looked(line, inside)
        begin = end


def _writer(target: Format, words: Sequence[str], ambient: Ambient, report: Report) -> Writer:
    if target.writer is None:
        raise UsageError(f"Steno reads {target.name} but does not write it")
    return target.writer(words, ambient, report)


def _ready(
    traces: Iterable[Trace], target: Format, report: Report, redact: Masking, watch: Callable[[Trace], None]
) -> Iterator[Trace]:
    for trace in traces:
        trace = prepared(trace, target, report, redact)
        watch(trace)
        yield trace


def prepared(trace: Trace, target: Format, report: Report, *redact: Pass) -> Trace:
    """A trace as the writer of a format gets it: after the passes it needs, redaction, and what is then derived."""
    trace = apply([*map(registry.passes.__getitem__, target.needs), *redact], trace, report)
    if _is_of(trace, target):
        return trace
    return apply(map(registry.passes.__getitem__, target.derives), trace, report)


def _is_of(trace: Trace, target: Format) -> bool:
    """Whether a trace was read from the format that it is written in: what its file does not say is not added to it."""
    return bool(trace.header.sources) and all(source.format == target.name for source in trace.header.sources)


def _write_guarded(writer: Writer, traces: Iterator[Trace], stream: BinaryIO, report: Report, redact: Masking) -> None:
    """Write, and look at the bytes once more before they leave; raises `Leak`."""
    from steno.guard import guarded

    out, guard = guarded(stream, redact.guards())
    writer.write(traces, out, report)
    guard.finish()


class Masked(Struct, frozen=True):
    """A document with everything masked that a redaction found."""

    pieces: Sequence[bytes | memoryview]
    """Its bytes, one after the other: what did not change is not copied."""
    ledger: list[Entry]
    """What was masked, and where, if that was asked for."""
    places: int
    """How many placeholders were put."""
    said: Redacted
    suppressed: Counter[str]
    """How many findings the policy let stand, by code."""

    @property
    def data(self) -> bytes:
        """All of it."""
        return self.pieces[0] if len(self.pieces) == 1 and isinstance(self.pieces[0], bytes) else b"".join(self.pieces)


@uncollected()
def redacted(
    stream: BinaryIO,
    place: Place,
    report: Report,
    redaction: Redaction,
    ambient: Ambient,
    format: str | None = None,
    *,
    listed: bool = True,
) -> Masked:
    """A document in its own format, redacted in that format's own words.

    Where no list of what was masked is wanted, the lines of a log in which there is nothing to mask are not read.
    """
    found, stream = identified(stream, place, format)
    key = redaction.key or ambient.randomness(32)
    if found.lined is not None and not listed:
        data = stream.read()
        if (done := _by_lines(data, place, report, redaction, ambient, found, key)) is not None:
            return done
        stream = io.BytesIO(data)
    reader = found.reader
    if reader is None:
        raise UsageError(f"Steno writes {found.name} but does not read it")
    if found.writer is None:
        raise UsageError(f"Steno reads {found.name} but does not write it")
    redact = redaction.masking(key, style=found.placeholders)
    ledger: list[Entry] = []

    def ready() -> Iterator[Trace]:
        for trace in reader.read(stream, place, report):
            yield apply([redact], trace, report)
            ledger.extend(redact.ledger)

    out = io.BytesIO()
    _write_guarded(found.writer(found.lossless, ambient, report), ready(), out, report, redact)
    if found.lined is not None:
        ledger = [each for each in ledger if each.event]  # the header of a trace says again what records say
    said = Redacted(redaction.level, redact.masked, redact.looked)
    return Masked([out.getvalue()], ledger, len(ledger), said, redact.suppressed)


def _by_lines(
    data: bytes, place: Place, report: Report, redaction: Redaction, ambient: Ambient, format: Format, key: bytes
) -> Masked | None:
    """A log redacted line by line; None where only reading all of it will do."""
    if redaction.level not in ("secrets", "pii"):
        return None
    from steno import lines  # costs start-up
    from steno.passes.redact import Redact

    redact = redaction.masking(key, style=format.placeholders, listed=False)
    if not isinstance(redact, Redact) or not redact.is_plain:
        return None
    try:
        done = lines.redacted(data, place, report, redact, format, ambient)
    except lines.WholeLog:
        return None
    said = Redacted(redaction.level, redact.masked, done.characters)
    return Masked(done.pieces, [], done.places, said, redact.suppressed)


def check(
    stream: BinaryIO,
    place: Place,
    report: Report,
    format: str | None = None,
    level: Strictness = Strictness.STRICT,
    *,
    scanned: bool = False,
) -> Format:
    """Report everything in which a document breaks its format's rules of a level, or cannot be read.

    Rules that look for secrets are left out where the document was `scanned` a moment ago, under the user's policy.
    """
    found, reader, stream = recognised(stream, place, format)
    if found.load is None:
        for _ in reader.read(stream, place, report):
            pass
    else:
        document = found.load(stream, place, report)
        for rule in found.rules:
            if level.includes(rule.level) and not (scanned and rule.scans):
                rule(document, place, report)
    return found
