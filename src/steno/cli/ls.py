"""`steno ls`"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec import UNSET, structs

from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.base.files import Unreadable
from steno.base.time import stamp
from steno.cli import exits, options, output, redacting, world
from steno.diagnostics import Diagnostic
from steno.pipeline import UnknownFormat
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.render.times import when, zone
from steno.session import Input, Overview, belongs, overview, read, short_ids
from steno.sources import Session, names

SCHEMA = "steno.ls/1"


def _columns() -> tuple[Column, ...]:
    return (
        Column("ID"), Column("AGENT", rank=3), Column("PROJECT", most=32, end=True, rank=4),
        Column(f"ACTIVE ({zone()})", least=17, rank=2), Column("TURNS", right=True, rank=5),
        Column("TOOLS", right=True, rank=6), Column("TITLE", least=20, rank=1),
    )  # fmt: skip


@click.command("ls")
@click.option("--agent", type=options.Names(names), help="Only this agent's sessions.")
@click.option("--project", metavar="DIR", help="Only sessions that began in this directory or below; or its name.")
@click.option(
    "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="How many to list; 0 lists all."
)
@redacting.local
@options.as_json
@options.colour
def command(
    agent: str | None, project: str | None, limit: int, as_json: bool, colour: str, shown: redacting.Shown
) -> int:
    """List the sessions of every supported agent on this machine, the last active first.

    ACTIVE is when the session was last written to, in local time; --json also has when it started.  TURNS and TOOLS
    count the prompts and tool calls of the session itself, without its sub-agents.  A narrow terminal shows fewer
    columns; into a pipe or a file, everything is written whole.  Titles are shown as they are; --redact masks them.

    \b
      steno ls
      steno ls --project . --limit 5
      steno ls --agent codex --limit 0
      steno ls --json | jq -r .title
    """
    found: list[Diagnostic] = []
    everything = world.sessions(found.append)
    sessions = [each for each in everything if agent in (None, each.agent)]
    rows: list[tuple[Session, Overview]] = []
    strange: list[str] = []
    failed = 0
    with Progress(sys.stderr) as progress:
        for number, session in enumerate(sessions):
            if limit and len(rows) == limit:
                break
            progress.say(f"reading {session.path.name}", number / len(sessions))
            try:
                seen = _overview(session)
            except UnknownFormat as error:
                strange.append(str(error))
                continue
            except Unreadable as error:
                failed += 1
                exits.explain(error, as_json=as_json)
                continue
            if project is None or belongs(seen, project):
                rows.append((session, seen))
    if as_json:
        for session, seen in rows:
            output.emit(shown.piece(_record(session, seen)))
    elif rows:
        output.lines(table(_columns(), shown.piece(_cells(rows, short_ids(everything))), output.paint(colour)))
    output.warn(found)
    for each in strange:
        exits.say(f"not listed: {each}", "")
    _summary(len(rows), failed + len(strange), len(sessions), project)
    return exits.several(failed, len(rows))


def _overview(session: Session) -> Overview:
    source = Input(str(session.path), session.path, session.agent)
    return overview(next(read(source, world.stdin(), lambda _: None)))


def _summary(shown: int, failed: int, total: int, project: str | None) -> None:
    if not total:
        exits.say("no sessions found; `steno show FILE` reads any file")
    elif project is not None:
        exits.say(f"{number_of(shown, 'session')} of {project}", "")
    elif shown + failed < total:
        exits.say(f"{shown} of {number_of(total, 'session')}; --limit 0 shows all", "")


def _record(session: Session, seen: Overview) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "id": session.id,
        "agent": session.agent,
        "path": str(session.path),
        "bytes": session.size,
        "modified": stamp(datetime.fromtimestamp(session.modified, UTC)),
        "subagents": len(session.children),
        **{key: value for key, value in structs.asdict(seen).items() if value is not UNSET},
    }


def _cells(rows: list[tuple[Session, Overview]], short: dict[str, str]) -> list[list[str]]:
    return [
        [
            short[session.id],
            session.agent,
            _project(seen.project) if isinstance(seen.project, str) else "",
            when(session.modified),
            str(seen.turns),
            str(seen.tools),
            seen.title if isinstance(seen.title, str) else "",
        ]
        for session, seen in rows
    ]


def _project(project: str) -> str:
    try:
        return "~/" + str(Path(project).relative_to(world.home()))
    except ValueError:
        return project
