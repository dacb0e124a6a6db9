"""Says what a command line does, by the table of programs: its operation, and what its exit code proves.

Runs nothing and looks at no file: a script is known by its name alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import dropwhile
from typing import Final

from msgspec import Struct

from steno.base.patterns import deferred
from steno.shell import programs
from steno.shell.parse import Command, Pipeline, parse
from steno.shell.programs import Meaning, Named, Strength
from steno.shell.wrappers import is_python

_DEEP: Final = 4
"""So many programs that run one another are looked through."""
_BUNDLE: Final = 7
"""The longest word that is several options of one letter."""
_TEMPORARY: Final = ("/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/", "$TMP", "${TMP", "/var/folders/")  # noqa: S108
_OUTPUTS: Final = frozenset({">", ">>", ">|", "&>", "&>>"})
_ASKS: Final = frozenset({"--version", "--help"})
_ASKS_ALONE: Final = frozenset({"-h", "-V", "-v", "version", "help"})
_TRIES: Final = frozenset({"--check", "--dry-run", "--dryrun"})
_INTERPRETERS: Final = frozenset(
    {"node", "nodejs", "bun", "deno", "ruby", "perl", "php", "bash", "sh", "zsh", "ts-node", "tsx", "pwsh"}
)
_LISTERS: Final = frozenset(
    {"cat", "bat", "head", "tail", "nl", "ls", "tree", "zcat", "strings", "Get-Content", "Get-ChildItem"}
)
"""What they print are files, or the names of files, so that to filter it is to search."""
_CODE: Final = frozenset({"-c", "-e", "-p", "--eval", "--print", "-"})
"""What is run stands behind it, or comes in."""
_PRINTERS: Final = frozenset({"echo", "printf", "Write-Output"})
"""What they write is short, and mostly there for what is run next."""
_FAILS = deferred(
    r"\bassert\b|\bassert[.(]|\bthrow new \w|\bprocess\.exit(?:Code = |\()[1-9]|\b(?:sys\.)?exit\([1-9'\"]"
    r"|\braise (?:SystemExit|AssertionError)\b"
)
"""By these words code says itself that something is not as it should be."""
_WRITES = deferred(
    r"\b(?:write|append|unlink|rename|mkdir|remove|copy|rm)\w*\(|\bopen\([^)\n]{0,200}['\"][wax]b?\+?['\"]"
)
"""And by these that it changes something, so that it is more than a check."""
_SHELLS: Final = frozenset({"sh", "bash", "zsh"})


class Reading(Struct, frozen=True):
    """What a command line does, by its most telling command."""

    operation: str
    """read, search, edit, write, verify, install, download or execute."""
    changes: str
    """`repository`, `remote` or `files`, where the command's name says that it changes them."""
    telling: tuple[Command, ...]
    """The commands that decide: those that are equally telling, in order."""
    working: tuple[Command, ...] = ()
    """The others that do something of their own: no look, no filter, nothing that only serves others."""


def operation(line: str) -> str:
    """What a command line does, in one word."""
    return reading(line).operation


@lru_cache(maxsize=256)
def reading(line: str) -> Reading:
    """What a command line does.  One in which nothing can be read is `execute`."""
    found = [each for pipeline in parse(line).pipelines for each in _pipeline(pipeline)]
    best = max((meaning for _, meaning in found), key=_strength, default=programs.SETTING)
    telling = tuple(command for command, meaning in found if meaning.strength == best.strength)
    others = (command for command, meaning in found if Strength.ASIDE < meaning.strength < best.strength)
    return Reading(best.operation, best.changes, telling, tuple(others))


def proves_exit(line: str) -> bool:
    """Whether an exit code 0 of the line says that the command that matters worked.

    It does not where another command ends the pipeline (`| tail`), or the line (`; echo done`), or takes the failure
    away (`|| true`).
    """
    return all(command.proves for command in reading(line).telling)


def subcommand(command: Command) -> str:
    """The first word of a program that has others of its own: `diff` of `git -C x diff`."""
    return next(operands(command), "")


def interprets(program: str) -> bool:
    return is_python(program) or program in _INTERPRETERS


def code_of(command: Command) -> str | None:
    """The code that an interpreter is given on the command line or by a here-document; None where it runs a script."""
    if not interprets(command.program):
        return None
    arguments = command.arguments
    at = next((index for index, word in enumerate(arguments) if word in _CODE), None)
    if at is not None and arguments[at] != "-":
        return "\n".join(arguments[at + 1 : at + 2])
    if at is None and any(not word.startswith("-") for word in arguments):
        return None
    return next((arrow.target for arrow in command.redirections if arrow.sign in ("<<", "<<<")), "")


def _pipeline(pipeline: Pipeline) -> Iterator[tuple[Command, Meaning]]:
    """The commands of a pipeline with what they mean there: behind another, a reader is a filter."""
    first, before = "", Strength.SETTING
    for index, command in enumerate(pipeline.commands):
        found = meaning(command)
        if index == 0:
            first = command.program
        elif command.program == "tee" and before <= Strength.SEARCH:
            found = _written(command, [word for word in command.arguments if not word.startswith("-")], found)
        elif command.program in _SHELLS and not command.arguments and first in ("curl", "wget"):
            found = programs.INSTALL
        elif found.strength <= Strength.SEARCH and "xargs" not in command.wrappers:
            seeks = found.operation == "search" and first in _LISTERS and not _extracts(command)
            found = found if seeks else Meaning(found.operation, min(found.strength, Strength.FILTER))
        before = max(before, found.strength)
        yield command, found


def _extracts(command: Command) -> bool:
    """Whether a search only cuts out, counts or leaves out what others print."""
    return any(_given(option, command.arguments) for option in ("~o", "~v", "~c", "~q"))


def meaning(command: Command) -> Meaning:
    """What one command does by itself."""
    return _written(command, outputs(command), _named(command))


def outputs(command: Command) -> list[str]:
    """The files that what a command prints goes to."""
    arrows = (arrow for arrow in command.redirections if arrow.sign in _OUTPUTS and arrow.descriptor in ("", "1"))
    return [arrow.target for arrow in arrows if arrow.target and not _device(arrow.target)]


def _written(command: Command, files: list[str], found: Meaning) -> Meaning:
    """What a command means whose output goes to files."""
    if not files or found.strength > Strength.SEARCH:
        return found
    if command.program == "curl":
        return programs.DOWNLOAD
    if all(file.startswith(_TEMPORARY) for file in files):
        return programs.SCRATCH if found.strength <= Strength.FILTER else found
    return programs.SCRATCH if command.program in _PRINTERS else programs.WRITE


def _device(path: str) -> bool:
    return (path.startswith("/dev/") and not path.startswith("/dev/shm/")) or path in ("$null", "NUL")  # noqa: S108


def _named(command: Command, depth: int = 0) -> Meaning:
    """By its name; a command that another one runs is looked up in its place."""
    program, arguments = command.program, command.arguments
    if not command.words:
        return programs.SETTING
    if _asks(command):
        return programs.READ
    if program in ("find", "gfind"):
        return _finding(arguments, depth)
    named = programs.table().get(program)
    found = _row(command, named) if named is not None else None
    if _TRIES.intersection(arguments) and (found is None or found.strength > Strength.SEARCH or program == "git"):
        return programs.VERIFY
    if program == "curl" and found is programs.DOWNLOAD and "/dev/null" in arguments:
        return programs.READ
    if found is not None:
        return found
    return _task(command) or _script(command, depth)


def _asks(command: Command) -> bool:
    """Whether a program is asked for its version or its help, and the answer is looked at."""
    arguments = command.arguments
    if not _ASKS.intersection(arguments) and not (len(arguments) == 1 and arguments[0] in _ASKS_ALONE):
        return False
    unseen = any(arrow.sign in _OUTPUTS and arrow.descriptor in ("", "1") for arrow in command.redirections)
    return command.program not in _PRINTERS and not unseen


def _row(command: Command, named: Named) -> Meaning | None:
    words = list(operands(command))
    first, second = (*words, "", "")[:2]
    names = {first, f"{first}.{second}"} if first in named.nested else {first}
    for case in named.cases:
        if case.subcommands and names.isdisjoint(case.subcommands):
            continue
        if case.words and case.words != len(words):
            continue
        if not case.options or any(_given(option, command.arguments) for option in case.options):
            return programs.BUILD if case.meaning is programs.VERIFY and first in programs.BUILDS else case.meaning
    return None


def _given(option: str, arguments: tuple[str, ...]) -> bool:
    """Whether an option is among the arguments: `-i`, `--in-place*` with anything behind, `~i` among others."""
    if option.endswith("*"):
        return any(word.startswith(option[:-1]) for word in arguments)
    if option.startswith("~"):
        letter = option[1:]
        return any(
            word[:1] == "-" and word[:2] != "--" and len(word) <= _BUNDLE and letter in word for word in arguments
        )
    return option in arguments


def operands(command: Command, prose: frozenset[str] = frozenset()) -> Iterator[str]:
    """The arguments that are no options, nor values of those that stand before the first of them.

    Nor those of the options that are given as `prose`, wherever they stand.
    """
    valued = programs.VALUED.get(command.program, frozenset())
    skip, begun = False, False
    for word in command.arguments:
        if skip:
            skip = False
        elif word.startswith("-") or (word.startswith("+") and not begun):
            skip = (not begun and word in valued) or word in prose
        else:
            begun = True
            yield word


def _finding(arguments: tuple[str, ...], depth: int) -> Meaning:
    """`find` may run another program on what it finds."""
    if "-delete" in arguments:
        return programs.FILES
    for sign in ("-exec", "-execdir", "-ok"):
        if sign in arguments:
            words = arguments[arguments.index(sign) + 1 :]
            run = _named(Command(words), depth + 1) if depth < _DEEP else programs.RUN
            return max(programs.SEARCH, run, key=_strength) if words else programs.SEARCH
    return programs.SEARCH


def _strength(found: Meaning) -> int:
    return found.strength


def _task(command: Command) -> Meaning | None:
    """What the task of a project does that a command runs."""
    program, words = command.program, list(operands(command))
    if program in ("make", "gmake"):
        goals = [word for word in words if "=" not in word]
        return max((programs.task(goal) for goal in goals), key=_strength, default=programs.BUILD)
    if program in programs.RUNNERS and words[:1] and words[0] in programs.RUNNERS[program]:
        return programs.task(words[1]) if words[1:] else programs.RUN
    if program in programs.TASKS and words:
        return programs.task(words[0])
    return None


def _script(command: Command, depth: int) -> Meaning:
    """What a script does, by its name, or code on the command line: it checks where it may fail by its own word."""
    arguments = command.arguments
    if not interprets(command.program):
        return programs.script(command.words[0])
    if (code := code_of(command)) is not None:
        return programs.VERIFY if _FAILS().search(code) and not _WRITES().search(code) else programs.RUN
    inner = Command(tuple(dropwhile(_is_option, arguments)))
    known = depth < _DEEP and inner.program in programs.table()
    return _named(inner, depth + 1) if known else programs.script(inner.words[0])


def _is_option(word: str) -> bool:
    return word.startswith("-")
