"""Say what a session is about, what it did and took, and whether secrets stand in it; or what its format counts."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from steno.api import settings
from steno.api.card import Card, card, counts
from steno.api.inputs import Failed, Tally, resolver
from steno.api.mask import Mask
from steno.api.progress import Progress, silent
from steno.api.secrets import Look, Secrets
from steno.api.world import World, ignore
from steno.base.exact import JSON
from steno.diagnostics import Report
from steno.session import Input, read

T = TypeVar("T")


class About(Struct, frozen=True):
    """A trace of an input."""

    card: Card
    name: str
    size: int
    """Of the input, in bytes."""
    look: Look | None
    """What a look for secrets in all of the input found; with its last trace."""


def info(
    world: World,
    sessions: Sequence[str],
    *,
    format: str | None = None,
    mask: Mask | None = None,
    tell: settings.Tell = lambda line: None,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[About]:
    """Each trace of some sessions, sub-agents included; `tell` takes a line for the `steno.toml` that is in force.

    Of one session, or without `failed`, an error ends it.
    """
    prices, hidden, secrets = settings.prices(world), mask or Mask(world, None), Secrets(world, tell)

    def about(source: Input) -> Iterator[About]:
        data = world.stdin().read() if source.path is None else b""
        traces = list(read(source, io.BytesIO(data), report, format=format, subagents=True))
        paths = {each.path for trace in traces for each in trace.header.sources if isinstance(each.path, str)}
        look = secrets.look([source, *(Input(path, Path(path)) for path in sorted(paths - {source.name}))], data)
        size = len(data) if source.path is None else source.path.stat().st_size
        name = hidden.piece(source.name)
        for number, trace in enumerate(hidden.traces(traces, report), 1):
            yield About(card(trace, prices, name), name, size, look if number == len(traces) else None)

    return _each(world, sessions, about, failed, report, progress)


def info_counts(
    world: World,
    sessions: Sequence[str],
    *,
    format: str | None = None,
    mask: Mask | None = None,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[dict[str, JSON]]:
    """Every count of the format, of the sessions' own files alone: one record per trace."""
    hidden = mask or Mask(world, None)

    def counted(source: Input) -> Iterator[dict[str, JSON]]:
        return map(hidden.piece, list(counts(source, world.stdin(), report, format)))

    return _each(world, sessions, counted, failed, report, progress)


def _each(
    world: World,
    sessions: Sequence[str],
    of: Callable[[Input], Iterator[T]],
    failed: Failed | None,
    report: Report,
    progress: Progress,
) -> Iterator[T]:
    resolve, tally = resolver(world, report), Tally(len(sessions), failed)
    for number, word in enumerate(sessions):
        progress(f"reading {word}", number / len(sessions))
        with tally.one():
            yield from of(resolve(word))
