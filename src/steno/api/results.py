"""The results of many inputs, and where each belongs: below one folder, as the inputs lie below the one they share."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

from steno.api.inputs import Failed, Tally, resolver
from steno.api.jobs import at_once
from steno.api.outcome import Here, Outcome, Work, attempt, movable
from steno.api.progress import Progress, silent
from steno.api.world import World, ignore
from steno.diagnostics import Report
from steno.errors import Leak, Lossy, Unreadable, UsageError
from steno.redaction import Redaction
from steno.session import Input

R = TypeVar("R")

_FAILURES = (Unreadable, UsageError, Leak, Lossy)
"""What ends the work on one input, and not on the others."""
_PACKED = (".gz", ".zst")
_ENDINGS = (".jsonl", ".ndjson", ".json")


class Result(Struct, Generic[R], frozen=True):
    """What was made of one input."""

    done: R
    target: Path
    """Where it belongs, below the folder of all results."""


def each_result(
    world: World,
    words: Sequence[str],
    work: Work[R],
    redaction: Redaction,
    jobs: int,
    doing: str,
    failed: Failed | None,
    report: Report = ignore,
    progress: Progress = silent,
    suffix: str = "",
) -> Iterator[Result[R]]:
    """The work on everything that words name, in their order; `failed` is told of each that fails.

    The redaction is the one that the work masks with.  Raises `UsageError` before any work where two results would have
    one name, or one has none.
    """
    resolve = resolver(world)
    inputs: list[Outcome[Input]] = [attempt(partial(resolve, word), word, []) for word in words]
    targets = _targets([each.result for each in inputs if each.result is not None], suffix)
    tally = Tally(len(words), failed, _FAILURES)
    with at_once(work, jobs, len(words), lambda: redaction.masking(b"")) as each:
        for outcome in each(inputs, _prepared, doing=doing, progress=progress):
            with tally.one():
                done = outcome.told(report)
                yield Result(done, targets[outcome.word.told()])


def _prepared(found: Outcome[Input], report: Report) -> Input | Here:
    return movable(found.told(report))


def _targets(inputs: Sequence[Input], suffix: str) -> dict[Input, Path]:
    """Where the result of each input belongs."""
    if any(each.path is None for each in inputs):
        raise UsageError("standard input has no name to write a result under: work on it by itself")
    # As they are spelled: a link is written under its own name.
    paths = {each: Path(os.path.normpath(each.path.absolute())) for each in inputs if each.path is not None}
    if len(paths) < len(inputs):
        twice = next(each for each in inputs if inputs.count(each) > 1)
        raise UsageError(f"{twice.name} is named twice")
    shared = os.path.commonpath([path.parent for path in paths.values()]) if paths else ""
    found: dict[Path, Input] = {}
    for each, path in paths.items():
        target = path.relative_to(shared)
        target = target.with_name(_name(target.name, suffix))
        if target in found:
            raise UsageError(f"{found[target].name} and {each.name} would both be written to {target}")
        found[target] = each
    return {each: target for target, each in found.items()}


def _name(name: str, suffix: str) -> str:
    """A file's name, as its result has it: unpacked, and with the ending of the format in which it is written."""
    for ending in _PACKED:
        name = name.removesuffix(ending)
    if not suffix:
        return name
    return next((name.removesuffix(each) for each in _ENDINGS if name.endswith(each)), name) + suffix
