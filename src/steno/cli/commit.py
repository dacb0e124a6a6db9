"""`steno commit`"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.base.counts import number_of
from steno.base.time import of_epoch
from steno.cli import exits, options, output
from steno.render.table import Column, table

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.vcs.coverage import Coverage
    from steno.vcs.remembered import Link
    from steno.vcs.steps import LineStep

    Behind = dict[tuple[str, str], LineStep]

SCHEMA = "steno.commit/1"

_SESSIONS = (
    Column("SESSION"), Column("TIER", rank=3), Column("LINES", right=True, rank=1), Column("STEPS", most=24, rank=5),
    Column("MODEL", rank=4), Column("PROMPT", rank=2),
)  # fmt: skip
_FILES = (
    Column("FILE", most=200, end=True, least=16), Column("ADDED", right=True), Column("EVIDENCED", right=True),
    Column("DIVERGED", right=True), Column("UNACCOUNTED", right=True), Column("UNKNOWN", right=True),
)  # fmt: skip


@click.command("commit")
@click.argument("revision", metavar="[REV]", default="HEAD")
@options.repository
@options.as_json
@options.colour
def command(revision: str, repo: Path, as_json: bool, colour: str) -> int:
    """Show which sessions made a commit, and how much of it they account for.

    Every line that the commit added is one of four: evidenced (a session wrote it exactly so), diverged (a session
    wrote it, and something rewrote it), unaccounted (no session is known to have worked on the file), or unknown.
    Shows what `steno link` found.

    \b
      steno commit
      steno commit v1.2 --json
    """
    from steno.cli.linked import Linked
    from steno.vcs.blame import commit_of
    from steno.vcs.coverage import coverage

    with Linked(repo) as here:
        id = commit_of(here.repository, revision)
        found = coverage(here.repository, here.known, id)
        behind = here.steps.of(found.lines)
        reachable = as_json and bool(here.repository.reachable([id]))
        here.complain()
    if as_json:
        output.emit(_record(found, behind, reachable=reachable))
    else:
        _show(found, behind, colour)
    return exits.Exit.DONE


def _counts(counts: Counter[str], *, searched: bool) -> dict[str, JSON]:
    from steno.vcs.coverage import KINDS

    return {kind: counts[kind] if searched else None for kind in KINDS}


def _record(found: Coverage, behind: Behind, *, reachable: bool) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "commit": found.commit,
        "time": of_epoch(found.time),
        "parents": list(found.parents),
        "reachable": reachable,
        "searched": found.searched,
        "lines": {
            "added": sum(each.added for each in found.files),
            "blank": sum(each.blank for each in found.files),
            **_counts(found.total(), searched=found.searched),
        },
        "sessions": [_session(found, link, behind) for link in found.links],
        "files": [
            {"path": each.path, "added": each.added, "blank": each.blank}
            | _counts(each.counts, searched=found.searched)
            for each in found.files
        ],
    }


def _session(found: Coverage, link: Link, behind: Behind) -> dict[str, JSON]:
    lines = [line for line in found.lines if line.session == link.session]
    steps = _steps(found, link, behind)
    return {
        "session": link.session,
        "tier": link.tier,
        "lines": len(lines),
        "evidence": dict(sorted(Counter(line.evidence for line in lines).items())),
        "steps": sorted({step.number for step in steps if step.number is not None}),
        "models": sorted({step.model for step in steps if step.model is not None}),
        "prompts": list(dict.fromkeys(step.prompt for step in steps if step.prompt is not None)),
        "unaccounted_files": list(link.unaccounted),
    }


def _steps(found: Coverage, link: Link, behind: Behind) -> list[LineStep]:
    """Those that wrote lines of the commit, in order."""
    keys = dict.fromkeys((line.session, line.event) for line in found.lines if line.session == link.session)
    steps = [behind[key] for key in keys if key in behind]
    return sorted(steps, key=lambda step: (step.number is None, step.number))


def _show(found: Coverage, behind: Behind, colour: str) -> None:
    from steno.vcs.coverage import KINDS
    from steno.vcs.remembered import LINKED

    paint = output.paint(colour)
    rows = []
    for link in found.links:
        if link.tier.startswith(LINKED):
            each = _session(found, link, behind)
            prompts = each["prompts"]
            rows.append([
                link.session, link.tier, str(each["lines"]), ", ".join(map(str, each["steps"])),
                ", ".join(each["models"]), " / ".join(prompts),
            ])  # fmt: skip
    if rows:
        output.lines([*table(_SESSIONS, rows, paint), ""])
    files = [
        [each.path, str(each.added), *(str(each.counts[kind]) if found.searched else "" for kind in KINDS)]
        for each in found.files
    ]
    if files:
        output.lines([*table(_FILES, files, paint), ""])
    output.lines([paint(_statement(found))])


_WHY = {
    "new": "run `steno link`",
    "cut": "a shallow clone ends there, or objects are missing",
    "away": "no branch, tag or reflog has it",
}


def _statement(found: Coverage) -> str:
    from steno.vcs.coverage import KINDS

    short = found.commit[:12]
    if found.merge:
        return f"{short} is a merge: its lines are those of the commits it merges"
    if not found.searched:
        return f"{short} was not searched for lines of sessions: {_WHY[found.search.value]}"
    total = found.total()
    whole = total.total()
    if not whole:
        return f"{short} adds no lines but blank ones"
    said = ", ".join(f"{total[kind]} {kind} ({total[kind] / whole:.0%})" for kind in KINDS)
    return f"{short}: of {number_of(whole, 'line')} that it adds, {said}; blank lines are not counted"
