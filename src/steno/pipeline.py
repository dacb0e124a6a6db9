"""The stages put together: read, apply passes, convert, check.  Knows no format and no file by name."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from steno import registry
from steno.base.files import Unreadable, ahead, peek
from steno.base.memory import uncollected
from steno.contracts import Ambient, Format, Pass, Reader, Strictness, UsageError, Writer
from steno.diagnostics import Place, Report
from steno.model import Trace
from steno.model.ledger import Style

if TYPE_CHECKING:
    from steno.detect.policy import Policy
    from steno.detect.seeds import Machine
    from steno.model.ledger import Masked
    from steno.passes.redact import Redact
    from steno.passes.structure import Structure

    Masking = Redact | Structure

HEAD = 1 << 16
"""How many bytes a format may look at to know its own."""

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class PassOrderError(ValueError):
    """A pass was asked to run before one it depends on."""


class UnknownFormat(Unreadable):
    """No format knows this input as its own."""

    hint = "-f FORMAT says what it is; `steno formats` lists the formats"


def apply(passes: Iterable[Pass], trace: Trace, report: Report) -> Trace:
    """The trace after these passes, in order; raises `PassOrderError`."""
    for each in passes:
        if missing := each.needs - trace.facts:
            raise PassOrderError(f"{each.name} needs a trace that is {', '.join(sorted(missing))}")
        trace = each.run(trace, report)
        trace = replace(trace, facts=(trace.facts - each.unmakes) | each.makes)
    return trace


def sniffed(head: bytes, name: str) -> Format:
    """The first format that knows the beginning of a file as its own; raises `UnknownFormat`."""
    if not head:
        raise UnknownFormat(f"{name}: an empty file")
    for each in registry.formats:
        if each.sniff is not None and each.sniff(head):
            return each
    if head.startswith(_UTF16):
        raise UnknownFormat(f"{name}: UTF-16 text, expected UTF-8: convert it first")
    if b"\0" in head:
        raise UnknownFormat(f"{name}: a binary file, expected a session or a trace")
    known = ", ".join(each.name for each in registry.formats if each.reader is not None)
    raise UnknownFormat(f"{name}: none of the known formats ({known})")


def recognised(stream: BinaryIO, place: Place, format: str | None = None) -> tuple[Format, Reader, BinaryIO]:
    """The format of a stream, named or found by its content, its reader, and the stream at its beginning."""
    stream = ahead(stream, HEAD)
    found = registry.formats[format] if format is not None else sniffed(peek(stream, HEAD), place.path or "the input")
    if found.reader is None:
        raise UsageError(f"Steno writes {found.name} and does not read it")
    return found, found.reader, stream


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
    key: bytes | None = None,
    watch: Callable[[Trace], None] = lambda trace: None,
    machine: Machine | None = None,
    policy: Policy | None = None,
) -> None:
    """Write traces in a format, after the passes it needs and as much redaction as its options ask for.

    Equal secrets get equal marks under one `key`; without one, a random key makes the marks of every run different.
    `watch` is shown each trace as the writer gets it; what is known of a `machine` is looked for from the start.
    Private keys are masked whatever the options say.
    """
    if target.writer is None:
        raise UsageError(f"Steno reads {target.name} and does not write it")
    # No format knows this level: to the writer it is the strictest one, of which even less is left.
    structure = _STRUCTURE in words
    words = [_STRICT if word == _STRUCTURE else word for word in words]
    writer = target.writer(words, ambient, report)
    passes = [registry.passes[name] for name in target.needs]
    key = ambient.randomness(32) if key is None else key
    level = "structure" if structure else writer.redaction
    redact = masking(level, key, machine=machine, style=target.placeholders, policy=policy, listed=False)
    passes += [redact, *(registry.passes[name] for name in target.derives)]

    def ready() -> Iterator[Trace]:
        for trace in traces:
            trace = apply(passes, trace, report)
            watch(trace)
            yield trace

    if level == "none":
        writer.write(ready(), stream, report)
    else:
        _write_guarded(writer, ready(), stream, report, redact)


_STRUCTURE, _STRICT = "redact=structure", "redact=strict"


def masking(
    level: str,
    key: bytes,
    *,
    machine: Machine | None = None,
    style: Style = Style.OPEN_TOKEN,
    policy: Policy | None = None,
    listed: bool = True,
) -> Masking:
    """The pass that takes out what a level asks for: `none`, `secrets`, `pii`, `strict` or `structure`."""
    if level == "structure":
        from steno.passes.structure import Structure

        return Structure()
    from steno.detect import Level
    from steno.detect.policy import NOTHING
    from steno.detect.seeds import seeds
    from steno.passes.redact import Redact

    known = () if machine is None else seeds(machine, Level(level))
    return Redact(level, key, None, known, style, registry.formats.get, policy or NOTHING, listed=listed)


def _write_guarded(writer: Writer, traces: Iterator[Trace], stream: BinaryIO, report: Report, redact: Masking) -> None:
    """Write, and look at the bytes once more before they leave; raises `Leak`."""
    from steno.guard import guarded

    out, guard = guarded(stream, redact.guards())
    writer.write(traces, out, report)
    guard.finish()


@uncollected()
def redacted(
    stream: BinaryIO, place: Place, report: Report, redact: Masking, ambient: Ambient, format: str | None = None
) -> tuple[bytes, list[Masked]]:
    """A document in its own format with everything masked that the pass finds, and what that was."""
    found, reader, stream = recognised(stream, place, format)
    if found.writer is None:
        raise UsageError(f"Steno reads {found.name} and does not write it")
    redact.style = found.placeholders
    masked: list[Masked] = []

    def ready() -> Iterator[Trace]:
        for trace in reader.read(stream, place, report):
            yield apply([redact], trace, report)
            masked.extend(redact.ledger)

    out = io.BytesIO()
    _write_guarded(found.writer(found.lossless, ambient, report), ready(), out, report, redact)
    return out.getvalue(), masked


def check(
    stream: BinaryIO,
    place: Place,
    report: Report,
    format: str | None = None,
    level: Strictness = Strictness.STRICT,
) -> Format:
    """Report everything in which a document breaks its format's rules of a level, or cannot be read."""
    found, reader, stream = recognised(stream, place, format)
    if found.load is None:
        for _ in reader.read(stream, place, report):
            pass
    else:
        document = found.load(stream, place, report)
        for rule in found.rules:
            if level.includes(rule.level):
                rule(document, place, report)
    return found
