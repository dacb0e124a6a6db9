"""What an agent is to Steno: one `Agent`, in the agent's own folder, and a line in the registry.

It stands here and not among the other contracts, as nobody but agents makes one: everybody else asks the registry.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from steno.base.parts import lazy
from steno.contracts import Format, GoesOn

if TYPE_CHECKING:
    from pathlib import Path

    from steno.base.roots import Roots
    from steno.hookfiles.target import Hooks, Setting
    from steno.idioms import Idiom
    from steno.model import Event
    from steno.sources import Places
    from steno.tools import Toolbox
    from steno.usage.request import Policy

__all__ = ["Agent", "GoesOn", "Keeping", "Own", "Pairing", "Skills", "Tick", "lazy"]


class Pairing(enum.Enum):
    """How a log says which result answers which call."""

    ID = "id"
    """Both have the id of the call, which is the call's alone."""
    ID_IN_TURN = "id-in-turn"
    """Both have an id that comes again in later turns: a result answers the last call before it that has the id."""
    POSITIONAL = "positional"
    """By their order: a result answers the first call before it that has none."""
    EMBEDDED = "embedded"
    """The result stands in the record of its call."""
    NONE = "none"
    """The log does not say it, or has no results."""


class Tick(Struct, frozen=True):
    """What a log says in passing of a sub-agent that it started."""

    run: str
    event: Event
    calls: frozenset[str]
    """The ids of the calls that the sub-agent made just then."""
    failed: frozenset[str]
    """The ids of those that failed."""
    told: frozenset[str] = frozenset()
    """The uids of the events that hold what it said, called or got."""


Ticks = Callable[[Iterable["Event"]], Iterator[Tick]]


class Keeping(Struct, frozen=True):
    """What an agent does to its own history."""

    what: str
    """One plain sentence: what it deletes or rewrites, and when."""
    advice: str
    """What to do to lose nothing."""
    days: int | None = None
    """After so many days without activity a session is deleted; None where none is."""
    stated: str = ""
    """Where that number stands; empty where it is the usual one."""


Keeps = Callable[[Mapping[str, str], "Path"], Iterable[Keeping]]


class Own(Struct, frozen=True, kw_only=True):
    """How an agent tells the programs that it starts in which of its sessions they run: only what is known."""

    variables: tuple[str, ...] = ()
    """Of the environment of its tools; each holds the id of the session."""
    mark: str = ""
    """Of the same environment: is set wherever the agent runs a tool, and names no session."""
    transcript: str = ""
    """The key of a hook's input that holds the path of the session's file."""
    session: str = ""
    """And the key that holds its id."""


class Skills(Struct, frozen=True):
    """Where an agent looks for skills: folders, each with a `SKILL.md`."""

    user: str
    """For all of a user's projects, below the user's folder."""
    project: str
    """For one project, below its folder."""
    variable: str = ""
    """Of the environment: names another folder than the first in `user`."""


Plugin = Callable[[Mapping[str, bytes], "Setting", str], dict[str, bytes]]
"""The files of a plug-in by path, made of skills by name, what the outside world gives, and Steno's version."""


class Agent(Struct, frozen=True, kw_only=True):
    """All that is known of one agent; None is what nobody knows.

    A part that is a call (`lazy("my_agent.places:PLACES")`) is imported when it is first asked for: telling a file by
    its first bytes waits for no hooks.
    """

    name: str
    """As traces and the command line have it; that of its format too."""
    title: str
    """What people call it."""
    format: Format | None = None
    """How its logs are recognised, read, checked and written back; None if it is known only from traces."""
    places: Callable[[], Places] | None = None
    """Where its sessions lie, and what belongs to them."""
    usage: Callable[[], Policy] | None = None
    """How its logs count tokens, where they do not state them once for each response."""
    ticks: Callable[[], Ticks] | None = None
    """What its logs say about sub-agents whose own logs are gone."""
    hooks: Callable[[], Hooks] | None = None
    """How its hooks are installed."""
    tools: Callable[[], Toolbox] | None = None
    """What its tools do."""
    pairing: Pairing | None = None
    """How its logs say which result answers which call; None where nobody knows them."""
    verified: int | None = None
    """On how many real files the reader was checked against counts that somebody else made; 0 is `unverified`, None is
    what nobody has said."""
    like: str = ""
    """The agent that writes the same records: only the place of a file tells which of the two wrote it."""
    cannot: tuple[str, ...] = ()
    """What its logs never say, in plain words: `results`, `times`, `models`, `tokens`, ..."""
    about: str = ""
    """What people should know who read its sessions: plain sentences, for the page of agents."""
    idiom: Callable[[], Idiom] | None = None
    """How its logs word what happens: a failure, an interruption, a text of the program's own."""
    goes_on: GoesOn | None = None
    """How a grown log can be read from near its old end; None where it has to be read whole."""
    own: Own | None = None
    """How its tools and hooks know in which session they run; None where nobody knows."""
    resume: str = ""
    """The command that goes on with a session, with `{id}` for its id; empty where nobody knows one."""
    skills: Skills | None = None
    """Where it looks for skills; None where nobody knows of a place."""
    plugin: Callable[[], Plugin] | None = None
    """How a plug-in for it is made; None where nobody knows."""
    keeps: Callable[[], Keeps] | None = None
    """What it deletes or rewrites of its own history, by environment and home; None where nobody knows of any."""


class Index(Struct, frozen=True, kw_only=True):
    """What is asked of all built-in agents at once: who asks imports no agent, or only the one that has the answer.

    It says nothing that the agents do not say: `python -m tools.index` writes it, and a test compares.
    """

    places: Mapping[str, Roots]
    """The agents that keep sessions, in the order of the registry, each with its own folders ..."""
    signs: frozenset[str]
    """... or, of these, with what must be there before it has any: only the agent knows the folders."""
    parents: tuple[str, ...]
    """The agents that know the file of a sub-agent by its name."""
    holds: Mapping[str, tuple[bytes, ...]]
    """Texts of which one stands in the beginning of every file of a format, an agent's or any other."""
    tools: Mapping[str, str]
    """The agent of each tool; the first one, where several have a tool of that name."""
    shells: frozenset[str]
    """The tools of the command line, ..."""
    scripts: frozenset[str]
    """... those that run a script, ..."""
    editors: frozenset[str]
    """... and those whose result is their own word on an edit."""
    idioms: frozenset[str]
    """The names of all idioms ..."""
    adders: frozenset[str]
    """... and of those whose logs define some of their tools only."""
    models: frozenset[str]
    """What stands for a model where a program itself answers."""
    openings: Mapping[str, tuple[str, ...]]
    """What the texts begin with that an agent's program has of its own."""
    telling: Mapping[str, tuple[str, ...]]
    """For each question that an idiom may answer in its own way, the agents whose idioms do."""
