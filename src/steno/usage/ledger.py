"""Counts requests over any number of logs, each once: in copies, in continued sessions, in forks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from steno.usage.request import Key, Request

T = TypeVar("T")


class Ledger(Generic[T]):
    """What has been counted.  `T` is whatever the caller wants to know of a log.

    The log that a fork copies may come after it, so forks wait until everything has been seen.
    """

    def __init__(self) -> None:
        self._seen: set[Key] = set()
        self._waiting: list[tuple[T, list[Request]]] = []
        self.dropped = 0
        """How many statements were passed over because their request is counted elsewhere."""

    def add(self, log: T, found: Iterable[Request]) -> list[Request]:
        """Those that are new; none yet where the log is a fork."""
        new: list[Request] = []
        forked: list[Request] = []
        for each in found:
            if each.key in self._seen:
                self.dropped += 1
                continue
            self._seen.add(each.key)
            (new if each.inherited is None else forked).append(each)
        if forked:
            self._waiting.append((log, forked))
        return new

    def rest(self) -> Iterator[tuple[T, list[Request]]]:
        """The requests of forks that no log they were forked from has made."""
        for log, forked in self._waiting:
            own = [each for each in forked if each.inherited not in self._seen]
            self.dropped += len(forked) - len(own)
            yield log, own
        self._waiting.clear()
