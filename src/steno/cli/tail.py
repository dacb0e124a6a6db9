"""`steno tail`"""

from __future__ import annotations

import base64
import io
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Protocol

import click
from msgspec import UNSET

from steno.base.counts import number_of
from steno.base.exact import JSON
from steno.base.jsonl import Flaw, Line, odd
from steno.cli import exits, options, output, redacting, world
from steno.contracts import Reader, UsageError
from steno.diagnostics import Diagnostic, Place
from steno.record.follow import Change, Follower
from steno.record.wake import wake
from steno.render.tail import Ticker
from steno.render.terminal import columns_of

SCHEMA = "steno.tail/1"

_BOM = b"\xef\xbb\xbf"
_DEFAULT = "10"
_UNKNOWN = 50
"""After so many lines of no known format, no more are asked."""


@click.command("tail")
@options.word()
@click.option("-f", "--follow", is_flag=True, help="Wait for more, also for a file that is not there yet.")
@click.option("-n", "--lines", metavar="N", help=f"The last N lines, or from line K on with +K.  [default: {_DEFAULT}]")
@click.option("--all", "everything", is_flag=True, help="From the start; the same as -n +1.")
@click.option(
    "--from", "offset", type=click.IntRange(min=0), metavar="OFFSET",
    help="Go on where an earlier run ended: it says the offset on stderr, or as `next` with --json.",
)  # fmt: skip
@click.option("--until-done", is_flag=True, help="Follow until the transcript says that its run is completed.")
@click.option("--poll", is_flag=True, help="Look ten times a second instead of asking the kernel.")
@redacting.local
@options.as_json
@options.colour
def command(
    word: str,
    follow: bool,
    lines: str | None,
    everything: bool,
    offset: int | None,
    until_done: bool,
    poll: bool,
    as_json: bool,
    colour: str,
    shown: redacting.Shown,
) -> None:
    """Show the last events of a transcript or session, one line each, and follow it while it grows.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the newest but one.

    The record is shown as it is; --redact masks it.  A line is shown when it is whole.  One that is not JSON is shown
    as such, with its number, and following goes on.  If the file is truncated, replaced or rotated away, that is said,
    and the new contents are shown from their start.  Ctrl-C ends it with 0.  With --json, `event` is the line's own
    JSON, byte for byte unless it is masked.

    \b
      steno tail -f @latest
      steno tail --all run.jsonl | grep tool.call
      steno tail -f --json --from 48213 run.jsonl | jq .event
    """
    found: list[Diagnostic] = []
    source = world.resolver(found.append)(word)
    output.warn(found)
    begin = _Begin(lines, everything=everything, offset=offset)
    screen: _Screen = _Records(shown) if as_json else _Ticking(shown, colour, source.agent)
    if source.path is None:
        begin.refuse("standard input is shown as it comes")
        screen.lines = passing = _Passing(world.stdin())
        _show(iter(passing), screen)
        return
    follow = follow or until_done  # which has no other end
    waker = wake(sink=_sink(), inotify=not poll) if follow else None
    with Follower(source.path, grows=follow, tell=screen.change, waker=waker) as follower:
        screen.lines = follower
        first = begin.at(follower) if follower.open() else 0
        try:
            _show(_until(follower, first) if until_done else _from(follower, begin, first), screen, flush=follow)
        except KeyboardInterrupt:
            if not follow:
                raise
            if sys.stderr.isatty():
                exits.say("", "")  # the terminal has put ^C into the line
        if not follow and (rest := follower.rest()):
            follower.offset += screen.rest(follower.offset, rest)
        screen.end(follower.offset, follower.unfinished())


class _Begin:
    """Where to begin, as the options say."""

    def __init__(self, lines: str | None, *, everything: bool, offset: int | None) -> None:
        asked = {"-n": lines, "--all": everything or None, "--from": offset}
        self._asked = [name for name, value in asked.items() if value is not None]
        if len(self._asked) > 1:
            raise UsageError(f"{' and '.join(self._asked)} contradict each other")
        self._offset = 0 if everything else offset
        count = _DEFAULT if lines is None else lines
        self._forward = count.startswith("+")
        if not (digits := count.removeprefix("+")).isascii() or not digits.isdigit() or len(digits) > 18:
            raise UsageError(f"-n is {count!r}, expected a number of lines, or +K for the line to begin with")
        self._count = int(digits)

    def refuse(self, reason: str) -> None:
        if self._asked and self._asked != ["--all"]:
            raise UsageError(f"{reason}, so {self._asked[0]} says nothing about it")

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
                f"--from {self._offset}: the file has {number_of(size, 'byte')}, so it is not the one of that offset; "
                "--all shows it from the start"
            )
        if not follower.begins(self._offset):
            raise UsageError(f"--from {self._offset}: no line begins there; an earlier run or `next` gives the offset")
        return self._offset


def _from(follower: Follower, begin: _Begin, first: int) -> Iterator[tuple[int, bytes]]:
    if first:
        follower.seek(first)
    return islice(follower, begin.skipped, None)


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


def _show(lines: Iterator[tuple[int, bytes]], screen: _Screen, *, flush: bool = True) -> None:
    for offset, data in lines:
        screen.line(offset, data)
        if flush:
            sys.stdout.flush()


def _sink() -> int | None:
    """Where the output goes, as the kernel knows it."""
    try:
        return sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return None


class _Lines(Protocol):
    """Where the lines come from, for who wants to know more of the present one."""

    def number(self, offset: int) -> int:
        """Of the line that begins there, counted from 1."""
        ...

    def head(self, size: int) -> bytes:
        """The beginning of the input, or of as much of it as is still there."""
        ...


class _Screen(Protocol):
    """Takes what comes, in the order in which it comes."""

    lines: _Lines

    def line(self, offset: int, data: bytes) -> None: ...
    def rest(self, offset: int, data: bytes) -> int:
        """Show a last line without an end; returns how many of its bytes need not be shown again."""
        ...

    def change(self, change: Change, lost: int) -> None: ...
    def end(self, offset: int, unfinished: int) -> None: ...


def _decoded(data: bytes, offset: int, lines: _Lines) -> Line | None:
    """A line; None where it is blank.  Only one that is no JSON has its number, which costs a look at all before it."""
    found = odd(data.removeprefix(_BOM) if offset == 0 else data, 0, offset)
    if found.flaw is Flaw.BLANK:
        return None
    return found._replace(number=lines.number(offset)) if found.value is UNSET else found


class _Records:
    """Lines of JSON."""

    lines: _Lines

    def __init__(self, shown: redacting.Shown) -> None:
        self._shown = shown

    def line(self, offset: int, data: bytes) -> None:
        self._line(offset, data, offset + len(data))

    def _line(self, offset: int, data: bytes, end: int) -> bool:
        found = _decoded(data, offset, self.lines)
        if found is None:
            return False
        if found.value is UNSET:
            quoted = _as_text(data) if self._shown.as_it_is else {"withheld": len(data)}
            problem = {"line": found.number, "problem": found.message, **quoted}
            output.emit({"schema": SCHEMA, "offset": offset, "next": end} | problem)
            return False
        # The event's own bytes: nothing is decoded and encoded again, unless it is masked.
        _, line = self._shown.record(found.value, data.removeprefix(_BOM) if offset == 0 else data)
        event = line.strip()
        click.echo(b'{"schema":"%s","offset":%d,"next":%d,"event":%s}' % (SCHEMA.encode(), offset, end, event))
        return True

    def rest(self, offset: int, data: bytes) -> int:
        whole = _decoded(data, offset, self.lines)
        end = offset + len(data) if whole is not None and whole.value is not UNSET else offset
        self._line(offset, data, end)
        return end - offset

    def change(self, change: Change, lost: int) -> None:
        output.emit({"schema": SCHEMA, "change": change.name.lower(), "lost": lost})

    def end(self, offset: int, unfinished: int) -> None:
        pass  # each record has said where to go on


def _as_text(data: bytes) -> dict[str, JSON]:
    try:
        return {"text": data.rstrip(b"\r\n").decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


class _Ticking:
    """Lines for people."""

    lines: _Lines

    def __init__(self, shown: redacting.Shown, colour: str, agent: str | None) -> None:
        self._shown = shown
        self._ticker = Ticker(output.paint(colour), lambda: columns_of(sys.stdout))
        self._agent = agent
        self._reader: Reader | None = None
        self._asked = 0

    def line(self, offset: int, data: bytes) -> None:
        self._line(offset, data)

    def _line(self, offset: int, data: bytes) -> bool:
        found = _decoded(data, offset, self.lines)
        if found is None:
            return False
        if found.value is UNSET:
            quoted = data if self._shown.as_it_is else b"[withheld]"
            output.lines([self._ticker.bad(found.number, found.message, quoted)])
            return False
        output.lines(self._event(*self._shown.record(found.value, data)))
        return True

    def _event(self, value: JSON, data: bytes) -> Iterator[str]:
        if isinstance(value, dict) and {"seq", "run_id", "type"} <= value.keys():
            yield from self._ticker.transcript(value)
        elif (reader := self._known(data)) is not None:
            for trace in reader.read(io.BytesIO(data), Place(), lambda diagnostic: None):
                yield from self._ticker.trace(trace)
        else:
            yield from self._ticker.other(value)

    def _known(self, data: bytes) -> Reader | None:
        """The reader of the file's format, as soon as its beginning shows which it is."""
        if self._reader is None and self._asked < _UNKNOWN:
            from steno import pipeline, registry  # a transcript needs neither

            self._asked += 1
            try:
                head = self.lines.head(pipeline.HEAD)
                known = registry.formats[self._agent] if self._agent else pipeline.sniffed(head, "")
                self._reader = known.reader
            except pipeline.UnknownFormat:
                pass
        return self._reader

    def rest(self, offset: int, data: bytes) -> int:
        return len(data) if self._line(offset, data) else 0

    def change(self, change: Change, lost: int) -> None:
        sys.stdout.flush()  # what is said comes after what was shown
        more = f" ({number_of(lost, 'byte')} of a line that never ended lost)" if lost else ""
        exits.say(f"{change.value}{more}")

    def end(self, offset: int, unfinished: int) -> None:
        sys.stdout.flush()
        more = f"; {number_of(unfinished, 'byte')} of a line that has not ended after that" if unfinished else ""
        exits.say(f"go on from here with --from {offset}{more}", "")
