"""Tells which session is the caller's own: by what its agent says to the programs that it starts, never by a guess."""

from __future__ import annotations

import os
import select
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO
from weakref import WeakKeyDictionary

from msgspec import Struct

from steno import registry, sources
from steno.api.world import World, ignore
from steno.base.exact import JSON, BadJSON, decode
from steno.base.files import peek
from steno.errors import NotFound
from steno.session import CURRENT, Find
from steno.sources import Session

_LIVE = 600.0
"""Seconds: two sessions in one folder that were written to within so many of each other may both be running."""
_WAIT = 0.25
"""Seconds that a hook's input may take to arrive: its agent writes it when it starts the hook."""
_LARGEST = 32 << 20
_SHOWN = 5
_HINT = "name the session: `steno ls` lists the ids"
_heard: WeakKeyDictionary[BinaryIO, dict[str, JSON]] = WeakKeyDictionary()
"""What a hook's input said, which can be read only once: a command may ask for its session twice."""


class Own(Struct, frozen=True):
    """A session that is the caller's own, and who says so."""

    path: Path
    agent: str | None
    inner: str
    said: str


def current(world: World, find: Find) -> Own:
    """The session in which the caller runs; raises `NotFound` where nobody says, or two say different things.

    Asked are the environment that agents give to their tools and the input that they give to their hooks; where
    neither names a session, it is the one in this folder that was written to last, by the agent that says that it is
    there, if one does.
    """
    named = [*_by_environment(world.environ, find)]
    stated = [*named, *_by_hook(world.stdin, find)]
    # Who is there and names no session may be the one that asks: a variable beside it may be inherited.
    marked = [] if len(stated) > len(named) else _marked(world.environ, {each.agent for each in named})
    if not stated:
        return _by_folder(world, marked)
    stated += _in_folder(world, marked) if marked else ()
    several = {(os.path.realpath(each.path), each.inner): each for each in stated}
    if len(several) > 1:
        raise NotFound(f"{CURRENT} may be any of {len(several)} sessions: {_named(several.values())}", _HINT)
    return stated[0]


def _named(found: Iterable[Own]) -> str:
    every = list(found)
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return ", ".join(f"{each.path}{each.inner and ' '}{each.inner} ({each.said})" for each in every[:_SHOWN]) + more


def _by_environment(environ: Mapping[str, str], find: Find) -> Iterator[Own]:
    for agent in registry.agents:
        for variable in agent.own.variables if agent.own is not None else ():
            if id := environ.get(variable):
                yield _of_id(id, (agent.name,), variable, find)


def _by_hook(stdin: Callable[[], BinaryIO], find: Find) -> Iterator[Own]:
    event = _event(stdin())
    if event is None:
        return
    known = [agent for agent in registry.agents if agent.own is not None]
    paths = dict.fromkeys(agent.own.transcript for agent in known if agent.own and agent.own.transcript)
    ids = dict.fromkeys(agent.own.session for agent in known if agent.own and agent.own.session)
    for key in paths:
        if isinstance(path := event.get(key), str) and path and Path(path).is_file():
            yield Own(Path(path), None, "", f"{key} of the hook's input")
            return
    for key in ids:
        if isinstance(id := event.get(key), str) and id:
            names = tuple(agent.name for agent in known if agent.own and agent.own.session == key)
            yield _of_id(id, names, f"{key} of the hook's input", find)
            return
    keys = " or ".join([*paths, *ids])
    raise NotFound(f"{CURRENT}: standard input is JSON, and no hook's input: it names no {keys}", _HINT)


def _event(stdin: BinaryIO) -> dict[str, JSON] | None:
    """What an agent says to its hook on standard input; None where nobody says anything, or not in JSON."""
    if stdin in _heard:
        return _heard[stdin]
    if not _has_input(stdin) or not peek(stdin, 64).lstrip().startswith(b"{"):
        return None
    try:
        value = decode(stdin.read(_LARGEST)).value
    except BadJSON as error:
        raise NotFound(f"{CURRENT}: standard input begins as a hook's does, and is no JSON: {error}", _HINT) from None
    if isinstance(value, dict):
        _heard[stdin] = value
    return _heard.get(stdin)


def _has_input(stdin: BinaryIO) -> bool:
    """Whether something is there to be read, without waiting for what may never come."""
    try:
        descriptor = stdin.fileno()
        mode = os.fstat(descriptor).st_mode
    except (OSError, ValueError):  # not a file of the system's, or closed
        return not stdin.closed
    if stat.S_ISREG(mode):
        return True
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return False  # a terminal, or the null device
    return bool(select.select([descriptor], [], [], _WAIT)[0])


def _of_id(id: str, agents: tuple[str, ...], said: str, find: Find) -> Own:
    """The session of an id that an agent has stated: there is one, or it is an error."""
    found = [each for each in find() if each.agent in agents and id in (each.id, _thread(each))]
    if not found:
        raise NotFound(f"{said} names session {id!r}, of which no log is found on this machine", _HINT)
    return Own(found[0].path, found[0].agent, found[0].inner, said)


def _thread(session: Session) -> str:
    places = sources.places(session.agent)
    return session.id if places is None else places.thread(session.id)


def _marked(environ: Mapping[str, str], known: set[str | None]) -> list[str]:
    """The agents that say that they are there, but for those that have named their session."""
    return [
        agent.name
        for agent in registry.agents
        if agent.own is not None and agent.own.mark and environ.get(agent.own.mark) and agent.name not in known
    ]


def _by_folder(world: World, marked: list[str]) -> Own:
    near = _in_folder(world, marked)
    if not near:
        who = f"{' and '.join(marked)} does not say" if marked else "no agent says"
        here = os.path.realpath(world.folder.absolute())
        raise NotFound(f"{CURRENT}: {who} which session this is, and none began in {here}", _HINT)
    if len(near) > 1:
        raise NotFound(f"{CURRENT} may be any of {len(near)} sessions in this folder: {_named(near)}", _HINT)
    return near[0]


def _in_folder(world: World, marked: list[str]) -> list[Own]:
    """The last written in this folder, of those agents or of all, with others that may still be running."""
    from steno.listing.entries import machine  # costs start-up, and mostly the agent says it
    from steno.listing.memory import memory

    here = os.path.realpath(world.folder.absolute())
    kept = memory(world.environ, world.home)
    agents = set(marked or registry.agents.names())
    found = [
        each
        for each in machine(world.environ, world.home, kept, ignore).entries
        if each.parent is None
        and each.session.agent in agents
        and each.seen.project
        and os.path.realpath(each.seen.project) == here
    ]
    return [
        Own(each.session.path, each.session.agent, each.session.inner, each.session.agent)
        for each in found
        if found[0].session.modified - each.session.modified <= _LIVE
    ]
