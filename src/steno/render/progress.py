"""A line on stderr while work takes longer than a second; nothing where no terminal listens."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import BinaryIO, TextIO

from steno.render.terminal import fitted, one_line

Fraction = Callable[[], float | None]
"""How much is done, from 0 to 1; None where that is not known."""

_WIDTH = 24


def of_file(stream: BinaryIO, size: int) -> Fraction:
    """How far a file has been read.  It asks the descriptor, so it may be called from another thread."""

    def fraction() -> float | None:
        try:
            return os.lseek(stream.fileno(), 0, os.SEEK_CUR) / size if size else None
        except (OSError, ValueError):  # a decompressed stream has no descriptor, a finished one is closed
            return None

    return fraction


class Progress:
    """`with Progress(sys.stderr) as progress: progress.say("reading x.jsonl", of_file(stream, size))`"""

    def __init__(self, stream: TextIO, *, after: float = 1.0, every: float = 0.1) -> None:
        self._stream, self._after, self._every = stream, after, every
        self._now: tuple[str, Fraction] = ("", lambda: None)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True) if stream.isatty() else None

    def __enter__(self) -> Progress:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()

    def say(self, label: str, done: Fraction | float | None = None) -> None:
        """What is being done now, and how much of it is done."""
        self._now = (label, done if callable(done) else lambda: done)

    def _run(self) -> None:
        if self._stop.wait(self._after):
            return
        while not self._stop.wait(self._every):
            label, fraction = self._now
            self._stream.write(f"\r{line(label, fraction())}\x1b[K")
            self._stream.flush()
        self._stream.write("\r\x1b[K")
        self._stream.flush()


def line(label: str, fraction: float | None) -> str:
    """One state of the bar."""
    text = fitted(one_line(label), 48)
    if fraction is None:
        return f"{text} …"
    done = round(min(fraction, 1.0) * _WIDTH)
    return f"{text} [{'#' * done}{'.' * (_WIDTH - done)}] {min(fraction, 1.0):4.0%}"
