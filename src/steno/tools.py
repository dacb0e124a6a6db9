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


@cache
def every() -> Mapping[str, Tool]:
    """All tools of all agents; a name that several agents use is the first one's."""
    return {name: tool for box in reversed([*_boxes()]) for name, tool in box.tools.items()}


@lru_cache(4096)
def named(name: str) -> Tool | None:
    """The tool of this name in `every`; loads the tables of no more agents than it has to."""
    return next((box.tools[name] for box in _boxes() if name in box.tools), None)


def _boxes() -> Iterator[Toolbox]:
    return (agent.tools() for agent in registry.agents if agent.tools is not None)


def known(agent: object) -> Mapping[str, Tool]:
    """The tools of an agent; those of all, where it is not known."""
    box = of(agent)
    return every() if box is None else box.tools


@cache
def shells() -> frozenset[str]:
    """The tools of the command line."""
    return frozenset(name for name, tool in every().items() if tool.surface == "cli")


def in_shell(tool: str) -> bool:
    """Whether this is one of them."""
    found = named(tool)
    return found is not None and found.surface == "cli"


def runs(tool: str) -> bool:
    """Whether this tool runs the commands that it is given."""
    found = named(tool)
    return found is not None and found.surface == "cli" and found.operation == "execute"


@cache
def scripts() -> frozenset[str]:
    """The tools that run a script, which may call other tools."""
    return frozenset(name for name, tool in every().items() if tool.script)


@cache
def editors() -> frozenset[str]:
    """The tools whose result is their own word on an edit: no content of a file, nothing that a command printed."""
    others = (None, Effect.READ, Effect.SHELL)
    return frozenset(name for name, tool in every().items() if tool.effect not in others)


def tells(tool: str) -> bool:
    """Whether the result of this tool is marked as an error where it is one."""
    found = named(tool)
    return found is None or not found.unmarked


def asks(tool: str) -> bool:
    """Whether the result of this tool is what a human answered."""
    found = named(tool)
    return found is not None and found.operation == "ask_user"
