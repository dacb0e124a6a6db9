"""`steno formats`"""

from __future__ import annotations

import click

from steno.api.formats import formats
from steno.cli import options, output
from steno.render.table import Column, table

_COLUMNS = (
    Column("NAME"), Column("TITLE", rank=5), Column("READS", rank=1), Column("WRITES", rank=1),
    Column("RULES", right=True, rank=3), Column("LOSSES", right=True, rank=4), Column("SUMMARY", least=24, rank=2),
)  # fmt: skip


@click.command("formats")
@options.as_json
@options.colour
def command(as_json: bool, colour: str) -> None:
    """List the formats: which Steno reads, writes and checks, and what each may have to leave out.

    \b
      steno formats
      steno formats --json | jq 'select(.writes) | .name'
    """
    if as_json:
        for each in formats():
            output.emit(each)
        return
    rows = [
        (
            each.name,
            each.title,
            "yes" if each.reads else "no",
            "yes" if each.writes else "no",
            str(len(each.rules)),
            str(len(each.losses)),
            each.summary,
        )
        for each in formats()
    ]
    output.lines(table(_COLUMNS, rows, output.paint(colour)))
