"""Hands written lines on to subscribers.  Knows the bytes of a line, not how they came into the file.

A subscriber's events are decoded from those bytes, on its own side: it sees what is written and nothing else, and the
recorder does not pay for it.  What a full buffer cannot take is dropped, counted, and shown to the subscriber as a gap.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from steno.formats.awf.wire import Event
from steno.record.figures import Subscriber
from steno.record.replay import Replay, event_of

if TYPE_CHECKING:
    import asyncio
    from _thread import RLock

BUFFER: Final = 256
WARN_EVERY: Final = 1.0
_TURN: Final = 64
"""After so many events without a pause, an asynchronous subscriber lets the other tasks of its loop run."""


class Gap(Struct, frozen=True):
    """Events that a subscriber did not get, because its buffer was full.  They stand in the file."""

    first_seq: int
    last_seq: int
    count: int


class Subscription:
    """Events in the order of the file, as an iterator and as an asynchronous one; made by `Recorder.subscribe`.

    It waits for the next event, and ends when its recorder is closed and what was buffered has been taken, or at once
    when it is closed itself.
    """

    def __init__(self, fanout: FanOut, id: int, buffer: int, replay: Replay | None) -> None:
        self.id: Final = id
        self._fanout, self._buffer, self._replay = fanout, buffer, replay
        self._lines: deque[bytes] = deque()
        self._expected, self._newest = 1, 0
        self._ended = self._closed = False
        self._alarms: list[Callable[[], object]] = []
        self._taking = threading.Lock()
        self._warn_at = 0.0
        self._said = self._turn = 0
        self.delivered = self.dropped = 0

    # For the recorder, which holds its lock

    def begin(self, seq: int) -> None:
        """Live from the event after this one."""
        self._expected, self._newest = seq + 1, seq

    def offer(self, seq: int, line: bytes | bytearray) -> None:
        """Buffer a line, or drop it.  A line that was offered before is left alone."""
        if seq <= self._newest:
            return
        if len(self._lines) < self._buffer:
            self._lines.append(bytes(line))  # the recorder writes the next one to the same memory
        else:
            self.dropped += 1
            if (now := time.monotonic()) >= self._warn_at:
                self._warn_at = now + WARN_EVERY
                self._fanout.late.append((self.id, self.dropped - self._said, self.dropped))
                self._said = self.dropped
        self._newest = seq
        if self._alarms:
            self.ring()

    def end(self) -> None:
        """No further events; those buffered are still taken."""
        self._ended = True
        self.ring()

    def ring(self) -> None:
        alarms, self._alarms = self._alarms, []
        for alarm in alarms:
            try:
                alarm()
            except RuntimeError:
                continue  # the loop that waited has been closed: nobody waits there any more

    def forked(self) -> None:
        """In the child of a fork: over.  Nobody is woken, because whoever waited is in the parent."""
        self._taking, self._alarms = threading.Lock(), []
        self._ended = self._closed = True

    @property
    def figures(self) -> Subscriber:
        return Subscriber(self.id, len(self._lines), self.delivered, self.dropped)

    # For the subscriber

    def __iter__(self) -> Subscription:
        return self

    def __next__(self) -> Event | Gap:
        while (item := self._take()) is None:
            bell = threading.Lock()
            bell.acquire()
            if self._wait(bell.release):
                bell.acquire()
        if item is _END:
            raise StopIteration
        return item

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Event | Gap:
        import asyncio  # whoever gets here has it

        self._turn += 1
        if self._turn % _TURN == 0:
            await asyncio.sleep(0)
        while (item := self._take()) is None:
            bell = asyncio.Event()
            alarm = _threadsafe(asyncio.get_running_loop(), bell)
            if self._wait(alarm):
                try:
                    await bell.wait()
                except BaseException:
                    self._forget(alarm)  # a wait that is given up again and again leaves nothing behind
                    raise
        if item is _END:
            raise StopAsyncIteration
        return item

    def close(self) -> None:
        """Take no more events.  May be called again, and from any thread; whoever waits for an event is woken."""
        self._closed = True
        self._fanout.leave(self)
        # Whoever is just taking an event does the rest: to wait for that here could be to wait for oneself.
        if self._taking.acquire(blocking=False):
            try:
                self._over()
            finally:
                self._taking.release()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self) -> Event | Gap | None:
        """The next item, `_END`, or None where one has to wait."""
        with self._taking:
            while True:
                if self._closed:
                    return self._over()
                if self._replay is not None and (event := self._replayed(self._replay)) is not None:
                    return event
                if self._lines:
                    if (item := self._next_line()) is not None:
                        return item
                    continue
                with self._fanout.lock:
                    if self._lines:
                        continue
                    if self._newest >= self._expected:
                        return self._gap(self._newest + 1)
                    return _END if self._ended else None

    def _over(self) -> Gap:
        self._lines.clear()
        if self._replay is not None:
            self._replay.close()
            self._replay = None
        return _END

    def _next_line(self) -> Event | Gap | None:
        """The next of the buffer; None where it was taken before: an offer that was interrupted is made again."""
        event = event_of(self._lines[0])
        if event.seq > self._expected:
            return self._gap(event.seq)
        self._lines.popleft()
        if event.seq < self._expected:
            return None
        self._expected = event.seq + 1
        self.delivered += 1
        return event

    def _gap(self, end: int) -> Gap:
        gap = Gap(self._expected, end - 1, end - self._expected)
        self._expected = end
        return gap

    def _replayed(self, replay: Replay) -> Event | None:
        """The next event of the file, or None when what follows comes from the buffer."""
        while (event := replay.next()) is None:
            if self._fanout.caught_up(self, replay):
                replay.close()
                self._replay = None
                return None
        self.delivered += 1
        return event

    def _wait(self, alarm: Callable[[], object]) -> bool:
        """Have the alarm called as soon as there is something to take; False where there is something already."""
        with self._fanout.lock:
            if self._lines or self._ended or self._newest >= self._expected:
                return False
            self._alarms.append(alarm)
            return True

    def _forget(self, alarm: Callable[[], object]) -> None:
        with self._fanout.lock:
            if alarm in self._alarms:
                self._alarms.remove(alarm)


_END: Final = Gap(0, 0, 0)


def _threadsafe(loop: asyncio.AbstractEventLoop, bell: asyncio.Event) -> Callable[[], object]:
    return lambda: loop.call_soon_threadsafe(bell.set)


def checked(buffer: int) -> int:
    """A buffer of none would drop every event that nobody waits for at that moment, so there is no such thing."""
    if type(buffer) is not int or buffer < 1:
        raise ValueError(f"buffer is {buffer!r}, expected a whole number of at least 1")
    return buffer


class FanOut:
    """The subscribers of one recorder.  Every method but `warn` takes the recorder's lock, or is called with it."""

    def __init__(self, lock: RLock, position: Callable[[], tuple[int, int]]) -> None:
        """`position` says, under the lock, the last seq and where the file ends."""
        self.lock, self._position = lock, position
        self.live: tuple[Subscription, ...] = ()
        """Those that get what is written now."""
        self._all: dict[int, Subscription] = {}
        self._last_id = self._dropped = 0
        self._ended = False
        self.late: list[tuple[int, int, int]] = []
        """What is to be warned of: a subscriber's id, and how many events it lost since the last warning and in all."""

    def join(self, buffer: int, replay: Replay | None) -> Subscription:
        with self.lock:
            self._last_id += 1
            subscription = Subscription(self, self._last_id, buffer, replay)
            self._all[subscription.id] = subscription
            if replay is None:
                self._go_live(subscription)
            return subscription

    def caught_up(self, subscription: Subscription, replay: Replay) -> bool:
        """Whether a replay has come to the end of the file, and its subscriber is live from here on.

        As long as it has not, nothing is buffered for it, so nothing can be dropped: however long a file is, and
        however slowly it is read, the events come from the file.
        """
        with self.lock:
            _, end = self._position()
            if replay.read < end:
                replay.limit = end
                return False
            self._go_live(subscription)
            return True

    def _go_live(self, subscription: Subscription) -> None:
        subscription.begin(self._position()[0])
        if self._ended:
            subscription.end()
        else:
            self.live = (*self.live, subscription)

    def leave(self, subscription: Subscription) -> None:
        with self.lock:
            if self._all.pop(subscription.id, None):
                self._dropped += subscription.dropped
                self.live = tuple(each for each in self.live if each is not subscription)
            subscription.end()

    def end(self) -> None:
        """The recorder is closed.  What is buffered is still taken."""
        self._ended = True
        for subscription in self.live:
            subscription.end()
        self.live = ()

    def forked(self, lock: RLock) -> None:
        self.lock = lock
        for subscription in self._all.values():
            subscription.forked()
        self.live, self._all, self.late = (), {}, []

    def figures(self) -> tuple[tuple[Subscriber, ...], int]:
        """Every subscriber's, and how many events were dropped in all."""
        each = tuple(subscription.figures for subscription in self._all.values())
        return each, self._dropped + sum(one.dropped for one in each)

    def warn(self, path: str) -> None:
        """Without the lock: whoever listens to the warnings may record."""
        late, self.late = self.late, []
        import logging  # costs start-up, and where everybody keeps up nobody needs it

        for id, some, total in late:
            logging.getLogger("steno.record").warning(
                "%s: subscriber %d does not keep up: %d events dropped since the last warning, %d in all",
                path, id, some, total,
            )  # fmt: skip


def ended() -> Subscription:
    """A subscription to nothing."""
    fanout = FanOut(threading.RLock(), lambda: (0, 0))
    fanout.end()
    return fanout.join(1, None)
