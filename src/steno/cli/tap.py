"""`steno tap`"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

import click

from steno.cli.exits import Exit, say
from steno.record import folder

if TYPE_CHECKING:
    from steno.record.tap.keeper import Journal, Keeper

_PASSED_OVER = ("-m", "-u", "-y", "--yes", "--")
"""Options of interpreters and launchers before the name of what they run."""
_PROGRAM = re.compile(r"[A-Za-z0-9@._/][A-Za-z0-9@._/+-]{0,99}", re.ASCII)


@click.command("tap", context_settings={"allow_interspersed_args": False})
@click.argument("server", metavar="[-- SERVER...]", nargs=-1, type=click.UNPROCESSED)
@click.option("--http", "url", metavar="URL", help="A server on this machine that speaks HTTP, instead of a command.")
@click.option("--listen", metavar="HOST:PORT", help="Where clients of an HTTP server connect.  [default: 127.0.0.1:0]")
@click.option(
    "-o", "--output", "output_file", type=click.Path(path_type=Path), metavar="FILE",
    help="The transcript.  [default: a file named by the run in the folder of transcripts]",
)  # fmt: skip
@click.option("--run-id", metavar="UUID", help="The id of this run.  [default: a new one]")
@click.option(
    "--name",
    metavar="NAME",
    help="What to call the server.  [default: what it calls itself, or else its command or address]",
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
    """Stand between an MCP client and its server, pass everything on, and record the calls.

    The client starts `steno tap -- SERVER...` where it would start SERVER.  Calls of tools, reads of resources and
    prompts, and their answers, become a transcript, with secrets masked; a run that STENO_RUN_ID names is its parent.
    If recording fails, the traffic goes on and the loss is said.  Ends as the server ends.

    \b
      steno tap -- npx -y @modelcontextprotocol/server-filesystem .
      steno tap -o calls.jsonl --redact pii -- python server.py
      steno tap --http http://127.0.0.1:8000/mcp
    """
    if bool(server) == bool(url):
        raise _usage("name either a server's command after -- or its address with --http")
    if os.name != "posix":
        raise _usage("a tap needs POSIX signals and pipes, which this system does not have")
    if run_id is not None and not folder.is_run_id(run_id):
        raise _usage(f"--run-id is {run_id!r}, expected a UUID such as {uuid4()}")
    if listen is not None and url is None:
        raise _usage("--listen is for --http: a command is reached by its pipes")
    id = run_id or str(uuid4())
    plan = _Plan(id, _parent(id), output_file or folder.file(folder.transcripts(os.environ), id), redact)
    if url is not None:
        return _http(url, listen or "127.0.0.1:0", name, plan)
    return _stdio(server, name, plan)


def _usage(message: str) -> Exception:
    from steno.contracts import UsageError  # not before there is an error: the server waits for our imports

    return UsageError(message)


class _Plan(NamedTuple):
    """Which run is recorded, where and how."""

    id: str
    parent: str | None
    file: Path
    redact: str

    def keeper(self, name: str | None, otherwise: str) -> Keeper:
        """`otherwise`: what the server is called where neither the user nor the server itself gives it a name."""
        from steno.record.tap.keeper import Identity, Keeper

        return Keeper(Identity(self.id, name or otherwise, self.parent, bool(name)), self.journal, _said)

    def journal(self) -> Journal:
        from steno.record import Recorder, redacting

        masker = None if self.redact == "none" else redacting("pii" if self.redact == "pii" else "secrets")
        return Recorder(self.file, run_id=self.id, masker=masker)


def _stdio(server: tuple[str, ...], name: str | None, plan: _Plan) -> int:
    from steno.base import proc
    from steno.record.tap import stdio

    # What the server itself records belongs to this run.
    environ = {**os.environ, folder.RUN_ID: plan.id, folder.PARENT_RUN_ID: plan.parent or ""}
    try:
        status = stdio.passed(server, environ, plan.keeper(name, _command(server)))
    except proc.NotStarted as error:
        raise _usage(str(error)) from None
    return proc.end_like(status)


def _command(server: tuple[str, ...]) -> str:
    """The program and what it runs.  Further arguments may be secrets, and no title."""
    rest = list(server[1:])
    while rest and rest[0] in _PASSED_OVER:
        del rest[0]
    runs = rest[0] if rest and _PROGRAM.fullmatch(rest[0]) else ""
    return " ".join(filter(None, (Path(server[0]).name, runs)))


def _http(url: str, listen: str, name: str | None, plan: _Plan) -> int:
    from steno.base import proc
    from steno.record.tap import address
    from steno.record.tap.http import Proxy

    endpoint = address.endpoint(url)
    keeper = plan.keeper(name, f"{endpoint.address}{endpoint.path}")
    proxy = Proxy(endpoint, address.listening(listen), keeper, _said)
    with proc.unasked() as wait:
        keeper.start()
        proxy.start()
        _said(f"recording to {plan.file}; Ctrl-C ends it")
        click.echo(proxy.url)
        wait()
        proxy.close()
        keeper.finish("", {})
    return Exit.DONE


def _parent(id: str) -> str | None:
    """The run that this one belongs to, where the environment names one."""
    named = os.environ.get(folder.RUN_ID)
    if not named or named == id:
        return None
    if folder.is_run_id(named):
        return named
    _said(f"{folder.RUN_ID} is {named!r} and no run's id, so this run has no parent")
    return None


def _said(message: str) -> None:
    say(message, "steno tap: ")
