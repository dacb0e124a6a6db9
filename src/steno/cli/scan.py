"""`steno scan`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, Severity, UsageError
from steno.api.scan import Scanned, scan_paths
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api import JSON, Policy

SCHEMA = "steno.scan/1"

# Whether a file can be read is said of each by itself, and the others are scanned.
_PATH = click.Path(readable=False, allow_dash=True, path_type=Path)


@click.command("scan")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=_PATH)
@click.option(
    "--level", type=click.Choice(["secrets", "pii", "strict"]),
    help="What to look for: secrets; pii, personal data too; strict, also paths.  [default: secrets, or what "
    "steno.toml says]",
)  # fmt: skip
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "sarif", "github"]),
    help="How to print the findings.  [default: text]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@options.jobs
@redacting.policy
@options.colour
def command(
    paths: tuple[Path, ...], level: str | None, style: str | None, as_json: bool, jobs: int, policy: Policy, colour: str
) -> int:
    """Find secrets in files and folders of any text; - is standard input.

    Prints where each finding is and of which kind, never the value.  Exits with 1 if anything is found.
    `steno rule CODE` explains a finding.  What steno.toml allows is counted, not listed.

    \b
      steno scan .
      steno scan ~/.claude/projects --level pii --jobs auto
      git diff --cached | steno scan -
    """
    if as_json and style not in (None, "json"):
        raise UsageError(f"--json and --format {style} contradict each other")
    style = "json" if as_json else style or "text"
    found: list[Diagnostic] = []
    failures = exits.Failures(as_json=style == "json")
    with Progress(sys.stderr) as progress:
        done = scan_paths(
            here(), paths, policy, level=level, sized=sys.stderr.isatty(), jobs=jobs, failed=failures,
            report=found.append, progress=progress.say,
        )  # fmt: skip
    shown = [each for each in found if each.severity is not Severity.NOTE]
    more: dict[str, JSON] = {"scanned": done.done, "level": done.level, "policy": done.policy or None}
    more["allowed"] = dict(done.allowed)
    output.findings_as(shown, done.failed, style, colour, SCHEMA, more, done.codes)
    exits.say(_summary(done, len(found) - len(shown), len(shown)), "")
    return exits.several(len(done.failed), done.done, exits.Exit.FINDINGS if shown else exits.Exit.DONE)


def _summary(done: Scanned, binary: int, shown: int) -> str:
    passed = f", {binary} of them binary and passed over" if binary else ""
    allowed = sum(done.allowed.values())
    more = f", {allowed} more allowed by the policy" if allowed else ""
    return f"{number_of(done.done, 'file')} scanned{passed}: {number_of(shown, 'finding')}{more}"
