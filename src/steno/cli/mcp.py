"""`steno mcp`"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.api import UsageError
from steno.cli import exits

if TYPE_CHECKING:
    from steno.mcp.calls import Calls


@click.command("mcp")
@click.option(
    "--redact", "level", type=click.Choice(["none", "secrets", "pii"]), default="secrets", show_default=True,
    help="What to mask in every answer: secrets; pii, personal data too; none, nothing.",
)  # fmt: skip
@click.option(
    "--max-bytes", "limit", type=click.IntRange(min=4_000), default=48_000, show_default=True, metavar="N",
    help="The most bytes of an answer; a caller may ask for less.",
)  # fmt: skip
@click.option(
    "--time-limit", "seconds", type=click.FloatRange(1, 86_400), default=50, show_default=True, metavar="SECONDS",
    help="The longest that a call may take; one that takes longer is ended.",
)  # fmt: skip
@click.option(
    "--root", "roots", multiple=True, type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
    help="Also read files in this folder when a caller names them; may be repeated.  "
    "[default: the working directory, and the folders that the client says it works in]",
)  # fmt: skip
@click.option(
    "--http", "port", type=click.IntRange(0, 65_535), metavar="PORT",
    help="Serve over HTTP on 127.0.0.1 instead of standard input and output; 0 takes a free port.",
)  # fmt: skip
@click.option(
    "--token-file", type=click.Path(path_type=Path), metavar="FILE",
    help="With --http: the file that holds the token; it is made if it is not there.  [default: in Steno's own folder]",
)  # fmt: skip
@click.option("--no-audit", is_flag=True, help="Do not record what the server is asked.")
def command(
    level: str, limit: int, seconds: float, roots: tuple[Path, ...], port: int | None, token_file: Path | None,
    no_audit: bool,
) -> int:  # fmt: skip
    """Serve the sessions on this machine to an agent over MCP.

    The server reads and changes nothing.  Secrets in its answers are masked, text from sessions is marked as data, and
    no answer is larger than --max-bytes: what is left comes page by page.  Where an agent names a file, it has to be of
    its own project, or a session's; --root allows more folders.  A call that takes longer than --time-limit is ended.
    What an agent asks is recorded, masked, in a transcript of Steno's own folder, which `steno show` reads; --no-audit
    turns that off.

    Without --http it speaks over standard input and output, as an agent's configuration starts it.  With --http it
    listens on this machine alone, and a client needs the token.

    \b
      claude mcp add steno -- steno mcp
      steno mcp --redact pii --max-bytes 20000
      steno mcp --http 8750 --token-file ~/.steno-token
    """
    if token_file is not None and port is None:
        raise UsageError("--token-file is for --http")
    if find_spec("mcp") is None:
        raise UsageError("the server needs the package `mcp`: pip install 'steno-trace[mcp]'")
    named = [str(each.absolute()) for each in roots]
    begin = partial(_begun, level, limit, seconds, named, audit=not no_audit)
    if port is None:
        from steno.mcp import stdio

        stdio.serve(level, begin)
    else:
        from steno.api import token
        from steno.api.world import here
        from steno.mcp import http

        file = token_file or token.token_file(here())
        http.serve(begin(), port, token.token_of(file), partial(_started, file))
    return exits.Exit.DONE


def _begun(level: str, limit: int, seconds: float, roots: list[str], *, audit: bool) -> Calls:
    from steno.api.audit import Audit
    from steno.api.world import here  # after the client's greeting is answered
    from steno.mcp import workers
    from steno.mcp.calls import Calls
    from steno.mcp.serving import Options

    world = here()
    options = Options(redact=level, limit=limit, seconds=seconds, roots=tuple(roots))
    begin = workers.begin(options, world.randomness(64))
    recorded = Audit(world, "steno mcp", exits.say, off=not audit)
    return Calls(options, recorded, workers.Workers(begin, world.environ))


def _started(file: Path, url: str) -> None:
    exits.say(f"serving {url}; the token is in {file}; Ctrl-C ends it", "")
