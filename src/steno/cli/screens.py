"""Where `steno tail` shows lines: for people, and as records."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import click

from steno.api.tail import Change, Tail, TailLine
from steno.cli import exits, output
from steno.render.tail import Ticker
from steno.render.terminal import columns_of, number_of

if TYPE_CHECKING:
    from steno.api import JSON

SCHEMA = "steno.tail/1"


class Screen(Protocol):
    """Takes what comes, in the order in which it comes."""

    def line(self, line: TailLine, shown: Tail) -> None: ...
    def change(self, change: Change, lost: int) -> None: ...
    def end(self, offset: int, unfinished: int) -> None: ...


class Records:
    """Lines of JSON."""

    def line(self, line: TailLine, shown: Tail) -> None:
        if line.problem:
            quoted = {"withheld": line.size} if line.data is None else _as_text(line.data)
            problem = {"line": line.number, "problem": line.problem, **quoted}
            output.emit({"schema": SCHEMA, "offset": line.offset, "next": line.next} | problem)
            return
        # The event's own bytes: nothing is decoded and encoded again, unless it is masked.
        head = b'{"schema":"%s","offset":%d,"next":%d,"event":' % (SCHEMA.encode(), line.offset, line.next)
        click.echo(head + (line.data or b"").strip() + b"}")

    def change(self, change: Change, lost: int) -> None:
        output.emit({"schema": SCHEMA, "change": change.name.lower(), "lost": lost})

    def end(self, offset: int, unfinished: int) -> None:
        pass  # each record has said where to go on


def _as_text(data: bytes) -> dict[str, JSON]:
    try:
        return {"text": data.rstrip(b"\r\n").decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


class Ticking:
    """Lines for people."""

    def __init__(self, colour: str) -> None:
        self._ticker = Ticker(output.paint(colour), lambda: columns_of(sys.stdout))

    def line(self, line: TailLine, shown: Tail) -> None:
        if line.problem:
            quoted = b"[withheld]" if line.data is None else line.data
            output.lines([self._ticker.bad(line.number, line.problem, quoted)])
        else:
            output.lines(self._event(line, shown))

    def _event(self, line: TailLine, shown: Tail) -> Iterator[str]:
        if isinstance(line.value, dict) and {"seq", "run_id", "type"} <= line.value.keys():
            yield from self._ticker.transcript(line.value)
        elif (traces := shown.traces(line)) is not None:
            for trace in traces:
                yield from self._ticker.trace(trace)
        else:
            yield from self._ticker.other(line.value)

    def change(self, change: Change, lost: int) -> None:
        sys.stdout.flush()  # what is said comes after what was shown
        more = f" ({number_of(lost, 'byte')} of a line that never ended lost)" if lost else ""
        exits.say(f"{change.value}{more}")

    def end(self, offset: int, unfinished: int) -> None:
        sys.stdout.flush()
        more = f"; {number_of(unfinished, 'byte')} of a line that has not ended after that" if unfinished else ""
        exits.say(f"continue from here with --from {offset}{more}", "")
