"""A session that somebody looks at: read once, its beginning shown while that lasts, and kept up with as it grows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from steno.diagnostics import Diagnostic, Report
from steno.errors import StenoError, Unreadable
from steno.model import Trace
from steno.prices import Prices
from steno.viewer.growth import Change, Seam, State, appended, placed, seam
from steno.viewer.known import known, verdicts
from steno.viewer.masked import Masking
from steno.viewer.view import View

_SOON: Final = 0.25
"""So many seconds somebody waits for the whole before its beginning will do; for a long one, not at all."""
_QUIET, _LONG_QUIET, _SHARE = 5.0, 60.0, 8
"""A log that grew is read anew when nothing was written for a while: sooner where an eighth of it is new."""
_BESIDE: Final = 50
"""So many files beside the session's own are looked at."""
_SMALL: Final = 16 << 20
"""A session of so many bytes is read soon, and secrets are looked for in it without being asked."""
_REST: Final = 5
"""What can only be read whole is read again after so many times as long as that took."""


class Begun(Struct, frozen=True):
    """The beginning of a session that takes long to read."""

    trace: Trace
    certain: int
    """How many of its events are as they will be."""


Fraction = Callable[[], float | None]


class Source(Protocol):
    """Where a session comes from."""

    @property
    def path(self) -> Path: ...

    def read(self, report: Report, told: Callable[[Fraction], None]) -> Iterator[Trace]:
        """Its traces; `told` is given what says how far it is read."""
        ...

    def begin(self) -> Begun | None:
        """Its beginning, where reading all of it takes long."""
        ...

    def part(self, data: bytes, format: str) -> Trace | None:
        """The trace of some lines of it."""
        ...

    def mask(self, trace: Trace, level: str) -> Trace:
        """The trace as it would leave."""
        ...

    def is_live(self) -> bool:
        """Whether it was written to just now."""
        ...


class Reading(Struct, frozen=True):
    """How far a session is read."""

    done: float | None
    rows: int


class Growth(Struct, frozen=True):
    """What a page that follows a session is told."""

    change: Change
    offset: int
    rows: int
    version: int
    live: bool
    changed: list[int]
    """The numbers of rows that were there before and changed, since somebody asked first."""


class Opened:
    """One session.  Its methods may be called from any thread."""

    def __init__(self, source: Source, prices: Prices, versions: Callable[[], int]) -> None:
        """`versions` gives a number that nobody was given before: a session that is opened again is told apart."""
        self._source, self._prices, self._versions = source, prices, versions
        self._lock = threading.RLock()
        self._whole = threading.Event()
        self._thread: threading.Thread | None = None
        self._view: View | None = None
        self._error: StenoError | None = None
        self._done: Fraction = lambda: None
        self._version = versions()
        self.problems: list[Diagnostic] = []
        self.masking = Masking(source.mask, self._changed)
        self.sizes: dict[str, tuple[int, int]] = {}
        """Which file each was that it was read from, and how large."""
        self._state: State | None = None
        self._seam: Seam | None = None
        self._grown, self._last, self._next = 0, 0.0, 0.0
        """How many bytes came since all was read, when the last of them did, and when it may be read again."""
        self._generation = 0
        """How often another file took its place."""
        self._changes: list[tuple[int, int]] = []
        """Rows that changed: where the log ended then, and the number of the row."""

    # Reading

    def start(self) -> None:
        """Begin to read, unless that was done."""
        with self._lock:
            if self._thread is None:
                self._begin()

    def _begin(self) -> None:
        self._thread = threading.Thread(target=self._read, name="steno-view-read", daemon=True)
        self._thread.start()

    def view(self) -> View:
        """The session as far as it is known now; raises what reading it raised."""
        self.start()
        if self._view is None and not self._whole.wait(self._patience):
            self._show_beginning()
            if self._view is None:
                self._whole.wait()
        if self._error is not None:
            raise self._error
        if self._view is None:
            raise Unreadable("nothing was read")
        return self._view

    @cached_property
    def _patience(self) -> float:
        state = State.of(self.path)
        return 0 if state is not None and state.size > _SMALL else _SOON

    def reading(self) -> Reading | None:
        """How far it is read; None when it is."""
        if self._whole.is_set():
            return None
        view = self._view
        return Reading(self._done(), 0 if view is None else len(view.index))

    def whole(self, timeout: float | None = None) -> bool:
        """Wait until all is read; whether it is."""
        self.start()
        return self._whole.wait(timeout)

    def _show_beginning(self) -> None:
        """Make the first rows of a long session, once."""
        with self._lock:
            if self._view is not None or self._whole.is_set():
                return
            found = self._source.begin()
            if found is None or not found.certain:
                return
            trace = replace(found.trace, events=found.trace.events[: found.certain])
            view = View(trace, known(trace, self._prices))
            if not self._whole.is_set():
                self._publish(view)

    def _publish(self, view: View) -> None:
        self._version = self._versions()
        view.index.version = self._version
        view.live = self._source.is_live()
        self._view = view

    def _read(self) -> None:
        def told(fraction: Fraction) -> None:
            self._done = fraction

        problems: list[Diagnostic] = []
        started, before = time.monotonic(), State.of(self._source.path)
        try:
            traces = self._source.read(problems.append, told)
            trace = next(iter(traces), None)
            if trace is None:
                raise Unreadable(f"{self._source.path.name}: there is no session in it")
            view = View(trace, known(trace, self._prices))
        except StenoError as error:
            with self._lock:
                self._error, self._state = error, before
                self._next = time.monotonic() + _REST * (time.monotonic() - started)
                self._whole.set()
            return
        with self._lock:
            self._error, self.problems = None, problems
            self._placed(trace, before)
            self._publish(view)
            self._grown, self._next = 0, time.monotonic() + _REST * (time.monotonic() - started)
            self._whole.set()
        self._judge(view)

    def _placed(self, trace: Trace, before: State | None) -> None:
        """Note what was read, and up to where."""
        self._seam = seam(trace, self._source.path)
        self._state = before
        self.sizes = {}
        for each in trace.header.sources:
            if isinstance(each.path, str) and (state := State.of(Path(each.path))) is not None:
                self.sizes[each.path] = (state.inode, min(state.size, each.size or state.size))

    def _judge(self, view: View) -> None:
        """Say of each call whether it worked: of a long session, when it is shown already."""
        view.normal, view.edits  # noqa: B018  what the first rows would wait for
        if not view.known.is_judged:
            found = verdicts(view.trace)
            with self._lock:
                view.known.judge(found, view.events)
                self._changed(view)
        if self._state is not None and self._state.size <= _SMALL:
            self.masking.of(view, "secrets")

    def _changed(self, view: View) -> None:
        """Rows that were given before may have changed."""
        with self._lock:
            self._version = self._versions()
            view.index.version = self._version

    # Growth

    def follow(self, since: int | None = None, generation: int | None = None) -> Growth:
        """Take in what was written meanwhile, and tell how things stand; with `since`, which rows changed after that
        place of the log."""
        change = self.refresh()
        with self._lock:
            view, end = self._view, self._end
            changed = [n for at, n in self._changes if since is None or at > since]
            return Growth(
                Change.REPLACED if generation is not None and generation != self._generation else change,
                end,
                0 if view is None else len(view.index),
                self._version,
                view is not None and view.live,
                sorted(set(changed)),
            )

    @property
    def generation(self) -> int:
        return self._generation

    @cached_property
    def path(self) -> Path:
        return self._source.path

    @property
    def _end(self) -> int:
        if self._seam is not None:
            return self._seam.offset
        return 0 if self._state is None else self._state.size

    def refresh(self) -> Change:
        """Look at the file, and take in what changed: what was added at once, anything else when it is read again."""
        with self._lock:
            if not self._whole.is_set():
                return Change.NONE
            state = State.of(self.path)
            if state is None:
                return Change.GONE
            if self._view is not None:
                self._view.live = self._source.is_live()
            if state == self._state:
                if self._has_news_beside():
                    self._again(state, same=True)
                else:
                    self._rest()
                return Change.NONE
            old = self._state
            if old is not None and state.inode == old.inode and state.size >= old.size and self._seam is not None:
                try:
                    found = appended(self.path, self._seam)
                except Unreadable:
                    return Change.GONE
                if found is not None:
                    self._state = state
                    return self._take(*found)
            return self._again(state)

    def _take(self, data: bytes, end: Seam) -> Change:
        """Add some lines to the rows."""
        view, at = self._view, self._seam
        if not data or view is None or at is None:
            return Change.NONE
        format = view.header.sources[0].format
        trace = self._source.part(data, format)
        self._seam = end
        self._grown += len(data)
        self._last = time.monotonic()
        if trace is not None and trace.events:
            changed = view.grow(placed(trace, at), self._prices)
            self._changes += [(end.offset, view.index.number(row)) for row in changed]
        return Change.GROWN

    def _has_news_beside(self) -> bool:
        """Whether another file of the session, such as that of a sub-agent, was written to since it was read."""
        own = str(self.path)
        some = [each for each in self.sizes.items() if each[0] != own][:_BESIDE]
        states = ((State.of(Path(path)), size) for path, (_, size) in some)
        return any(state is not None and state.size != size for state, size in states)

    def _rest(self) -> None:
        """Read all of a log again that grew, and has been quiet since."""
        if not self._grown or self._state is None:
            return
        quiet = time.monotonic() - self._last
        is_much = self._grown * _SHARE >= self._state.size
        if quiet >= (_QUIET if is_much else _LONG_QUIET):
            self._again(self._state, same=True)

    def _again(self, state: State, *, same: bool = False) -> Change:
        if (self._thread is not None and self._thread.is_alive()) or time.monotonic() < self._next:
            return Change.NONE
        self._state = state
        self._grown = 0
        if not same:
            self._generation += 1
            self._changes.clear()
        self._begin()
        return Change.NONE if same else Change.REPLACED
