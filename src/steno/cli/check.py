"""`steno check`"""

from __future__ import annotations

import sys

import click

from steno.api import Diagnostic, Severity
from steno.api.check import LEVELS, check_sessions
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render import groups
from steno.render.progress import Progress

SCHEMA = "steno.check/1"


@click.command("check")
@options.session(many=True)
@options.source_format
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "sarif", "github"]), default="text", show_default=True,
    help="How to print the findings.",
)  # fmt: skip
@click.option(
    "--level", type=click.Choice(LEVELS), default="strict", show_default=True,
    help="How closely to look, where a format has levels: schema, what its schema decides; strict, all of its "
    "specification; release, also what must hold before a release; all, also what is probably a mistake.",
)  # fmt: skip
@click.option("--each", is_flag=True, help="List every finding on its own line instead of grouping similar ones.")
@options.jobs
@options.colour
def command(
    sessions: tuple[str, ...], source_format: str | None, style: str, level: str, each: bool, jobs: int, colour: str
) -> int:
    """Check sessions and traces against every rule of their format.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Exits with 1 if
    there is an error; warnings and notes are only printed.  `steno rule CODE` explains a finding.  Forsy traces and
    OpenTraces records have levels; other formats have one, which is always checked.

    Text output groups similar findings on one line, with their number and the first places; --each and the other
    formats list every one.

    \b
      steno check trace.json
      steno check @latest --each | less
      steno check trace.json --level release
      steno check *.json --format github
      steno check --jobs auto sessions/*.jsonl
      steno check trace.json --format sarif > trace.sarif
    """
    found: list[Diagnostic] = []
    # The error of a single input is the whole answer, but for a format that has a place for it.
    failures = None if len(sessions) == 1 and style == "text" else exits.Failures(as_json=style == "json")
    with Progress(sys.stderr) as progress:
        done = check_sessions(
            here(), sessions, format=source_format, level=level, jobs=jobs, failed=failures, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    output.findings_as(found, done.failed, style, colour, SCHEMA, listing=groups.each if each else groups.grouped)
    more = "; --each lists every one" if style == "text" and not each and groups.hides(found) else ""
    exits.say(groups.summary(found, done.done) + more, "")
    wrong = any(one.severity is Severity.ERROR for one in found)
    return exits.several(len(done.failed), done.done, exits.Exit.FINDINGS if wrong else exits.Exit.DONE)
