"""Serves the page on this machine alone, until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from steno.api import UsageError
from steno.api.shelf import Shelf
from steno.api.view import Desk
from steno.web.app import application
from steno.web.guard import Keys

ADDRESS: Final = "127.0.0.1"


class Server:
    """Listens from the moment it is made; raises `UsageError` where it cannot."""

    def __init__(self, desk: Desk, shelf: Shelf, port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((ADDRESS, port))
        except OSError as error:
            self._socket.close()
            raise UsageError(f"cannot listen on port {port}: {(error.strerror or str(error)).lower()}") from None
        self.port: int = self._socket.getsockname()[1]
        self.keys = Keys(self.port)
        app = application(desk, shelf, self.keys, [f"{ADDRESS}:{self.port}", f"localhost:{self.port}"])
        self._server = _Uvicorn(uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", server_header=False, date_header=False,
            proxy_headers=False, ws="none", timeout_graceful_shutdown=1,
        ))  # fmt: skip

    def address(self, path: str = "/") -> str:
        """What opens the page, once: the token stands where no log sees it."""
        return f"http://{ADDRESS}:{self.port}{path}#{self.keys.token}"

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C or `stop`; `ready` is called once it answers."""
        self._server.ready = ready
        with self._socket:
            self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """End it, from any thread."""
        self._server.should_exit = True


class _Uvicorn(uvicorn.Server):
    """Says when it listens."""

    ready: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()
