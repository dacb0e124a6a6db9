"""`steno convert`"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import Lossy, UsageError
from steno.api.convert import Conversion, convert_session, convert_sessions
from steno.api.output import put
from steno.api.world import here
from steno.api.written import together
from steno.cli import exits, options, output, redacting, summary
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api import Redaction, StenoError
    from steno.api.written import Written


@click.command("convert")
@options.session(many=True)
@click.option(
    "-t", "--to", "target", required=True, metavar="FORMAT", shell_complete=options.complete_format,
    help="The format to write.",
)  # fmt: skip
@options.source_format
@options.outputs
@options.jobs
@click.option(
    "-O",
    "--option",
    "words",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the target format; `steno formats FORMAT` lists them.",
)
@click.option(
    "--subagents", is_flag=True, help="Also read the files of the session's sub-agents and join them into it."
)
@click.option(
    "--repo", type=options.PATH, metavar="DIR",
    help="Add what `steno link` found of the session in this repository: patches, commits and lines.",
)  # fmt: skip
@click.option("--go-compatible", is_flag=True, help="For awf: spell every line as AWF's own program does.")
@options.losses
@click.option("--strict", is_flag=True, help="Write nothing and exit with 1 if anything would be lost.")
@options.verify
@redacting.option
def command(
    sessions: tuple[str, ...],
    target: str,
    source_format: str | None,
    output_file: Path | None,
    jobs: int,
    words: tuple[str, ...],
    subagents: bool,
    repo: Path | None,
    go_compatible: bool,
    losses_file: Path | None,
    strict: bool,
    verify: bool,
    redaction: Redaction,
) -> int:
    """Convert sessions or traces to another format.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Its format is found
    by content.  One file is read; --subagents and --repo also read the files of the runs that a session started.
    Several go into a folder, in which they lie as they did below the folder that they share.

    Secrets are masked unless you give --redact none.  A summary on stderr says what the target has no place for;
    `steno rule CODE` explains each code.  The output, a file or stdout, gets the whole result or nothing.

    \b
      steno convert session.jsonl -t open-token -o trace.json --losses lost.jsonl
      steno convert trace.json -t open-token -O mode=ndjson --strict
      steno convert session.jsonl -t awf --go-compatible --redact pii -o run.jsonl
      steno convert @latest -t opentraces --subagents -O subagents=linked -o records.jsonl
      steno convert @latest -t opentraces --repo . -o record.jsonl
      steno convert @latest -t opentraces -O version=0.7 -o record.jsonl
      steno convert sessions/*.jsonl -t open-token -o traces/ --jobs auto
    """
    how = Conversion(
        to=target,
        options=(*words, "spelling=go") if go_compatible else words,
        redaction=redaction,
        format=source_format,
        subagents=subagents,
        repository=repo,
        verify=verify,
    )
    if len(sessions) > 1:
        return _several(sessions, how, output_file, losses_file, jobs, strict=strict)
    try:
        with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
            done = convert_session(here(), sessions[0], how, stream, tell=exits.say, progress=progress.say)
            output.list_losses(losses_file, done.losses)  # before the result, which is then not there without them
            if strict and done.losses:
                raise Lossy([*done.troubles, *done.losses])
    except Lossy as error:
        output.warn(error.losses, by_name=True)
        raise
    return summary.written(done, f"converted {done.source} to {done.target}", output_file, losses_file)


def _several(
    sessions: tuple[str, ...],
    how: Conversion,
    folder: Path | None,
    losses_file: Path | None,
    jobs: int,
    *,
    strict: bool,
) -> int:
    if folder is None:
        raise UsageError("several sessions need a folder to be written to: -o FOLDER names one")
    failures = exits.Failures()

    def failed(error: StenoError) -> None:
        if isinstance(error, Lossy):
            output.warn(error.losses, by_name=True)
        failures(error)

    written: list[Written] = []
    with Progress(sys.stderr) as progress:
        for each in convert_sessions(
            here(), sessions, how, strict=strict, jobs=jobs, failed=failed, tell=exits.say, progress=progress.say
        ):
            put(folder, each.target, each.done.data)
            written.append(each.done.written)
    code: int = exits.Exit.DONE
    if written:
        done = together(written)
        output.list_losses(losses_file, done.losses)
        code = summary.written(done, f"converted {done.source} to {done.target}", folder, losses_file)
    return exits.several(failures.count, len(written), code, failures.code)
