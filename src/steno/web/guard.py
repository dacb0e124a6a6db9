"""Who may ask: whoever has the cookie, from the page's own address, and nobody else.

Around the whole application, so that no route can be added beside it.  Knows requests, not what is asked.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from steno.web.answers import failure

LOGIN: Final = "/api/1/login"
API: Final = "/api/"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_SAFE: Final = frozenset({"GET", "HEAD"})
_OWN: Final = frozenset({"same-origin", "none"})
"""What a browser says of a request that the page itself, or the user, has made."""


class Keys:
    """The token that opens the page, once, and the cookie that it is exchanged for."""

    def __init__(self, port: int) -> None:
        self.cookie = f"steno-{port}"
        self.token = secrets.token_urlsafe(32)
        self._session = secrets.token_urlsafe(32)
        self._lock = threading.Lock()
        self._used = False

    def exchange(self, token: object) -> str | None:
        """What to set as the cookie, where this is the token and nobody has used it before."""
        with self._lock:
            right = isinstance(token, str) and hmac.compare_digest(
                token.encode("utf-8", "replace"), self.token.encode()
            )
            if not right or self._used:
                return None
            self._used = True
        return f"{self.cookie}={self._session}; HttpOnly; SameSite=Strict; Path=/"

    def renew(self) -> str:
        """A new token, for a page that is opened again."""
        with self._lock:
            self.token, self._used = secrets.token_urlsafe(32), False
        return self.token

    def knows(self, cookies: str) -> bool:
        """Whether a request brought the cookie."""
        try:
            found = SimpleCookie(cookies).get(self.cookie)
        except CookieError:
            return False
        return found is not None and hmac.compare_digest(found.value.encode("utf-8", "replace"), self._session.encode())


class Guard:
    """Lets a request through to the application, or says why not; sets the headers of every answer."""

    def __init__(self, app: ASGIApp, keys: Keys, hosts: Iterable[str]) -> None:
        self._app, self._keys = app, keys
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope["method"], scope["path"], Headers(scope=scope))
        if refusal is None:
            await self._app(scope, receive, guarded)
        else:
            await failure(*refusal)(scope, receive, guarded)

    def _refusal(self, method: str, path: str, headers: Headers) -> tuple[int, str, str] | None:
        """Why a request is refused: status, kind and sentence."""
        if len(headers.getlist("host")) != 1 or headers["host"] not in self._hosts:
            return 403, "foreign", "this page answers under its own address alone"
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{host}" for host in self._hosts}:
            return 403, "foreign", "another page asked"
        site = headers.get("sec-fetch-site")
        if site is not None and site not in _OWN:
            return 403, "foreign", "another page asked"
        if not path.startswith(API):
            return None  # the page itself, which holds nothing
        if method not in _SAFE and headers.get("x-steno") != "1":
            return 403, "foreign", "a request that changes something needs the header X-Steno: 1"
        if path == LOGIN:
            return None
        if not self._keys.knows(headers.get("cookie", "")):
            return 401, "login", "open the address that `steno view` printed"
        return None
