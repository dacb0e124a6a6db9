"""Stands between a client and a server that speak over pipes.  Passes bytes on as they come; interprets none."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from steno.base import proc
from steno.record.descriptor import write_all
from steno.record.tap.keeper import Keeper
from steno.record.tap.lines import Lines
from steno.record.tap.side import Side

_PIECE = 1 << 16  # as much as a pipe holds
_QUIET = 0.5
"""Seconds without a byte after which the output of a server that has ended is over, though another holds it open."""


def passed(command: Sequence[str], environ: Mapping[str, str], keeper: Keeper) -> int:
    """Run the server behind our own standard streams until it ends; its status as `Popen` gives it.

    Raises `proc.NotStarted`.  Its error stream is ours, untouched.
    """
    with proc.running(command, environ=environ, stdin=proc.PIPE, stdout=proc.PIPE, tied=True) as child:
        if child.stdin is None or child.stdout is None:
            raise AssertionError("both were asked for")
        # Only now: what the recording needs is imported while the server starts up.
        keeper.start()
        inward = _Pump(Side.CLIENT, 0, os.dup(child.stdin.fileno()), keeper)
        outward = _Pump(Side.SERVER, os.dup(child.stdout.fileno()), 1, keeper)
        # The pumps alone hold the pipes: what one closes is closed.
        child.stdin.close()
        child.stdout.close()
        inward.start()
        outward.start()
        status = proc.wait(child)
        outward.drain()
        keeper.finish(_ending(status), {"exit_code": status} if status >= 0 else {"signal": -status})
    return status


def _ending(status: int) -> str:
    if status < 0:
        return f"the server was ended by signal {-status}"
    return f"the server ended with exit code {status}" if status else ""


class _Pump:
    """One direction.  Where one side closes, the other is closed, so that each peer sees what it would see alone."""

    def __init__(self, who: Side, source: int, sink: int, keeper: Keeper) -> None:
        self._who, self._source, self._sink, self._keeper = who, source, sink, keeper
        self._reading, self._since = True, time.monotonic()
        self._thread = threading.Thread(target=self._run, name=f"steno-tap-{who.value}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def drain(self) -> None:
        """Wait until all is passed on that the source still has to give.

        A slow reader is waited for until somebody wants an end.
        """
        while self._thread.is_alive():
            self._thread.join(_QUIET)
            if time.monotonic() - self._since >= _QUIET and (self._reading or proc.pending()):
                return

    def _run(self) -> None:
        lines = Lines()
        try:
            while piece := os.read(self._source, _PIECE):
                # Heard first, and passed on at once: recording is another thread's work.
                for line in lines.feed(piece):
                    self._keeper.heard(self._who, line)
                self._reading, self._since = False, time.monotonic()
                write_all(self._sink, piece)
                self._reading, self._since = True, time.monotonic()
        except OSError:
            pass  # a peer is gone: the other one is told by what follows
        for line in lines.rest():
            self._keeper.heard(self._who, line)
        _let_go(self._source)
        _let_go(self._sink)


def _let_go(descriptor: int) -> None:
    """Close it.  A standard stream's number stays taken: the next file to be opened must not become it."""
    with suppress(OSError):
        if descriptor > 1:
            os.close(descriptor)
        else:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, descriptor)
            os.close(nothing)
