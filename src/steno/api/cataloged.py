"""What a list of sessions has from the catalog, which it brings up to date where that is quickly done."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct

from steno.api.world import World
from steno.base import folders
from steno.errors import Unreadable, Unwritable
from steno.listing.entries import Entry, Machine
from steno.listing.memory import state
from steno.listing.seen import UNKNOWN, Figures, Seen
from steno.sources import Session
from steno.store import catalog, listed

QUICK: Final = 4 << 20
"""Bytes of sessions that are read in about a tenth of a second."""


class Cataloged(Struct, frozen=True):
    deleted: list[Entry] = []
    """Sessions and sub-agents that only the archive has."""
    secrets: Mapping[tuple[str, str], int] = {}
    """By path and id, how many secrets were found; where a session is missing, nobody has looked."""


def cataloged(world: World, found: Machine, agent: str | None) -> Cataloged:
    """What the catalog adds to the files on this machine; where there is none, and none that is quickly made, the
    archive says which sessions are gone.
    """
    path = catalog.path_of(world.environ, world.home)
    now = {str(each.session.path): (each.session.size, each.modified) for each in found.entries}
    try:
        if _is_behind(world, path, found, now, agent):
            from steno.api.catalog import sync  # most lists find nothing new

            sync(world, most=QUICK)
        with closing(catalog.readable(path)) as base, catalog.said(path):
            gone = [each for each in listed.deleted(base, agent) if str(each.session.path) not in now]
            return Cataloged(gone, listed.secrets(base))
    except (Unreadable, Unwritable):
        return Cataloged(_bare(world, set(now), agent))


def _is_behind(world: World, path: Path, found: Machine, now: listed.Known, agent: str | None) -> bool:
    """Whether there is something that the catalog does not know, and can learn quickly."""
    journal = _journal(world)
    try:
        with closing(catalog.readable(path)) as base, catalog.said(path):
            known, archived = listed.files(base, agent)
            kept = listed.archive_of(base)
    except Unreadable:
        return (bool(now) or journal.exists()) and sum(size for size, _ in now.values()) <= QUICK
    if any(size <= QUICK and known.get(each) != (size, modified) for each, (size, modified) in now.items()):
        return True
    others = {str(each.path) for each in found.unlisted}
    return bool(known.keys() - now.keys() - others - archived) or kept != repr(state(str(journal))[1:])


def _bare(world: World, there: set[str], agent: str | None) -> list[Entry]:
    """The sessions that only the archive has, as its journal names them."""
    journal = _journal(world)
    if not journal.exists():
        return []
    from steno.store.archived import deleted  # few machines have an archive and no catalog

    return [
        Entry(
            Session(each.agent, each.id, Path(each.path), each.size, each.modified), Seen(), each.modified,
            archived=Figures(turns=UNKNOWN, tools=UNKNOWN),
        )
        for each in deleted(journal.parent, there)
        if not each.is_run and agent in (None, each.agent)
    ]  # fmt: skip


def _journal(world: World) -> Path:
    return folders.archive(world.environ, world.home) / "versions.jsonl"
