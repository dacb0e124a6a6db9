"""Serves clients over streamable HTTP: on this machine's own address alone, to who has the token."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from steno.mcp.calls import Calls

HOST = "127.0.0.1"
PATH = "/mcp"
_OWN = ("127.0.0.1", "localhost", "[::1]")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Guarded:
    """Lets requests through that name this machine, come from no foreign page, and bring the token."""

    def __init__(self, app: App, token: str) -> None:
        self._app, self._token = app, token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, why = self._judged([(name.lower(), value) for name, value in scope["headers"]])
        if status == 200:
            await self._app(scope, receive, send)
            return
        head = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(why)).encode())]
        if status == 401:
            head.append((b"www-authenticate", b"Bearer"))
        await send({"type": "http.response.start", "status": status, "headers": head})
        await send({"type": "http.response.body", "body": why})

    def _judged(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, bytes]:
        def all(name: bytes) -> list[bytes]:
            return [value for key, value in headers if key == name]

        hosts, origins, given = all(b"host"), all(b"origin"), all(b"authorization")
        if len(hosts) != 1 or not _is_own(f"http://{hosts[0].decode('latin-1')}"):
            return 421, b"this server answers on its own machine alone"
        if any(not _is_own(each.decode("latin-1")) for each in origins):
            return 403, b"requests of other pages are refused"
        word, _, token = given[0].partition(b" ") if len(given) == 1 else (b"", b"", b"")
        if word.lower() != b"bearer" or not secrets.compare_digest(token.strip(), self._token):
            return 401, b"give the token: Authorization: Bearer TOKEN"
        return 200, b""


def _is_own(origin: str) -> bool:
    """Whether an origin is of this machine."""
    try:
        parts = urlsplit(origin)
        host, user = parts.hostname, parts.username
    except ValueError:
        return False
    name = f"[{host}]" if host and ":" in host else host
    return name in _OWN and user is None and parts.scheme == "http" and parts.path in ("", "/") and not parts.query


def app(calls: Calls, token: str) -> App:
    """The server behind its guard, for any program that serves ASGI."""
    from mcp.server.transport_security import TransportSecuritySettings

    from steno.mcp.server import server

    own = [f"{host}:*" for host in _OWN]
    settings = TransportSecuritySettings(
        allowed_hosts=[*_OWN, *own], allowed_origins=[f"http://{each}" for each in (*_OWN, *own)]
    )
    return Guarded(server(calls).streamable_http_app(streamable_http_path=PATH, transport_security=settings), token)


def serve(calls: Calls, port: int, token: str, started: Callable[[str], None]) -> None:
    """Serve until the process is asked to end; `started` gets the address."""
    import socket

    import uvicorn

    listening = socket.create_server((HOST, port))
    config = uvicorn.Config(app(calls, token), log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    started(f"http://{HOST}:{listening.getsockname()[1]}{PATH}")
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        listening.close()
        calls.close()
