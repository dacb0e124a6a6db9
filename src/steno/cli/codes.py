"""The codes with which the process ends, and lines for the user on stderr."""

from __future__ import annotations

import enum
import os
from typing import TextIO

import click


class Exit(enum.IntEnum):
    DONE = 0
    FINDINGS = 1
    """Rules broken, losses under `--strict`, or something that could not be scanned and was withheld."""
    USAGE = 2
    UNREADABLE = 3
    """No input could be read, or the machine does not let the output be written."""
    PARTIAL = 4
    """Some inputs failed, the others are done."""
    BUG = 70
    INTERRUPTED = 130


def discard(stream: TextIO) -> None:
    """Drop what a stream still holds, of which the interpreter would complain when it closes it."""
    file = os.open(os.devnull, os.O_WRONLY)
    os.dup2(file, stream.fileno())
    os.close(file)


def say(message: str, prefix: str = "steno: ") -> None:
    """A line for the user, on stderr; whatever the message holds is safe to print and to keep in a log."""
    from steno.api.said import sentence
    from steno.render.terminal import visible

    click.echo(prefix + visible(sentence(message)), err=True)
