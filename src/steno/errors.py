"""Every error that Steno raises on purpose, as one tree.  Imports nothing of ours.

StenoError
├── UsageError            the caller asked for something that cannot be; also a ValueError
│   ├── NotFound          a word that names no session, or more than one
│   ├── NotKept           notes cannot be written where they belong
│   ├── NotStarted        a command cannot be started; also an OSError
│   ├── BadPlugin         an installed package cannot be used
│   ├── BadDataset        a file does not say what a dataset is
│   ├── Unsafe            a dataset has a policy under which nothing may be built
│   └── Refused           a hook cannot be added to a file without harming what else is in it
├── Unreadable            an input cannot be read at all; also an OSError
│   ├── UnknownFormat     no format knows the input as its own
│   ├── Damaged           something in the archive is not what was put there
│   ├── BadPolicy         a file is no security policy
│   ├── NoRun             an input has no run of which a tree could be drawn
│   └── Died              the process that worked on an input ended before it was done
├── Unwritable            the machine does not let us write; also an OSError
├── Leak                  the output would still hold a secret; also a ValueError
├── Lossy                 a strict conversion would lose something
├── PassOrderError        a pass was to run before one that it depends on: a bug; also a ValueError
└── RecordError           an event was not recorded
    └── Held              another recorder writes the file

Every message is one sentence for the user, and `hint` says what to do, where that is known.  The command line's exit
code follows from the class (`steno.cli.exits`).  Bad input is no error: it is a diagnostic, and reading goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from steno.diagnostics import Diagnostic


class StenoWarning(UserWarning):
    """Something that is worth one sentence to the user; everything goes on."""


class StenoError(Exception):
    """The base of all errors that Steno raises on purpose.  They can be handed from one process to another."""

    hint = ""
    """What to do, where that is known."""

    def __reduce__(self) -> tuple[Callable[..., StenoError], tuple[object, ...]]:
        # Not by calling the class: some are made of more, or of something else, than their sentence.
        return _remade, (type(self), self.args, self.__dict__)


def _remade(kind: type[StenoError], args: tuple[object, ...], known: dict[str, object]) -> StenoError:
    # As Python makes one: an error of the system is laid out otherwise, whatever else it is.
    error: StenoError = (OSError if issubclass(kind, OSError) else Exception).__new__(kind, *args)
    error.args = args
    error.__dict__.update(known)
    return error


class UsageError(StenoError, ValueError):
    """The caller asked for something that cannot be: an unknown option, a value out of range."""


class NotFound(UsageError):
    """A word that names no session, or more than one."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Unreadable(StenoError, OSError):
    """An input that cannot be read at all."""


class UnknownFormat(Unreadable):
    """No format knows this input as its own."""

    def __init__(self, message: str, hint: str = "`steno formats` lists what Steno reads") -> None:
        super().__init__(message)
        self.hint = hint


class NoRun(Unreadable):
    """An input without a run of which a tree could be drawn."""

    hint = "`steno tree` draws agents' sessions and AWF transcripts; `steno show` reads any session"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: it has no run of a transcript")


class Died(Unreadable):
    """The process that worked on an input ended before it was done."""

    hint = "perhaps the machine had too little memory: fewer jobs at once need less"


class Unwritable(StenoError, OSError):
    """The machine does not let us write: no space, no permission, a damaged disk."""


class Leak(StenoError, ValueError):
    """The output would still hold a secret.  Says of which kind and where, never the value."""

    hint = "please report which rule missed it, never the value"


class Lossy(StenoError):
    """A strict conversion would lose something, so nothing was written."""

    def __init__(self, losses: Sequence[Diagnostic], name: str = "") -> None:
        """Of one input among several, where it is named."""
        super().__init__(f"{name}: " * bool(name) + "--strict allows no losses, so nothing was written")
        self.losses = losses
