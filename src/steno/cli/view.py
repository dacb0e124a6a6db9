"""`steno view`"""

from __future__ import annotations

import sys

import click

from steno.api import UsageError
from steno.api.world import here
from steno.cli import options


@click.command("view")
@options.session(required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="The port.  [default: any free one]"
)
@click.option("--no-open", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--mask", "level", is_flag=False, flag_value="secrets", type=click.Choice(["secrets", "pii", "strict"]),
    help="Show everything masked as it would leave, whatever the page asks for: --mask, or --mask pii.",
)  # fmt: skip
def command(session: str | None, port: int, no_open: bool, level: str | None) -> None:
    """Look at sessions in a browser.

    SESSION is a path, the beginning of a session's id, @latest, or @-2 for the one before it; a folder shows the
    sessions in it.  Without one, the page lists the sessions on this machine.

    The record is shown as it is, and the page can mask it; --mask masks it whatever the page asks for.  The page is
    served to this machine alone, under an address that works once: nothing leaves the machine, and nothing is loaded
    from elsewhere.  It needs the extra `web`: pip install 'steno-trace[web]'.

    \b
      steno view
      steno view @latest
      steno view session.jsonl --mask
      steno view logs/ --no-open
    """
    try:
        from steno.api.shelf import placed
        from steno.api.view import Desk
        from steno.web.server import Server
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        problem = UsageError("the viewer is not installed")
        problem.hint = "pip install 'steno-trace[web]'"
        raise problem from None
    desk = Desk(here(), level=level)
    shelf, key = placed(desk, session)
    path = "/" if key is None else f"/s/{key}"
    server = Server(desk, shelf, port)

    def ready() -> None:
        click.echo(server.address(path))
        click.echo("Ctrl-C ends it.", err=True)
        if not no_open and sys.stdout.isatty():
            import webbrowser  # costs start-up, and only a person wants one

            webbrowser.open(server.address(path))

    server.run(ready)
