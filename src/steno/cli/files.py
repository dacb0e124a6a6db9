"""`steno files`"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.files import files, is_session
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.progress import Progress

if TYPE_CHECKING:
    from steno.api.files import Files
    from steno.api.mask import Mask

SCHEMA = "steno.files/1"


@click.command("files")
@click.argument("word", metavar="SESSION|PATH", shell_complete=options.complete_session)
@click.option(
    "--calls", is_flag=True, help="Of a session: a line for each call on a file, instead of one for each file."
)
@options.no_subagents
@options.source_format
@options.no_sync
@redacting.local
@options.colour
@options.as_json
def command(
    word: str,
    calls: bool,
    no_subagents: bool,
    source_format: str | None,
    no_sync: bool,
    colour: str,
    as_json: bool,
    mask: Mask,
) -> None:
    """List the files that a session read and changed; or the sessions that touched a file.

    SESSION is a path of a session, - for standard input, the beginning of a session's id, @latest, or @-2.  PATH is any
    other path, or its end: api.py is every file of that name that an agent touched on this machine, the last touch
    first.

    Lines added and removed are those that the log states; ≥ means that some change does not say how many.  What a
    shell command does to files is known only if the command holds the text; what it reads is not listed.  The record
    is shown as it is; --redact masks it.

    \b
      steno files @latest
      steno files 3f2a --calls
      steno files src/app/api.py
      steno files session.jsonl --json | jq -r '.files[] | select(.written > 0) | .path'
    """
    found: list[Diagnostic] = []
    if source_format is not None or is_session(here(), word):
        with Progress(sys.stderr) as progress:
            listed = files(
                here(), word, format=source_format, subagents=not no_subagents, mask=mask, report=found.append,
                progress=progress.say,
            )  # fmt: skip
        _show_files(listed, colour, calls=calls, as_json=as_json)
    else:
        _show_touches(word, mask, colour, found, fresh=not no_sync, as_json=as_json)
    output.warn(found)


def _show_files(listed: Iterable[Files], colour: str, *, calls: bool, as_json: bool) -> None:
    from steno.render.files import lines, record

    for each in listed:
        if as_json:
            output.emit({"schema": SCHEMA, **record(each)})
        else:
            output.lines(lines(each, output.paint(colour), calls=calls))


def _show_touches(path: str, mask: Mask, colour: str, found: list[Diagnostic], *, fresh: bool, as_json: bool) -> None:
    from steno.api.touched import touches
    from steno.render.terminal import number_of
    from steno.render.touches import cells, lines

    with Progress(sys.stderr) as progress:
        rows = touches(here(), path, fresh=fresh, tell=exits.say, report=found.append, progress=progress.say)
    if as_json:
        for row in rows:
            output.emit(mask.piece(row))
    elif rows:
        output.lines(lines(mask.piece([cells(row) for row in rows]), output.paint(colour)))
    exits.say(number_of(len(rows), "call") if rows else f"no session touched {path!r}, and none is named so", "")
