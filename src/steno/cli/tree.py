"""`steno tree`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, Severity
from steno.api.said import said
from steno.api.tree import CODES, tree
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render import findings
from steno.render.progress import Progress
from steno.render.terminal import one_line
from steno.render.tree import Drawing, strokes

if TYPE_CHECKING:
    from steno.api.mask import Mask

SCHEMA = "steno.tree/1"


@click.command("tree")
@options.session()
@click.option("--steps", is_flag=True, help="Also show the steps of each run, by path and iteration.")
@redacting.local
@options.as_json
@options.colour
def command(session: str, steps: bool, as_json: bool, colour: str, mask: Mask) -> int:
    """Draw the tree of runs: which run started which, when, what it did, and how it ended.

    SESSION is an agent's session, a folder of AWF transcripts, or a file, or the beginning of an id.

    For a session, the tree shows its sub-agents and those that they started, with their calls, failures and tokens;
    also those that only the session's own log mentions.  It names the session that it was forked from or resumes, how
    often somebody went back in it, and for a session of this machine those that go on from it.

    For a folder, every .jsonl file in it is read, but none in folders below it.  For a transcript, its folder is
    searched for the runs that it is linked with, and the whole tree around it is drawn.  A run is known by the id in
    its events, whatever its file is called.

    The record is shown as it is; --redact masks it.

    A run that is named but not found, and links that form a cycle or contradict each other, are drawn and reported;
    then the command exits with 1.

    \b
      steno tree @latest
      steno tree storage/transcripts
      steno tree run.jsonl --steps
      steno tree --json . | jq '.runs[] | select(.status == "failed")'
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        drawn = tree(
            here(), session, failed=exits.Failures(as_json=as_json), report=found.append, progress=progress.say
        )  # fmt: skip
    about, of_transcripts = drawn.about or [], drawn.about is not None
    if as_json:
        records = [findings.record(each) for each in said(about)]
        runs = drawn.runs(steps=steps and of_transcripts)
        output.emit(mask.piece({"schema": SCHEMA, "runs": runs, "diagnostics": records}))
    else:
        paint, signs = output.paint(colour), strokes(sys.stdout.encoding)
        drawing = Drawing(drawn.forest, paint, signs, steps=steps and of_transcripts)
        output.lines(map(mask.piece, drawing.lines(drawn.roots)))
        sys.stdout.flush()
        _say(about)
    output.warn(found)
    wrong = any(each.severity is not Severity.NOTE for each in about)
    return exits.several(drawn.failed, drawn.files, exits.Exit.FINDINGS if wrong else exits.Exit.DONE)


def _say(about: list[Diagnostic]) -> None:
    """What is wrong, each by itself; what is only worth knowing, by kind."""
    safe = said(about)
    for each in safe:
        if each.severity is not Severity.NOTE:
            exits.say(one_line(str(each)), "")
    notes = [each for each in safe if each.severity is Severity.NOTE]
    for line in findings.counted(notes, {code.code: code for code in CODES}):
        exits.say(line, "")
