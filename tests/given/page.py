"""A running viewer, and a browser's requests to it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from steno.api.shelf import Shelf
from steno.api.view import Desk
from steno.api.world import World
from steno.base.files import standard_input
from steno.base.time import system_clock
from steno.viewer import opened
from steno.viewer.masked import Pending
from steno.web.server import Server
from tests.given import garden
from tests.given.machine import lines, record


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    data: bytes

    def json(self) -> Any:
        return json.loads(self.data)


class Client:
    """Asks one server; logged in, unless it is told not to be."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie = ""

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str | None) -> Answer:
        """A header that is None is left out; one with an underscore for each hyphen is set."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        try:
            self.send(connection, path, method, body, **headers)
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()

    def send(
        self, connection: HTTPConnection, path: str, method: str = "GET", body: bytes | None = None,
        **headers: str | None,
    ) -> None:  # fmt: skip
        usual: dict[str, str | None] = {"Cookie": self.cookie or None, "Host": f"127.0.0.1:{self.server.port}"}
        if method != "GET":
            usual["X-Steno"] = "1"
        sent = usual | {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)

    def login(self, token: str | None = None) -> Answer:
        token = self.server.keys.token if token is None else token
        answer = self.ask("/api/1/login", "POST", json.dumps({"token": token}).encode())
        if answer.status == 200:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def get(self, path: str) -> Any:
        """What is under `/api/1/`, waited for while it is made."""
        for _ in range(600):
            answer = self.ask(f"/api/1/{path}")
            if answer.status != 202:
                assert answer.status == 200, (path, answer.status, answer.data[:500])
                return answer.json()
            time.sleep(0.02)
        raise AssertionError(f"{path} is still being made")

    @contextmanager
    def events(self, path: str, **headers: str | None) -> Iterator[Iterator[tuple[str, int, Any]]]:
        """Server-sent events: kind, id and data of each."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        try:
            self.send(connection, f"/api/1/{path}", "GET", None, **headers)
            response = connection.getresponse()
            assert response.status == 200, response.read()
            yield _events(response)
        finally:
            connection.close()


def _events(response: HTTPResponse) -> Iterator[tuple[str, int, Any]]:
    fields: dict[str, str] = {}
    while line := response.readline():
        text = line.decode().rstrip("\n")
        if text.startswith(":"):
            continue
        if text:
            name, _, value = text.partition(": ")
            fields[name] = value
        elif fields:
            yield fields["event"], int(fields["id"]), json.loads(fields["data"])
            fields = {}


def world(home: Path, **environ: str) -> World:
    """A machine with one user and no settings."""
    kept = {"HOME": str(home), "STENO_OVERVIEWS": "", **environ}
    return World(environ=kept, home=home, folder=home, clock=system_clock({}), stdin=standard_input)


def made(ask: Callable[[], Any]) -> Any:
    """What a question gives, asked again while it is being worked out."""
    end = time.monotonic() + 60
    while isinstance(found := ask(), Pending):
        assert time.monotonic() < end, found
    return found


@contextmanager
def serving(desk: Desk, folder: Path | None = None) -> Iterator[Client]:
    """A server in this process, and a client that is logged in.

    A small session is whole when it is first shown, however busy the machine is.
    """
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(opened, "_SOON", 20.0)
        yield from _serving(desk, folder)


def _serving(desk: Desk, folder: Path | None) -> Iterator[Client]:
    server = Server(desk, Shelf(desk, folder))
    ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(ready.set,), daemon=True)
    thread.start()
    assert ready.wait(10)
    client = Client(server)
    try:
        client.login()
        yield client
    finally:
        server.stop()
        thread.join(10)
        assert not thread.is_alive()


def with_sub_agent(folder: Path) -> Path:
    """A session that starts a sub-agent, which makes one call."""
    started = {"type": "tool_use", "id": "toolu_1", "name": "Task", "input": {"description": "Look", "prompt": "Look"}}
    path = folder / "log.jsonl"
    (folder / "log" / "subagents").mkdir(parents=True)
    path.write_bytes(lines([
        record("user", "Go", 0, "log"), record("assistant", [started], 1, "log"),
        record("user", [garden.result("toolu_1", "seen")], 2, "log", toolUseResult={"agentId": "abc"}),
    ]))  # fmt: skip
    more = {"isSidechain": True, "agentId": "abc"}
    (folder / "log" / "subagents" / "agent-abc.jsonl").write_bytes(lines([
        record("user", "Look", 0, "log", **more), record("assistant", [garden.water("toolu_2", "x")], 1, "log", **more),
        record("user", [garden.result("toolu_2", "wet")], 2, "log", **more),
    ]))  # fmt: skip
    return path
