"""`steno convert`"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from msgspec.structs import replace

from steno import pipeline, registry
from steno.cli import exits, options, output, redacting, summary, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.model import Trace
from steno.redaction import Redaction
from steno.render.progress import Progress
from steno.session import Input


class _Lossy(Exception):
    """Losses under `--strict`."""


@click.command("convert")
@options.word()
@click.option(
    "-t", "--to", "target", required=True, metavar="FORMAT", shell_complete=options.complete_format,
    help="The format to write.",
)  # fmt: skip
@options.source_format
@options.output
@click.option("-O", "--option", "words", multiple=True, metavar="KEY=VALUE", help="An option of the target format.")
@click.option(
    "--subagents", is_flag=True, help="Read the files of the session's sub-agents too, and join them into it."
)
@click.option(
    "--repo", type=click.Path(path_type=Path), metavar="DIR",
    help="Add what `steno link` found of the session in this repository: patches, commits and lines.",
)  # fmt: skip
@click.option("--go-compatible", is_flag=True, help="For awf: spell every line as AWF's own program does.")
@options.losses
@click.option("--strict", is_flag=True, help="Write nothing and end with 1 if anything would be lost.")
@redacting.option
def command(
    word: str,
    target: str,
    source_format: str | None,
    output_file: Path | None,
    words: tuple[str, ...],
    subagents: bool,
    repo: Path | None,
    go_compatible: bool,
    losses_file: Path | None,
    strict: bool,
    redaction: Redaction,
) -> int:
    """Convert a session or trace to another format.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Its format is found by
    content.  One file is read; --subagents and --repo also read the files of the runs that a session started.

    Secrets are masked unless --redact none says otherwise.  What the target has no place for is summed up on stderr;
    `steno rule CODE` explains each code.  The output, a file or stdout, gets the whole result or nothing.

    \b
      steno convert session.jsonl -t open-token -o trace.json --losses lost.jsonl
      steno convert trace.json -t open-token -O mode=ndjson --strict
      steno convert session.jsonl -t awf --go-compatible --redact pii -o run.jsonl
      steno convert @latest -t opentraces --subagents -O subagents=linked -o records.jsonl
      steno convert @latest -t opentraces --repo . -o record.jsonl
    """
    found: list[Diagnostic] = []
    format = registry.formats[target]
    if go_compatible:
        words = (*words, "spelling=go")
    try:
        with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
            source = world.resolver(found.append)(word)
            traces = world.traces(
                source,
                found.append,
                progress,
                "converting",
                format=source_format,
                subagents=subagents or repo is not None,
            )
            if repo is not None:
                traces = _linked(traces, source, repo)
            done = pipeline.convert(traces, format, words, stream, found.append, world.ambient(), redaction)
            said = summary.Written(done, found, stream.tell(), output_file)
            output.list_losses(losses_file, said.losses)  # before the result, which is then not there without them
            if strict and said.losses:
                raise _Lossy
    except _Lossy:
        output.warn(found, named=True)
        exits.say("losses under --strict, so nothing was written")
        return exits.Exit.FINDINGS
    said.say(f"converted {source.name} to {format.title}", format, losses_file)
    return said.code


def _linked(traces: Iterable[Trace], source: Input, repo: Path) -> Iterator[Trace]:
    """The trace with what is known of it in a repository."""
    from steno.cli.linked import Linked
    from steno.vcs.remembered import name_of

    if source.path is None:
        raise UsageError("standard input has no name by which `steno link` could know it: name the session's file")
    with Linked(repo) as linked:
        code = linked.code(name_of(source.path))
        if code is None:
            exits.say(f"{repo}: nothing is known of {source.name} here; `steno link` looks for it")
        for number, trace in enumerate(traces):
            if number:
                raise UsageError(f"{source.name}: several traces, and `steno link` knows files: give each its own")
            yield trace if code is None else replace(trace, **code._asdict())
