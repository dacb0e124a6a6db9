"""`steno diff`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic, UsageError
from steno.api.compare import diff
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api.mask import Mask

SCHEMA = "steno.diff/1"
_LIMIT = 20


@click.command("diff")
@click.argument("a", metavar="A", shell_complete=options.complete_session)
@click.argument("b", metavar="[B]", required=False, shell_complete=options.complete_session)
@click.option("--rewritten", is_flag=True, help="Show what rewrites took out of session A, by its archived states.")
@click.option(
    "--limit", type=click.IntRange(min=0), default=_LIMIT, show_default=True, metavar="N",
    help="How many entries of each list to print; 0 for all.",
)  # fmt: skip
@click.option(
    "--html", "as_html", is_flag=True, help="Write one HTML page that needs nothing else, whole texts included."
)
@options.output
@options.no_subagents
@redacting.local
@options.colour
@options.as_json
def command(
    a: str,
    b: str | None,
    rewritten: bool,
    limit: int,
    as_html: bool,
    output_file: Path | None,
    no_subagents: bool,
    colour: str,
    as_json: bool,
    mask: Mask,
) -> int:
    """Compare two runs, or two records of one session.

    A and B are each a path, - for standard input, the beginning of a session's id, @latest, or @-2.

    Steps are matched by tool and arguments, and prompts and answers by their words.  Paths count from the folder of
    each run; ids, times, and the names of temporary files make no difference.  The first lines say where the runs part,
    and whether the model chose differently, the environment answered differently, or somebody asked for something else.

    If both are records of one session, such as a log and its redacted export, they are compared to the letter: what was
    masked, cut, changed, dropped or added.

    With --rewritten, name A alone: its states in the archive (`steno archive`) say which messages, calls and results
    its agent took away or changed.

    Exits with 0 if nothing differs, else with 1.  The record is shown as it is; --redact masks it.

    \b
      steno diff @-2 @latest
      steno diff session.jsonl trace.json --limit 0
      steno diff good.jsonl bad.jsonl --html -o diff.html
      steno diff a.jsonl b.jsonl --json | jq .divergence.who
      steno diff --rewritten @latest
    """
    if rewritten:
        if b is not None or as_html:
            raise UsageError("--rewritten takes one session, and shows it as text or --json")
        from steno.cli.archived import diff as states  # few ask for it

        return states(here(), a, None, mask, as_json=as_json, colour=colour)
    if b is None:
        raise UsageError("diff compares two: name another session or trace, or give --rewritten")
    if as_json and as_html:
        raise UsageError("--json and --html contradict each other")
    if a == b == "-":
        raise UsageError("only one of both can be read from standard input")
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        compared = diff(
            here(), a, b, subagents=not no_subagents, mask=mask, report=found.append, progress=progress.say
        )  # fmt: skip
    if as_html:
        from steno.render.compare_page import page  # few ask for it

        text = page(compared)
    elif as_json:
        from steno.api.output import json_line
        from steno.render.compare import record

        text = json_line({"schema": SCHEMA, **record(compared)}).decode() + "\n"
    else:
        from steno.render.compare import lines

        text = "".join(f"{line}\n" for line in lines(compared, output.paint(colour), limit))
    if output_file is None and not as_html and not as_json:
        output.lines(text.splitlines())
    else:
        with output.destination(output_file) as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    output.warn(found)
    return exits.Exit.DONE if compared.identical else exits.Exit.FINDINGS
