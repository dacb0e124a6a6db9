"""`steno log`"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from steno.api.log import Logged, log
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render.table import Column, table
from steno.render.terminal import number_of
from steno.render.times import day

_COLUMNS = (
    Column("COMMIT"), Column("DAY", rank=3), Column("AUTHOR", most=20, rank=5), Column("SESSIONS", least=36, rank=1),
    Column("LINES", right=True, rank=4), Column("SUBJECT", rank=2),
)  # fmt: skip

_MARKS = {"new": "?", "cut": "-", "away": "-"}
_REASONS = {
    "new": "not searched yet (?): run `steno link`",
    "cut": "not searched (-): a shallow clone ends there, or objects are missing; fetch them, then run "
    "`steno link --fresh`",
    "away": "not searched (-): on no branch, in no tag and in no reflog",
}
"""By the state of a commit's search."""


@click.command("log")
@click.argument("revision", metavar="[REV]", default="HEAD")
@click.option(
    "-n", "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="How many to list; 0 lists all."
)
@click.option("--linked", is_flag=True, help="Only commits with lines that a session wrote.")
@options.repository
@options.as_json
@options.colour
def command(revision: str, limit: int, linked: bool, repo: Path, as_json: bool, colour: str) -> int:
    """List commits, newest first, with the sessions that wrote lines of them.

    Shows what `steno link` found, and which commits it has not searched yet.

    \b
      steno log
      steno log main -n 0 --linked --json
    """
    found = log(here(), revision, limit=limit, linked=linked, repository=repo)
    if as_json:
        for entry in found:
            output.emit(entry)
    elif found:
        output.lines(table(_COLUMNS, list(map(_row, found)), output.paint(colour)))
    exits.say(
        f"{number_of(len(found), 'commit')}, {sum(bool(each.lines) for each in found)} with lines of sessions", ""
    )
    states = Counter(entry.search for entry in found)
    for state, words in _REASONS.items():
        if states[state]:
            exits.say(f"{number_of(states[state], 'commit')} {words}", "")
    return exits.Exit.DONE


def _row(entry: Logged) -> list[str]:
    said = ", ".join(each.session for each in entry.sessions if each.lines) or _MARKS.get(entry.search, "")
    lines = str(entry.lines) if entry.lines else ""
    return [entry.commit[:12], day(entry.time), entry.author, said, lines, entry.subject]
