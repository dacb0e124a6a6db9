"""The library's front door: reads, converts and checks files or streams, with the machine's clock and randomness."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from steno import pipeline, registry
from steno.base.files import opened, written
from steno.base.ids import system_randomness
from steno.base.time import system_clock
from steno.contracts import Ambient, Format, Strictness
from steno.diagnostics import Diagnostic, Place, Report
from steno.model import Trace
from steno.redaction import USUAL, Redacted, Redaction
from steno.render.said import said

if TYPE_CHECKING:
    from steno.detect import Span
    from steno.detect.seeds import Machine

Source = str | os.PathLike[str] | BinaryIO


def _unheard(each: Diagnostic) -> None:
    """Where nobody asked for diagnostics."""


@contextmanager
def _open(source: Source) -> Iterator[tuple[BinaryIO, Place]]:
    if isinstance(source, str | os.PathLike):
        with opened(Path(source)) as stream:
            yield stream, Place(os.fspath(source))
    else:
        yield source, Place()


def read(source: Source, *, format: str | None = None, report: Report = _unheard) -> Iterator[Trace]:
    """The traces of a file or binary stream; its format is found by content unless it is named.

    Bad input never raises: what cannot be understood is kept as an event of kind `unknown`, and `report` is told.
    Raises `Unreadable` where there is nothing to read, or no format knows it.
    """
    with _open(source) as (stream, place):
        yield from pipeline.read(stream, place, report, format)


def convert(
    traces: Trace | Iterable[Trace],
    to: str,
    target: str | os.PathLike[str] | BinaryIO,
    *,
    options: Sequence[str] = (),
    redact: str = USUAL.level,
    report: Report = _unheard,
    key: bytes | None = None,
    ambient: Ambient | None = None,
) -> Redacted:
    """Write traces in a format; `options` are its `key=value` words, `report` is told of every loss.

    Whatever the format, what `redact` asks for is masked before anything leaves (`none`, `secrets`, `pii`, `strict` or
    `structure`); returns what that was.  A file appears whole or not at all.  With the same `key` and `ambient` the
    same traces give the same bytes.
    """
    format = registry.formats[to]
    world = ambient or Ambient(system_clock(os.environ), system_randomness)
    redaction = Redaction(level=redact, key=key)
    several = [traces] if isinstance(traces, Trace) else traces
    if isinstance(target, str | os.PathLike):
        with written(Path(target)) as stream:
            return pipeline.convert(several, format, options, stream, report, world, redaction)
    return pipeline.convert(several, format, options, target, report, world, redaction)


def check(source: Source, *, format: str | None = None, level: str = "strict") -> list[Diagnostic]:
    """Everything in which a file or binary stream breaks the rules of its format.

    Where a format has rules of several levels, those up to `level` are asked: `schema`, `strict`, `release` or `all`.
    What the messages would quote of a secret is masked.
    """
    found: list[Diagnostic] = []
    with _open(source) as (stream, place):
        pipeline.check(stream, place, found.append, format, Strictness(level))
    return list(said(found))


def known_formats() -> list[Format]:
    """Every format, the built-in ones first."""
    return list(registry.formats)


def redact(
    trace: Trace,
    *,
    level: str = "secrets",
    key: bytes | None = None,
    report: Report = _unheard,
    machine: Machine | None = None,
) -> Trace:
    """The trace with everything masked that a level asks for; equal values get equal marks under one key.

    What is known of a `machine` (its users, its secrets) is looked for from the start; nothing is read of this one.
    """
    masking = Redaction(level=level, machine=machine).masking(system_randomness(32) if key is None else key)
    return pipeline.apply([masking], trace, report)


def scan(text: str, level: str = "secrets") -> list[Span]:
    """What in a text would be masked: each finding has `start`, `end`, `type` and `rule`, and no value is kept."""
    from steno import scanner

    return scanner.scan(text, level)
