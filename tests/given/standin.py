"""A stand-in for a provider's HTTP interface, on loopback: it gives the answers that a test has laid down."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.given.timing import PATIENCE


class Reply(NamedTuple):
    """A body at once."""

    body: Any
    status: int = 200


class Stream(NamedTuple):
    """Server-sent events.  From `held` on, they wait for `go`."""

    events: Sequence[Any]
    held: int | None = None
    go: threading.Event = threading.Event()


class _Alone(ThreadingHTTPServer):
    allow_reuse_address = False  # with it, two that do not listen yet may get one port


class Standin:
    """The server, as a context manager.  `requests` are the bodies it was sent."""

    def __init__(self) -> None:
        self.requests: list[Any] = []
        self._answers: deque[Reply | Stream] = deque()
        self._server = _Alone(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def will(self, *answers: Reply | Stream) -> Self:
        """Give these answers next, one for each request."""
        self._answers.extend(answers)
        return self

    def answer(self, body: Any) -> Reply | Stream:
        self.requests.append(body)
        return self._answers.popleft() if self._answers else Reply({"error": {"message": "nothing laid down"}}, 500)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, _: type | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(standin: Standin) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            match standin.answer(body):
                case Reply(body, status):
                    self._head(status, "application/json")
                    self.wfile.write(json.dumps(body).encode())
                case Stream(events, held, go):
                    self._head(200, "text/event-stream")
                    for index, event in enumerate(events):
                        if index == held:
                            go.wait(PATIENCE)
                        try:
                            self.wfile.write(_event(event))
                            self.wfile.flush()
                        except OSError:
                            return  # the client has heard enough

        def _head(self, status: int, type: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", type)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


def _event(event: Any) -> bytes:
    """An event as it is sent; a text is sent as it is, and an object's type is the event's name."""
    if isinstance(event, str):
        return f"data: {event}\n\n".encode()
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()
