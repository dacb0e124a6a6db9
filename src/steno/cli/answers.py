"""Keys and lines from whoever answers: a terminal key by key, or a pipe line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import click


class Answers(Protocol):
    """None means that nothing more will come."""

    def key(self) -> str | None: ...
    def line(self, question: str) -> str | None: ...


def answers() -> Answers:
    return Terminal() if sys.stdin.isatty() else Lines()


class Lines:
    """A pipe: the first character of a line is the key, and what follows it answers its question."""

    def __init__(self) -> None:
        self._rest: str | None = None

    def key(self) -> str | None:
        self._rest = None
        line = self._next()
        if line is None:
            return None
        self._rest = line[1:].strip() or None
        return line[:1] or "\n"

    def line(self, question: str) -> str | None:
        rest, self._rest = self._rest, None
        return rest if rest is not None else self._next()

    def _next(self) -> str | None:
        sys.stdout.flush()  # whoever answers through a pipe must have seen what is asked
        data = sys.stdin.buffer.readline()
        return data.decode("utf-8", "replace").rstrip("\r\n") if data else None


class Terminal:
    """A key counts when it is pressed; questions are answered by a line, which can be edited."""

    def key(self) -> str | None:
        click.echo("> ", nl=False)
        pressed = _pressed()
        click.echo(pressed if pressed is not None and pressed.isprintable() else "")
        return "\n" if pressed == "\r" else None if pressed in ("", "\x04") else pressed

    def line(self, question: str) -> str | None:
        click.echo(f"{question}: ", nl=False)
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None


def _pressed() -> str | None:
    """One key; the several bytes of an arrow are one key, too."""
    if sys.platform == "win32":
        return click.getchar()
    descriptor = sys.stdin.fileno()
    data = b""
    with _unbuffered(descriptor), suppress(OSError):  # a terminal that is gone says nothing more
        data = os.read(descriptor, 1)
        if data == b"\x1b":
            data += _waiting(descriptor)
        while data and not _is_whole(data):
            data += os.read(descriptor, 1)
    return data.decode("utf-8", "replace")


def _is_whole(data: bytes) -> bool:
    """Whether bytes end with a character's last one, or are none of UTF-8 at all."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.reason != "unexpected end of data" or len(data) > 3
    return True


def _waiting(descriptor: int) -> bytes:
    """The rest of an escape sequence, which a terminal sends at once."""
    from select import select

    return os.read(descriptor, 16) if select([descriptor], [], [], 0.02)[0] else b""


@contextmanager
def _unbuffered(descriptor: int) -> Iterator[None]:
    """Keys come without Return and are not echoed; Ctrl-C still interrupts, and what was typed ahead is kept."""
    import termios

    before = termios.tcgetattr(descriptor)
    now = termios.tcgetattr(descriptor)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(descriptor, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
