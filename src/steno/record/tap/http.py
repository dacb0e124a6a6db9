"""Listens on this machine for the clients of a server that speaks HTTP, and gives each connection its own way."""

from __future__ import annotations

import errno
import itertools
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from steno.contracts import UsageError
from steno.record.tap.address import Address, Endpoint
from steno.record.tap.connection import Connection, Route
from steno.record.tap.keeper import Keeper

MOST_CONNECTIONS: Final = 256
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_PAUSE = 0.1


class Proxy:
    """Bound from the start; nothing is accepted before `start`.  Raises `UsageError` where it cannot listen."""

    def __init__(self, endpoint: Endpoint, listen: Address, keeper: Keeper, say: Callable[[str], None]) -> None:
        self._keeper, self._say = keeper, say
        self._listener = _bound(listen)
        here = Address(listen.hosts()[0], self._listener.getsockname()[1])
        names = ("localhost", "127.0.0.1", "::1", here.host)
        self._route = Route(
            endpoint=endpoint,
            hosts=frozenset(str(here._replace(host=name)).encode() for name in names),
            ours=f"http://{here}".encode(),
            numbers=itertools.count(1),
        )
        query = f"?{endpoint.query}" if endpoint.query else ""
        self.url = f"http://{here}{endpoint.path}{query}"
        """Where a client connects to."""
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)

    def start(self) -> None:
        threading.Thread(target=self._accept, name="steno-tap-accept", daemon=True).start()

    def close(self) -> None:
        """Accept nothing more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED):
                    return  # closed
                time.sleep(_PAUSE)
                continue
            if not self._room.acquire(blocking=False):
                with suppress(OSError):
                    client.sendall(_FULL)
                client.close()
                continue
            threading.Thread(target=self._serve, args=(client,), name="steno-tap-client", daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            Connection(client, self._route, self._keeper, self._say).serve()
        finally:
            self._room.release()


def _bound(listen: Address) -> socket.socket:
    host = listen.hosts()[0]
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if (
            listen.port
        ):  # a port of the system's choice, taken with this, may be somebody else's who does not listen yet
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, listen.port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise UsageError(f"cannot listen on {listen}: {(error.strerror or str(error)).lower()}") from None
    return listener
