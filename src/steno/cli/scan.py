"""`steno scan`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

import click

from steno import scanner
from steno.base.files import Unreadable, decompressed
from steno.cli import exits, options, output, world
from steno.contracts import UsageError
from steno.detect import Level, finder
from steno.detect.policy import Allowed
from steno.diagnostics import Diagnostic, Place, Severity
from steno.model import JSON
from steno.render.progress import Amount, Progress
from steno.render.terminal import number_of

SCHEMA = "steno.scan/1"


# Whether a file can be read is said of each by itself, and the others are scanned.
_PATH = click.Path(readable=False, allow_dash=True, path_type=Path)


@click.command("scan")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=_PATH)
@click.option(
    "--level", type=click.Choice(["secrets", "pii", "strict"]),
    help="What to look for: secrets, personal data too, or also paths.  [default: what steno.toml says, or secrets]",
)  # fmt: skip
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "sarif", "github"]),
    help="How to print what is found.  [default: text]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@options.config_file
@options.no_config
@options.colour
def command(
    paths: tuple[Path, ...],
    level: str | None,
    style: str | None,
    as_json: bool,
    config_file: Path | None,
    no_config: bool,
    colour: str,
) -> int:
    """Look for secrets in files and folders of any text; - is standard input.

    Says where something stands and of which kind it is, never the value.  Ends with 1 if anything is found.
    `steno rule CODE` explains a finding.  What steno.toml allows is counted and not listed.

    \b
      steno scan .
      steno scan ~/.claude/projects --level pii
      git diff --cached | steno scan -
    """
    if as_json and style not in (None, "json"):
        raise UsageError(f"--json and --format {style} contradict each other")
    style = "json" if as_json else style or "text"
    policy = world.policy(config_file, no_config=no_config)
    chosen = Level(level) if level else policy.level or Level.SECRETS
    looking = policy.over(finder(chosen), chosen)
    run = _Run(looking, as_json=style == "json")
    with Progress(sys.stderr) as progress:
        run.scan(paths, progress)
    shown = [each for each in run.found if each.severity is not Severity.NOTE]
    more: dict[str, JSON] = {"scanned": run.scanned, "level": chosen.value, "policy": policy.file or None}
    more["allowed"] = dict(sorted(looking.suppressed.items()))
    output.findings_as(shown, run.failed, style, colour, SCHEMA, more, looking.rules)
    exits.say(_summary(run, len(shown), looking.suppressed.total()), "")
    return exits.several(len(run.failed), run.scanned, exits.Exit.FINDINGS if shown else exits.Exit.DONE)


class _Run:
    """What one run found, file by file."""

    def __init__(self, looking: Allowed, *, as_json: bool) -> None:
        self._looking, self._as_json = looking, as_json
        self.found: list[Diagnostic] = []
        self.failed: list[str] = []
        self.scanned = 0

    def scan(self, paths: tuple[Path, ...], progress: Progress) -> None:
        progress.say("looking at what there is")
        amount = Amount(_size(paths) if sys.stderr.isatty() else 0)
        for path in paths:
            if str(path) == "-":
                progress.say("scanning standard input")
                scanner.scan_stream(decompressed(world.stdin()), Place("-"), self._looking, self.found.append)
                self.scanned += 1
                continue
            for file in scanner.files(path, self.found.append):
                progress.say(f"scanning {file.name}", amount, amount.total)
                self._scan(file, amount, alone=len(paths) == 1 and file == path)

    def _scan(self, file: Path, amount: Amount, *, alone: bool) -> None:
        def watch(stream: BinaryIO) -> None:
            amount.begin(stream, _bytes(file) if amount.total else 0)

        try:
            scanner.scan_file(file, self._looking, self.found.append, watch)
            self.scanned += 1
        except Unreadable as error:
            if alone:
                raise
            self.failed.append(str(error))
            exits.explain(error, as_json=self._as_json)


def _size(paths: tuple[Path, ...]) -> int:
    """How many bytes there are to scan, where files say it."""
    files = (file for path in paths if str(path) != "-" for file in scanner.files(path, lambda each: None))
    return sum(map(_bytes, files))


def _bytes(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # it is gone, or cannot be read: scanning it will say so
        return 0


def _summary(run: _Run, shown: int, allowed: int) -> str:
    binary = len(run.found) - shown
    passed = f", {binary} of them binary and passed over" if binary else ""
    more = f", {allowed} more allowed by the policy" if allowed else ""
    return f"{number_of(run.scanned, 'file')} scanned{passed}: {number_of(shown, 'finding')}{more}"
