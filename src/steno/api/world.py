"""What verbs take from outside: environment, folders, clock, randomness, standard input.  Handed in, never global."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec import Struct

from steno.base import folders
from steno.base.files import standard_input
from steno.base.ids import Randomness, system_randomness
from steno.base.time import Clock, system_clock

if TYPE_CHECKING:
    from steno.contracts import Ambient
    from steno.diagnostics import Diagnostic, Report
    from steno.sources import Session


class World(Struct, frozen=True, kw_only=True):
    """The machine and the user that a verb works for.  One that is made of functions with a name can be pickled."""

    environ: Mapping[str, str]
    home: Path
    folder: Path = Path()
    """The working directory."""
    clock: Clock
    randomness: Randomness = system_randomness
    stdin: Callable[[], BinaryIO]

    @property
    def ambient(self) -> Ambient:
        from steno.contracts import Ambient  # costs start-up, as the next does, and many commands need neither

        return Ambient(self.clock, self.randomness)

    @property
    def hooks(self) -> Path:
        """Where hooks write."""
        return folders.hooks(self.environ, self.home)

    def sessions(self, report: Report) -> list[Session]:
        """The sessions' files on this machine, newest first."""
        from steno.sources import discover

        return discover(self.environ, self.home, report)


def here() -> World:
    """This process's own world."""
    return World(
        environ=dict(os.environ),
        home=folders.home(),
        clock=system_clock(os.environ),
        stdin=standard_input,
    )


def ignore(each: Diagnostic) -> None:
    """Ignores a diagnostic: the default `report`."""
