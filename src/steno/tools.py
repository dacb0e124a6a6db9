"""What the tools of agents do: the tables of all agents, by agent and by tool.  Knows no tool itself.

A trace of any format carries the tool names of the agent that made it, so who asks need not know which agent that was.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from steno import registry


class Effect(enum.Enum):
    """How the arguments of a call say what it does to a file."""

    REPLACE = "replace"
    """One text put in the place of another."""
    REPLACE_MANY = "replace_many"
    """A list of replacements."""
    WRITE = "write"
    """The whole file."""
    NOTEBOOK = "notebook"
    """A cell; the result has both whole files."""
    READ = "read"
    """None; the result has what was read."""
    DELETE = "delete"
    PATCH = "patch"
    """A patch in the envelope `*** Begin Patch`."""
    BLOCKS = "blocks"
    """Blocks of a text to look for and its replacement."""
    SHELL = "shell"
    """A command, which may hold the text of a file."""


class Tool(Struct, frozen=True):
    """One tool; without an operation, no more than its name is known."""

    operation: str = ""
    surface: str = ""
    target: tuple[str, ...] = ()
    """The arguments that say what it works on; without any, all of them do."""
    effect: Effect | None = None
    lists: bool = False
    """It finds or lists files, and opens none."""
    repeats: bool = False
    """It works on one thing only, whatever its arguments: a call after a failed one makes that again."""
    skill: str = ""
    """The key of the result's details that names the skill which it loaded."""
    unmarked: bool = False
    """Its result may say in words alone that it failed, or speaks of something else that did."""
    script: bool = False
    """Its argument is a script, which may call other tools."""


class Toolbox(Struct, frozen=True):
    """The tools of one agent."""

    tools: Mapping[str, Tool]
    servers_are_marked: bool = False
    """A namespace is an MCP server only where it begins with `mcp__`; other agents name only servers."""


NOTHING: Final = Toolbox(MappingProxyType({}))


@cache
def of(agent: object) -> Toolbox | None:
    """The tools of an agent; None where it is not known."""
    found = registry.agents.get(agent)
    return found.tools() if found is not None and found.tools is not None else None


class _Every(Mapping[str, Tool]):
    """All tools of all agents: the table of an agent is loaded when one of its tools is asked for."""

    def __init__(self) -> None:
        self._agents = registry.index().tools
        self._added = _added()

    def __getitem__(self, name: str) -> Tool:
        if (agent := self._agents.get(name)) is None:
            return self._added[name]
        box = of(agent)
        if box is None:
            raise KeyError(name)
        return box.tools[name]

    def __contains__(self, name: object) -> bool:
        return name in self._agents or name in self._added

    def __iter__(self) -> Iterator[str]:
        return iter([*self._agents, *(name for name in self._added if name not in self._agents)])

    def __len__(self) -> int:
        return len(self._agents.keys() | self._added.keys())


@cache
def every() -> Mapping[str, Tool]:
    """All tools of all agents; a name that several agents use is the first one's."""
    return _Every()


@cache
def _added() -> Mapping[str, Tool]:
    """The tools that only agents of plug-ins have."""
    agents = [load() for load in registry.agents.added().values()]
    boxes = [agent.tools() for agent in agents if agent.tools is not None]
    known = registry.index().tools
    return {name: tool for box in reversed(boxes) for name, tool in box.tools.items() if name not in known}


@lru_cache(4096)
def named(name: str) -> Tool | None:
    """The tool of this name in `every`."""
    return every().get(name)


def known(agent: object) -> Mapping[str, Tool]:
    """The tools of an agent; those of all, where it is not known."""
    box = of(agent)
    return every() if box is None else box.tools


@cache
def shells() -> frozenset[str]:
    """The tools of the command line."""
    return registry.index().shells.union(name for name, tool in _added().items() if is_shell(tool))


def is_shell(tool: Tool) -> bool:
    return tool.surface == "cli"


def in_shell(tool: str) -> bool:
    """Whether this is one of them."""
    return tool in shells()


def runs(tool: str) -> bool:
    """Whether this tool runs the commands that it is given."""
    found = named(tool)
    return found is not None and is_shell(found) and found.operation == "execute"


@cache
def scripts() -> frozenset[str]:
    """The tools that run a script, which may call other tools."""
    return registry.index().scripts.union(name for name, tool in _added().items() if tool.script)


@cache
def editors() -> frozenset[str]:
    """The tools whose result is their own word on an edit: no content of a file, nothing that a command printed."""
    return registry.index().editors.union(name for name, tool in _added().items() if is_editor(tool))


def is_editor(tool: Tool) -> bool:
    return tool.effect not in (None, Effect.READ, Effect.SHELL)


def tells(tool: str) -> bool:
    """Whether the result of this tool is marked as an error where it is one."""
    found = named(tool)
    return found is None or not found.unmarked


def asks(tool: str) -> bool:
    """Whether the result of this tool is what a human answered."""
    found = named(tool)
    return found is not None and found.operation == "ask_user"
