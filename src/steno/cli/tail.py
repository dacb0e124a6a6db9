"""`steno tail`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.api import Diagnostic
from steno.api.tail import DEFAULT, Begin, Following, tail
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.cli.screens import Records, Screen, Ticking

if TYPE_CHECKING:
    from steno.api.mask import Mask


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
    screen: Screen = Records() if as_json else Ticking(colour)
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
