"""Whether an agent's hooks are on: where, with which command, and whether that still leads to the hook program."""

from __future__ import annotations

import enum
import shlex
from pathlib import Path

from msgspec import Struct

from steno import registry
from steno.contracts import UsageError
from steno.hookfiles.target import Hooks, Refused, Setting, Target
from steno.record.hooks import change, git

GIT = "git"


def names() -> list[str]:
    """Whose hooks can be asked about: every agent whose logs Steno reads, and git."""
    return [*(agent.name for agent in registry.agents if agent.format is not None), GIT]


def known() -> dict[str, Hooks]:
    """Whose hooks Steno knows."""
    found = {agent.name: agent.hooks() for agent in registry.agents if agent.hooks is not None}
    return found | {GIT: git.HOOKS}


def hooks(name: str) -> Hooks:
    """Raises `UsageError` where an agent has none that Steno knows."""
    if (found := known().get(name)) is None:
        raise UsageError(f"{name} has no hooks that Steno supports; `steno ls --agent {name}` lists its sessions")
    return found


def programs() -> dict[str, str]:
    """Commands that start an agent with hooks, and the agent's name."""
    return {program: name for name, each in known().items() for program in each.programs}


class State(enum.Enum):
    INSTALLED = "installed"
    OUTDATED = "outdated"
    """Another Python, another place of Steno, or not every event: installing again mends it."""
    BROKEN = "broken"
    """What the command names is not there any more."""
    ABSENT = "not installed"
    UNREADABLE = "unreadable"
    """The agent's configuration cannot be understood, by Steno and so probably by the agent."""


class Status(Struct, frozen=True):
    agent: str
    scope: str
    state: State
    paths: tuple[Path, ...] = ()
    """The files that name the hook program, or that would."""
    commands: tuple[str, ...] = ()
    """The different commands that are there."""
    why: str = ""
    """What keeps the configuration from being read."""


def statuses(name: str, setting: Setting) -> list[Status]:
    """One for each scope that there is here: without a repository, git has none."""
    found: list[Status] = []
    seen: set[Path] = set()
    for scope in hooks(name).scopes:
        try:
            one = status(name, scope, setting)
        except (Refused, OSError) as error:
            one = Status(name, scope, State.UNREADABLE, why=_why(error))
        except UsageError:
            one = Status(name, scope, State.ABSENT)
        # In the home folder, the project's configuration is the user's own.
        if not seen.issuperset(one.paths) or not one.paths:
            found.append(one)
        seen.update(one.paths)
    return found


def _why(error: Refused | OSError) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {(error.strerror or str(error)).lower()}"
    return str(error)


def status(name: str, scope: str, setting: Setting) -> Status:
    """Raises `Refused` where a file cannot be understood, and `OSError` where it cannot be read."""
    targets = hooks(name).targets(setting, scope)
    found = [(target, *_found(target)) for target in targets]
    named = tuple(target.path for target, commands, _ in found if commands)
    commands = tuple(dict.fromkeys(command for _, commands, _ in found for command in commands))
    if not commands:
        return Status(name, scope, State.ABSENT, tuple(target.path for target in targets))
    if not all(map(_leads, commands)):
        state = State.BROKEN
    elif all(right for _, _, right in found):
        state = State.INSTALLED
    else:
        state = State.OUTDATED
    return Status(name, scope, state, named, commands)


def _found(target: Target) -> tuple[list[str], bool]:
    """The commands in a file, and whether they are those that this version installs."""
    data = change.read(target.path)
    found = {} if data is None else target.found(data.decode("utf-8", "surrogateescape"))
    return list(found.values()), found == target.expected()


def _leads(command: str) -> bool:
    """Whether the command still has an interpreter and a program to start."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    programs = [word for word in words if word.endswith("program.py")]
    return bool(programs) and Path(words[0]).exists() and Path(programs[0]).exists()
