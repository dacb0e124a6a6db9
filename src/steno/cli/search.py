"""`steno search`"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from steno.api import Diagnostic
from steno.api.search import ROLES, Wanted, search
from steno.api.world import here
from steno.cli import exits, options, output, redacting
from steno.render.hits import lines
from steno.render.progress import Progress
from steno.render.terminal import number_of

if TYPE_CHECKING:
    from steno.api.mask import Mask


def _agents() -> list[str]:
    from steno.api.sessions import names  # costs start-up, and few searches name an agent

    return names()


@click.command("search")
@click.argument("text")
@click.option("--agent", type=options.Names(_agents), help="Only this agent's sessions.")
@options.selection
@click.option("--tool", metavar="NAME", help="Only calls of this tool and their results.")
@click.option("--role", type=click.Choice(ROLES), help="Only what this role said.")
@click.option("--file", metavar="PATH", help="Only sessions that touched this file.")
@click.option("--failed", is_flag=True, help="Only tool calls that failed, and their results.")
@click.option("--regex", is_flag=True, help="TEXT is a regular expression (Python's); the last active session first.")
@click.option(
    "-C", "--context", type=click.IntRange(min=0), default=0, metavar="N", help="Show so many lines around each hit."
)
@click.option(
    "-n", "--limit", type=click.IntRange(min=0), default=20, show_default=True, help="How many to show; 0 shows all."
)
@options.no_sync
@redacting.local
@options.as_json
@options.colour
def command(as_json: bool, colour: str, mask: Mask, no_sync: bool, **wanted: Any) -> int:
    """Find what was said and done in any session on this machine.

    Words are found whole, in any case: `rose thorn` finds events with both, `rose OR thorn` with either, `rose NOT
    thorn` with one and not the other, "rose thorn" in a row, `thorn*` whatever begins so.  Names with signs in them,
    paths, ids and hashes are found as they are or by their parts, and camelCase words by theirs.

    The best hits come first: words that few events hold, what people and models said before what programs printed, and
    what is recent.  Each has the command that shows it.  Text is shown as it is; --redact masks it.

    \b
      steno search "connection refused" --since 7d
      steno search 'migrat* NOT test' --project . --role user
      steno search parseHeader --tool Bash --failed -C 3
      steno search --regex 'E\\d{4}:' --json | jq -r .open
    """
    found: list[Diagnostic] = []
    with Progress(sys.stderr) as progress:
        results = search(
            here(), Wanted(**wanted), fresh=not no_sync, mask=mask, tell=exits.say, report=found.append,
            progress=progress.say,
        )  # fmt: skip
    if as_json:
        for each in results.found:
            output.emit(mask.piece(each))
    else:
        output.lines(lines(results.found, output.paint(colour), mask.piece, apart=bool(wanted["context"])))
    output.warn(found)
    _summary(results.total, len(results.found), is_more=results.is_more)
    return exits.Exit.DONE


def _summary(total: int, shown: int, *, is_more: bool) -> None:
    if not total:
        exits.say("nothing found", "")
    elif total > shown or is_more:
        more = "more than " if is_more else ""
        exits.say(f"{shown} of {more}{number_of(total, 'hit')}; --limit shows more", "")
