"""`steno link`"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from steno.api import Diagnostic, UsageError
from steno.api.link import Found, LinkRow, Search, link, links
from steno.api.publish import REF, agent_traces, publish_notes
from steno.api.world import World, here
from steno.cli import exits, options, output
from steno.render.progress import Progress
from steno.render.table import Column, table
from steno.render.terminal import number_of
from steno.render.times import day

NOTES, AGENT_TRACE = "notes", "agent-trace"

_COLUMNS = (
    Column("COMMIT"), Column("DAY", rank=5), Column("SESSION", least=64, rank=1), Column("TIER", rank=3),
    Column("LINES", right=True, rank=2), Column("EVIDENCE", rank=4),
)  # fmt: skip
_CLONES = {"commit_id": "commit", "remote_url": "remote", "content": "content"}


@click.command("link")
@options.repository
@click.option(
    "--sessions", "places", type=options.PATH, multiple=True, metavar="DIR|FILE",
    help="Look for these sessions instead of all on this machine; may be repeated.",
)  # fmt: skip
@click.argument("more", metavar="[FILE]...", nargs=-1, type=options.PATH)
@click.option("--since", metavar="DATE", help="Only commits from this day or moment on, such as 2026-01-31.")
@click.option("--fresh", is_flag=True, help="Forget what earlier runs found and search again.")
@click.option(
    "--publish", type=click.Choice([NOTES, AGENT_TRACE]),
    help="Write what was found as git notes under refs/notes/steno, or as Agent Trace 0.1 to the file of -o.",
)  # fmt: skip
@options.output
@click.option("--patches", is_flag=True, help="With --json: each patch with its anchor in git, and ranges of lines.")
@options.as_json
@options.colour
def command(
    repo: Path,
    places: tuple[Path, ...],
    more: tuple[Path, ...],
    since: str | None,
    fresh: bool,
    publish: str | None,
    output_file: Path | None,
    patches: bool,
    as_json: bool,
    colour: str,
) -> int:
    """Find which commits contain lines that sessions wrote, and how sure that is.

    Replays the edits of the sessions and looks for their lines among those that each commit added, even if they were
    rewritten, moved, squashed or rebased since.  Changes nothing in the repository, except for the notes that --publish
    asks for.  The next run looks only at what is new.

    \b
      steno link
      steno link --repo ~/src/garden --sessions ~/logs --json
    """
    _check(publish, output_file)
    if patches and not as_json:
        raise UsageError("--patches adds to the JSON of --json; ask for both")
    found: list[Diagnostic] = []
    world, search = here(), Search(repository=repo, places=(*places, *more), since=since, fresh=fresh)
    with Progress(sys.stderr) as progress:
        done = link(
            world, search, failed=exits.Failures(as_json=as_json), report=found.append, progress=progress.say
        )  # fmt: skip
        if done.forgotten:
            exits.say(f"cannot remember what was found: {done.forgotten}; the next run searches again", "")
        record = links(world, search, done, patches=patches) if as_json else None
        if publish is not None:
            _publish(world, search, done, publish, output_file)
    if record is not None:
        output.emit(record)
    elif rows := done.rows():
        output.lines(table(_COLUMNS, list(map(_row, rows)), output.paint(colour)))
    output.warn(found)
    _say(done)
    return exits.several(done.failed, done.sessions)


def _check(publish: str | None, output_file: Path | None) -> None:
    if publish == AGENT_TRACE and output_file is None:
        raise UsageError("--publish agent-trace needs -o FILE, or -o - for stdout")
    if publish != AGENT_TRACE and output_file is not None:
        raise UsageError("-o names the file of --publish agent-trace")


def _publish(world: World, search: Search, found: Found, kind: str, file: Path | None) -> None:
    if kind == NOTES:
        done = publish_notes(world, search, found)
        exits.say(f"{REF}: {number_of(done.written, 'note')} written, {done.same} already there", "")
        if done.refused:
            notes = number_of(len(done.refused), "note")
            exits.say(f"left alone: {notes} that Steno did not write, the first on {done.refused[0]}")
        return
    count = 0
    with output.destination(file) as stream:
        for line in agent_traces(world, search, found):
            stream.write(line)
            count += 1
    exits.say(f"{number_of(count, 'Agent Trace record')} written", "")


def _row(row: LinkRow) -> list[str]:
    evidence = ", ".join(f"{count} {name}" for name, count in row.evidence.most_common())
    if row.clone:
        evidence += f"; another clone, by its {_CLONES[row.clone]}"
    mark = "" if row.reachable else " (unreachable)"
    return [row.commit[:12] + mark, day(row.time), row.session, row.tier, str(row.evidence.total()), evidence]


def _say(found: Found) -> None:
    if not found.sessions:
        exits.say("no sessions to look for: `steno ls` shows those on this machine, --sessions names others", "")
        return
    new, sessions = number_of(found.looked, "new commit"), number_of(found.sessions, "session")
    exits.say(f"{new} searched, {sessions}; {number_of(found.linked, 'commit')} with lines of theirs", "")
    if found.unshown:
        count = number_of(len(found.unshown), "commit")
        exits.say(f"{count} cannot be shown (missing or damaged objects), the first is {found.unshown[0]}", "")
