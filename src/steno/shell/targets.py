"""Says what the commands of a line work on, so that two lines can be compared.  Knows no trace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from steno.shell import programs
from steno.shell.parse import Command
from steno.shell.reading import code_of, interprets, meaning, operands, outputs, reading

_PROSE: Final = frozenset({"-m", "--message", "--title", "--body", "--description", "--reason"})
"""Options whose value is text that somebody reads: no target."""
_FILTERS: Final = frozenset(
    {"-run", "--run", "-k", "-t", "--testNamePattern", "--grep", "-g", "--filter", "--tests", "--test"}
)
"""Options whose value chooses tests."""
_RESUMES: Final = frozenset({"--continue", "--abort", "--skip", "--quit"})
_SAYING: Final = 8
"""A line of code with fewer characters says nothing of what it is about."""


class Target(Struct, frozen=True):
    """What a command works on, to compare it with another."""

    program: str
    subcommand: str
    words: frozenset[str]
    """Its other words that are no options: paths, tasks, packages, addresses."""
    filters: frozenset[str] = frozenset()
    """The tests that are chosen: `-run`, `-k`."""
    goes_on: bool = False
    """It goes on with what was begun, or gives it up: `git rebase --continue`."""
    arguments: tuple[str, ...] = ()
    """All that it is given, but for the folder it works in."""
    code: bool = False
    """It is code on the command line, or comes in: the words are its lines."""


def targets(line: str) -> tuple[Target, ...]:
    """What the commands of a line work on: first the most telling ones, then the others that do something."""
    found = reading(line)
    return tuple(_target(command) for command in (*found.telling, *found.working) if command.words)


def _target(command: Command) -> Target:
    program, named = command.program, programs.table().get(command.program)
    if (code := code_of(command)) is not None:
        lines = frozenset(line for each in code.split("\n") if len(line := each.strip()) >= _SAYING)
        return Target(program, "", lines, arguments=command.arguments, code=True)
    words = list(operands(command, _PROSE | _FILTERS))
    size = 0
    if named is None:
        size = not interprets(program)
    elif named.has_subcommands or program in programs.RUNNERS or program in programs.TASKS:
        size = 2 if words and words[0] in named.nested else 1
    rest = [*words[size:], *outputs(command)]
    if meaning(command).operation == "search":
        rest += [part for word in rest if "|" in word for part in word.replace("\\|", "|").split("|")]
    goes_on = not _RESUMES.isdisjoint(command.arguments)
    given = tuple(_without(command.arguments, programs.VALUED.get(program, frozenset())))
    return Target(program, " ".join(words[:size]), frozenset(rest), _filters(command), goes_on, given)


def _without(arguments: tuple[str, ...], valued: frozenset[str]) -> Iterator[str]:
    """The arguments without these options and their values."""
    skip = False
    for word in arguments:
        if not skip and word not in valued:
            yield word
        skip = not skip and word in valued


def _filters(command: Command) -> frozenset[str]:
    """The names of the tests that a command chooses."""
    arguments = command.arguments
    values = [value for option, value in pairwise(arguments) if option in _FILTERS]
    values += [word.partition("=")[2] for word in arguments if word.partition("=")[0] in _FILTERS and "=" in word]
    return frozenset(name for value in values for name in value.replace("|", " ").replace(",", " ").split())
