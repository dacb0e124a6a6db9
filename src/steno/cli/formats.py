"""`steno formats`"""

from __future__ import annotations

import click

from steno import registry
from steno.cli import options, output
from steno.contracts import Format
from steno.model import JSON
from steno.render.table import Column, table

SCHEMA = "steno.formats/1"

_COLUMNS = (
    Column("NAME"), Column("TITLE", rank=5), Column("READS", rank=1), Column("WRITES", rank=1),
    Column("RULES", right=True, rank=3), Column("LOSSES", right=True, rank=4), Column("SUMMARY", least=24, rank=2),
)  # fmt: skip


@click.command("formats")
@options.as_json
@options.colour
def command(as_json: bool, colour: str) -> None:
    """List the formats: what each reads, writes, checks, and may have to leave out.

    \b
      steno formats
      steno formats --json | jq 'select(.writes) | .name'
    """
    if as_json:
        for each in registry.formats:
            output.emit(_record(each))
        return
    rows = [
        (
            each.name,
            each.title,
            "yes" if each.reader else "no",
            "yes" if each.writer else "no",
            str(len(each.rules)),
            str(len(each.losses)),
            each.summary,
        )
        for each in registry.formats
    ]
    output.lines(table(_COLUMNS, rows, output.paint(colour)))


def _record(format: Format) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "name": format.name,
        "title": format.title,
        "reads": format.reader is not None,
        "writes": format.writer is not None,
        "rules": [rule.code for rule in format.rules],
        "losses": [loss.code for loss in format.losses],
        "summary": format.summary,
    }
