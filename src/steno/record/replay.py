"""The events that stand in a file already, for a subscriber that comes late.  Reads, never writes."""

from __future__ import annotations

import os
from collections import deque
from typing import Final

import msgspec
from msgspec.structs import replace

from steno.base.exact import BadJSON, decode
from steno.base.learned import learned
from steno.formats.awf.wire import Event
from steno.record.error import RecordError

_READ: Final = 1 << 18

_fast = msgspec.json.Decoder(Event).decode
unreadable: Final = (msgspec.MsgspecError, BadJSON, UnicodeError, RecursionError)
"""What `event_of` raises."""


def event_of(line: bytes) -> Event:
    """The event of a line."""
    try:
        return _fast(line)
    except (msgspec.DecodeError, UnicodeError):
        # Half of a character, or a number of which the spelling counts: read with care.
        value = decode(line).value
        event = msgspec.convert({**value, "payload": None} if isinstance(value, dict) else value, learned(Event))
        return replace(event, payload=value["payload"])


class Replay:
    """The lines of a file from its beginning up to `limit`, which is moved on as the recorder writes."""

    def __init__(self, descriptor: int, path: str) -> None:
        """The descriptor is the replay's own from now on."""
        self._descriptor, self._path = descriptor, path
        self._ready: deque[bytes] = deque()
        self._begun: list[bytes] = []
        """The pieces of a line that is longer than what is read at once."""
        self._line = 0
        self.read = self.limit = 0

    def next(self) -> Event | None:
        """The next event before the limit; None where there is none."""
        while self._ready or self._more():
            while self._ready:
                line = self._ready.popleft()
                self._line += 1
                try:
                    return event_of(line)
                except unreadable as error:
                    self._left_out(line, error)
        return None

    def close(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def _more(self) -> bool:
        try:
            piece = os.pread(self._descriptor, min(_READ, self.limit - self.read), self.read)
        except OSError as error:
            raise RecordError(f"{self._path}: cannot be read again: {error.strerror}") from error
        self.read += len(piece)
        if not piece:
            self.read = self.limit  # somebody has shortened the file: there is no more to wait for
            return False
        *whole, rest = piece.split(b"\n")
        if whole:
            whole[0] = b"".join((*self._begun, whole[0]))
            self._ready.extend(whole)
            self._begun = []
        self._begun.append(rest)
        return True

    def _left_out(self, line: bytes, error: Exception) -> None:
        if line.strip():
            import logging  # costs start-up, and few files have such lines

            logging.getLogger("steno.record").warning(
                "%s:%d: not an event, left out of the replay: %s", self._path, self._line, error
            )
