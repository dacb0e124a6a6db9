"""`steno view-as`"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click
from msgspec.structs import replace

from steno import pipeline
from steno.base.files import Unreadable
from steno.base.jsonl import BUFFER
from steno.cli import exits, options, output, redacting, selection, summary, world
from steno.contracts import Format, UsageError
from steno.diagnostics import Diagnostic
from steno.model import Trace
from steno.redaction import Redacted, Redaction, together
from steno.render.progress import Progress
from steno.render.terminal import number_of
from steno.session import Input
from steno.views import VIEWS


@click.command("view-as")
@click.argument("view", type=click.Choice(list(VIEWS)))
@options.word(many=True, required=False)
@click.option(
    "--system-prompt", type=click.Choice(["hash", "text"]), default="hash", show_default=True,
    help="Whether the context names a system prompt or quotes it.",
)  # fmt: skip
@click.option(
    "--thoughts", type=click.Choice(["omit", "keep"]), default="omit", show_default=True,
    help="Whether the messages of sft have what the agent thought.",
)  # fmt: skip
@selection.options
@click.option("--json", "as_json", is_flag=True, help="Rows are lines of JSON anyway; with it, errors are JSON too.")
@options.output
@redacting.option
@options.no_subagents
@options.source_format
def command(
    view: str,
    words: tuple[str, ...],
    system_prompt: str,
    thoughts: str,
    project: str | None,
    since: str | None,
    as_json: bool,
    output_file: Path | None,
    no_subagents: bool,
    source_format: str | None,
    redaction: Redaction,
) -> int:
    """Write sessions or traces as rows to learn from, one JSON object per line.

    \b
      sft             each answer with what led to it, as chat messages with tool calls
      preference      a failed step and the retry that worked, or a named author's directive
      process-reward  each step of which something says how good it was
      trajectory      each trace as states, actions and next states

    Every label says on what evidence it rests: observed, derived by a named rule, or annotated by a named author; and
    how much it may be called: weak, model, human, expert or client.  What has no evidence gets no row and is counted.
    Notes beside a session are used.

    SESSION is a path, a folder of sessions or traces, - for standard input, the beginning of a session's id, @latest,
    or @-2.  Without one, --project and --since say which sessions of this machine are meant.  An input that cannot be
    read is named and left out.

    \b
      steno view-as trajectory @latest
      steno view-as sft --project . --since 30d -o sft.jsonl
      steno view-as preference sessions/*.jsonl -o pairs.jsonl
      steno view-as process-reward 3f2a --redact pii > rewards.jsonl
    """
    asked = [f"system_prompt={system_prompt}", f"thoughts={thoughts}"]
    wanted = selection.Selection(project, selection.day(since))
    run = _Run(VIEWS[view], asked, wanted, redaction)
    words = tuple(wanted.words(words, run.found.append))
    failed = 0
    with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
        resolve = world.resolver(run.found.append)
        for word in words:
            try:
                source = resolve(word)
                run.add(source, stream, progress, source_format, subagents=not no_subagents)
            except (Unreadable, UsageError) as error:
                if len(words) == 1:
                    raise
                failed += 1
                exits.explain(error, as_json=as_json)
    return run.end(failed)


class _Run:
    """The rows of one view, input by input."""

    def __init__(self, view: Format, asked: list[str], wanted: selection.Selection, redaction: Redaction) -> None:
        self._view, self._asked, self._wanted = view, asked, wanted
        self._ambient = world.ambient()
        # One key for all inputs: what is equal in two of them has one mark.
        self._redaction = replace(redaction, key=redaction.key or self._ambient.randomness(32))
        self.found: list[Diagnostic] = []
        self._done: list[Redacted] = []
        self._rows = self._inputs = 0

    def add(self, source: Input, stream: BinaryIO, progress: Progress, format: str | None, *, subagents: bool) -> None:
        """All rows of an input, or none: one that cannot be read to its end leaves nothing behind."""
        found: list[Diagnostic] = []
        chosen = 0

        def wanted(traces: Iterator[Trace]) -> Iterator[Trace]:
            nonlocal chosen
            for trace in self._wanted.traces(traces):
                chosen += 1
                yield trace

        traces = world.traces(source, found.append, progress, "reading", format=format, subagents=subagents)
        with tempfile.TemporaryFile() as rows:
            done = pipeline.convert(
                wanted(traces), self._view, self._asked, rows, found.append, self._ambient, self._redaction
            )
            rows.seek(0)
            self._rows += sum(1 for _ in rows)
            rows.seek(0)
            shutil.copyfileobj(rows, stream, BUFFER)
        self.found += found
        self._inputs += bool(chosen) or self._wanted.is_whole
        self._done.append(done)

    def end(self, failed: int) -> int:
        """Say how many rows there are, and what was left out for want of evidence."""
        output.warn(self.found, named=True)
        done = self._inputs
        exits.say(f"{number_of(self._rows, 'row')} of {self._view.name} from {number_of(done, 'input')}", "")
        if self._done:
            summary.rows([("masked", summary.masked(together(self._done)))])
        return exits.several(failed, done, exits.ending(self.found))
