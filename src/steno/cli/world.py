"""What the commands take from the outside: environment, home, clock, randomness, standard input, files of keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from steno.base.files import opened
from steno.base.ids import system_randomness
from steno.base.time import system_clock
from steno.contracts import Ambient, UsageError
from steno.diagnostics import Report
from steno.session import Input, resolve
from steno.sources import Session, discover

_SHORTEST_KEY = 16


def home() -> Path:
    return Path(os.path.expanduser("~"))  # noqa: PTH111  Path.home() raises where there is none


def sessions(report: Report) -> list[Session]:
    """The sessions on this machine, newest first."""
    return discover(os.environ, home(), report)


def resolver(report: Report) -> Callable[[str], Input]:
    """Turns words into inputs, and looks for sessions at most once."""
    found: list[list[Session]] = []

    def find() -> list[Session]:
        if not found:
            found.append(sessions(report))
        return found[0]

    return lambda word: resolve(word, find)


def stdin() -> BinaryIO:
    return sys.stdin.buffer


def ambient() -> Ambient:
    return Ambient(system_clock(os.environ), system_randomness)


def key(path: Path | None) -> bytes | None:
    """The key in a file, to its last byte; None where no file is named."""
    if path is None:
        return None
    with opened(path) as stream:
        found = stream.read()
    if len(found) < _SHORTEST_KEY:
        raise UsageError(f"{path}: a key of {len(found)} bytes, expected {_SHORTEST_KEY} or more")
    return found
