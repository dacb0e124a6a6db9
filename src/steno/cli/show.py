"""`steno show`"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
from msgspec import UNSET, structs

from steno.cli import options, output, redacting, world
from steno.diagnostics import Diagnostic
from steno.model import JSON, Trace
from steno.render.progress import Progress
from steno.render.transcript import View, transcript

SCHEMA = "steno.show/1"


@click.command("show")
@options.word()
@click.option("--thinking/--no-thinking", default=True, show_default=True, help="Whether to show thoughts.")
@click.option("--full", is_flag=True, help="Fold nothing, and show the agent's bookkeeping too.")
@options.no_subagents
@options.source_format
@click.option("--no-pager", is_flag=True, help="Use no pager; there is none without a terminal.")
@redacting.local
@options.colour
@options.as_json
def command(
    word: str,
    thinking: bool,
    full: bool,
    no_subagents: bool,
    source_format: str | None,
    no_pager: bool,
    colour: str,
    as_json: bool,
    shown: redacting.Shown,
) -> None:
    """Show a session as a readable transcript.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the newest but one.

    The record is shown as it is; --redact masks it.  On a terminal, long arguments and outputs are folded, and say by
    how much.  Control characters in the text are shown, never obeyed.  Times are local, and the head names the zone;
    --json has them as they were recorded.  A long transcript goes through a pager: STENO_PAGER, PAGER, or less; an
    empty one is none.

    \b
      steno show @latest
      steno show 3f2a --full
      steno show session.jsonl --no-thinking | grep -n error
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        source = world.resolver(found.append)(word)
        traces = world.traces(
            source, found.append, progress, "reading", format=source_format, subagents=not no_subagents
        )
        whole = list(shown.traces(traces, found.append))
    if as_json:
        for trace in whole:
            output.emit(_record(trace, thoughts=thinking))
    else:
        terminal = sys.stdout.isatty()
        view = View(thoughts=thinking, fold=terminal and not full, everything=full)
        paint = output.paint(colour)
        output.paged((line for trace in whole for line in transcript(trace, paint, view)), pager=not no_pager)
    output.warn(found)


def _record(trace: Trace, *, thoughts: bool) -> dict[str, JSON]:
    """A trace without what a reader kept only to write it back, and without views of it."""

    def events() -> Iterator[JSON]:
        for event in trace.events:
            if thoughts or event.kind.value != "thought":
                yield structs.replace(event, residue=UNSET, raw=UNSET, signs=UNSET)

    return {"schema": SCHEMA, "header": structs.replace(trace.header, residue={}), "events": list(events())}
