"""`steno commit`"""

from __future__ import annotations

from pathlib import Path

import click

from steno.api.commit import KINDS, CommitFound, commit
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render.table import Column, table
from steno.render.terminal import number_of

_SESSIONS = (
    Column("SESSION"), Column("TIER", rank=3), Column("LINES", right=True, rank=1), Column("STEPS", most=24, rank=5),
    Column("MODEL", rank=4), Column("PROMPT", rank=2),
)  # fmt: skip
_FILES = (
    Column("FILE", most=200, end=True, least=16), Column("ADDED", right=True), Column("EVIDENCED", right=True),
    Column("DIVERGED", right=True), Column("UNACCOUNTED", right=True), Column("UNKNOWN", right=True),
)  # fmt: skip
_WHY = {
    "new": "run `steno link`",
    "cut": "a shallow clone ends there, or objects are missing",
    "away": "no branch, tag or reflog has it",
}


@click.command("commit")
@click.argument("revision", metavar="[REV]", default="HEAD")
@options.repository
@options.as_json
@options.colour
def command(revision: str, repo: Path, as_json: bool, colour: str) -> int:
    """Show which sessions wrote a commit, and how much of it they account for.

    Every line that the commit added is one of four: evidenced (a session wrote it exactly so), diverged (a session
    wrote it, and something changed it since), unaccounted (no session is known to have worked on the file), or
    unknown.  Shows what `steno link` found.

    \b
      steno commit
      steno commit v1.2 --json
    """
    found = commit(here(), revision, repository=repo)
    output.warn_of_missing(found.unread)
    if as_json:
        output.emit(found.commit)
    else:
        _show(found, colour)
    return exits.Exit.DONE


def _show(found: CommitFound, colour: str) -> None:
    paint = output.paint(colour)
    sessions = [
        [
            each.session, each.tier, str(each.lines), ", ".join(map(str, each.steps)), ", ".join(each.models),
            " / ".join(each.prompts),
        ]
        for each in found.commit.sessions
        if each.is_linked
    ]  # fmt: skip
    files = [
        [each.path, str(each.added), *("" if (n := getattr(each, kind)) is None else str(n) for kind in KINDS)]
        for each in found.commit.files
    ]
    for columns, rows in ((_SESSIONS, sessions), (_FILES, files)):
        if rows:
            output.lines([*table(columns, rows, paint), ""])
    output.lines([paint(_statement(found))])


def _statement(found: CommitFound) -> str:
    short, lines = found.commit.commit[:12], found.commit.lines
    if len(found.commit.parents) > 1:
        return f"{short} is a merge: its lines are those of the commits it merges"
    if not found.commit.searched:
        return f"{short} was not searched for lines of sessions: {_WHY[found.search]}"
    counts = {kind: getattr(lines, kind) for kind in KINDS}
    whole = sum(counts.values())
    if not whole:
        return f"{short} adds no lines but blank ones"
    said = ", ".join(f"{count} {kind} ({count / whole:.0%})" for kind, count in counts.items())
    return f"{short}: of {number_of(whole, 'line')} that it adds, {said}; blank lines are not counted"
