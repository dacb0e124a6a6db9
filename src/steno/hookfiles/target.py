"""A file that configures hooks: what Steno put there, where to take it out, where to put it in.  Writes nothing."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from msgspec import Struct

PROGRAM = Path(__file__).parent.parent / "record" / "hooks" / "program.py"
SECONDS = 10
"""After which an agent may give the program up; it gives up itself before."""

_OURS = re.compile(r"steno[\\/]record[\\/]hooks[\\/]program\.py")

Inserts = list[tuple[int, str]]
Cuts = list[tuple[int, int]]
Found = dict[str, str]
"""Commands of ours, by the event they stand for."""


class Refused(ValueError):
    """The file cannot be changed without harm to what else stands in it.  One sentence."""


class Setting(NamedTuple):
    """What the outside world gives."""

    environ: Mapping[str, str]
    home: Path
    here: Path
    python: str
    folder: Path
    """Where the hook program writes."""

    def words(self, agent: str) -> list[str]:
        """The command line of the hook program."""
        return [self.python, "-I", "-S", str(PROGRAM), agent, str(self.folder)]

    def command(self, agent: str) -> str:
        """The same for a shell."""
        return shlex.join(self.words(agent))


class Target(Protocol):
    """One file of an agent's configuration."""

    @property
    def path(self) -> Path: ...
    @property
    def blank(self) -> str:
        """What a file that is not there yet begins with."""
        ...

    @property
    def mode(self) -> int:
        """Of a file that is not there yet."""
        ...

    def expected(self) -> Found:
        """What this version would install."""
        ...

    def found(self, text: str) -> Found:
        """What is installed; raises `Refused` where the text cannot be read."""
        ...

    def inserts(self, text: str) -> Inserts:
        """Where to put in what; the text holds nothing of ours."""
        ...

    def cuts(self, text: str) -> Cuts:
        """What to take out, in order."""
        ...

    def verify(self, before: str, after: str) -> None:
        """Raises `Refused` where anything but our part differs."""
        ...

    def remarks(self, text: str) -> Sequence[str]:
        """What the user should know, sentence by sentence."""
        ...


class Hooks(Struct, frozen=True, kw_only=True):
    """How one program is told to run the hook program."""

    scopes: tuple[str, ...]
    """Whose configuration there is; the first is the usual one."""
    targets: Callable[[Setting, str], list[Target]]
    """The files of one scope."""
    after: str
    """What the user should know once they are installed."""
    programs: tuple[str, ...] = ()
    """The commands that start it."""
    launched: Callable[[Setting, list[str], Path], list[str]] = lambda setting, command, folder: command
    """Its command with hooks for this one run alone; the folder is private, and gone after it."""
    limits: str = ""
    """What such a run does not tell."""


def is_ours(command: object) -> bool:
    """Whether a command, in words or as one text, starts the hook program."""
    if isinstance(command, list):
        return any(is_ours(word) for word in command)
    return isinstance(command, str) and _OURS.search(command) is not None


def inserted(text: str, inserts: Inserts) -> str:
    """The text with every insert in its place; offsets are those of the text as it was."""
    pieces, last = [], 0
    for at, piece in sorted(inserts, key=lambda each: each[0]):
        pieces += [text[last:at], piece]
        last = at
    return "".join([*pieces, text[last:]])


def cut(text: str, cuts: Cuts) -> str:
    pieces, last = [], 0
    for start, end in sorted(cuts):
        pieces.append(text[last:start])
        last = max(last, end)
    return "".join([*pieces, text[last:]])
