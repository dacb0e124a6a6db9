"""`steno export`"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click
from click.core import ParameterSource

from steno import pipeline, registry
from steno.cli import options, output, redacting, summary, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.redaction import Redaction
from steno.render.progress import Progress
from steno.session import LATEST

FORMAT = "open-token"

_WORD = re.compile(r"([a-z_]+)=.*", re.DOTALL)


@click.command("export")
@click.argument("words", nargs=-1, metavar="[SESSION] [KEY=VALUE]...", shell_complete=options.complete_word)
@click.option(
    "-t", "--to", "to", default=FORMAT, show_default=True, metavar="FORMAT", shell_complete=options.complete_format,
    help="The format to write; its options are its own.",
)  # fmt: skip
@click.option("--mode", metavar="json|ndjson", help="One document, or one line per event.")
@click.option("--pretty/--no-pretty", default=None, help="Whether to indent; json is, ndjson is not.")
@click.option("--include", metavar="visible-only|include-internal", help="Whether thoughts are included.")
@click.option("--internal", metavar="redacted|summary|full", help="How much of a thought is included.")
@click.option("--max-bytes", metavar="N", help="Shorten long texts until the whole is no larger.")
@click.option("--drop", metavar="oldest", help="Where shortening is not enough, drop the oldest events.")
@click.option(
    "--permit-internal/--no-permit-internal", default=None, envvar="STENO_PERMIT_INTERNAL",
    help="Allow --internal full: thoughts word for word.",
)  # fmt: skip
@redacting.option
@options.output
@options.losses
@options.no_subagents
@options.source_format
def command(
    words: tuple[str, ...],
    to: str,
    output_file: Path | None,
    losses_file: Path | None,
    no_subagents: bool,
    source_format: str | None,
    redaction: Redaction,
    **flags: str | bool | None,
) -> int:
    """Write a session as Open-Token or another format, with secrets taken out.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2; without it, the newest
    session.  The format's own words (mode=ndjson, redact=pii, ...) may be given as they are, and count more than the
    options of the same names.

    \b
      steno export > trace.json
      steno export 3f2a mode=ndjson redact=pii -o trace.ndjson
      steno export session.jsonl --include include-internal --internal summary
      steno export @latest -t forsy -o trace.json
    """
    word, settings = _split(words)
    found: list[Diagnostic] = []
    seen = summary.Seen()
    target = registry.formats[to]
    with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
        source = world.resolver(found.append)(word)
        traces = world.traces(
            source, found.append, progress, "exporting", format=source_format, subagents=not no_subagents
        )
        if to != FORMAT and _from_environment("permit_internal"):
            flags["permit_internal"] = None  # set once for all exports, and a matter of Open-Token alone
        asked = [*_as_words(flags), *settings]
        done = pipeline.convert(traces, target, asked, stream, found.append, world.ambient(), redaction, seen)
        said = summary.Written(done, found, stream.tell(), output_file)
        output.list_losses(losses_file, said.losses)  # before the result, which is then not there without its losses
        said.check(target, stream)
    said.say(f"exported {source.name} as {target.title}", target, losses_file, seen)
    return said.code


def _split(words: Iterable[str]) -> tuple[str, list[str]]:
    """The session's word, and the format's own words."""
    names: list[str] = []
    settings: list[str] = []
    for word in words:
        (settings if _WORD.fullmatch(word) and not Path(word).exists() else names).append(word)
    if len(names) > 1:
        raise UsageError(f"one session at a time, got {', '.join(map(repr, names))}")
    return (names or [LATEST])[0], settings


def _from_environment(name: str) -> bool:
    return click.get_current_context().get_parameter_source(name) is ParameterSource.ENVIRONMENT


def _as_words(flags: Mapping[str, str | bool | None]) -> Iterator[str]:
    for key, value in flags.items():
        if value is not None:
            yield f"{key}={str(value).lower() if isinstance(value, bool) else value}"
