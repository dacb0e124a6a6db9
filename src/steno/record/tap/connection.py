"""One connection of an HTTP client, and the one to the server behind it.  Passes bytes on as they come.

Of a request, the Host is made the server's, and the wish for another protocol is left out; of an answer, a redirect is
made to lead back here.  Everything else goes on as it came, a stream of events piece by piece.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from steno.record.tap import heads
from steno.record.tap.address import Address, Endpoint
from steno.record.tap.bodies import Body, Broken
from steno.record.tap.contents import Content, content
from steno.record.tap.keeper import Keeper
from steno.record.tap.lost import Lost
from steno.record.tap.side import Side

_PIECE = 1 << 16
_CONNECT = 10.0
_LINGER = 0.5
_UNREAD = 1 << 20
_QUICK = getattr(socket, "TCP_QUICKACK", None)
"""A peer that sends its head and body apart may hold back the second until the first is acknowledged, which a kernel
puts off for 40 ms.  The wish to do it at once does not last, so it is said each time."""


class Route(NamedTuple):
    """From where to where."""

    endpoint: Endpoint
    hosts: frozenset[bytes]
    """What a client may call us."""
    ours: bytes
    """Our origin."""
    numbers: Iterator[int]
    """For exchanges; shared by all connections."""

    @property
    def host(self) -> bytes:
        return str(self.endpoint.address).encode()

    @property
    def theirs(self) -> bytes:
        return b"http://" + self.host


class _Exchange(NamedTuple):
    """A request that waits for its answer."""

    name: str
    method: bytes
    watched: bool
    scope: str
    """Where ids of calls are unique: a session, or without one this exchange."""


_UNASKED = _Exchange("", b"GET", watched=False, scope="")


class Connection:
    def __init__(self, client: socket.socket, route: Route, keeper: Keeper, say: Callable[[str], None]) -> None:
        self._client = _Stream(client)
        self._route, self._keeper, self._say = route, keeper, say
        self._server: _Stream | None = None
        self._answers: threading.Thread | None = None
        self._exchanges: deque[_Exchange] = deque()

    def serve(self) -> None:
        """Until either side ends."""
        try:
            self._requests()
        except heads.Refused as refused:
            self._refuse(refused)
        except OSError:
            pass  # the server takes nothing more; what it still says is passed on
        finally:
            self._close()

    def _close(self) -> None:
        if self._server is not None and self._answers is not None:
            self._server.end(abruptly=self._client.reset)
            self._answers.join()
            self._server.socket.close()
        self._client.socket.close()
        for exchange in self._exchanges:
            self._over(exchange, None)

    def _requests(self) -> None:
        while data := self._client.head():
            asked = heads.request(data)
            heads.admit(asked, self._route.hosts)
            server = self._connected()
            exchange = self._exchange(asked)
            reading = content(asked.head) if exchange.watched and asked.method == b"POST" else None
            self._exchanges.append(exchange)
            server.socket.sendall(asked.spelled(self._route.host))
            try:
                self._carry(asked.body, reading, self._client, server, Side.CLIENT, exchange)
            except Broken as error:
                raise heads.Refused("400 Bad Request", str(error)) from None

    def _exchange(self, asked: heads.Request) -> _Exchange:
        name = f"exchange/{next(self._route.numbers)}"
        session = asked.head.values(b"mcp-session-id")
        scope = f"session/{session[0].decode('latin-1')}" if session else name
        watched = asked.path.rstrip(b"/") == self._route.endpoint.path.encode().rstrip(b"/")
        return _Exchange(name, asked.method, watched, scope)

    def _connected(self) -> _Stream:
        """The way to the server, made when there is something to pass on."""
        if self._server is None:
            self._server = _Stream(_connect(self._route.endpoint.address))
            self._answers = threading.Thread(target=self._pass_answers, name="steno-tap-server", daemon=True)
            self._answers.start()
        return self._server

    def _pass_answers(self) -> None:
        server = self._connected()
        try:
            self._responses(server)
        except OSError:
            server.end(abruptly=True)  # the client is gone
        self._client.end(abruptly=True)

    def _responses(self, server: _Stream) -> None:
        while data := server.head():
            exchange = self._exchanges[0] if self._exchanges else _UNASKED
            try:
                answer = heads.response(data, exchange.method)
            except heads.Refused:
                self._keeper.heard(Side.SERVER, Lost.NOT_HTTP)
                self._client.socket.sendall(data)
                return self._pass_rest(server)
            self._client.socket.sendall(answer.spelled(self._route.theirs, self._route.ours))
            if answer.status < 200 and answer.status != 101:
                continue  # the answer itself comes later
            if self._exchanges:
                self._exchanges.popleft()
            reading = content(answer.head) if exchange.watched else None
            try:
                whole = self._carry(answer.body, reading, server, self._client, Side.SERVER, exchange)
            except Broken:
                self._keeper.heard(Side.SERVER, Lost.NOT_HTTP)
                return self._pass_rest(server)
            finally:
                self._over(exchange, answer)
            if not whole:
                return None
        return None

    def _carry(
        self, body: Body, reading: Content | None, source: _Stream, sink: _Stream, who: Side, exchange: _Exchange
    ) -> bool:
        """Pass a body on; whether all of it came.  A message is heard before its last byte goes on."""
        piece = b""
        while not body.done:
            piece = source.piece()
            try:
                used, said = body.take(piece)
            except Broken:
                source.ahead = piece
                raise
            source.ahead = piece[used:]
            for message in reading.feed(said) if reading else ():
                self._keeper.heard(who, message, exchange.scope, exchange.name)
            if body.done or not piece:
                for message in reading.rest() if reading else ():
                    self._keeper.heard(who, message, exchange.scope, exchange.name)
            if not piece:
                return False
            sink.socket.sendall(memoryview(piece)[:used])
        return True

    def _pass_rest(self, server: _Stream) -> None:
        while piece := server.piece():
            self._client.socket.sendall(piece)

    def _over(self, exchange: _Exchange, answer: heads.Response | None) -> None:
        """What this exchange did not answer it never will; a session may, in a later one."""
        if exchange.watched and answer is not None and answer.status >= 400:
            self._keeper.failed(exchange.name, f"HTTP {answer.status} {answer.reason}".rstrip())
        ended = exchange.method == b"DELETE" and answer is not None and answer.status < 300
        if exchange.scope == exchange.name or ended:
            self._keeper.closed(exchange.scope)

    def _refuse(self, refused: heads.Refused) -> None:
        if self._server is None:  # else an answer may be under way, and nothing may come between
            text = f"steno tap: {refused}\n".encode()
            head = f"HTTP/1.1 {refused.status}\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n"
            with suppress(OSError):
                self._client.socket.sendall(f"{head}Connection: close\r\n\r\n".encode() + text)
                self._client.linger()
        self._say(f"refused a request: {refused}")


class _Stream:
    """A socket whose bytes can be looked at before they are taken.  A connection that breaks is one that ends."""

    def __init__(self, connected: socket.socket) -> None:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = connected
        self.ahead = b""
        self.reset = False

    def piece(self) -> bytes:
        """The next bytes; none at the end."""
        if self.ahead:
            piece, self.ahead = self.ahead, b""
            return piece
        try:
            if _QUICK is not None:
                self.socket.setsockopt(socket.IPPROTO_TCP, _QUICK, 1)
            return self.socket.recv(_PIECE)
        except OSError:
            self.reset = True
            return b""

    def head(self) -> bytes:
        """The bytes up to the first empty line and with it; fewer at the end, or where a head is too large."""
        data = bytearray()
        while len(data) <= heads.LARGEST and (piece := self.piece()):
            searched = max(0, len(data) - len(heads.END))
            data += piece
            end = data.find(heads.END, searched)
            if end >= 0:
                end += len(heads.END)
                self.ahead = bytes(data[end:])
                return bytes(data[:end])
        return bytes(data)

    def end(self, *, abruptly: bool) -> None:
        """Say no more; `abruptly`: hear no more either."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR if abruptly else socket.SHUT_WR)

    def linger(self) -> None:
        """Take what is still being sent: closing before would throw away the answer along with it."""
        self.end(abruptly=False)
        self.socket.settimeout(_LINGER)
        left = _UNREAD
        while left > 0 and (piece := self.piece()):
            left -= len(piece)


def _connect(address: Address) -> socket.socket:
    for host in address.hosts():
        try:
            connected = socket.create_connection((host, address.port), _CONNECT)
        except OSError:
            continue
        connected.settimeout(None)  # a stream may be silent for hours
        return connected
    raise heads.Refused("502 Bad Gateway", f"no server at {address}")
