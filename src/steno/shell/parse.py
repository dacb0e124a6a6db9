"""Reads a command line: its pipelines, their commands, and which of them the exit code of the line speaks of.

Knows the grammar of shells and what merely starts another command, not what programs do.  Runs nothing, never raises:
of a line that no shell would take, it gives what can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from steno.shell.lex import Operator, Redirection, Token, Word, tokens
from steno.shell.wrappers import Plain, Script, basename, reads_script, unwrapped

_DEEP: Final = 40
"""Brackets and scripts within each other, of which no more are opened."""
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
_OPENING: Final = frozenset({"for", "while", "until", "select", "if", "case", "foreach"})
_CLOSING: Final = frozenset({"done", "fi", "esac"})
_BETWEEN: Final = frozenset({"do", "then", "else", "elif", "!", "in", "function", "try", "catch", "finally"})
_LISTS: Final = frozenset({"for", "select", "case", "foreach"})
"""What follows them are values, not a command."""


class Command(Struct, frozen=True):
    """A program that is run, and how."""

    words: tuple[str, ...]
    """The program and its arguments, without what only starts it; empty where only variables are set."""
    assignments: tuple[str, ...] = ()
    redirections: tuple[Redirection, ...] = ()
    wrappers: tuple[str, ...] = ()
    """What starts it: `sudo`, `timeout`, `npx` …"""
    deciding: bool = True
    """Its exit code is its pipeline's: it is the last one, or `pipefail` is set."""
    hidden: bool = False
    """Its failure need not show in the exit code of the line."""

    @property
    def program(self) -> str:
        """Its name without folders; empty where only variables are set."""
        return basename(self.words[0]) if self.words else ""

    @property
    def arguments(self) -> tuple[str, ...]:
        return self.words[1:]

    @property
    def proves(self) -> bool:
        """Whether an exit code 0 of the line says that it worked."""
        return self.deciding and not self.hidden


class Pipeline(Struct, frozen=True):
    commands: tuple[Command, ...]


class Line(Struct, frozen=True):
    pipelines: tuple[Pipeline, ...]

    @property
    def commands(self) -> Iterator[Command]:
        return (command for pipeline in self.pipelines for command in pipeline.commands)


class _Group:
    """A list of commands: the line, a bracket, a script, or the inside of a control structure."""

    def __init__(self, kind: str = "") -> None:
        self.kind = kind
        self.chains: list[_Chain] = [_Chain()]


class _Chain:
    """Pipelines joined by `&&` and `||`."""

    def __init__(self) -> None:
        self.joints: list[str] = []
        """The sign before each pipeline but the first."""
        self.pipes: list[list[Command | _Group]] = [[]]
        self.background = False


@lru_cache(maxsize=256)
def parse(line: str) -> Line:
    """The pipelines of a command line, in order; those in brackets stand among the others."""
    found: list[Pipeline] = []
    _Settling(found).group(_grouped(line, 0), hidden=False)
    return Line(tuple(found))


def _grouped(line: str, depth: int) -> _Group:
    return _Grammar(depth).run(tokens(line))


class _Grammar:
    def __init__(self, depth: int) -> None:
        self._top = _Group()
        self._open = [self._top]
        self._depth = depth
        self._words: list[Word] = []
        self._arrows: list[Redirection] = []

    def run(self, found: list[Token]) -> _Group:
        for index, token in enumerate(found):
            if isinstance(token, Redirection):
                self._arrows.append(token)
            elif isinstance(token, Word):
                self._word(token)
            else:
                self._sign(token.sign, found[index + 1] if index + 1 < len(found) else None)
        self._end()
        return self._top

    def _word(self, word: Word) -> None:
        text = word.text
        if self._words or word.quoted:
            self._words.append(word)
        elif text in _OPENING:
            self._begin(text)
            if text in _LISTS:
                self._words.append(word)
        elif text in _CLOSING:
            self._close(_OPENING)
        elif text == "{":
            self._begin("{")
        elif text == "}":
            self._close(frozenset("{"))
        elif text not in _BETWEEN:
            self._words.append(word)

    def _sign(self, sign: str, following: Token | None) -> None:
        if sign == "(":
            if self._words and isinstance(following, Operator) and following.sign == ")":
                self._words.clear()  # the head of a function
            elif not (self._words and self._words[0].text in _LISTS):
                self._end()
                self._begin("(")
        elif sign == ")":
            if self._open[-1].kind == "case":
                self._words.clear()  # a pattern
                self._open[-1].chains[-1].pipes[-1].clear()
            else:
                self._end()
                self._close(frozenset("("))
        else:
            self._end()
            chain = self._open[-1].chains[-1]
            if sign in ("|", "|&"):
                return
            if sign in ("&&", "||"):
                chain.joints.append(sign)
                chain.pipes.append([])
            elif chain.pipes[-1] or len(chain.pipes) == 1:  # a line may break after `&&`
                chain.background = sign == "&"
                if chain.pipes[-1]:
                    self._open[-1].chains.append(_Chain())

    def _begin(self, kind: str) -> None:
        if len(self._open) + self._depth < _DEEP:
            group = _Group(kind)
            self._open[-1].chains[-1].pipes[-1].append(group)
            self._open.append(group)

    def _close(self, kinds: frozenset[str]) -> None:
        self._end()
        if len(self._open) > 1 and self._open[-1].kind in kinds:
            self._open.pop()

    def _end(self) -> None:
        """A command ends here, if one began."""
        words, arrows = self._words, self._arrows
        if not words and not arrows:
            return
        self._words, self._arrows = [], []
        pipe = self._open[-1].chains[-1].pipes[-1]
        values = bool(words) and words[0].text in _LISTS and not words[0].quoted
        closed = not words and bool(pipe) and isinstance(pipe[-1], _Group)  # `{ … } > file`
        if not values and not closed:
            pipe.append(self._command(words, tuple(arrows)))

    def _command(self, words: list[Word], arrows: tuple[Redirection, ...]) -> Command | _Group:
        first = 0
        while first < len(words) and _ASSIGNMENT.match(words[first].text):
            first += 1
        assignments = tuple(word.text for word in words[:first])
        rest = [word.text for word in words[first:]]
        if len(rest) > 1 and rest[0].startswith("$") and rest[1] in ("=", "+="):
            rest = [] if words[first + 2 : first + 3] and words[first + 2].quoted else rest[2:]  # PowerShell
        script = _substitution(assignments[-1]) if assignments and not rest else None
        found = unwrapped(rest) if script is None else Script(script)
        if isinstance(found, Plain) and (given := _given(found.words, arrows)) is not None:
            found = Script(given)
        if isinstance(found, Plain):
            return Command(tuple(found.words), assignments, arrows, tuple(found.wrappers))
        if self._depth + len(self._open) >= _DEEP:
            return Command(tuple(rest), assignments, arrows)
        group = _grouped(found.text, self._depth + len(self._open))
        group.kind = "script"
        return group


def _substitution(assignment: str) -> str | None:
    """The script whose output a variable is set to: `X=$( … )` ends as that ends."""
    value = assignment.partition("=")[2]
    return value[2:-1] if value.startswith("$(") and value.endswith(")") and not value.startswith("$((") else None


def _given(words: list[str], arrows: tuple[Redirection, ...]) -> str | None:
    """The script that a shell reads from a here-document."""
    if not arrows or not reads_script(words):
        return None
    return next((arrow.target for arrow in reversed(arrows) if arrow.sign in ("<<", "<<<")), None)


class _Settling:
    """Puts the commands in a row, and says of each whether the exit code of the line speaks of it."""

    def __init__(self, found: list[Pipeline]) -> None:
        self._found = found
        self._stops = self._pipefail = False

    def group(self, group: _Group, *, hidden: bool) -> None:
        before = self._stops, self._pipefail
        if group.kind == "script":
            self._stops = self._pipefail = False
        hidden = hidden or group.kind in _OPENING
        chains = [chain for chain in group.chains if chain.pipes[0]]
        passes_on = bool(chains) and _passes_on(chains[-1])
        for index, chain in enumerate(chains):
            shown = index == len(chains) - 1 or self._stops or (passes_on and index == len(chains) - 2)
            self._chain(chain, hidden=hidden or chain.background or not shown)
        if group.kind in ("script", "("):
            self._stops, self._pipefail = before

    def _chain(self, chain: _Chain, *, hidden: bool) -> None:
        last = len(chain.pipes) - 1
        covered = [False] * (last + 1)
        for index in range(last - 1, -1, -1):
            saved = chain.joints[index] == "||" and not _fails(chain.pipes[index + 1])
            covered[index] = covered[index + 1] or saved
        for pipe, under in zip(chain.pipes, covered, strict=True):
            self._pipe(pipe, hidden=hidden or under)

    def _pipe(self, pipe: list[Command | _Group], *, hidden: bool) -> None:
        row: list[Command] = []
        for index, part in enumerate(pipe):
            deciding = self._pipefail or index == len(pipe) - 1
            if isinstance(part, _Group):
                self.group(part, hidden=hidden or not deciding)
            else:
                self._sets(part)
                row.append(Command(part.words, part.assignments, part.redirections, part.wrappers, deciding, hidden))
        if row:
            self._found.append(Pipeline(tuple(row)))

    def _sets(self, command: Command) -> None:
        if command.words[:1] != ("set",):
            return
        for word in command.arguments:
            if word.startswith(("-", "+")):
                on = word.startswith("-")
                self._stops = on if "e" in word[1:] else self._stops
            elif word == "errexit":
                self._stops = on
            elif word == "pipefail":
                self._pipefail = on


def _passes_on(chain: _Chain) -> bool:
    """`exit $?`: the line ends as what stands before it."""
    only = chain.pipes[0][0] if len(chain.pipes) == 1 and len(chain.pipes[0]) == 1 else None
    return isinstance(only, Command) and only.program == "exit" and "".join(only.arguments).startswith("$")


def _fails(pipe: list[Command | _Group]) -> bool:
    """Whether these commands end with a failure of their own: `|| exit 1`, `|| { echo no; false; }`."""
    last: Command | _Group | None = pipe[-1] if pipe else None
    while isinstance(last, _Group):
        ends = [chain.pipes[-1] for chain in last.chains if chain.pipes[-1]]
        last = ends[-1][-1] if ends else None
    if last is None or not last.words:
        return False
    return last.program == "false" or (last.program in ("exit", "return") and last.arguments not in ((), ("0",)))
