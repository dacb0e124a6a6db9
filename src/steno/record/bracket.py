"""What begins with one event and ends with another: a run, a step, a tool call.  Knows neither event."""

from __future__ import annotations

from typing import Self

from steno.record.context import Scope
from steno.record.journal import Journal
from steno.record.plain import failure


class Bracket:
    """Begins and ends once, by `open` and `close`, or as a context manager; an exception becomes the error and goes on.

    Who derives from it says what is recorded in `_start` and `_end`.
    """

    def __init__(self, journal: Journal, scope: Scope, name: str) -> None:
        self.name = name
        self._journal, self._scope = journal, scope
        self._error: str | None = None
        self._begun = False

    @property
    def scope(self) -> Scope:
        """Where it stands, for code that enters it by other means than `with`."""
        return self._scope

    def open(self) -> Self:
        """Record that it begins."""
        if self._begun:
            raise RuntimeError(f"{self.name} has already begun: create a new object for every use")
        self._begun = True
        self._start()
        return self

    def error(self, text: str) -> None:
        """State that it failed, where no exception says so."""
        self._error = text

    def close(self, error: BaseException | str | None = None) -> None:
        """Record that it has ended.  A second time does nothing."""
        if self._journal.closing(self):
            self._end(failure(error) or self._error)

    def _start(self) -> None:
        raise NotImplementedError

    def _end(self, error: str | None) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.close(error)

    # Recording does not wait, so a task loses nothing by it.
    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.__exit__(kind, error, trace)
