"""`steno log`"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.base.time import of_epoch
from steno.cli import exits, options, output
from steno.render.table import Column, table
from steno.render.terminal import number_of
from steno.render.times import day

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.vcs.history import Entry

SCHEMA = "steno.log/1"

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
@click.option("-n", "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="How many; 0: all.")
@click.option("--linked", is_flag=True, help="Only commits that have lines of a session.")
@options.repository
@options.as_json
@options.colour
def command(revision: str, limit: int, linked: bool, repo: Path, as_json: bool, colour: str) -> int:
    """List commits, newest first, with the sessions whose lines they have.

    Shows what `steno link` found; a commit that was not searched yet says so.

    \b
      steno log
      steno log main -n 0 --linked --json
    """
    from steno.cli.linked import Linked
    from steno.vcs.blame import commit_of
    from steno.vcs.history import history

    with Linked(repo) as here:
        id = commit_of(here.repository, revision)
        found = list(history(here.repository, here.known, id, limit, linked=linked))
    if as_json:
        for entry in found:
            output.emit(_record(entry))
    elif found:
        output.lines(table(_COLUMNS, [_row(entry) for entry in found], output.paint(colour)))
    _say(found)
    return exits.Exit.DONE


def _record(entry: Entry) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "commit": entry.commit,
        "time": of_epoch(entry.time),
        "author": entry.author,
        "subject": entry.subject,
        "searched": entry.search.is_known,
        "search": entry.search.value,
        "sessions": [
            {"session": link.session, "tier": link.tier, "lines": entry.lines[link.session]} for link in entry.links
        ],
    }


def _row(entry: Entry) -> list[str]:
    sessions = [link.session for link in entry.links if entry.lines[link.session]]
    said = ", ".join(sessions) if sessions else _MARKS.get(entry.search.value, "")
    lines = Counter(entry.lines).total()
    return [entry.commit[:12], day(entry.time), entry.author, said, str(lines) if lines else "", entry.subject]


def _say(found: list[Entry]) -> None:
    linked = sum(bool(entry.lines) for entry in found)
    exits.say(f"{number_of(len(found), 'commit')}, {linked} with lines of sessions", "")
    states = Counter(entry.search.value for entry in found)
    for state, words in _REASONS.items():
        if states[state]:
            exits.say(f"{number_of(states[state], 'commit')} {words}", "")
