"""`steno tap`"""

from __future__ import annotations

import os
from pathlib import Path

import click

from steno.api import UsageError
from steno.api.tap import planned, tap_command, tap_http
from steno.cli.exits import Exit, say


@click.command("tap", context_settings={"allow_interspersed_args": False})
@click.argument("server", metavar="[-- SERVER...]", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--http", "url", metavar="URL", help="The address of an HTTP server on this machine, instead of a command."
)
@click.option("--listen", metavar="HOST:PORT", help="Where clients of an HTTP server connect.  [default: 127.0.0.1:0]")
@click.option(
    "-o", "--output", "output_file", type=click.Path(path_type=Path), metavar="FILE",
    help="The transcript.  [default: a file named by the run in the folder of transcripts]",
)  # fmt: skip
@click.option("--run-id", metavar="UUID", help="The id of this run.  [default: a new one]")
@click.option(
    "--name",
    metavar="NAME",
    help="A name for the server.  [default: what it calls itself, or else its command or address]",
)
@click.option(
    "--redact", type=click.Choice(["none", "secrets", "pii"]), default="secrets", show_default=True,
    help="What to mask in the record; the traffic itself is never changed.",
)  # fmt: skip
def command(
    server: tuple[str, ...],
    url: str | None,
    listen: str | None,
    output_file: Path | None,
    run_id: str | None,
    name: str | None,
    redact: str,
) -> int:
    """Record the calls between an MCP client and its server, and pass everything on.

    Let the client start `steno tap -- SERVER...` instead of SERVER.  Tool calls, reads of resources and prompts, and
    their answers become a transcript, with secrets masked; a run that STENO_RUN_ID names is its parent.  If recording
    fails, the traffic goes on and a message says what was lost.  Exits as the server does.

    \b
      steno tap -- npx -y @modelcontextprotocol/server-filesystem .
      steno tap -o calls.jsonl --redact pii -- python server.py
      steno tap --http http://127.0.0.1:8000/mcp
    """
    if bool(server) == bool(url):
        raise UsageError("name either a server's command after -- or its address with --http")
    if listen is not None and url is None:
        raise UsageError("--listen is for --http: a command is reached by its pipes")
    plan = planned(os.environ, output_file, run_id, name, redact, _said)
    if url is None:
        return tap_command(os.environ, server, plan)
    tap_http(url, listen or "127.0.0.1:0", plan, click.echo)
    return Exit.DONE


def _said(message: str) -> None:
    say(message, "steno tap: ")
