"""`steno redact`"""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.output import json_line
from steno.api.redact import redact_session
from steno.api.world import here
from steno.api.written import withheld
from steno.cli import exits, options, output, redacting, summary
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api import Redaction


@click.command("redact")
@options.session()
@functools.partial(redacting.option, name="--level")
@options.source_format
@options.output
@click.option("--diff", is_flag=True, help="Show what would change, with the values in it, and write nothing.")
@click.option(
    "--ledger", "ledger_file", type=click.Path(path_type=Path), metavar="FILE",
    help="List what was masked and where, as lines of JSON, without the values.",
)  # fmt: skip
def command(
    session: str,
    source_format: str | None,
    output_file: Path | None,
    diff: bool,
    ledger_file: Path | None,
    redaction: Redaction,
) -> int:
    """Mask the secrets in a session or trace and write it back in its own format.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Nothing changes but what
    is masked; the output gets the whole result or nothing.

    \b
      steno redact session.jsonl -o clean.jsonl
      steno redact @latest --level pii --diff
      steno redact trace.json -o clean.json --ledger masked.jsonl
      steno redact @latest --level structure -o for-the-issue.jsonl
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = redact_session(
            here(),
            session,
            redaction,
            format=source_format,
            report=found.append,
            progress=progress.say,
            listed=ledger_file is not None,
        )
    if diff:
        from steno.render.difference import difference  # costs start-up, and few ask for it

        output.lines(difference(done.before, done.after, done.name))
    else:
        with output.destination(output_file) as target:
            target.write(done.after)
    if ledger_file is not None:
        with output.destination(ledger_file) as target:
            for each in done.ledger:
                target.write(json_line(each) + b"\n")
    output.warn(found)
    places = f", in {number_of(done.places, 'place')}" if done.places else ""
    exits.say(f"masked {summary.masked(done.redacted)}{places}", "")
    return exits.withheld(withheld(found))
