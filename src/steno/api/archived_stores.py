"""Finds a session in the stores that the archive has.  What a state of a store holds never changes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from steno.api.world import World
from steno.base import trusted
from steno.base.folders import caches
from steno.errors import NotFound, StenoError
from steno.listing.entries import STORES
from steno.listing.glance import glance
from steno.store.archive import Archive
from steno.store.archived import restored
from steno.store.sync import made_by
from steno.store.versions import Version

_ids = msgspec.json.Decoder(dict[str, list[str]])
_SHOWN: Final = 5


class InStore(NamedTuple):
    main: str
    """The file of the store."""
    version: int
    """The last of its versions that has the session."""
    id: str


def in_store(world: World, archive: Archive, word: str, version: int, *, thorough: bool) -> InStore | None:
    """The session in an archived store that a word names by its id or the beginning of it; None where there is none.

    Looks into the last state of each store, or into that of the version; if `thorough`, into all before it too.
    Raises `NotFound` where there are several.
    """
    agent, colon, id = word.removeprefix("archive:").rpartition(":")
    if not id:
        return None
    memory, found = _Memory(world), dict[tuple[str, str], InStore]()
    for one in _states(archive, version, thorough=thorough):
        if not colon or one.agent == agent:
            for each in memory.ids(archive, one):
                if each.startswith(id):
                    found.setdefault((one.main, each), InStore(one.main, one.state, each))
    memory.save()
    exact = [each for each in found.values() if each.id == id]
    near = exact if len(exact) == 1 else list(found.values())
    if len(near) > 1:
        shown = ", ".join(sorted({each.id for each in near})[:_SHOWN])
        raise NotFound(f"{len(near)} sessions in archived stores begin with {id!r}: {shown}", "give more of the id")
    return near[0] if near else None


def _states(archive: Archive, version: int, *, thorough: bool) -> Iterator[Version]:
    """The states of every store, the last first."""
    for main, files in archive.journal.sessions.items():
        if Path(main).suffix in STORES:
            own = [each for each in files.get(main, []) if not each.is_gone and (not version or each.state <= version)]
            yield from reversed(own if thorough and not version else own[-1:])


class _Memory:
    """The ids of the sessions in a store, by the hash of its bytes and by who read it: another version may see more."""

    def __init__(self, world: World) -> None:
        self._path = caches(world.environ, world.home) / "steno" / "archived" / "sessions.json"
        self._known: dict[str, list[str]] = {}
        self._made_by, self._is_new = made_by(), False
        data = trusted.read(self._path)
        try:
            self._known = {} if data is None else _ids.decode(data)
        except msgspec.MsgspecError:
            self._is_new = True  # it is damaged, and made anew

    def ids(self, archive: Archive, one: Version) -> list[str]:
        key = f"{one.hash} {self._made_by}"
        if key not in self._known:
            self._known[key] = _ids_in(archive, one)
            self._is_new = True
        return self._known[key]

    def save(self) -> None:
        if self._is_new:
            with suppress(OSError):  # a cache that cannot be written costs time and nothing else
                trusted.write(self._path, msgspec.json.encode(self._known))


def _ids_in(archive: Archive, one: Version) -> list[str]:
    try:
        with tempfile.TemporaryDirectory(prefix="steno-") as folder:
            path = restored(archive, [one], Path(folder)).path
            seen = glance(one.agent, path, one.size, one.mtime / 1e9).seen
    except (StenoError, OSError):
        return []  # `steno archive verify` says what is damaged
    return [each.id for each in seen if each.id]
