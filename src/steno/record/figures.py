"""A recorder and its subscribers in figures.  Counts nothing itself."""

from __future__ import annotations

from msgspec import Struct


class Subscriber(Struct, frozen=True):
    """A subscription in figures."""

    id: int
    waiting: int
    """Events in its buffer."""
    delivered: int
    dropped: int


class Stats(Struct, frozen=True):
    """A recorder in figures, as they are at one moment."""

    events: int = 0
    """Written by this recorder."""
    bytes: int = 0
    last_seq: int = 0
    """The last one in the file; 0 before it is opened."""
    synced_seq: int = 0
    """The last one that a loss of power does not take."""
    subscribers: tuple[Subscriber, ...] = ()
    dropped: int = 0
    """Events that subscribers did not get, those of closed subscriptions included."""
    last_error: str | None = None
