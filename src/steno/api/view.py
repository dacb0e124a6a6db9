"""Look at sessions: each is opened once, kept while there is room for it, and asked about by a key."""

from __future__ import annotations

import io
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import BinaryIO, Final, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from steno import pipeline, session
from steno.api import settings
from steno.api.inputs import resolver
from steno.api.mask import Mask
from steno.api.progress import of_file
from steno.api.said import said
from steno.api.show import begun
from steno.api.world import World, ignore
from steno.base.ids import sha256
from steno.diagnostics import Place, Report
from steno.errors import NotFound, UsageError
from steno.model import Event, Origin, Trace
from steno.session import Input
from steno.viewer.evidence import Evidence, Explained, evidence
from steno.viewer.find import Hits, find
from steno.viewer.full import Full, full, text_from
from steno.viewer.lists import Listed, listed
from steno.viewer.losses import Losses, losses
from steno.viewer.making import Making
from steno.viewer.mapping import Map, binned, drawn, scale
from steno.viewer.masked import LEVELS, Pending
from steno.viewer.opened import Begun, Opened
from steno.viewer.opened import Growth as Growth
from steno.viewer.outline import Entry, outline
from steno.viewer.patch import Patched, patched
from steno.viewer.raw import Record, records
from steno.viewer.row import Row
from steno.viewer.rows import Rows
from steno.viewer.summary import Summary, summary
from steno.viewer.view import View

ROOM: Final = 1 << 30
"""So many bytes of session files are kept open at once; one is always kept, however large."""
_LIVE: Final = 120
"""A file that was written to in the last so many seconds is alive."""
_MOST: Final = 1000
"""So many rows are given at once."""

T = TypeVar("T")


class Window(Struct, frozen=True):
    """Some rows of a list, from one of them on."""

    version: int
    a: int
    rows: list[Row]


class Stretch(Struct, frozen=True):
    """Some characters of a text."""

    text: str
    at: int
    next: int
    """Where to go on."""
    total: int


class Numbered(Struct, frozen=True):
    n: int


class Desk:
    """The sessions that somebody looks at.  May be asked from any thread."""

    def __init__(self, world: World, *, level: str | None = None) -> None:
        """With a `level`, everything is masked, whatever is asked for."""
        self.world, self._level = world, level
        self._lock = threading.Lock()
        self._inputs: dict[str, Callable[[], Input]] = {}
        self._opened: OrderedDict[str, tuple[Opened, int]] = OrderedDict()
        self._prices = settings.prices(world)
        self._versions = count(1).__next__
        self.look: Callable[[], None] = lambda: None
        """Adds every session that is known: asked where a key is not, as when a page outlived its server."""
        self._explaining = threading.Lock()
        self._making = Making()
        self._steps: WeakKeyDictionary[View, tuple[Explained, int]] = WeakKeyDictionary()

    # Which session

    def add(self, path: Path, inner: str, find: Callable[[], Input]) -> str:
        """The key of a session, by which everything else asks for it; `find` gives its input when it is opened."""
        real = os.path.realpath(path)
        key = sha256(f"{real}\0{inner}".encode("utf-8", "surrogatepass"))[:20]
        with self._lock:
            self._inputs.setdefault(key, find)
        return key

    def add_input(self, source: Input) -> str:
        """The same of an input; raises `UsageError` for standard input."""
        if source.path is None:
            raise UsageError("standard input cannot be viewed: write it to a file first")
        return self.add(source.path, source.inner, lambda: source)

    def named(self, word: str) -> str:
        """The key of the session that a word names; raises `NotFound`."""
        return self.add_input(resolver(self.world)(word))

    def opened(self, key: str) -> Opened:
        """A session by its key; raises `NotFound`."""
        with self._lock:
            known = key in self._inputs
        if not known:
            self.look()
        with self._lock:
            find = self._inputs.get(key)
            if find is None:
                raise NotFound("no session has this key", "open it from the list of sessions")
            if key in self._opened:
                self._opened.move_to_end(key)
                return self._opened[key][0]
        source = find()
        with self._lock:
            if key in self._opened:
                return self._opened[key][0]
            made = Opened(_File(self.world, source), self._prices, self._versions)
            self._opened[key] = (made, _size(source))
            self._make_room()
        made.start()
        return made

    def source(self, key: str) -> Input:
        """The file of a session by its key, for verbs that read it themselves; raises `NotFound`."""
        self.opened(key)
        with self._lock:
            find = self._inputs[key]
        return find()

    def _make_room(self) -> None:
        """Forget the sessions that were asked for longest ago, where there are too many bytes of them."""
        while len(self._opened) > 1 and sum(size for _, size in self._opened.values()) > ROOM:
            self._opened.popitem(last=False)

    def level(self, asked: str | None) -> str | None:
        """The level at which an answer is masked; raises `UsageError` for one that does not exist."""
        if asked is not None and asked not in LEVELS:
            raise UsageError(f"level is {asked!r}, expected {', '.join(LEVELS)}")
        return asked or self._level

    def view(self, key: str, level: str | None) -> View | Pending:
        """A session, masked where a level is asked for; raises what reading it raised."""
        opened = self.opened(key)
        opened.refresh()
        if (level := self.level(level)) is None:
            return opened.view()
        opened.whole()
        return opened.masking.of(opened.view(), level)

    # What is asked

    def summary(self, key: str, level: str | None = None) -> Summary | Pending:
        view, opened = self.view(key, level), self.opened(key)
        if isinstance(view, Pending):
            return view
        found = view.kept("summary", lambda: summary(view, key, said(opened.problems)))
        return replace(found, reading=opened.reading(), live=view.live)

    def index(self, key: str, filter: str, depth: int, level: str | None = None) -> Listed | Pending:
        view = self.view(key, level)
        if isinstance(view, Pending):
            return view
        return view.kept(("index", filter, depth), lambda: listed(view.index, view.rows(filter, depth), depth))

    def rows(
        self, key: str, filter: str, depth: int, first: int, count: int, level: str | None = None
    ) -> Window | Pending:
        view = self.view(key, level)
        if isinstance(view, Pending):
            return view
        wanted = view.rows(filter, depth)[max(0, first) : max(0, first) + min(max(0, count), _MOST)]
        return Window(view.index.version, max(0, first), Rows(view, depth).window(wanted))

    def full(self, key: str, n: int, level: str | None = None) -> Full | Pending:
        view, opened = self.view(key, level), self.opened(key)
        if isinstance(view, Pending):
            return view
        masked = opened.masking.made(view)
        return full(view, n, masked)

    def text(self, key: str, n: int, part: int, at: int, count: int, level: str | None = None) -> Stretch | Pending:
        view = self.view(key, level)
        if isinstance(view, Pending):
            return view
        found, total = text_from(view, n, part, at, count)
        return Stretch(found, max(0, at), max(0, at) + len(found), total)

    def raw(self, key: str, n: int, level: str | None = None) -> list[Record] | Pending:
        view, opened = self.view(key, level), self.opened(key)
        if isinstance(view, Pending):
            return view
        return records(view, n, opened.sizes, self.level(level), self.world.ambient)

    def evidence(self, key: str, n: int, level: str | None = None) -> Evidence | Pending:
        view = self.view(key, level)
        if isinstance(view, Pending):
            return view
        found = self.worked(view, "explained", "steps", lambda: self.explained(view))
        return found if isinstance(found, Pending) else evidence(view, n, found)

    def worked(self, view: View, name: Hashable, word: str, make: Callable[[], T]) -> T | Pending:
        """What takes long to work out of a view, kept as long as it has not changed."""
        return self._making.of((view, name), word, lambda: view.kept(name, make))

    def explained(self, view: View) -> Explained:
        """The steps of a session, made when they are first asked for, and anew when it has grown."""
        with self._explaining:
            known, length = self._steps.get(view, (None, -1))
            if known is None or length != len(view.events):
                length, known = len(view.events), Explained(view.trace)
                self._steps[view] = known, length
            return known

    def losses(self, key: str, n: int, level: str | None = None) -> list[Losses] | Pending:
        view = self.view(key, level)
        return view if isinstance(view, Pending) else losses(view, n, self.world.ambient)

    def patch(self, key: str, n: int, level: str | None = None) -> Patched | Pending:
        view = self.view(key, level)
        return view if isinstance(view, Pending) else patched(view, n)

    def outline(
        self, key: str, depth: int, filter: str, list_depth: int, level: str | None = None
    ) -> list[Entry] | Pending:
        """The outline; its positions are those of a list of this filter and depth."""
        view = self.view(key, level)
        if isinstance(view, Pending):
            return view
        rows = view.rows(filter, list_depth)
        return view.kept(("outline", depth, filter, list_depth), lambda: outline(view, rows, depth))

    def map(self, key: str, by: str, width: int, level: str | None = None) -> Map | Pending:
        view = self.view(key, level)
        if isinstance(view, Pending):
            return view
        places = view.kept(("scale", by), lambda: scale(view, by))
        bins = view.kept(("bins", by), lambda: binned(view, places))
        return drawn(bins, places, width)

    def find(
        self, key: str, text: str, start: int, filter: str, depth: int, level: str | None = None
    ) -> Hits | Pending:
        """Where a text stands; its positions are those of a list of this filter and depth."""
        view = self.view(key, level)
        return view if isinstance(view, Pending) else find(view, text, view.rows(filter, depth), start)

    def own(self, key: str, number: int) -> Numbered:
        """The number of an event, by that which it has in the session's own log without sub-agents, as `steno search`
        and `steno show --event` count; raises `NotFound`."""
        view = self.opened(key).view()
        places = (at for at, each in enumerate(view.events) if _is_own(each))
        at = next(islice(places, max(0, number - 1), None), None)
        if at is None:
            raise NotFound(f"the session's own log has no event {number}", "events are counted from 1")
        return Numbered(view.index.number(view.index.row_of[at]))

    def follow(self, key: str, since: int | None) -> tuple[Growth, int]:
        """What has been written to a session since a place of its log, and how often its file was replaced."""
        opened = self.opened(key)
        opened.view()
        return opened.follow(since), opened.generation

    def still(self, key: str, since: int, generation: int) -> tuple[Growth, int] | None:
        """The same for who goes on following; None where it is not open any more: that alone keeps nothing open."""
        with self._lock:
            known = self._opened.get(key)
        return None if known is None else (known[0].follow(since, generation), known[0].generation)


class _File:
    """A session's file, as the viewer reads it."""

    def __init__(self, world: World, source: Input) -> None:
        self._world, self._source = world, source

    def read(self, report: Report, told: Callable[[Callable[[], float | None]], None]) -> Iterator[Trace]:
        def watch(stream: BinaryIO, size: int) -> None:
            told(of_file(stream, size))

        return session.read(self._source, io.BytesIO(), report, subagents=True, watch=watch)

    def begin(self) -> Begun | None:
        found = begun(self._source)
        return None if found is None else Begun(found.trace, found.certain)

    def mask(self, trace: Trace, level: str) -> Trace:
        (masked,) = Mask(self._world, level).traces([trace], ignore)
        return masked

    def part(self, data: bytes, format: str) -> Trace | None:
        traces = pipeline.read(io.BytesIO(data), Place(self._source.name), ignore, format)
        return next(iter(traces), None)

    def is_live(self) -> bool:
        try:
            modified = self.path.stat().st_mtime
        except OSError:
            return False
        return 0 <= self._world.clock().timestamp() - modified < _LIVE

    @property
    def path(self) -> Path:
        return self._source.path or Path()


def _is_own(event: Event) -> bool:
    """Whether an event stands in the session's own log."""
    return isinstance(event.origin, Origin) and event.origin.source == 0


def _size(source: Input) -> int:
    try:
        return source.path.stat().st_size if source.path is not None else 0
    except OSError:
        return 0
