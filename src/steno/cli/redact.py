"""`steno redact`"""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, UsageError
from steno.api.output import json_line, put
from steno.api.redact import redact_session, redact_sessions, together
from steno.api.world import here
from steno.api.written import withheld
from steno.cli import exits, options, output, redacting, summary
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api import Redacted, Redaction


@click.command("redact")
@options.session(many=True)
@functools.partial(redacting.option, name="--level")
@options.source_format
@options.outputs
@options.jobs
@click.option("--diff", is_flag=True, help="Show what would change, with the values in it, and write nothing.")
@click.option(
    "--ledger", "ledger_file", type=options.PATH, metavar="FILE",
    help="List what was masked and where, as lines of JSON, without the values.",
)  # fmt: skip
def command(
    sessions: tuple[str, ...],
    source_format: str | None,
    output_file: Path | None,
    jobs: int,
    diff: bool,
    ledger_file: Path | None,
    redaction: Redaction,
) -> int:
    """Mask the secrets in sessions or traces and write each back in its own format.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Nothing changes but
    what is masked; the output gets the whole result or nothing.  Several go into a folder, in which they lie as they
    did below the folder that they share; equal values get equal marks in all of them.

    \b
      steno redact session.jsonl -o clean.jsonl
      steno redact @latest --level pii --diff
      steno redact trace.json -o clean.json --ledger masked.jsonl
      steno redact @latest --level structure -o for-the-issue.jsonl
      steno redact sessions/*.jsonl -o clean/ --jobs auto
    """
    if len(sessions) > 1:
        return _several(sessions, redaction, source_format, output_file, jobs, ledger_file, diff=diff)
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        done = redact_session(
            here(),
            sessions[0],
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
            for piece in done.pieces:
                target.write(piece)
    if ledger_file is not None:
        with output.destination(ledger_file) as target:
            for each in done.ledger:
                target.write(json_line(each) + b"\n")
    output.warn(found)
    exits.say(f"masked {summary.masked(done.redacted)}{_in(done.places)}", "")
    return exits.withheld(withheld(found))


def _in(places: int) -> str:
    return f", in {number_of(places, 'place')}" if places else ""


def _several(
    sessions: tuple[str, ...],
    redaction: Redaction,
    source_format: str | None,
    folder: Path | None,
    jobs: int,
    ledger_file: Path | None,
    *,
    diff: bool,
) -> int:
    if folder is None and not diff:
        raise UsageError("several sessions need a folder to be written to: -o FOLDER names one")
    found: list[Diagnostic] = []
    masked: list[Redacted] = []
    places, failures = 0, exits.Failures()
    with Progress(sys.stderr) as progress, output.optional(ledger_file) as ledger:
        for each in redact_sessions(
            here(), sessions, redaction, format=source_format, compared=diff, listed=ledger_file is not None,
            jobs=jobs, failed=failures, report=found.append, progress=progress.say,
        ):  # fmt: skip
            done = each.done
            if diff:
                from steno.render.difference import difference  # costs start-up, and few ask for it

                output.lines(difference(done.before, done.after, done.name))
            elif folder is not None:
                put(folder, each.target, done.after)
            for record in done.ledger:
                ledger.write(json_line({"session": done.name, **record}) + b"\n")
            masked.append(done.redacted)
            places += done.places
    output.warn(found)
    if masked:
        exits.say(f"masked {summary.masked(together(masked))}{_in(places)}, in {number_of(len(masked), 'session')}", "")
    return exits.several(failures.count, len(masked), exits.withheld(withheld(found)), failures.code)
