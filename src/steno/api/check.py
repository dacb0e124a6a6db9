"""Check files and sessions against the rules of their formats."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from steno import pipeline
from steno.api.inputs import Failed, Tally, resolver
from steno.api.jobs import at_once
from steno.api.outcome import Here, movable
from steno.api.progress import Progress, silent
from steno.api.read import Source, open_source
from steno.api.said import said
from steno.api.world import World, ignore
from steno.contracts import Strictness
from steno.diagnostics import Diagnostic, Place, Report
from steno.session import Input, known_as, stream

LEVELS = tuple(each.value for each in Strictness)
"""How closely to look; each level includes those before it."""


def check(source: Source, *, format: str | None = None, level: str = "strict") -> list[Diagnostic]:
    """Everything in which a file or binary stream breaks the rules of its format.

    Where a format has rules of several levels, those up to `level` are asked: `schema`, `strict`, `release` or `all`.
    What the messages would quote of a secret is masked.
    """
    found: list[Diagnostic] = []
    with open_source(source) as (stream, place):
        pipeline.check(stream, place, found.append, format, Strictness(level))
    return list(said(found))


class Checked(Struct, frozen=True):
    """How many inputs were checked, and why others could not be."""

    done: int
    failed: list[str]


class _Check(Struct, frozen=True):
    world: World
    format: str | None
    level: Strictness

    def __call__(self, source: Input, report: Report, progress: Progress) -> None:
        with stream(source, self.world.stdin()) as file:
            named, file = known_as(source, file, self.format)
            pipeline.check(file, Place(source.name), report, named, self.level)


def check_sessions(
    world: World,
    sessions: Sequence[str],
    *,
    format: str | None = None,
    level: str = "strict",
    jobs: int = 1,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Checked:
    """Report everything in which sessions or traces break the rules of their format; messages quote what they found.

    Without `failed`, the first that cannot be read ends it with its error.
    """
    resolve = resolver(world)

    def prepare(word: str, report: Report) -> Input | Here:
        return movable(resolve(word, report))

    tally = Tally(len(sessions) + 1, failed)
    with at_once(_Check(world, format, Strictness(level)), jobs, len(sessions)) as each:
        for outcome in each(sessions, prepare, doing="checking", progress=progress):
            with tally.one():
                outcome.told(report)
    return Checked(tally.done, tally.failed)
