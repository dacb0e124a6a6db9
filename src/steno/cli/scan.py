"""`steno scan`"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from steno import scanner
from steno.base.files import Unreadable, decompressed
from steno.cli import exits, options, output, world
from steno.detect import Level
from steno.diagnostics import Diagnostic, Place, Severity
from steno.render.progress import Progress

SCHEMA = "steno.scan/1"


@click.command("scan")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(allow_dash=True, path_type=Path))
@click.option(
    "--level", type=click.Choice(["secrets", "pii", "strict"]), default="secrets", show_default=True,
    help="What to look for: secrets, personal data too, or also paths.",
)  # fmt: skip
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True,
    help="How to print what is found.",
)  # fmt: skip
@options.colour
def command(paths: tuple[Path, ...], level: str, style: str, colour: str) -> int:
    """Look for secrets in files and folders of any text; - is standard input.

    Says where something stands and of which kind it is, never the value.  Ends with 1 if anything is found.
    `steno rule CODE` explains a finding.

    \b
      steno scan .
      steno scan ~/.claude/projects --level pii
      git diff --cached | steno scan -
    """
    found: list[Diagnostic] = []
    failed: list[str] = []
    scanned = 0
    with Progress(sys.stderr) as progress:
        for path in paths:
            if str(path) == "-":
                scanner.scan_stream(decompressed(world.stdin()), Place("-"), Level(level), found.append)
                scanned += 1
                continue
            for file in scanner.files(path, found.append):
                progress.say(f"scanning {file}", 0)
                try:
                    scanner.scan_file(file, Level(level), found.append)
                    scanned += 1
                except Unreadable as error:
                    if len(paths) == 1 and file == path:
                        raise
                    failed.append(str(error))
                    exits.explain(error, as_json=style == "json")
    shown = [each for each in found if each.severity is not Severity.NOTE]
    output.findings_as(shown, failed, style, colour, SCHEMA)
    places = f"{scanned} {'file' if scanned == 1 else 'files'}"
    binary = len(found) - len(shown)
    passed = f", {binary} of them binary and passed over" if binary else ""
    exits.say(f"{places} scanned{passed}: {len(shown)} findings", "")
    return exits.several(len(failed), scanned, exits.Exit.FINDINGS if shown else exits.Exit.DONE)
