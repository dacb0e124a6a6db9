"""What `steno link --publish` does with what was found: git notes, or a file of Agent Trace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno import __version__
from steno.base.counts import number_of
from steno.base.exact import encode
from steno.base.time import stamp, system_clock
from steno.cli import exits, options, output
from steno.contracts import UsageError

if TYPE_CHECKING:
    from steno.vcs.git import Repository
    from steno.vcs.memory import Memory
    from steno.vcs.steps import Steps

NOTES, AGENT_TRACE = "notes", "agent-trace"

option = click.option(
    "--publish", type=click.Choice([NOTES, AGENT_TRACE]),
    help="Write what was found: as git notes under refs/notes/steno, or as Agent Trace 0.1 to the file of -o.",
)  # fmt: skip
file_option = options.output


def check(publish: str | None, output_file: Path | None) -> None:
    """Raises `UsageError`."""
    if publish == AGENT_TRACE and output_file is None:
        raise UsageError("--publish agent-trace needs -o FILE, or -o - for stdout")
    if publish != AGENT_TRACE and output_file is not None:
        raise UsageError("-o names the file of --publish agent-trace")


def publish(
    kind: str, result: Memory, reachable: set[str], repository: Repository, steps: Steps, file: Path | None
) -> None:
    """Writes what was found of the commits that some branch or tag has."""
    from steno.vcs import agent_trace, publish
    from steno.vcs.ranges import ranges

    now = system_clock(os.environ)()
    if kind == NOTES:
        tiers = {(link.session, link.commit): link.tier for link in result.links}
        done = publish.publish(repository, ranges(result, reachable), tiers, int(now.timestamp()))
        exits.say(f"{publish.REF}: {number_of(done.written, 'note')} written, {done.same} already there", "")
        if done.refused:
            notes = number_of(len(done.refused), "note")
            exits.say(f"left alone: {notes} that Steno did not write, the first on {done.refused[0]}")
        return
    found = list(ranges(result, reachable))
    behind = steps.of(line for line in result.lines if line.commit in reachable)
    count = 0
    with output.destination(file) as stream:
        for record in agent_trace.records(found, behind, repository, stamp(now), __version__):
            stream.write(encode(record) + b"\n")
            count += 1
    exits.say(f"{number_of(count, 'Agent Trace record')} written", "")
