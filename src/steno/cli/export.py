"""`steno export`"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from steno.api import UsageError
from steno.api.convert import Conversion
from steno.api.export import FORMAT, export
from steno.api.world import here
from steno.cli import options, output, redacting, summary
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api import Redaction

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz_")


@click.command("export")
@click.argument("words", nargs=-1, metavar="[SESSION] [KEY=VALUE]...", shell_complete=options.complete_session)
@click.option(
    "-t", "--to", "to", default=FORMAT, show_default=True, metavar="FORMAT", shell_complete=options.complete_format,
    help="The format to write.",
)  # fmt: skip
@click.option("--mode", metavar="json|ndjson", help="One document, or one line per event.")
@click.option("--pretty/--no-pretty", default=None, help="Whether to indent.  [default: json yes, ndjson no]")
@click.option("--include", metavar="visible-only|include-internal", help="Whether to include thoughts.")
@click.option("--internal", metavar="redacted|summary|full", help="How much of a thought to include.")
@click.option("--max-bytes", metavar="N", help="Shorten long texts until the output is no larger.")
@click.option("--drop", metavar="oldest", help="If shortening is not enough, drop the oldest events.")
@click.option(
    "--permit-internal/--no-permit-internal", default=None, envvar="STENO_PERMIT_INTERNAL",
    help="Allow --internal full: thoughts word for word.",
)  # fmt: skip
@redacting.option
@options.output
@options.losses
@options.verify
@options.no_subagents
@options.source_format
def command(
    words: tuple[str, ...],
    to: str,
    output_file: Path | None,
    losses_file: Path | None,
    verify: bool,
    no_subagents: bool,
    source_format: str | None,
    redaction: Redaction,
    **flags: str | bool | None,
) -> int:
    """Export a session as Open-Token or another format, with secrets masked.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, @-2, or @current for the session
    in which an agent runs this command or its hook; without it, the newest session.  You can give the format's own
    options as words (mode=ndjson, redact=pii, ...); they override the options of the same names.

    \b
      steno export > trace.json
      steno export 3f2a mode=ndjson redact=pii -o trace.ndjson
      steno export session.jsonl --include include-internal --internal summary
      steno export @latest -t forsy -o trace.json
      steno export @current mode=ndjson redact=pii
    """
    session, settings = _split(words)
    if to != FORMAT and _from_environment("permit_internal"):
        flags["permit_internal"] = None  # set once for all exports, and a matter of Open-Token alone
    how = Conversion(
        to=to,
        options=[*_as_words(flags), *settings],
        redaction=redaction,
        format=source_format,
        subagents=not no_subagents,
        verify=verify,
    )
    with Progress(sys.stderr) as progress, output.destination(output_file) as stream:
        done = export(here(), session, how, stream, progress=progress.say)
        output.list_losses(losses_file, done.losses)  # before the result, which is then not there without its losses
    title = f"exported {done.source} as {done.target}"
    return summary.written(done, title, output_file, losses_file, counted=True)


def _split(words: Iterable[str]) -> tuple[str, list[str]]:
    """The session's word, and the format's own words."""
    names: list[str] = []
    settings: list[str] = []
    for word in words:
        key, sign, _ = word.partition("=")
        is_setting = sign and key and _LETTERS.issuperset(key) and not Path(word).exists()
        (settings if is_setting else names).append(word)
    if len(names) > 1:
        raise UsageError(f"one session at a time, got {', '.join(map(repr, names))}")
    return (names or ["@latest"])[0], settings


def _from_environment(name: str) -> bool:
    return click.get_current_context().get_parameter_source(name) is ParameterSource.ENVIRONMENT


def _as_words(flags: Mapping[str, str | bool | None]) -> Iterator[str]:
    for key, value in flags.items():
        if value is not None:
            yield f"{key}={str(value).lower() if isinstance(value, bool) else value}"
