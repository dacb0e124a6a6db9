"""A tap between clients and a server that speak HTTP: what passes, what is refused, what odd peers cannot break."""

from __future__ import annotations

import json
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.given.machine import steno
from tests.given.ports import deserted, listening
from tests.given.taps import events, last, payloads, request, started
from tests.given.timing import PATIENCE

RESULT = b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}'


class Upstream(NamedTuple):
    port: int


@contextmanager
def upstream(talk: Callable[[socket.socket], None]) -> Iterator[Upstream]:
    """A server that talks with each connection as it is told to."""

    def serve() -> None:
        while True:
            try:
                connected, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=one, args=(connected,), daemon=True).start()

    def one(connected: socket.socket) -> None:
        with connected, suppress(OSError):  # the tap may go away
            talk(connected)

    with listening() as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield Upstream(listener.getsockname()[1])
        listener.shutdown(socket.SHUT_RDWR)


class Tap(NamedTuple):
    address: tuple[str, int]
    transcript: Path
    errors: Path

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, PATIENCE)

    def post(self, body: bytes, *fields: str, path: str = "/mcp", host: str = "") -> bytes:
        """The whole answer to a request after which the connection is over."""
        with self.connect() as client:
            client.sendall(self.head("POST", body, *fields, "Connection: close", path=path, host=host) + body)
            return everything(client)

    def head(self, method: str, body: bytes, *fields: str, path: str = "/mcp", host: str = "") -> bytes:
        named = host or f"127.0.0.1:{self.address[1]}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {named}", "Content-Type: application/json"]
        return "\r\n".join([*lines, f"Content-Length: {len(body)}", *fields, "", ""]).encode()


@contextmanager
def tapped(folder: Path, port: int, *options: str) -> Iterator[Tap]:
    transcript, errors = folder / "calls.jsonl", folder / "errors"
    url = f"http://127.0.0.1:{port}/mcp"
    command = [sys.executable, "-m", "steno", "tap", "-o", str(transcript), *options, "--http", url]
    with errors.open("wb") as stream, started(command, stderr=stream) as process:
        assert process.stdout
        said = process.stdout.readline().decode()
        assert said.endswith("/mcp\n"), (said, process.wait(PATIENCE), errors.read_text())
        host, _, there = said.removeprefix("http://").removesuffix("/mcp\n").rpartition(":")
        yield Tap((host.strip("[]"), int(there)), transcript, errors)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert b"Traceback" not in errors.read_bytes()


def everything(connected: socket.socket) -> bytes:
    found = b""
    while piece := connected.recv(1 << 16):
        found += piece
    return found


def until(connected: socket.socket, end: bytes) -> bytes:
    found = b""
    while not found.endswith(end):
        piece = connected.recv(1 << 16)
        assert piece, found
        found += piece
    return found


def answered(body: bytes, *fields: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *fields, "", ""]
    return "\r\n".join(lines).encode() + body


def asked_once(connected: socket.socket) -> bytes:
    """A whole request with a stated length."""
    head, _, body = until_head(connected)
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    while len(body) < length:
        body += connected.recv(1 << 16)
    return head + b"\r\n\r\n" + body


def until_head(connected: socket.socket) -> tuple[bytes, bytes, bytes]:
    found = b""
    while b"\r\n\r\n" not in found:
        piece = connected.recv(1 << 16)
        if not piece:
            raise OSError("gone")
        found += piece
    return found.partition(b"\r\n\r\n")


def test_a_request_and_its_answer_pass_as_they_are_but_for_the_host(tmp_path: Path) -> None:
    heard: list[bytes] = []
    sent = answered(RESULT, "Mcp-Session-Id: s1", "x-odd:\tkept ")

    def talk(connected: socket.socket) -> None:
        heard.append(asked_once(connected))
        connected.sendall(sent)

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        body = request(1, plant="rose")
        got = tap.post(body, "Authorization: Bearer hidden", "accept:application/json,  text/event-stream")
        assert got == sent
        named = tap.head("POST", body, "Authorization: Bearer hidden", "accept:application/json,  text/event-stream",
                         "Connection: close", host=f"127.0.0.1:{server.port}")  # fmt: skip
        assert heard == [named + body]
    run, name = events(tap.transcript)[0]["run_id"], f"127.0.0.1:{server.port}/mcp"
    known = {"name": "water", "call_id": f"{run}/1", "fidelity": "router"}
    assert payloads(tap.transcript) == [
        ("run.started", {"name": name, "kind": "mcp"}),
        ("tool.call", {**known, "input": {"plant": "rose"}, "output": None}),
        ("tool.result", {**known, "input": None, "output": {"content": []}}),
        ("run.completed", {"name": name, "kind": "mcp", "result": {"calls": 1, "unanswered": 0}}),
    ]
    assert b"hidden" not in tap.transcript.read_bytes()


def test_one_connection_carries_many_requests_in_every_framing(tmp_path: Path) -> None:
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    answers = [
        answered(RESULT),
        chunked + b"5;x\r\n" + RESULT[:5] + b"\r\n%x\r\n" % len(RESULT[5:]) + RESULT[5:] + b"\r\n0\r\nT: 1\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" + answered(RESULT),
        b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 204 No Content\r\n\r\n",
        answered(RESULT),
    ]

    def talk(connected: socket.socket) -> None:
        for answer in answers:
            asked_once(connected)
            connected.sendall(answer)

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap, tap.connect() as client:
        for answer in answers:
            client.sendall(tap.head("POST", request(1)) + request(1))
            assert until(client, answer) == answer
    result = last(tap.transcript)["result"]
    assert result == {"calls": 6, "unanswered": 2}


def test_a_request_in_chunks_passes_as_it_came_and_is_recorded(tmp_path: Path) -> None:
    body = request(1, plant="rose")
    chunks = b"3\r\n" + body[:3] + b"\r\n%X\r\n" % len(body[3:]) + body[3:] + b"\r\n0\r\n\r\n"
    heard: list[bytes] = []

    def talk(connected: socket.socket) -> None:
        _, _, begun = until_head(connected)
        heard.append(begun if begun.endswith(b"0\r\n\r\n") else begun + until(connected, b"0\r\n\r\n"))
        connected.sendall(answered(RESULT))

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap, tap.connect() as client:
        head = tap.head("POST", b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        client.sendall(head)
        for byte in chunks:
            client.sendall(bytes((byte,)))
        assert until(client, RESULT) == answered(RESULT)
    assert heard == [chunks]
    assert events(tap.transcript)[1]["payload"]["input"] == {"plant": "rose"}


def test_each_event_of_a_stream_passes_before_the_next_is_said(tmp_path: Path) -> None:
    go = threading.Event()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n\r\n"
    progress = b'data: {"method":"notifications/progress","params":{}}\n\n'

    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(head + progress)
        assert go.wait(PATIENCE)
        connected.sendall(b"event: message\r\ndata: " + RESULT + b"\r\n\r\n")

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap, tap.connect() as client:
        client.sendall(tap.head("POST", request(1)) + request(1))
        assert until(client, progress) == head + progress
        go.set()
        assert everything(client) == b"event: message\r\ndata: " + RESULT + b"\r\n\r\n"
    result = last(tap.transcript)["result"]
    assert result == {"calls": 1, "unanswered": 0, "unrecorded": {"notifications/progress": 1}}


def test_an_answer_may_come_on_a_later_stream_of_the_same_session(tmp_path: Path) -> None:
    event = b"id: 2\ndata: " + RESULT + b"\n\n"

    def talk(connected: socket.socket) -> None:
        head = asked_once(connected)
        connected.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        if head.startswith(b"GET"):
            connected.sendall(event)

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        tap.post(request(1), "Mcp-Session-Id: s1")
        with tap.connect() as client:
            client.sendall(tap.head("GET", b"", "Mcp-Session-Id: s1", "Last-Event-ID: 1", "Connection: close"))
            assert everything(client).endswith(event)
    assert [each["type"] for each in events(tap.transcript)[1:-1]] == ["tool.call", "tool.result"]


def test_a_client_that_leaves_a_silent_stream_is_seen_by_the_server(tmp_path: Path) -> None:
    left = threading.Event()

    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        assert connected.recv(1) == b""
        left.set()

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        with tap.connect() as client:
            client.sendall(tap.head("GET", b""))
            until(client, b"\r\n\r\n")
        assert left.wait(PATIENCE)


def test_a_call_that_http_refuses_ends_with_that(tmp_path: Path) -> None:
    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(
            answered(b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', status="404 Not Found")
        )

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        assert tap.post(request(1), "Mcp-Session-Id: old").startswith(b"HTTP/1.1 404 Not Found\r\n")
    assert events(tap.transcript)[2]["payload"]["error"] == "HTTP 404 Not Found"


@pytest.mark.parametrize(
    ("fields", "host", "status"),
    [
        ([], "garden.example", b"421"),
        ([], "garden.example:{port}", b"421"),
        (["Origin: https://garden.example"], "", b"403"),
        (["Transfer-Encoding: chunked"], "", b"400"),
    ],
)
def test_what_another_site_may_have_sent_never_reaches_the_server(
    tmp_path: Path, fields: list[str], host: str, status: bytes
) -> None:
    reached = threading.Event()
    with upstream(lambda connected: reached.set()) as server, tapped(tmp_path, server.port) as tap:
        got = tap.post(request(1), *fields, host=host.format(port=tap.address[1]))
        assert got.startswith(b"HTTP/1.1 " + status)
        assert not reached.is_set()
        end = time.monotonic() + PATIENCE  # it answers first, and says so then
        while "steno tap: refused a request" not in tap.errors.read_text():
            assert time.monotonic() < end
            time.sleep(0.02)
    assert [each["type"] for each in events(tap.transcript)] == ["run.started", "run.completed"]


def test_a_server_that_is_not_there_is_said_to_the_client(tmp_path: Path) -> None:
    with deserted() as port, tapped(tmp_path, port) as tap:
        assert tap.post(request(1)).startswith(b"HTTP/1.1 502 Bad Gateway\r\n")


ODD = [
    b"SSH-2.0-OpenSSH\r\n",
    b"\x00" * 100_000,
    b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\nbody",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\nmore",
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    b"HTTP/1.1 200 OK\r\n folded\r\n\r\nbody",
    b"",
]


@pytest.mark.parametrize("said", ODD, ids=range(len(ODD)))
def test_whatever_a_server_says_arrives(tmp_path: Path, said: bytes) -> None:
    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(said)

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        assert tap.post(request(1)) == said
        assert tap.post(request(2)) == said
    assert last(tap.transcript)["result"]["calls"] == 2


def test_a_redirect_within_the_server_stays_behind_the_tap(tmp_path: Path) -> None:
    ports: list[int] = []

    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(answered(b"", f"Location: http://127.0.0.1:{ports[0]}/mcp/", status="307 Temporary Redirect"))

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        ports.append(server.port)
        assert f"Location: http://127.0.0.1:{tap.address[1]}/mcp/\r\n".encode() in tap.post(request(1))


def test_other_paths_of_the_server_pass_and_are_not_recorded(tmp_path: Path) -> None:
    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(answered(RESULT))

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        assert tap.post(request(1), path="/other") == answered(RESULT)
    assert last(tap.transcript)["result"] == {"calls": 0, "unanswered": 0}


def test_bodies_of_twenty_megabytes_pass_both_ways_and_are_recorded(tmp_path: Path) -> None:
    large = "y" * 20_000_000
    answer = answered(json.dumps({"id": 1, "result": large}).encode())

    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(answer)

    with upstream(talk) as server, tapped(tmp_path, server.port) as tap:
        assert tap.post(request(1, text=large)) == answer
    found = events(tap.transcript)
    assert (found[1]["payload"]["input"], found[2]["payload"]["output"]) == ({"text": large}, large)


def test_it_listens_on_this_machine_alone_and_where_it_is_told(tmp_path: Path) -> None:
    if not socket.has_ipv6 or not Path("/proc/net/if_inet6").exists():
        pytest.skip("this machine has no IPv6")

    def talk(connected: socket.socket) -> None:
        asked_once(connected)
        connected.sendall(answered(RESULT))

    with upstream(talk) as server, tapped(tmp_path, server.port, "--listen", "[::1]:0") as tap:
        assert tap.address[0] == "::1"
        assert tap.post(b"", host=f"[::1]:{tap.address[1]}") == answered(RESULT)


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with listening() as taken:
        port = taken.getsockname()[1]
        wrong = steno("tap", "--http", "http://127.0.0.1:1/", "--listen", f"127.0.0.1:{port}", home=tmp_path)
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.startswith(f"steno: cannot listen on 127.0.0.1:{port}: address already in use")
