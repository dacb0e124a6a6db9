"""Counts what changes where a line of a transcript is written back with another number: events are called by it."""

from __future__ import annotations

from msgspec import UNSET

from steno.formats.counter import LossCounter
from steno.model import Event, Origin


class Moved:
    def __init__(self, counter: LossCounter) -> None:
        self._counter = counter
        self._uids: set[str] = set()
        self._echoes: list[str] = []

    def placed(self, number: int, events: list[Event]) -> None:
        """The next record, and the number of the line that it is written in."""
        for event in events:
            if isinstance(event.echo_of, str):
                self._echoes.append(event.echo_of)
            if isinstance(event.origin, Origin) and event.origin.line != number:
                self._uids.add(event.uid)
                self._counter.fields.update(["uid"] if event.response is UNSET else ["uid", "response"])

    def close(self) -> None:
        """Count what refers to them."""
        self._counter.fields.update("echo_of" for uid in self._echoes if uid in self._uids)
