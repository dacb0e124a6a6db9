"""`steno info`"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from steno.base.exact import encode
from steno.base.files import Unreadable
from steno.cli import exits, options, output, world
from steno.contracts import UsageError
from steno.diagnostics import Diagnostic
from steno.model import JSON
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.session import info


@click.command("info")
@options.word(many=True)
@options.source_format
@options.as_json
@options.colour
def command(words: tuple[str, ...], source_format: str | None, as_json: bool, colour: str) -> int:
    """Say what sessions or traces hold: format, agent, ids, times, models, and counts.

    Each SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2.

    \b
      steno info @latest
      steno info *.jsonl --json | jq '[.path, .tool_calls]'
    """
    found: list[Diagnostic] = []
    resolve = world.resolver(found.append)
    failed = 0
    with Progress(sys.stderr) as progress:
        for number, word in enumerate(words):
            progress.say(f"reading {word}", number / len(words))
            try:
                records = list(info(resolve(word), world.stdin(), found.append, source_format))
            except (Unreadable, UsageError) as error:
                if len(words) == 1:
                    raise
                failed += 1
                exits.explain(error, as_json=as_json)
                continue
            for record in records:
                if as_json:
                    output.emit(record)
                else:
                    columns = (Column("FIELD"), Column("VALUE"))
                    output.lines([*table(columns, list(_flat(record)), output.paint(colour)), ""])
    output.warn(found)
    return exits.several(failed, len(words) - failed)


def _flat(record: dict[str, JSON], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        elif isinstance(value, list | tuple):
            yield above + key, ", ".join(each if isinstance(each, str) else encode(each).decode() for each in value)
        else:
            yield above + key, value if isinstance(value, str) else encode(value).decode()
