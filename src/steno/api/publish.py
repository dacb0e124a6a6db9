"""Publish what `link` found: as git notes, or as records of Agent Trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from steno import __version__
from steno.api.link import Found, Search
from steno.api.world import World
from steno.base.exact import encode
from steno.base.time import stamp
from steno.vcs import agent_trace, git, publish, remembered, steps
from steno.vcs.ranges import ranges

REF = publish.REF


class PublishedNotes(Struct, frozen=True):
    written: int
    same: int
    """How many were there already."""
    refused: Sequence[str]
    """The commits with a note that Steno did not write, which were left alone."""


def publish_notes(world: World, search: Search, found: Found) -> PublishedNotes:
    """Write git notes on the commits that some branch or tag has."""
    tiers = {(link.session, link.commit): link.tier for link in found.result.links}
    now = int(world.clock().timestamp())
    with git.opened(search.repository, world.environ) as repository:
        done = publish.publish(repository, ranges(found.result, found.reachable), tiers, now)
    return PublishedNotes(done.written, done.same, done.refused)


def agent_traces(world: World, search: Search, found: Found) -> Iterator[bytes]:
    """Lines of Agent Trace 0.1, of the commits that some branch or tag has."""
    now, result = stamp(world.clock()), found.result
    with git.opened(search.repository, world.environ) as repository:
        file = remembered.file(repository.folder(), world.environ, world.home)
        known = steps.Steps(file, result.sessions, steps.read)
        behind = known.of(line for line in result.lines if line.commit in found.reachable)
        written = list(ranges(result, found.reachable))
        for record in agent_trace.records(written, behind, repository, now, __version__):
            yield encode(record) + b"\n"
