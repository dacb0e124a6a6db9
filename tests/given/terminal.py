"""A terminal of a given size, and a command that runs in it; what it takes to judge what stands on the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.given.timing import PATIENCE

_SGR = re.compile(r"\x1b\[[0-9;]*m")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
_OWN = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
"""Makes the terminal its own, as a shell does: pagers ask it for keys."""


class Screen(NamedTuple):
    code: int
    raw: str
    """Everything that the terminal was sent."""

    @property
    def lines(self) -> list[str]:
        """What can be read, without what the terminal obeys; what was written over is gone."""
        rows = _CONTROL.sub("", self.raw).split("\n")
        return [next((each for each in reversed(row.split("\r")) if each), "") for row in rows]

    @property
    def coloured(self) -> bool:
        return bool(_SGR.search(self.raw))


def steno_in_terminal(
    *args: str,
    home: Path,
    columns: int = 80,
    keys: bytes = b"",
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Screen:
    """`steno` in a real terminal, its pager as the environment says; none where that says nothing."""
    told = {"PAGER": "cat", **(environ or {})}
    command = [sys.executable, "-m", "steno", *args]
    return in_terminal(command, home=home, columns=columns, keys=keys, environ=told, folder=folder)


def in_terminal(
    command: Sequence[str],
    *,
    home: Path,
    columns: int = 80,
    keys: bytes = b"",
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Screen:
    """A command in a terminal of its own; `keys` are typed as soon as it says something."""
    kept = {name: os.environ[name] for name in ("PATH", "XDG_CACHE_HOME", "VIRTUAL_ENV") if name in os.environ}
    env = {**kept, "HOME": str(home), "TERM": "xterm", "TZ": "UTC", "LANG": "C.UTF-8", **(environ or {})}
    terminal, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-c", _OWN, *command], env=env, cwd=folder, stdin=side, stdout=side, stderr=side,
        start_new_session=True,
    )  # fmt: skip
    os.close(side)
    try:
        raw = _said(terminal, keys)
        return Screen(child.wait(PATIENCE), raw.decode())
    finally:
        child.kill()
        child.wait()
        os.close(terminal)


def _said(terminal: int, keys: bytes) -> bytes:
    said, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 1)
        if not ready:
            continue
        try:
            new = os.read(terminal, 1 << 16)
        except OSError:  # Linux's way to say that nobody holds the other end
            return said
        if not new:
            return said
        said += new
        if keys:
            os.write(terminal, keys)
            keys = b""
    raise TimeoutError(f"the command does not end; it said {said[-500:]!r}")
