"""`steno blame`"""

from __future__ import annotations

from pathlib import Path

import click

from steno.api import UsageError
from steno.api.blame import Blame, blame, masked_blame
from steno.api.world import here
from steno.cli import exits, options, output
from steno.render import blame as render
from steno.render.terminal import number_of


@click.command("blame")
@click.argument("file", metavar="FILE", type=options.PATH)
@click.option("--rev", "revision", metavar="REV", default="HEAD", show_default=True, help="The file as of this commit.")
@click.option(
    "--repo", type=options.PATH, metavar="DIR",
    help="The repository that FILE is a path in.  [default: the one that contains FILE]",
)  # fmt: skip
@click.option("--html", "as_html", is_flag=True, help="Write a self-contained HTML page; -o names its file.")
@options.output
@options.as_json
@options.colour
def command(
    file: Path,
    revision: str,
    repo: Path | None,
    as_html: bool,
    output_file: Path | None,
    as_json: bool,
    colour: str,
) -> int:
    """Show which session, step, model and prompt wrote each line of a file, and how sure that is.

    Git names the commit of each line, and what `steno link` found says whose line it is: a session's; no session known
    (none that is known here worked on it, which does not mean that a human did); or unknown.  Nothing is searched: run
    `steno link` after new commits.

    \b
      steno blame src/garden.py
      steno blame src/garden.py --html -o garden.html
    """
    if as_html and as_json:
        raise UsageError("--html and --json contradict each other")
    if output_file is not None and not as_html:
        raise UsageError("-o names the file of --html")
    found = blame(here(), file, revision=revision, repository=repo)
    output.warn_of_missing(found.unread)
    counts = _counts(found.blame)
    if as_json:
        output.emit(found.blame)
    elif as_html:
        _page(masked_blame(found.blame), counts, output_file)
    elif found.blame.lines:
        output.lines(render.text(list(map(render.shown, found.blame.lines)), output.paint(colour)))
    lines = number_of(len(found.blame.lines), "line")
    exits.say(f"{lines}: {', '.join(f'{count:,} {name}' for name, count in counts)}", "")
    if found.unsearched:
        left = number_of(found.unsearched, "line")
        exits.say(f"{left} of commits that were not searched yet: run `steno link`", "")
    return exits.Exit.DONE


def _counts(found: Blame) -> list[tuple[str, int]]:
    counted = found.counts()
    return [
        ("of sessions", counted["session"]),
        ("no session known", counted["no_session_known"]),
        ("unknown", counted["unknown"]),
    ]


def _page(safe: Blame, counts: list[tuple[str, int]], file: Path | None) -> None:
    with output.destination(file) as stream:
        title = f"{safe.file} at {safe.commit[:12]}"
        for line in render.page(title, list(map(render.shown, safe.lines)), counts):
            stream.write(line.encode() + b"\n")
