"""A line on stderr while work takes longer than a second; nothing where no terminal listens."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TextIO

from steno.api.progress import Fraction
from steno.render.terminal import columns_of, fitted, one_line

_WIDTH = 24


class Progress:
    """`with Progress(sys.stderr) as progress: verb(progress=progress.say)`"""

    def __init__(self, stream: TextIO, *, after: float = 1.0, every: float = 0.1) -> None:
        self._stream, self._after, self._every = stream, after, every
        self._now: tuple[str, Fraction, int] = ("", lambda: None, 0)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True) if stream.isatty() else None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread and self._thread.ident is not None:
            self._thread.join()

    def say(self, label: str, done: Fraction | float | None = None, total: int = 0) -> None:
        """What is being done now, how much of it is done, and of how many bytes, if that is known."""
        self._now = (label, done if callable(done) else lambda: done, total)
        # Not before: processes that are started until then can be forked, which only a single thread may do.
        if self._thread and self._thread.ident is None and not self._stop.is_set():
            self._thread.start()

    def _run(self) -> None:
        if self._stop.wait(self._after):
            return
        while not self._stop.wait(self._every):
            label, fraction, total = self._now
            room = (columns_of(self._stream) or 0) - 1  # in the last column, some terminals begin a new line
            self._stream.write(f"\r{fitted(line(label, fraction(), total), max(room, 1))}\x1b[K")
            self._stream.flush()
        self._stream.write("\r\x1b[K")
        self._stream.flush()


def line(label: str, fraction: float | None, total: int = 0) -> str:
    """One state of the bar."""
    if fraction is None:
        return f"{fitted(one_line(label), 48)} …"
    fraction = min(fraction, 1.0)
    done = round(fraction * _WIDTH)
    bar = f"[{'#' * done}{'.' * (_WIDTH - done)}] {fraction:4.0%}"
    if not total:
        return f"{fitted(one_line(label), 46)} {bar}"
    return f"{fitted(one_line(label), 28)} {bar} {fraction * total / 1e6:,.1f} of {total / 1e6:,.1f} MB"
