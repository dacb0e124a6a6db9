"""`steno view-as`"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from steno import pipeline, registry
from steno.base.files import Unreadable
from steno.base.jsonl import BUFFER
from steno.cli import exits, options, output, world
from steno.contracts import Format, UsageError
from steno.diagnostics import Diagnostic
from steno.render.progress import Progress, of_file
from steno.render.terminal import number_of
from steno.session import Input, read
from steno.views import VIEWS

if TYPE_CHECKING:
    from steno.detect.policy import Policy


@click.command("view-as")
@click.argument("view", type=click.Choice(list(VIEWS)))
@options.word(many=True)
@click.option(
    "--redact", type=click.Choice(["none", "secrets", "pii", "strict"]), default="secrets", show_default=True,
    help="What is taken out.",
)  # fmt: skip
@click.option(
    "--system-prompt", type=click.Choice(["hash", "text"]), default="hash", show_default=True,
    help="Whether the context names a system prompt or quotes it.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Rows are lines of JSON anyway; with it, errors are JSON too.")
@options.output
@options.redaction_key
@options.no_seeds
@options.config_file
@options.no_config
@options.no_subagents
@options.source_format
def command(
    view: str,
    words: tuple[str, ...],
    redact: str,
    system_prompt: str,
    as_json: bool,
    output_file: Path | None,
    key_file: Path | None,
    no_seeds: bool,
    config_file: Path | None,
    no_config: bool,
    no_subagents: bool,
    source_format: str | None,
) -> int:
    """Write sessions or traces as rows to learn from, one JSON object per line.

    \b
      sft             each answer with what led to it
      preference      a failed step and the retry that worked, or a named author's directive
      process-reward  each step of which something says how good it was
      trajectory      each trace as states, actions and next states

    Every label says on what evidence it rests: observed, derived by a named rule, or annotated by a named author; and
    how much it may be called: weak, model, human, expert or client.  What has no evidence gets no row and is counted.
    Notes beside a session are used.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.

    \b
      steno view-as trajectory @latest
      steno view-as preference sessions/*.jsonl -o pairs.jsonl
      steno view-as process-reward 3f2a --redact pii > rewards.jsonl
    """
    policy = world.policy(config_file, no_config=no_config)
    run = _Run(VIEWS[view], [f"redact={redact}", f"system_prompt={system_prompt}"], policy, no_seeds=no_seeds)
    run.key = world.key(key_file) or run.key
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
    return run.end(len(words), failed)


class _Run:
    """The rows of one view, input by input."""

    def __init__(self, view: Format, asked: list[str], policy: Policy, *, no_seeds: bool) -> None:
        self._view, self._asked, self._policy = view, asked, policy
        self._ambient = world.ambient()
        self._machine = world.machine(no_seeds=no_seeds or not policy.seeds)
        self.key = self._ambient.randomness(32)
        """One for all inputs: what is equal in two of them has one mark."""
        self.found: list[Diagnostic] = []
        self._rows = 0

    def add(self, source: Input, stream: BinaryIO, progress: Progress, format: str | None, *, subagents: bool) -> None:
        """All rows of an input, or none: one that cannot be read to its end leaves nothing behind."""
        found: list[Diagnostic] = []
        traces = read(
            source,
            world.stdin(),
            found.append,
            format=format,
            subagents=subagents,
            watch=lambda file, size: progress.say(f"reading {source.name}", of_file(file, size)),
        )
        with tempfile.TemporaryFile() as rows:
            pipeline.convert(
                traces,
                self._view,
                self._asked,
                rows,
                found.append,
                self._ambient,
                self.key,
                machine=self._machine,
                policy=self._policy,
            )
            rows.seek(0)
            self._rows += sum(1 for _ in rows)
            rows.seek(0)
            shutil.copyfileobj(rows, stream, BUFFER)
        self.found += found

    def end(self, inputs: int, failed: int) -> int:
        """Say how many rows there are, and what was left out for want of evidence."""
        output.warn(self.found, registry.codes().values() if self.found else ())
        done = inputs - failed
        exits.say(f"{number_of(self._rows, 'row')} of {self._view.name} from {number_of(done, 'input')}", "")
        return exits.several(failed, done, exits.ending(self.found))
