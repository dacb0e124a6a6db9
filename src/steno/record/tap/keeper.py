"""Records what a tap saw, on a thread of its own: the traffic waits for neither the disk nor the recorder."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from steno.record.error import RecordError
from steno.record.tap.lost import LONGEST, Lost, by_name, sentence
from steno.record.tap.side import Side

if TYPE_CHECKING:
    from steno.base.exact import JSON
    from steno.record.tap.messages import Calls

MOST_WAITING: Final = 2 * LONGEST
"""The bytes that may wait to be recorded; what comes beyond them is lost, and said."""
_PATIENCE = 10.0
"""Seconds that the end waits for the recording."""
_BETWEEN = 1.0
"""Seconds between two reports of losses."""

KIND: Final = "mcp"


class Journal(Protocol):
    """As much of a recorder as a tap needs."""

    def record(self, type: str, *, payload: JSON = ..., parent_run_id: str | None = ...) -> object: ...
    def close(self) -> None: ...


class Identity(NamedTuple):
    """Which run this is."""

    run_id: str
    name: str
    parent: str | None = None
    named: bool = False
    """Whether a user gave the name; else the server's own goes before it, once it is known."""

    def called(self, server: Mapping[str, JSON]) -> str:
        """What the run is called, after what the server says it is."""
        stated = " ".join(str(server[key]) for key in ("name", "version") if server.get(key))
        return stated if stated and server.get("name") and not self.named else self.name


class _Heard(NamedTuple):
    who: Side
    data: bytes
    scope: str
    exchange: str


class _Closed(NamedTuple):
    scope: str


class _Failed(NamedTuple):
    exchange: str
    error: str


class _Over(NamedTuple):
    error: str
    result: dict[str, JSON]


class Keeper:
    """The recording of one run.  What the transcript does not take is counted and said; nothing here stops a byte."""

    def __init__(self, identity: Identity, begin: Callable[[], Journal], say: Callable[[str], None]) -> None:
        self._identity, self._begin, self._say = identity, begin, say
        self._journal: Journal | None = None
        self._queue: SimpleQueue[_Heard | Lost | _Closed | _Failed | _Over] = SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = self._behind = 0
        self._lost: Counter[Lost] = Counter()
        self._unsaid: Counter[Lost] = Counter()
        self._reason = ""
        self._spoke = -_BETWEEN
        self._broken = ""
        self._thread = threading.Thread(target=self._run, name="steno-tap", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def heard(self, who: Side, data: bytes | Lost, scope: str = "", exchange: str = "") -> None:
        """A whole message, or that one was lost.  Returns at once.

        To be called before the message's last byte is passed on: so no answer is heard before its question.
        """
        if self._broken:
            return
        if isinstance(data, Lost):
            self._queue.put(data)
            return
        with self._lock:
            # One alone may be as long as it likes.
            if self._waiting and self._waiting + len(data) > MOST_WAITING:
                self._behind += 1
                return
            self._waiting += len(data)
        self._queue.put(_Heard(who, data, scope, exchange))

    def closed(self, scope: str) -> None:
        """Nothing more will be heard in this scope."""
        self._queue.put(_Closed(scope))

    def failed(self, exchange: str, error: str) -> None:
        """What was asked in this exchange got no answer but this."""
        self._queue.put(_Failed(exchange, error))

    def finish(self, error: str, result: dict[str, JSON]) -> None:
        """Record the end of the run and report what was lost.  An empty `error` means that it ended well."""
        self._queue.put(_Over(error, result))
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            self._say("the end of the traffic was not recorded: the transcript cannot be written")
        elif self._broken:
            self._say(f"the end of the traffic was not recorded: {self._broken}")

    def _run(self) -> None:
        try:
            self._keep()
        except Exception as error:  # noqa: BLE001  this thread's edge: the traffic must go on, and the loss be said
            self._broken = f"a bug in Steno ({type(error).__name__})"
            self._say(f"recording has stopped, but the traffic goes on: {self._broken}")

    def _keep(self) -> None:
        from steno.record.tap.messages import Calls  # here: the traffic does not wait for imports either

        calls = Calls(self._identity.run_id, self._lose)
        self._record("run.started", {"name": self._identity.name, "kind": KIND})
        while True:
            try:
                item = self._queue.get(timeout=_BETWEEN if self._unsaid else None)
            except Empty:
                self._speak()
                continue
            match item:
                case _Heard():
                    for each in calls.said(item.who, item.data, item.scope, item.exchange):
                        self._record(*each)
                    self._taken(len(item.data))
                case Lost():
                    self._lose(item)
                case _Closed():
                    calls.closed(item.scope)
                case _Failed():
                    for each in calls.failed(item.exchange, item.error):
                        self._record(*each)
                case _Over():
                    self._end(calls, item)
                    return
            if self._unsaid:
                self._speak()

    def _taken(self, size: int) -> None:
        with self._lock:
            self._waiting -= size
            behind, self._behind = self._behind, 0
        if behind:
            self._lose(Lost.BEHIND, behind)

    def _record(self, type: str, payload: dict[str, JSON]) -> None:
        try:
            if self._journal is None:
                self._journal = self._begin()
            self._journal.record(type, payload=payload, parent_run_id=self._identity.parent)
        except (RecordError, OSError, ValueError, RecursionError) as error:
            self._reason = str(error)
            self._lose(Lost.UNWRITTEN)

    def _end(self, calls: Calls, over: _Over) -> None:
        result: dict[str, JSON] = {**over.result, "calls": calls.made, "unanswered": calls.unanswered + calls.open}
        if calls.server:
            result["server"] = calls.server
        if calls.unrecorded:
            result["unrecorded"] = dict(calls.unrecorded)
        if self._lost:
            result["lost"] = by_name(self._lost)
        payload = {"name": self._identity.called(calls.server), "kind": KIND, "result": result}
        self._record("run.completed", {**payload, "error": over.error} if over.error else payload)
        if self._journal is not None:
            try:
                self._journal.close()
            except (RecordError, OSError) as error:
                self._reason = str(error)
                self._lose(Lost.UNWRITTEN)
        if self._lost:
            self._say(f"passed on but not recorded, in all: {sentence(self._lost)}{self._because()}")

    def _lose(self, lost: Lost, count: int = 1) -> None:
        self._lost[lost] += count
        self._unsaid[lost] += count

    def _speak(self) -> None:
        now = time.monotonic()
        if now - self._spoke >= _BETWEEN:
            self._spoke = now
            self._say(f"passed on but not recorded: {sentence(self._unsaid)}{self._because()}")
            self._unsaid.clear()

    def _because(self) -> str:
        return f" ({self._reason})" if self._reason else ""
