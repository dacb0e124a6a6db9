"""`steno info`"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.info import info, info_counts
from steno.api.output import json_line
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render import card
from steno.render.progress import Progress
from steno.render.table import Column, table

if TYPE_CHECKING:
    from steno.api import JSON
    from steno.api.mask import Mask

_COLUMNS = (Column("FIELD", most=64, least=16), Column("VALUE"))


@click.command("info")
@options.session(many=True)
@click.option("--counts", is_flag=True, help="Print every count of the format instead, as --json has them.")
@options.source_format
@redacting.local
@options.as_json
@options.colour
def command(
    sessions: tuple[str, ...], counts: bool, source_format: str | None, as_json: bool, colour: str, mask: Mask
) -> int:
    """Show what a session is about, what it did, what it cost, and whether it contains secrets.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.  Sub-agents are
    included.  Times are local.  A cost with ≥ is a lower bound: some requests have no known price.  All of the
    session's text is scanned for secrets.  The record is shown as it is; --redact masks it.

    --counts and --json print what the format counts, of the session's own file alone.

    \b
      steno info @latest
      steno info session.jsonl --counts
      steno info *.jsonl --json | jq '[.path, .tool_calls]'
    """
    found: list[Diagnostic] = []
    failures = exits.Failures(as_json=as_json)
    paint, lines = output.paint(colour), list[str]()
    with Progress(sys.stderr) as progress:
        if as_json or counts:
            for record in info_counts(
                here(), sessions, format=source_format, mask=mask, failed=failures, report=found.append,
                progress=progress.say,
            ):  # fmt: skip
                lines += [json_line(record).decode()] if as_json else [*table(_COLUMNS, [*_flat(record)], paint), ""]
        else:
            for about in info(
                here(), sessions, format=source_format, mask=mask, tell=redacting.tell, failed=failures,
                report=found.append, progress=progress.say,
            ):  # fmt: skip
                lines += [*card.lines(about.card, about.name, about.size, about.look, paint), ""]
    output.lines(lines)  # not before the bar is gone
    output.warn(found)
    return exits.several(failures.count, len(sessions) - failures.count)


def _flat(record: dict[str, JSON], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        elif isinstance(value, list | tuple):
            yield above + key, ", ".join(map(_text, value))
        else:
            yield above + key, _text(value)


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else json_line(value).decode()
