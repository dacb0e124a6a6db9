"""Brings what `steno link` has proved into the catalog."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from steno.api.world import World
from steno.base.folders import data
from steno.errors import Unreadable, Unwritable
from steno.listing.memory import state
from steno.store import catalog
from steno.store.linked import Proof, put, remove, unread


def refresh(world: World, connection: sqlite3.Connection) -> None:
    """Read what is remembered of repositories, where that is new or changed."""
    folder = data(world.environ, world.home) / "steno" / "links"
    try:
        files = sorted(each for each in folder.iterdir() if each.suffix == ".bin")
    except OSError:
        files = []  # nothing was ever linked
    new, gone = unread(connection, [state(str(each)) for each in files])
    if not new and not gone:
        return
    read = [(each, list(_proofs(Path(each[0])))) for each in new]
    with catalog.transaction(connection):
        for path in gone:
            remove(connection, path)
        for memory, proofs in read:
            put(connection, memory, proofs)


def linked(world: World) -> None:
    """After `steno link`: a catalog that is there hears of it.  One that cannot be written to hears of it later."""
    path = catalog.path_of(world.environ, world.home)
    if not path.exists():
        return
    with suppress(Unreadable, Unwritable), closing(catalog.writable(path)) as connection, catalog.said(path):
        refresh(world, connection)


def _proofs(file: Path) -> Iterator[Proof]:
    from steno.vcs import remembered  # few runs find a new one

    found = remembered.load(file)
    if found is None:
        return
    paths = {remembered.name_of(Path(each)): each for each in found.sessions}
    counts: dict[tuple[str, str], Counter[str]] = {}
    for line in found.lines:
        counts.setdefault((line.session, line.commit), Counter())[line.evidence] += 1
    for each in found.links:
        if each.tier.startswith(remembered.LINKED) and each.session in paths:
            lines = counts.get((each.session, each.commit), Counter())
            evidence = msgspec.json.encode(dict(sorted(lines.items()))).decode()
            yield Proof(paths[each.session], each.commit, each.tier, lines.total(), evidence, each.time)
