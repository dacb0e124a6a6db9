"""`steno formats`"""

from __future__ import annotations

import click

from steno.api.formats import FormatListed, formats
from steno.cli import options, output
from steno.render.table import Column, table
from steno.render.terminal import number_of

_COLUMNS = (
    Column("NAME"), Column("TITLE", rank=5), Column("READS", rank=1), Column("WRITES", rank=1),
    Column("RULES", right=True, rank=3), Column("LOSSES", right=True, rank=4), Column("SUMMARY", least=24, rank=2),
)  # fmt: skip
_OPTIONS = (Column("OPTION"), Column("VALUES", rank=1))


@click.command("formats")
@click.argument("name", metavar="[FORMAT]", required=False, shell_complete=options.complete_format)
@options.as_json
@options.colour
def command(name: str | None, as_json: bool, colour: str) -> None:
    """List the formats: which Steno reads, writes and checks, and what each may have to leave out.

    FORMAT shows one of them, with the options that `steno convert -O` sets, such as the version to write.

    \b
      steno formats
      steno formats opentraces
      steno formats --json | jq 'select(.writes) | .name'
    """
    if as_json:
        for each in formats(name):
            output.emit(each)
        return
    if name is not None:
        for each in formats(name):
            _one(each, colour)
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


def _one(known: FormatListed, colour: str) -> None:
    paint = output.paint(colour)
    does = [word for word, can in (("read", known.reads), ("written", known.writes)) if can]
    counted = f"{number_of(len(known.rules), 'rule')}, {number_of(len(known.losses), 'kind')} of loss"
    output.lines([paint(known.name, "bold") + paint(f"  {known.title}"), paint(known.summary)])
    output.lines([paint(f"{' and '.join(does)}; {counted}")])
    if known.options:
        rows = [(key, _listed(values)) for key, values in known.options.items()]
        output.lines(["", *table(_OPTIONS, rows, paint), "", paint("`steno convert -O OPTION=VALUE` sets one.")])


def _listed(values: list[str]) -> str:
    usual = [f"{values[0]} (default)"] if len(values) > 1 else values
    return ", ".join([*usual, *values[1:]]) or "any"
