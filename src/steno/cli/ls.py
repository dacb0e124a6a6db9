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
from steno.base.time import local, parse, stamp
from steno.cli import exits, options, output, world
from steno.diagnostics import Diagnostic
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.session import Input, Overview, belongs, overview, read, short_ids
from steno.sources import SOURCES, Session

SCHEMA = "steno.ls/1"

_COLUMNS = (
    Column("ID"), Column("AGENT"), Column("PROJECT", most=32, end=True), Column("START"), Column("TURNS", right=True),
    Column("TOOLS", right=True), Column("TITLE", most=60),
)  # fmt: skip


@click.command("ls")
@click.option("--agent", type=click.Choice(list(SOURCES)), help="Only this agent's sessions.")
@click.option("--project", metavar="DIR", help="Only sessions that began in this directory or below; or its name.")
@click.option("--limit", type=click.IntRange(min=0), default=20, show_default=True, help="At most so many; 0: all.")
@options.as_json
@options.colour
def command(agent: str | None, project: str | None, limit: int, as_json: bool, colour: str) -> int:
    """List the sessions of every supported agent on this machine, newest first.

    Turns and tools count the prompts and tool calls of the session itself, without its sub-agents.

    \b
      steno ls
      steno ls --project . --limit 5
      steno ls --json | jq -r .title
    """
    found: list[Diagnostic] = []
    everything = world.sessions(found.append)
    sessions = [each for each in everything if agent in (None, each.agent)]
    rows: list[tuple[Session, Overview]] = []
    failed = 0
    with Progress(sys.stderr) as progress:
        for number, session in enumerate(sessions):
            if limit and len(rows) == limit:
                break
            progress.say(f"reading {session.path.name}", number / len(sessions))
            try:
                seen = _overview(session)
            except Unreadable as error:
                failed += 1
                exits.explain(error, as_json=as_json)
                continue
            if project is None or belongs(seen, project):
                rows.append((session, seen))
    if as_json:
        for session, seen in rows:
            output.emit(_record(session, seen))
    elif rows:
        output.lines(table(_COLUMNS, _cells(rows, short_ids(everything)), output.paint(colour)))
    output.warn(found)
    _summary(len(rows), failed, len(sessions), project)
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
            _start(seen.started) if isinstance(seen.started, str) else "",
            str(seen.turns),
            str(seen.tools),
            seen.title if isinstance(seen.title, str) else "",
        ]
        for session, seen in rows
    ]


def _start(text: str) -> str:
    """To the minute, in local time, as people know it; `--json` has what the source says."""
    moment = parse(text)
    return local(moment).strftime("%Y-%m-%d %H:%M") if moment else text


def _project(project: str) -> str:
    try:
        return "~/" + str(Path(project).relative_to(world.home()))
    except ValueError:
        return project
