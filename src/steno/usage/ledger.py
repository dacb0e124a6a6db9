"""Counts requests over any number of logs, each once: in copies, in continued sessions, in forks, in another's log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from steno.usage.request import Key, Request

T = TypeVar("T")


class Ledger(Generic[T]):
    """What has been counted.  `T` is whatever the caller wants to know of a log.

    The log that a fork copies may come after it, and so may the log of a run that another one mentions: both wait
    until everything has been seen.
    """

    def __init__(self) -> None:
        self._seen: set[Key] = set()
        self._waiting: list[tuple[T, list[Request]]] = []
        self.dropped = 0
        """How many statements were passed over because their request is counted elsewhere."""

    def add(self, log: T, found: Iterable[Request]) -> list[Request]:
        """Those that are new; those of a fork, and those that are only mentioned, come with the rest."""
        new: list[Request] = []
        later: list[Request] = []
        for each in found:
            if each.key in self._seen:
                self.dropped += 1
            elif each.nested or (each.replayed and each.inherited is None):
                later.append(each)
            else:
                self._seen.add(each.key)
                (new if each.inherited is None else later).append(each)
        if later:
            self._waiting.append((log, later))
        return new

    def rest(self) -> Iterator[tuple[T, list[Request]]]:
        """The requests of forks that no log they were forked from has made, and those that no log of their own has."""
        for log, later in self._waiting:
            own = [each for each in later if self._is_new(each)]
            self.dropped += len(later) - len(own)
            yield log, own
        self._waiting.clear()

    def _is_new(self, request: Request) -> bool:
        key = request.key if request.inherited is None else request.inherited
        if key in self._seen:
            return False
        if request.nested or request.replayed:
            self._seen.add(key)
        return True
