"""Read the last lines of a session or transcript, and follow it while it grows."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple, Protocol

from msgspec import UNSET, Struct

from steno.api.inputs import resolver
from steno.api.mask import Mask
from steno.api.world import World, ignore
from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.base.jsonl import Flaw, odd
from steno.contracts import Reader
from steno.diagnostics import Place, Report
from steno.errors import UnknownFormat, UsageError
from steno.model import Trace
from steno.record.follow import Change as Change
from steno.record.follow import Follower
from steno.record.wake import wake

DEFAULT = "10"
"""How many lines are read where nothing is said."""
_BOM = b"\xef\xbb\xbf"
_UNKNOWN = 50
"""After so many lines of no known format, no more are asked."""


class Begin(Struct, frozen=True, kw_only=True):
    """Where to begin: at most one of these."""

    lines: str | None = None
    """The last N lines, or from line K on as `+K`."""
    everything: bool = False
    offset: int | None = None
    """Where an earlier run ended."""


_USUAL = Begin()


class Following(Struct, frozen=True, kw_only=True):
    """How to wait for more."""

    until_done: bool = False
    """Until the transcript says that its run is completed."""
    poll: bool = False
    """Look ten times a second instead of asking the kernel."""
    sink: int | None = None
    """Where the output goes, as the kernel knows it: when nobody reads it any more, waiting ends."""


class TailLine(NamedTuple):
    """A line that is not blank."""

    offset: int
    next: int
    """Where to go on after it; its own offset, where it has no end and is no JSON yet."""
    value: JSON
    """UNSET where it is no JSON."""
    data: bytes | None
    """Its bytes; None where they are withheld, as nobody knows what is in a line that is no JSON."""
    size: int
    problem: str = ""
    number: int = 0
    """Of a line that is no JSON, counted from 1."""


class _Lines(Protocol):
    """Where the lines come from, for who wants to know more of the present one."""

    def number(self, offset: int) -> int:
        """Of the line that begins there, counted from 1."""
        ...

    def head(self, size: int) -> bytes:
        """The beginning of the input, or of as much of it as is still there."""
        ...


class Tail:
    """The lines of one input, as they come."""

    def __init__(
        self, source: _Lines, lines: Iterable[tuple[int, bytes]], mask: Mask, agent: str | None, *, grows: bool = True
    ) -> None:
        self._source, self._lines, self._mask, self._agent, self._grows = source, lines, mask, agent, grows
        self._reader: Reader | None = None
        self._asked = 0
        self.offset = 0
        """Where to go on."""
        self.unfinished = 0
        """How many bytes after that are of a line that has not ended."""

    def __iter__(self) -> Iterator[TailLine]:
        for offset, data in self._lines:
            found = self._line(offset, data)
            if found is not None:
                yield found
        if isinstance(self._source, Follower) and not self._grows:
            yield from self._rest(self._source)

    @property
    def is_passing(self) -> bool:
        """Whether the input is a stream, of which nothing can be read again."""
        return not isinstance(self._source, Follower)

    def end(self) -> None:
        """Learn where to go on, however it ended."""
        if isinstance(self._source, Follower):
            self.offset, self.unfinished = self._source.offset, self._source.unfinished()

    def _rest(self, follower: Follower) -> Iterator[TailLine]:
        """A last line without an end, where nobody waits for one."""
        data = follower.rest()
        found = self._line(follower.offset, data) if data else None
        if found is None:
            return
        if found.value is UNSET:
            found = found._replace(next=found.offset)
        follower.offset = found.next
        yield found

    def _line(self, offset: int, data: bytes) -> TailLine | None:
        """Only one that is no JSON has its number, which costs a look at all before it."""
        bare = data.removeprefix(_BOM) if offset == 0 else data
        found, end = odd(bare, 0, offset), offset + len(data)
        if found.flaw is Flaw.BLANK:
            return None
        if found.value is UNSET:
            kept = data if self._mask.is_off else None
            return TailLine(offset, end, UNSET, kept, len(data), found.message, self._source.number(offset))
        value, masked = self._mask.record(found.value, bare)
        return TailLine(offset, end, value, masked, len(data))

    def traces(self, line: TailLine) -> list[Trace] | None:
        """What the reader of the file's format makes of a line; None as long as nobody knows which it is."""
        reader = self._known()
        return None if reader is None else list(reader.read(io.BytesIO(line.data or b""), Place(), ignore))

    def _known(self) -> Reader | None:
        """The reader of the file's format, as soon as its beginning shows which it is."""
        if self._reader is None and self._asked < _UNKNOWN:
            from steno import pipeline, registry  # a transcript needs neither

            self._asked += 1
            try:
                head = self._source.head(pipeline.HEAD)
                known = registry.formats[self._agent] if self._agent else pipeline.sniffed(head, "")
                self._reader = known.reader
            except UnknownFormat:
                pass
        return self._reader


@contextmanager
def tail(
    world: World,
    session: str,
    begin: Begin = _USUAL,
    *,
    follow: Following | None = None,
    mask: Mask | None = None,
    change: Callable[[Change, int], None] = lambda change, lost: None,
    report: Report = ignore,
) -> Iterator[Tail]:
    """The lines of the session that a word names; to `follow`, it is waited for, and `change` is told what befalls it.

    The record is read as it is, unless a `mask` is given.
    """
    source = resolver(world, report)(session)
    start = _Start(begin)
    hidden = mask or Mask(world, None)
    if source.path is None:
        start.refuse("standard input is shown as it arrives")
        passing = _Passing(world.stdin())
        yield Tail(passing, passing, hidden, source.agent)
        return
    waker = None if follow is None else wake(sink=follow.sink, inotify=not follow.poll)
    with Follower(source.path, grows=follow is not None, tell=change, waker=waker) as follower:
        first = start.at(follower) if follower.open() else 0
        done = follow is not None and follow.until_done
        lines = _until(follower, first) if done else _from(follower, start, first)
        found = Tail(follower, lines, hidden, source.agent, grows=follow is not None)
        yield found
        found.end()


class _Start:
    """Where to begin, as was asked; raises `UsageError`."""

    def __init__(self, begin: Begin) -> None:
        asked = {"-n": begin.lines, "--all": begin.everything or None, "--from": begin.offset}
        self._asked = [name for name, value in asked.items() if value is not None]
        if len(self._asked) > 1:
            raise UsageError(f"{' and '.join(self._asked)} contradict each other")
        self._offset = 0 if begin.everything else begin.offset
        count = DEFAULT if begin.lines is None else begin.lines
        self._forward = count.startswith("+")
        if not (digits := count.removeprefix("+")).isascii() or not digits.isdigit() or len(digits) > 18:
            raise UsageError(f"-n is {count!r}, expected a number of lines, or +K for the line to begin with")
        self._count = int(digits)

    def refuse(self, reason: str) -> None:
        if self._asked and self._asked != ["--all"]:
            raise UsageError(f"{reason}, so {self._asked[0]} has no effect")

    @property
    def skipped(self) -> int:
        """How many lines after `at` are not to be shown."""
        return max(0, self._count - 1) if self._forward and self._offset is None else 0

    def at(self, follower: Follower) -> int:
        """The offset of the first line, or of the first that `skipped` counts."""
        if self._offset is None:
            return 0 if self._forward else follower.last(self._count)
        size = follower.size()
        if self._offset > size:
            raise UsageError(
                f"--from {self._offset}: the file has {number_of(size, 'byte')}, so this is not the file that offset "
                "came from; --all shows it from the start"
            )
        if not follower.begins(self._offset):
            raise UsageError(
                f"--from {self._offset}: no line begins there; use the offset that an earlier run printed, or `next`"
            )
        return self._offset


def _from(follower: Follower, start: _Start, first: int) -> Iterator[tuple[int, bytes]]:
    if first:
        follower.seek(first)
    return islice(follower, start.skipped, None)


def _until(follower: Follower, first: int) -> Iterator[tuple[int, bytes]]:
    """The lines from an offset on, up to the one that completes the file's own run: that of its first event."""
    run = None
    for offset, data in follower:
        # All lines are looked at: the run may have been completed long ago.
        if offset >= first:
            yield offset, data
        if run is None or b"run.completed" in data:
            value = odd(data, 0, offset).value
            if isinstance(value, dict):
                run = run or value.get("run_id")
                if value.get("type") == "run.completed" and value.get("run_id") == run:
                    return


class _Passing:
    """Lines of a stream, which are there once."""

    def __init__(self, stream: Iterable[bytes]) -> None:
        self._stream = stream
        self._line, self._count = b"", 0

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        offset = 0
        for line in self._stream:
            self._line = line
            self._count += 1
            yield offset, line
            offset += len(line)

    def number(self, offset: int) -> int:
        return self._count

    def head(self, size: int) -> bytes:
        return self._line[:size]
