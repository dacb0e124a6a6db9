"""`steno blame`"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.base.time import of_epoch
from steno.cli import exits, options, output
from steno.contracts import UsageError
from steno.render.terminal import number_of
from steno.render.times import day

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.render.blame import Shown
    from steno.vcs.blame import Row
    from steno.vcs.steps import LineStep

    Behind = dict[tuple[str, str], LineStep]

SCHEMA = "steno.blame/2"

_WHO = {"no_session_known": "no session known"}
"""Words for people."""


@click.command("blame")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--rev", "revision", metavar="REV", default="HEAD", show_default=True, help="The file as of this commit.")
@click.option(
    "--repo", type=click.Path(path_type=Path), metavar="DIR",
    help="The repository, with FILE as a path in it, instead of the one that FILE lies in.",
)  # fmt: skip
@click.option("--html", "as_html", is_flag=True, help="Write a page that needs nothing else; -o names its file.")
@options.output
@options.as_json
@options.colour
def command(
    file: Path,
    revision: str,
    repo: Path | None,
    as_html: bool,
    output_file: Path | None,
    as_json: bool,
    colour: str,
) -> int:
    """Show which session, step, model and prompt wrote each line of a file, and how sure that is.

    Asks git for the commit of each line, and what `steno link` found for whose it is there: a session's; no session
    known (none that is known here was at work on it, which does not say that a human was); or unknown.  Nothing is
    searched: run `steno link` after new commits.

    \b
      steno blame src/garden.py
      steno blame src/garden.py --html -o garden.html
    """
    from steno.cli.linked import Linked
    from steno.vcs import blame

    if as_html and as_json:
        raise UsageError("--html and --json contradict each other")
    if output_file is not None and not as_html:
        raise UsageError("-o names the file of --html")
    folder, name = (repo, str(file)) if repo is not None else blame.repository_of(file)
    with Linked(folder) as here:
        commit = blame.commit_of(here.repository, revision)
        rows = blame.blame(here.repository, here.known, commit, name)
        behind = here.steps.of(row.line for row in rows if row.line is not None)
        here.complain()
    if as_json:
        output.emit({"schema": SCHEMA, "file": name, "commit": commit, "lines": [_record(row, behind) for row in rows]})
    elif as_html:
        _page(f"{name} at {commit[:12]}", rows, behind, output_file)
    elif rows:
        from steno.render import blame as render

        output.lines(render.text([_shown(row, behind) for row in rows], output.paint(colour)))
    _say(rows)
    return exits.Exit.DONE


def _step(row: Row, behind: Behind) -> LineStep:
    from steno.vcs.steps import NOTHING

    return NOTHING if row.line is None else behind.get((row.line.session, row.line.event), NOTHING)


def _record(row: Row, behind: Behind) -> dict[str, JSON]:
    told, line, step = row.told, row.line, _step(row, behind)
    return {
        "line": told.number,
        "text": told.text,
        "commit": told.commit,
        "commit_path": told.path,
        "commit_line": told.at,
        "author": told.author,
        "time": of_epoch(told.time),
        "who": row.who,
        "session": line.session if line else None,
        "event": line.event if line else None,
        "step": step.number,
        "turn": step.turn,
        "model": step.model,
        "prompt": step.prompt,
        "evidence": line.evidence if line else None,
    }


def _shown(row: Row, behind: Behind) -> Shown:
    from steno.render.blame import Shown

    told, line, step = row.told, row.line, _step(row, behind)
    return Shown(
        told.number, told.text, told.commit, day(told.time), told.author, _WHO.get(row.who, row.who),
        line.session if line else "", "" if step.number is None else str(step.number), step.model or "",
        step.prompt or "", line.evidence if line else "",
    )  # fmt: skip


def _page(title: str, rows: list[Row], behind: Behind, file: Path | None) -> None:
    """A page may be handed on: no secret is in it, and no prompt that seems to hold one."""
    from steno.detect.masked import masked, masked_lines
    from steno.render import blame as render

    shown = [_shown(row, behind) for row in rows]
    code = masked_lines([row.text for row in shown])
    safe = masked([title, *(each for row in shown for each in (row.author, row.session, row.model, row.prompt))])
    held = [
        row._replace(
            text=text, author=safe[row.author], session=safe[row.session], model=safe[row.model],
            prompt=row.prompt if safe[row.prompt] == row.prompt else _WITHHELD,
        )
        for row, text in zip(shown, code, strict=True)
    ]  # fmt: skip
    with output.destination(file) as stream:
        for line in render.page(safe[title], held, _counts(rows)):
            stream.write(line.encode() + b"\n")


_WITHHELD = "(withheld: it seems to hold a secret)"


def _counts(rows: list[Row]) -> list[tuple[str, int]]:
    counted = Counter(row.who for row in rows)
    return [
        ("of sessions", counted["session"]),
        ("no session known", counted["no_session_known"]),
        ("unknown", counted["unknown"]),
    ]


def _say(rows: list[Row]) -> None:
    counts = ", ".join(f"{count:,} {name}" for name, count in _counts(rows))
    exits.say(f"{number_of(len(rows), 'line')}: {counts}", "")
    if left := sum(row.search.value == "new" for row in rows):
        exits.say(f"{number_of(left, 'line')} of commits that were not searched yet: run `steno link`", "")
