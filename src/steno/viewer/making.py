"""What takes long to work out of a session: made once, in a thread of its own.

Whoever asks waits a moment, then is told to ask again, so that no request hangs and nothing is made twice.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from steno.errors import StenoError
from steno.viewer.masked import Pending

T = TypeVar("T")
PATIENCE: Final = 1.0
"""So many seconds somebody waits before they are told to ask again."""
_KEPT: Final = 60.0
"""What nobody came back for is forgotten after so many seconds."""


class _Task:
    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._value: Any = None
        self._error: StenoError | None = None
        self.ended = threading.Event()
        self.end = float("inf")
        threading.Thread(target=self._run, name="steno-view-work", daemon=True).start()

    def _run(self) -> None:
        try:
            self._value = self._make()
        except StenoError as error:
            self._error = error
        finally:
            self.end = time.monotonic()
            self.ended.set()

    def value(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._value


class Making:
    """What is being made.  May be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks: dict[Hashable, _Task] = {}

    def of(self, name: Hashable, word: str, make: Callable[[], T]) -> T | Pending:
        """What `make` gives, or raises; `word` tells the page what it waits for."""
        with self._lock:
            now = time.monotonic()
            self._tasks = {each: task for each, task in self._tasks.items() if now - task.end < _KEPT}
            if (task := self._tasks.get(name)) is None:
                task = self._tasks[name] = _Task(make)
        if not task.ended.wait(PATIENCE):
            return Pending(word)
        with self._lock:
            if self._tasks.get(name) is task:
                del self._tasks[name]
        made: T = task.value()
        return made
