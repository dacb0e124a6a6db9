"""The recorder that records nothing: no file, no thread, no check."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.formats.awf.wire import Event
    from steno.record.fanout import Subscription
    from steno.record.figures import Stats


class NullRecorder:
    """In the place of a `Recorder` where recording is off: the same methods, and nothing behind them."""

    def __init__(self, *, run_id: str = "") -> None:
        self.run_id = run_id
        self.path = Path(os.devnull)
        self._event: Event | None = None

    def record(
        self,
        type: str,
        path: str = "",
        iteration: int = 0,
        payload: JSON = None,
        run_id: str | None = None,
        parent_run_id: str | None = None,
        child_run_id: str | None = None,
    ) -> Event:
        """Always the same event, with a seq of 0."""
        return self._event or self._make_event()

    def subscribe(self, buffer: int | None = None, *, replay: bool = False) -> Subscription:
        """A subscription that has ended."""
        from steno.record.fanout import ended

        return ended()

    def stats(self) -> Stats:
        from steno.record.figures import Stats

        return Stats()

    def close(self) -> None:
        """There is nothing to close."""

    def __enter__(self) -> NullRecorder:
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to close."""

    def _make_event(self) -> Event:
        from steno.formats.awf.wire import Event  # only who records pays for it

        self._event = Event(seq=0, run_id=self.run_id, type="", path="", iteration=0, timestamp="", payload=None)
        return self._event
