"""Look for secrets in texts, files and folders.  Says where and of which kind, never the value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct

from steno import scanner
from steno.api.inputs import Failed, Tally
from steno.api.jobs import at_once
from steno.api.outcome import Here
from steno.api.progress import Amount, Progress, silent
from steno.api.world import World, ignore
from steno.base.files import Unreadable, decompressed
from steno.contracts import Code
from steno.detect import Level, Span, finder
from steno.detect.policy import Policy
from steno.diagnostics import Diagnostic, Place, Report


def scan(text: str, level: str = "secrets") -> list[Span]:
    """What in a text would be masked: each finding has `start`, `end`, `type` and `rule`, and no value is kept."""
    return scanner.scan(text, level)


class Scanned(Struct, frozen=True):
    """What was looked at; findings go to `report`."""

    done: int
    failed: list[str]
    level: str
    policy: str
    """The file that is in force; empty where there is none."""
    allowed: Mapping[str, int]
    """How many findings the policy let stand, by code."""
    codes: Mapping[str, Code]
    """The policy's own rules."""


def scan_paths(
    world: World,
    paths: Sequence[Path],
    policy: Policy,
    *,
    level: str | None = None,
    sized: bool = False,
    jobs: int = 1,
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Scanned:
    """Report every secret in files and in all files of folders; `-` is standard input.

    Without a level, the policy's counts, else secrets.  With `sized`, all is measured first, for progress.  Of one
    file, or without `failed`, an error ends it.
    """
    chosen = Level(level) if level else policy.level or Level.SECRETS
    scan = _Scan(world, policy, chosen)
    tally = Tally(2, failed)
    allowed: Counter[str] = Counter()
    with at_once(scan, jobs, _most(paths)) as each:
        progress("looking at what there is")
        found = list(_found(paths)) if sized else _found(paths)
        scan.amount = Amount(sum(map(_size, found)) if isinstance(found, list) else 0)
        for outcome in each(found, _prepared, doing="scanning", progress=progress):
            try:
                suppressed = outcome.told(report)
            except Unreadable as error:
                if [outcome.word] == list(paths):
                    raise
                tally.fail(error)
            else:
                tally.done += not isinstance(outcome.word, Diagnostic)
                allowed.update(suppressed)
    stood = dict(sorted(allowed.items()))
    return Scanned(tally.done, tally.failed, chosen.value, policy.file, stood, scan.looking.rules)


class _Scan:
    """Looks at one file, or at standard input; gives back how many findings the policy let stand, by code."""

    def __init__(self, world: World, policy: Policy, level: Level) -> None:
        self._made_of = world, policy, level
        self.looking = policy.over(finder(level), level)
        self.amount = Amount(0)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of  # what was compiled stays where it was

    def __call__(self, path: Path | None, report: Report, progress: Progress) -> Counter[str]:
        self.looking.suppressed.clear()
        if path is not None and str(path) == "-":
            progress("scanning standard input")
            scanner.scan_stream(decompressed(self._made_of[0].stdin()), Place("-"), self.looking, report)
        elif path is not None:
            progress(f"scanning {path.name}", self.amount, self.amount.total)
            scanner.scan_file(path, self.looking, report, partial(self._watch, path))
        return self.looking.suppressed.copy()

    def _watch(self, path: Path, stream: BinaryIO) -> None:
        self.amount.begin(stream, _size(path) if self.amount.total else 0)


def _prepared(found: Path | Diagnostic, report: Report) -> Path | Here:
    if isinstance(found, Diagnostic):
        report(found)
        return Here(None)
    return Here(found) if str(found) == "-" else found


def _found(paths: Sequence[Path]) -> Iterator[Path | Diagnostic]:
    """Every file, and what there is to say of folders, in order."""
    said: list[Diagnostic] = []
    for path in paths:
        for file in [path] if str(path) == "-" else scanner.files(path, said.append):
            yield from said
            said.clear()
            yield file
    yield from said


def _most(paths: Sequence[Path]) -> int | None:
    """How many inputs there are, where no folder is among them."""
    return None if any(path.is_dir() for path in paths) else len(paths)


def _size(file: Path | Diagnostic) -> int:
    try:
        return 0 if isinstance(file, Diagnostic) or str(file) == "-" else file.stat().st_size
    except OSError:  # it is gone, or cannot be read: scanning it will say so
        return 0
