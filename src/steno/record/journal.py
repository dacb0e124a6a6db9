"""Writes the events of one run, and goes on without them where they cannot be written.  Knows no steps."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

from steno.base.exact import JSON
from steno.formats.awf.strict import Invalid
from steno.record import fork
from steno.record.context import Scope
from steno.record.error import RecordError
from steno.record.plain import plain

if TYPE_CHECKING:
    from steno.record import Recorder

OnError: TypeAlias = Literal["warn", "raise"]
PAUSE: Final = 1.0
"""Seconds between two warnings of one run."""


class Open(Protocol):
    """What a run has to close where its own code did not."""

    def close(self, error: BaseException | str | None = None) -> None: ...


class Journal:
    """The events of one run on their way to the recorder: what is open, and what was lost."""

    def __init__(
        self,
        make: Callable[[], Recorder] | None,
        *,
        run_id: str,
        parent_run_id: str,
        on_error: OnError,
    ) -> None:
        self._make, self._on_error = make, on_error
        self._run_id, self._parent_run_id = run_id, parent_run_id
        self._recorder: Recorder | None = None
        self.silent = make is None
        """Nothing is recorded, so nobody needs to prepare anything."""
        self._open: dict[Open, None] = {}
        self._ended = False
        self._pid = os.getpid()
        # Reentrant: a finaliser that closes a loop may run in the middle.
        self._lock = RLock()
        self.lost = 0
        """How many events could not be recorded."""
        self._unsaid = 0
        """How many of them the transcript does not speak of yet."""
        self._unwarned = 0
        self._warned: float | None = None
        fork.register(self)

    def after_fork(self) -> None:
        self._lock = RLock()

    def write(
        self,
        type: str,
        scope: Scope,
        payload: dict[str, object],
        *,
        spelled: dict[str, JSON] | None = None,
        child_run_id: str = "",
    ) -> None:
        """Record an event; count it as lost where that fails.  `spelled` are fields of the payload that are JSON
        already.

        Raises `RecordError` for what a transcript may not hold: that is the caller's mistake, not trouble.
        """
        if self._make is None:
            return
        payload = plain(payload)
        payload.update(spelled or {})
        unsaid = self._to_be_said() if type.endswith(".completed") else 0
        if unsaid:
            # Transcripts have no event for a loss, but a payload may have further fields.
            payload["lost"] = unsaid
        try:
            self._record(self._make, type, scope, payload, child_run_id)
        except (RecordError, OSError) as error:
            self._say_later(unsaid)
            if isinstance(error.__cause__, Invalid) or self._on_error == "raise":
                raise
            self._lose(type, error)

    def _record(self, make: Callable[[], Recorder], type: str, scope: Scope, payload: JSON, child_run_id: str) -> None:
        if self._ended:
            raise RecordError(f"run {self._run_id} has ended: {type} was not recorded")
        if self._recorder is None:
            with self._lock:
                self._recorder = self._recorder or make()
        self._recorder.record(
            type=type,
            path=scope.path,
            iteration=scope.iteration,
            payload=payload,
            run_id=self._run_id,
            parent_run_id=self._parent_run_id or None,
            child_run_id=child_run_id or None,
        )

    def _to_be_said(self) -> int:
        if not self._unsaid:
            return 0
        with self._lock:
            count, self._unsaid = self._unsaid, 0
            return count

    def _say_later(self, count: int) -> None:
        with self._lock:
            self._unsaid += count

    def _lose(self, type: str, error: Exception) -> None:
        with self._lock:
            self.lost += 1
            self._unsaid += 1
            self._unwarned += 1
            now = time.monotonic()
            if self._warned is not None and now - self._warned < PAUSE:
                return
            self._warned, count, self._unwarned = now, self._unwarned, 0
        warn("%d event(s) of run %s not recorded, the last one %s: %s", count, self._run_id, type, error)

    @property
    def elsewhere(self) -> bool:
        """Whether this is a process forked from the run's own.  It has no part in the run's file."""
        return self._pid != os.getpid()

    def opened(self, thing: Open) -> None:
        """Remember what has to be closed when the run ends."""
        self._open[thing] = None

    def closing(self, thing: Open) -> bool:
        """Whether the thing was open.  True once: two threads may close it, and one event says so."""
        return self._open.pop(thing, self) is None

    def close_rest(self) -> None:
        """Close what is still open, the innermost first: nothing can be recorded once the run has ended."""
        for thing in reversed(list(self._open)):
            thing.close("still open when the run ended")

    def end(self, *, close: bool) -> None:
        """Take no more events, and close the recorder if it is the run's own.  Says what was lost unsaid."""
        self._ended = True
        try:
            if close and self._recorder is not None:
                self._recorder.close()
        except (RecordError, OSError) as error:
            if self._on_error == "raise":
                raise
            warn("run %s was not closed: %s", self._run_id, error)
        finally:
            if self._unwarned:
                warn("%d event(s) of run %s not recorded", self._unwarned, self._run_id)


def warn(message: str, *values: object) -> None:
    """Say what went wrong, where the program goes on."""
    import logging  # costs start-up, and most runs never need it

    logging.getLogger("steno.record").warning(message, *values)
