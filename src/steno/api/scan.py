"""Look for secrets in texts, files and folders.  Says where and of which kind, never the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from steno import scanner
from steno.api.inputs import Failed, Tally
from steno.api.progress import Amount, Progress, silent
from steno.api.world import World, ignore
from steno.base.files import Unreadable, decompressed
from steno.contracts import Code
from steno.detect import Level, Span, finder
from steno.detect.policy import Allowed, Policy
from steno.diagnostics import Place, Report


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
    failed: Failed | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Scanned:
    """Report every secret in files and in all files of folders; `-` is standard input.

    Without a level, the policy's counts, else secrets.  With `sized`, all is measured first, for progress.  Of one
    file, or without `failed`, an error ends it.
    """
    chosen = Level(level) if level else policy.level or Level.SECRETS
    looking = policy.over(finder(chosen), chosen)
    progress("looking at what there is")
    amount = Amount(sum(_size(file) for file in _files(paths)) if sized else 0)
    tally = Tally(2, failed)
    for path in paths:
        if str(path) == "-":
            progress("scanning standard input")
            scanner.scan_stream(decompressed(world.stdin()), Place("-"), looking, report)
            tally.done += 1
            continue
        for file in scanner.files(path, report):
            progress(f"scanning {file.name}", amount, amount.total)
            try:
                _scan(file, looking, amount, report)
                tally.done += 1
            except Unreadable as error:
                if len(paths) == 1 and file == path:
                    raise
                tally.fail(error)
    allowed = dict(sorted(looking.suppressed.items()))
    return Scanned(tally.done, tally.failed, chosen.value, policy.file, allowed, looking.rules)


def _scan(file: Path, looking: Allowed, amount: Amount, report: Report) -> None:
    def watch(stream: BinaryIO) -> None:
        amount.begin(stream, _size(file) if amount.total else 0)

    scanner.scan_file(file, looking, report, watch)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    return (file for path in paths if str(path) != "-" for file in scanner.files(path, ignore))


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # it is gone, or cannot be read: scanning it will say so
        return 0
