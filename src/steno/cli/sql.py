"""`steno sql`"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from csv import writer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steno.api import Diagnostic, UsageError
from steno.api.tables import FORMATS, Answer, objects, parquet, sql, views
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.render.terminal import one_line

if TYPE_CHECKING:
    from steno.api.mask import Mask


@click.command("sql")
@click.argument("question", metavar="[QUESTION]", required=False)
@click.option(
    "--format", "style", type=click.Choice(FORMATS), help="How to print the rows.  [default: table, or csv in a pipe]"
)
@click.option("--views", "list_views", is_flag=True, help="List the views that can be asked, with their columns.")
@options.output
@options.no_sync
@redacting.local
@options.as_json
@options.colour
def command(
    question: str | None, style: str | None, list_views: bool, output_file: Path | None, no_sync: bool, as_json: bool,
    colour: str, mask: Mask,
) -> int:  # fmt: skip
    """Ask the catalog of sessions in SQL (SQLite's).

    The views are sessions, events, tool_calls, files, commands, commits, findings, notes and costs; `docs/catalog.md`
    says what is in them.  Nothing can be changed, and nothing else can be read.  Parquet needs
    `steno-trace[parquet]`.  Values are shown as they are; --redact masks them.

    \b
      steno sql "select agent, count(*) from sessions group by 1"
      steno sql "select tool, avg(failed) from tool_calls group by 1 order by 2 desc" --format csv
      steno sql "select * from costs" --format parquet -o costs.parquet
      steno sql --views
    """
    if list_views or question is None:
        if question is not None or not list_views:
            raise UsageError('give a question, such as "select * from sessions", or --views alone')
        for view, columns in views(here(), fresh=not no_sync).items():
            output.lines([f"{view}: {', '.join(columns)}"])
        return exits.Exit.DONE
    style = "json" if as_json else style or ("table" if sys.stdout.isatty() and output_file is None else "csv")
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        asked = sql(
            here(), question, fresh=not no_sync, tell=exits.say, report=found.append, progress=progress.say
        )  # fmt: skip
        with asked as answer:
            progress.say("asking")
            rows = [mask.piece(list(row)) for row in answer.rows]
    _print(Answer(answer.columns, iter(rows)), rows, style, output_file, colour)
    output.warn(found)
    return exits.Exit.DONE


def _print(answer: Answer, rows: Sequence[Sequence[Any]], style: str, file: Path | None, colour: str) -> None:
    if style == "parquet":
        if file is None and sys.stdout.isatty():
            raise UsageError("Parquet is no text: name a file with -o")
        with output.destination(file) as stream:
            parquet(answer.columns, rows, stream)
    elif style == "table":
        cells = [["" if cell is None else one_line(str(cell)) for cell in row] for row in rows]
        columns = [Column(name, right=_is_number(rows, at)) for at, name in enumerate(answer.columns)]
        output.lines(table(columns, cells, output.paint(colour)))
    else:
        with output.destination(file) as stream:
            if style == "json":
                stream.writelines(output.line(each) for each in objects(answer))
            else:
                stream.writelines(_csv([answer.columns, *rows]))


def _csv(rows: Sequence[Sequence[Any]]) -> list[bytes]:
    made: list[bytes] = []

    class Lines:
        def write(self, line: str) -> None:
            made.append(line.encode("utf-8", "backslashreplace"))

    writer(Lines(), lineterminator="\n").writerows(rows)
    return made


def _is_number(rows: Sequence[Sequence[Any]], at: int) -> bool:
    return any(isinstance(row[at], int | float) for row in rows)
