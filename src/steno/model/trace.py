"""A trace: header, log, notes, and the code it led to.  Nobody's format."""

from __future__ import annotations

import enum

from msgspec import UNSET, Struct, UnsetType

from steno.base.exact import JSON
from steno.model.code import Artifact, Attribution, GitLink, Patch
from steno.model.event import Derivation, Event


class ActorKind(enum.Enum):
    HUMAN = "human"
    MODEL = "model"
    TOOL = "tool"
    SYSTEM = "system"


class Actor(Struct, frozen=True):
    kind: ActorKind
    name: str
    provider: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    instance: str | UnsetType = UNSET
    """Tells apart several of one kind: a sub-agent's id, an MCP server."""


class Source(Struct, frozen=True):
    """Where the observed events stand."""

    format: str
    path: str | UnsetType = UNSET
    size: int | UnsetType = UNSET
    sha256: str | UnsetType = UNSET
    frame: tuple[tuple[int, int], ...] = ()
    """Byte ranges (offset, length) that belong to the document and to no event: its header, footer and brackets."""
    layout: str | UnsetType = UNSET
    """Which of the format's layouts it has, where there are several."""
    ids: dict[str, tuple[str, ...]] = {}
    """Those that the log states of itself, where it is one of several in a trace ..."""
    started: str | UnsetType = UNSET
    """... and its own start."""


class Header(Struct, frozen=True, kw_only=True):
    ids: dict[str, tuple[str, ...]] = {}
    """Ids by namespace, as stated, in order of appearance: `session`, `conversation`, `run`, `agent`."""
    agent: str | UnsetType = UNSET
    versions: tuple[str, ...] = ()
    """The agent's versions, in order of appearance."""
    title: str | UnsetType = UNSET
    started: str | UnsetType = UNSET
    """Where the source states a start of its own, apart from the first event."""
    timezone: str | UnsetType = UNSET
    runtime: str | UnsetType = UNSET
    """`cli`, `web`, `api`, `ide` or `other`, where the source says so."""
    provider: str | UnsetType = UNSET
    actors: dict[str, Actor] = {}
    environment: dict[str, JSON] = {}
    """What the source states of the machine, the working directory and version control."""
    system_prompts: dict[str, str] = {}
    """By SHA-256."""
    tools: dict[str, JSON] = {}
    """Definitions of the tools that were available, by name."""
    thoughts: bool | UnsetType = UNSET
    """Whether the source holds thoughts; UNSET where it cannot be told."""
    sources: tuple[Source, ...] = ()
    residue: dict[str, JSON] = {}
    """What a reader did not map of the document's own level, by format."""


class Note(Struct, frozen=True, kw_only=True):
    """A judgement about the log, apart from it."""

    author: str | Derivation
    """Who says so: a named person, model or tool, or the rule that computed it."""
    target: str | UnsetType = UNSET
    """The uid of an event; UNSET for the whole trace."""
    key: str
    value: JSON
    time: str | UnsetType = UNSET
    evidence: tuple[str, ...] = ()
    """The uids of the events it rests on."""


class Trace(Struct, frozen=True, kw_only=True):
    """Immutable: a pass returns a new one."""

    header: Header
    events: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()
    patches: tuple[Patch, ...] = ()
    git_links: tuple[GitLink, ...] = ()
    attributions: tuple[Attribution, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    facts: frozenset[str] = frozenset()
    """What passes have made true of it: `paired`, `redacted`, ..."""
