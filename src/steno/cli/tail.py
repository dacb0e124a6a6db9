"""`steno tail`"""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import click

from steno.api import Diagnostic
from steno.api.tail import DEFAULT, Begin, Change, Following, Tail, TailLine, tail
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.tail import Ticker
from steno.render.terminal import columns_of, number_of

if TYPE_CHECKING:
    from steno.api import JSON
    from steno.api.mask import Mask

SCHEMA = "steno.tail/1"


@click.command("tail")
@options.session()
@click.option("-f", "--follow", is_flag=True, help="Wait for more, even if the file does not exist yet.")
@click.option("-n", "--lines", metavar="N", help=f"The last N lines, or from line K on with +K.  [default: {DEFAULT}]")
@click.option("--all", "everything", is_flag=True, help="From the start; the same as -n +1.")
@click.option(
    "--from", "offset", type=click.IntRange(min=0), metavar="OFFSET",
    help="Continue where an earlier run ended: it prints the offset on stderr, or as `next` with --json.",
)  # fmt: skip
@click.option("--until-done", is_flag=True, help="Follow until the transcript says that its run is completed.")
@click.option("--poll", is_flag=True, help="Look ten times a second instead of asking the kernel.")
@redacting.local
@options.as_json
@options.colour
def command(
    session: str,
    follow: bool,
    lines: str | None,
    everything: bool,
    offset: int | None,
    until_done: bool,
    poll: bool,
    as_json: bool,
    colour: str,
    mask: Mask,
) -> None:
    """Show the last events of a session or transcript, one line each, and follow it while it grows.

    SESSION is a path, - for standard input, the beginning of a session's id, @latest, or @-2 for the one before it.

    The record is shown as it is; --redact masks it.  A line is shown once it is complete.  A line that is not JSON is
    shown as such, with its number, and following goes on.  If the file is truncated, replaced or rotated away, a
    message says so, and the new contents are shown from their start.  Ctrl-C ends it with 0.  With --json, `event` is
    the line's own JSON, byte for byte unless it is masked.

    \b
      steno tail -f @latest
      steno tail --all run.jsonl | grep tool.call
      steno tail -f --json --from 48213 run.jsonl | jq .event
    """
    found: list[Diagnostic] = []
    screen: _Screen = _Records() if as_json else _Ticking(colour)
    waits = follow or until_done  # which has no other end
    following = Following(until_done=until_done, poll=poll, sink=_sink()) if waits else None
    begin = Begin(lines=lines, everything=everything, offset=offset)
    with tail(here(), session, begin, follow=following, mask=mask, change=screen.change, report=found.append) as shown:
        output.warn(found)
        try:
            for line in shown:
                screen.line(line, shown)
                if waits or shown.is_passing:
                    sys.stdout.flush()
        except KeyboardInterrupt:
            if not waits:
                raise
            if sys.stderr.isatty():
                exits.say("", "")  # the terminal has put ^C into the line
    if not shown.is_passing:
        screen.end(shown.offset, shown.unfinished)


def _sink() -> int | None:
    """Where the output goes, as the kernel knows it."""
    try:
        return sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return None


class _Screen(Protocol):
    """Takes what comes, in the order in which it comes."""

    def line(self, line: TailLine, shown: Tail) -> None: ...
    def change(self, change: Change, lost: int) -> None: ...
    def end(self, offset: int, unfinished: int) -> None: ...


class _Records:
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


class _Ticking:
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
