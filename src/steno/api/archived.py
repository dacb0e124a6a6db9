"""From a user's word to a session in the archive: also to one that its agent has deleted."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path

from steno.api.archived_stores import in_store
from steno.api.world import World
from steno.base import folders
from steno.base.patterns import deferred
from steno.errors import NotFound
from steno.notes.naming import notes_name
from steno.session import Input
from steno.store.archive import Archive, Subject
from steno.store.archived import restored as files_restored
from steno.store.versions import Version

_WORD = deferred(r"(?:archive:)?(?P<name>.*?)(?:@(?P<version>[1-9]\d{0,8}))?", re.DOTALL | re.ASCII)


def opened(world: World) -> Archive:
    """The archive of this user."""
    return Archive(folders.archive(world.environ, world.home))


def subject(states: dict[str, list[Version]]) -> Subject:
    """The session that some versions are of."""
    one = next(iter(states.values()))[0]
    return Subject(one.agent, one.session, Path(one.main))


def found(archive: Archive, word: str) -> str:
    """The session in the archive that a word names, by its own file; raises `NotFound`.

    The word is an id or its beginning, also with `archive:` or the agent before it, or the path of the file.
    """
    known = archive.journal.sessions
    word = word.removeprefix("archive:")
    for path in (word, str(Path(word).absolute())):
        if path in known:
            return path
    agent, colon, id = word.rpartition(":")
    every = {main: subject(states) for main, states in known.items()}
    near = [
        main for main, one in every.items() if id and one.id.startswith(id) and (not colon or one.agent == agent)
    ]  # fmt: skip
    exact = [main for main in near if every[main].id == id]
    if len(exact) == 1 or len(near) == 1:
        return (exact or near)[0]
    if not near:
        raise NotFound(f"no session in the archive begins with {word!r}", "`steno archive list` shows what is there")
    raise NotFound(
        f"{len(near)} sessions in the archive begin with {word!r}", f"name the file: {', '.join(sorted(near)[:5])}"
    )


def restored(world: World, word: str) -> Input:
    """A session of the archive as an input: its files lie in a folder of this process, which goes when it ends.

    `@3` behind the id names the third version.  A session in a store is known by its own id: without a version, as it
    last was there.  Raises `NotFound`, and `Damaged`.
    """
    parts = _WORD().fullmatch(word)
    name, number = (parts["name"], int(parts["version"] or 0)) if parts is not None else (word, 0)
    archive, inner = opened(world), ""
    try:
        main = found(archive, name)
    except NotFound:
        one = in_store(world, archive, name, number, thorough=word.startswith("archive:"))
        if one is None:
            raise
        main, number, inner = one
    files = archive.files(main, number or None)
    if not files or files[0].path != main:
        raise NotFound(f"{main}: its file was gone in this version", "`steno archive list` shows what is there")
    folder = Path(tempfile.mkdtemp(prefix="steno-"))  # which nobody else can look into
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    lies = files_restored(archive, files, folder)
    notes = (
        folders.data(world.environ, world.home) / "steno" / "notes" / notes_name(Path(os.path.realpath(main)), inner)
    )
    return Input(lies.called, lies.path, files[0].agent or None, notes, inner)
