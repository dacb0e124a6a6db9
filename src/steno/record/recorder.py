"""Writes a transcript, event by event.  Knows the file and its order; what an event may hold is the format's affair.

One lock holds together what must not come apart: the seq, the encoding, one write, and the subscribers.  So the order
of lines is the order of seqs and the order in which subscribers see them, and only a line that stands has a seq.
"""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

import msgspec

from steno.base.exact import JSON
from steno.base.time import Clock
from steno.formats.awf.strict import Invalid, arranged
from steno.formats.awf.wire import Event
from steno.record import fork
from steno.record.descriptor import read_range, write_all
from steno.record.error import RecordError
from steno.record.fanout import BUFFER, FanOut, Subscription, checked
from steno.record.figures import Stats
from steno.record.masker import Masker, masked
from steno.record.replay import Replay, event_of, unreadable
from steno.record.seq import LIMIT
from steno.record.spelling import ENVELOPE, NOT_JSON, check_fields, check_line, respell
from steno.record.stamp import stamp_of, system_stamp
from steno.record.sync import Fsync, Sync
from steno.record.target import Target, opened
from steno.record.torn import repair, unwritten
from steno.record.turns import Turns

if TYPE_CHECKING:
    from _thread import RLock

_NONE: Final = -1
_LARGE: Final = 1 << 20
"""A line of which the memory is not kept for the next."""
_write = os.write
_encode_into = msgspec.json.Encoder().encode_into


class Recorder:
    """Appends events to one file.  What `record` has returned is written.

    The file is opened at the first event: 0600, in a folder of 0700, continued after its highest seq.  One recorder
    writes a file; a second one gets a `RecordError`, or with `shared=True` a file of its own beside it.  Any thread
    may record.  After a fork the child has no part in the file.  A signal handler that interrupts `record` cannot
    record, and gets a `RecordError` in place of a deadlock.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        run_id: str | None = None,
        fsync: Fsync = "never",
        masker: Masker | None = None,
        shared: bool = False,
        buffer: int = BUFFER,
        clock: Clock | None = None,
    ) -> None:
        """Touches no file.  `buffer` is how many events a subscriber may lag behind, where it does not say itself."""
        if fsync not in get_args(Fsync):
            raise ValueError(f"fsync is {fsync!r}, expected one of {', '.join(get_args(Fsync))}")
        self._base = self._path = Path(path).absolute()  # wherever the program stands when it records first
        if run_id is None:
            from uuid import uuid4  # costs start-up, and most callers bring an id

            run_id = str(uuid4())
        check_fields("", 0, run_id, None, None)
        self._run_id = run_id
        self._fsync, self._masker, self._shared, self._buffer = fsync, masker, shared, checked(buffer)
        self._stamp = system_stamp() if clock is None else stamp_of(clock)
        self._syncs = fsync != "never"
        self._line = bytearray()
        self._lock, self._turns = threading.RLock(), Turns()
        self._fanout = FanOut(self._lock, lambda: (self._seq, self._end))
        self._sync = Sync(lambda: (self._seq, self._file), self._not_synced)
        self._target: Target | None = None
        self._file = self._ready = _NONE
        """The descriptor; and the same again, but only while all that was begun to be written stands."""
        self._seq = self._end = self._first = self._begin = 0
        self._last_error: str | None = None
        self._closed = self._forked = False
        fork.register(self)

    @property
    def path(self) -> Path:
        """The file.  With `shared=True` it is sure when the first event is written."""
        return self._path

    @property
    def run_id(self) -> str:
        return self._run_id

    @property
    def masker(self) -> Masker | None:
        """What is asked before an event is written, for others that write of the same run."""
        return self._masker

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
        """Write one event and return it as it was written; raises `RecordError`, and then it is not in the file.

        It waits for nothing but the file, so a coroutine may call it, and it is not cut short when that is cancelled.
        Only with `fsync="always"` an event may be written and `RecordError` raised: it could not be synced.
        """
        lock = self._lock
        if lock._is_owned():  # type: ignore[attr-defined]  # as threading.Condition does
            raise self._refused("record() was called in the middle of record(), by a signal handler or a finaliser")
        try:
            payload = arranged(type, payload)
            plain = path.__class__ is str and iteration.__class__ is int and iteration >= 0
            if not plain or run_id is not None or parent_run_id is not None or child_run_id is not None:
                check_fields(path, iteration, run_id, parent_run_id, child_run_id)
            if self._masker is not None:
                ids = (run_id or self._run_id, parent_run_id or "", child_run_id or "")
                new = masked(self._masker, type, path, iteration, payload, ids)
                type, path, iteration, payload = new.type, new.path, new.iteration, new.payload
                run_id, parent_run_id, child_run_id = new.run_id, new.parent_run_id, new.child_run_id
        except (Invalid, RecordError) as error:
            raise self._refused(str(error)) from error
        try:
            # Not `with`, which costs three times as much.  An exception out of a signal handler may come between any
            # two steps, so what is released is asked for.
            lock.acquire(False) or self._turns.wait(lock, self._seq)
            file = self._ready
            if file < 0:
                file = self._made_ready()
            seq = self._seq + 1
            event = Event(
                seq=seq, run_id=run_id or self._run_id, parent_run_id=parent_run_id or "",
                child_run_id=child_run_id or "", type=type, path=path, iteration=iteration, timestamp=self._stamp(),
                payload=payload,
            )  # fmt: skip
            line = self._line
            try:
                _encode_into(event, line)
                # The encoder writes null for a number that JSON does not have; one that is a tool's output, or
                # all of the payload, is known.  A line end can only come from a value that was encoded before.
                nulls = line.count(b"null", ENVELOPE)
                if nulls > 1 or (nulls and not (payload is None or payload.get("output", "") is None)) or 10 in line:
                    check_line(payload, line)
            except NOT_JSON as error:
                self._respelled(event, error)
            line.append(10)
            # Whatever interrupts what follows, an exception out of a signal handler too: the next one looks first at
            # what stands in the file.
            self._ready = _NONE
            try:
                size = _write(file, line)
                if size != len(line):  # a line of gigabytes is not written at once
                    write_all(file, bytes(line[size:]))
                    size = len(line)
            except OSError as error:
                raise self._not_written(file, error) from error
            self._seq = seq
            fanout = self._fanout
            for subscription in fanout.live:
                subscription.offer(seq, line)
            self._end += size
            self._ready = file
            if size > _LARGE:
                self._line = bytearray()
            lock.release()
        except BaseException:
            _let_go(lock)
            raise
        if self._syncs or fanout.late:
            self._see_to_rest(seq)
        return event

    def subscribe(self, buffer: int | None = None, *, replay: bool = False) -> Subscription:
        """What is written from now on, or with `replay` all that stands in the file and then what is written.

        A subscriber that lags behind by more than `buffer` events misses those that come then, and gets a `Gap` in
        their place; the file has them.  A replay misses none as long as it has not caught up.
        """
        with self._lock:
            source = self._replay() if replay else None
            return self._fanout.join(self._buffer if buffer is None else checked(buffer), source)

    def stats(self) -> Stats:
        with self._lock:
            subscribers, dropped = self._fanout.figures()
            return Stats(
                events=self._seq - self._first,
                bytes=self._end - self._begin,
                last_seq=self._seq,
                synced_seq=self._sync.done,
                subscribers=subscribers,
                dropped=dropped,
                last_error=self._last_error,
            )

    def close(self) -> None:
        """Sync and close the file, and end the subscriptions.  May be called again, and from any thread.

        Raises `RecordError` where what was written could not be synced; the file is closed all the same.
        """
        if self._lock._is_owned():  # type: ignore[attr-defined]
            raise self._refused("close() was called in the middle of record(), by a signal handler or a finaliser")
        with self._lock:
            if self._closed:
                return
            self._closed = True
            try:
                if self._target is not None and not self._forked:
                    self._close(self._target)
            finally:
                self._ready = _NONE
                self._fanout.end()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_target", None) is not None and not self._closed:
            with contextlib.suppress(RecordError):
                self.close()

    # What is not done for every event

    def _made_ready(self) -> int:
        """The descriptor of a file that ends with a line end; opened, or looked at after a write that went wrong."""
        if self._closed:
            raise self._refused(f"{self._path}: the recorder is closed")
        if self._forked and not self._shared:
            raise self._refused(
                f"{self._path}: it was opened before the fork and belongs to the parent; open a new Recorder in the "
                "child"
            )
        if self._target is None:
            self._open()
        else:
            self._settle()
        self._ready = self._file
        return self._file

    def _open(self) -> None:
        try:
            target = opened(self._base, shared=self._shared, durable=self._syncs)
        except RecordError as error:
            self._last_error = str(error)
            raise
        if target.seq >= LIMIT:
            target.close()
            raise self._refused(f"{target.path}: its seq is {target.seq}, the highest there is")
        self._target, self._path, self._file = target, target.path, target.descriptor
        self._seq = self._first = target.seq
        self._end = self._begin = target.size
        self._sync.done = target.seq
        for each in self._fanout.live:
            each.begin(target.seq)

    def _settle(self) -> None:
        """After a write that was interrupted: a line that stands whole counts, what is torn is put aside."""
        try:
            repair(self._file, self._path)
            size = os.fstat(self._file).st_size
            tail = read_range(self._file, self._end, size)
        except OSError as error:
            reason = f"the partial line at its end cannot be set aside: {error.strerror}"
            raise self._refused(f"{self._path}: {reason}") from error
        for line in tail.splitlines(keepends=True):
            try:
                seq = event_of(line).seq
            except unreadable:
                continue  # somebody else's
            for subscription in self._fanout.live:
                subscription.offer(seq, line)
            self._seq = max(self._seq, seq)
        self._end = size

    def _respelled(self, event: Event, error: Exception) -> None:
        try:
            respell(event, self._line, error)
        except NOT_JSON as reason:
            raise self._refused(f"the event cannot be written as JSON: {reason}") from reason

    def _not_written(self, file: int, error: OSError) -> RecordError:
        reason = f"{self._path}: {(error.strerror or str(error)).lower()}; the event was not recorded"
        if unwritten(file, self._end, self._line):
            self._ready = file
            return self._refused(reason)
        return self._refused(
            f"{reason}, and left a partial line, which will be set aside before the next event is written"
        )

    def _see_to_rest(self, seq: int) -> None:
        """What is done without the lock, so that nobody waits for it but the caller."""
        if self._fanout.late:
            self._fanout.warn(str(self._path))
        if self._fsync == "always":
            self._sync.until(seq)
        elif self._fsync == "interval":
            self._sync.soon()

    def _replay(self) -> Replay | None:
        """A reader of the file as it is now; None where there is none yet."""
        if self._closed:
            if not self._end:
                return None
            try:
                return Replay(os.open(self._path, os.O_RDONLY), str(self._path))
            except OSError as error:
                raise self._refused(f"{self._path}: cannot be read again: {error.strerror}") from error
        if self._target is None and (self._shared or os.path.lexists(self._path)):
            self._made_ready()
        return None if self._target is None else Replay(os.dup(self._file), str(self._path))

    def _close(self, target: Target) -> None:
        def let_go() -> None:
            self._target, self._file, self._ready = None, _NONE, _NONE
            target.close()

        try:
            if self._ready < 0:
                self._settle()
        finally:
            self._sync.close(let_go)

    def _refused(self, message: str) -> RecordError:
        self._last_error = message
        return RecordError(message)

    def _not_synced(self, error: OSError) -> RecordError:
        return self._refused(f"{self._path}: written, but may not survive a power failure: {error.strerror}")

    def after_fork(self) -> None:
        """In the child: the file is the parent's."""
        self._lock, self._turns = threading.RLock(), Turns()
        self._fanout.forked(self._lock)
        self._sync.forked()
        if self._target is not None:
            self._target.drop()
            self._target, self._file, self._ready = None, _NONE, _NONE
            self._forked = True


def _let_go(lock: RLock) -> None:
    if lock._is_owned():  # type: ignore[attr-defined]
        lock.release()
