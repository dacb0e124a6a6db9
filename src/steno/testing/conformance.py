"""The laws that every format keeps, as checks to run on samples of it.  A plug-in's tests can run them too."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence

from steno.base.exact import JSON, BadJSON, decode, encode
from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.model import Trace
from steno.testing.accounting import unaccounted
from steno.testing.fake import STILL
from steno.verify import verify

_LOCAL = "MDL006"
"""A log may have times without a zone: they are kept as they are, and that is no fault of its reader."""


def conforms(format: Format, sample: bytes, words: Sequence[str] = ()) -> list[str]:
    """What a format breaks on a sample of it, one sentence each; nothing where it keeps every law.

    `words` are the options under which its writer leaves nothing out.
    """
    return [*_reads(format, sample), *_survives(format, sample), *_writes(format, sample, words), *_rules(format)]


def _read(format: Format, data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    if format.reader is None:
        return [], found
    return list(format.reader.read(io.BytesIO(data), Place(), found.append)), found


def _reads(format: Format, sample: bytes) -> Iterator[str]:
    if format.reader is None:
        return
    if format.sniff is None or not format.sniff(sample[: 1 << 16]):
        yield "it does not know its own sample"
    traces, found = _read(format, sample)
    if (traces, found) != _read(format, sample):
        yield "reading twice gives two different traces"
    for trace in traces:
        for start, end in unaccounted(trace, found, len(sample)):
            yield f"no event accounts for bytes {start} to {end}"
        broken: list[Diagnostic] = []
        verify(trace, Place(), broken.append)
        yield from (f"the trace breaks {each}" for each in broken if each.code != _LOCAL)


def _survives(format: Format, sample: bytes) -> Iterator[str]:
    """Damage of any kind is read without an exception, and every byte is still spoken for."""
    chance = random.Random(len(sample))  # noqa: S311
    for _ in range(60):
        data = bytearray(sample)
        place = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                del data[place:]
            case 1:
                data[place] = chance.randrange(256)
            case _:
                data[place:place] = chance.choice([b"\n", b"\0", b'"', b"{", b"\xff", b"null"])
        traces, found = _read(format, bytes(data))
        for trace in traces:
            if gaps := unaccounted(trace, found, len(data)):
                yield f"after damage at byte {place}, no event accounts for {gaps}"


def _writes(format: Format, sample: bytes, words: Sequence[str]) -> Iterator[str]:
    if format.writer is None or format.reader is None:
        return
    traces, _ = _read(format, sample)
    written = []
    for _ in range(2):
        data, losses = written_back(format, traces, words)
        written.append(data)
        yield from (f"writing a sample back loses {each}" for each in losses)
    if written[0] != written[1]:
        yield "writing twice gives different bytes"
    if values(written[0]) != values(sample):
        yield "writing a sample back changes its values"


def written_back(format: Format, traces: list[Trace], words: Sequence[str] = ()) -> tuple[bytes, list[Diagnostic]]:
    """What a format's writer makes of traces, and what it says about it."""
    losses: list[Diagnostic] = []
    out = io.BytesIO()
    if format.writer is not None:
        format.writer(words, STILL, losses.append).write(traces, out, losses.append)
    return out.getvalue(), losses


def values(data: bytes) -> list[JSON]:
    """The JSON values of a document or of its lines, spelled alike; a line that is none stands for itself."""
    try:
        return [encode(decode(data).value)]
    except BadJSON:
        pass
    values: list[bytes] = []
    for line in data.split(b"\n"):
        if line.strip():
            try:
                values.append(encode(decode(line.rstrip(b"\r")).value))
            except BadJSON:
                values.append(line)
    return values


def _rules(format: Format) -> Iterator[str]:
    if format.load is None:
        if format.rules:
            yield "it has rules but nothing to run them on"
        return
    for rule in format.rules:
        for example, expected in ((rule.good, False), (rule.bad, True)):
            found: list[Diagnostic] = []
            rule(format.load(io.BytesIO(example.encode()), Place(), lambda _: None), Place(), found.append)
            if bool(found) is not expected:
                yield f"{rule.code} is {'silent on its bad' if expected else 'not silent on its good'} example"
