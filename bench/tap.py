"""Measures what a tap adds to a message, and what it costs to start: `python -m bench.tap [--rounds N]`.

A round trip to the same small server, with and without the tap, interleaved; the medians are compared.  A round trip
is two messages.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERVER = """
import json, sys
for line in sys.stdin.buffer:
    asked = json.loads(line)
    answer = {"jsonrpc": "2.0", "id": asked["id"], "result": asked["params"]}
    sys.stdout.buffer.write(json.dumps(answer, separators=(",", ":")).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""
HTTP_SERVER = """
import http.server, json

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": asked["params"]}
        answer = json.dumps(answer, separators=(",", ":")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
server.serve_forever()
"""
SIZES = {"100 B": 100, "10 kB": 10_000, "1 MB": 1_000_000}


class Peer:
    """A server, reached over pipes."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def round_trip(self, message: bytes) -> float:
        assert self.process.stdin and self.process.stdout
        start = time.perf_counter()
        self.process.stdin.write(message)
        self.process.stdin.flush()
        self.process.stdout.readline()
        return time.perf_counter() - start

    def close(self) -> None:
        self.process.communicate()


class HttpPeer:
    """A server, reached by the address that it prints."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout
        self.url = self.process.stdout.readline().decode().strip()
        self._connection = http.client.HTTPConnection(self.url.removeprefix("http://").removesuffix("/mcp"))

    def round_trip(self, message: bytes) -> float:
        start = time.perf_counter()
        self._connection.request("POST", "/mcp", message, {"Content-Type": "application/json"})
        self._connection.getresponse().read()
        return time.perf_counter() - start

    def close(self) -> None:
        self._connection.close()
        self.process.terminate()
        self.process.communicate()


def message(size: int) -> bytes:
    """As the libraries of MCP write it: without spaces."""
    params = {"name": "echo", "arguments": {"text": "x" * size}}
    said = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def added(rounds: int, size: int, folder: Path) -> tuple[float, float]:
    """Milliseconds of a round trip without the tap, and how many more with it; medians."""
    server = [sys.executable, "-c", SERVER]
    tap = [sys.executable, "-m", "steno", "tap", "-o", str(folder / f"{size}.jsonl"), "--", *server]
    return _compared(Peer(server), Peer(tap), message(size), rounds)


def added_http(rounds: int, size: int, folder: Path) -> tuple[float, float]:
    """The same over HTTP."""
    bare = HttpPeer([sys.executable, "-c", HTTP_SERVER])
    file = str(folder / f"http-{size}.jsonl")
    tapped = HttpPeer([sys.executable, "-m", "steno", "tap", "-o", file, "--http", bare.url])
    return _compared(bare, tapped, message(size), rounds)


def _compared(bare: Peer | HttpPeer, tapped: Peer | HttpPeer, said: bytes, rounds: int) -> tuple[float, float]:
    for each in (bare, tapped):
        for _ in range(20):
            each.round_trip(said)
    pairs = [(bare.round_trip(said), tapped.round_trip(said)) for _ in range(rounds)]
    tapped.close()
    bare.close()
    alone, both = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    return alone, both - alone


def start_up(rounds: int, folder: Path) -> tuple[float, float]:
    """Milliseconds to the first answer, without the tap and with it; medians."""
    server = [sys.executable, "-c", SERVER]
    tap = [sys.executable, "-m", "steno", "tap", "-o", str(folder / "start.jsonl"), "--", *server]
    times: dict[str, list[float]] = {"bare": [], "tap": []}
    for _ in range(rounds):
        for name, command in (("bare", server), ("tap", tap)):
            start = time.perf_counter()
            peer = Peer(command)
            peer.round_trip(message(10))
            times[name].append(time.perf_counter() - start)
            peer.close()
    return statistics.median(times["bare"]) * 1000, statistics.median(times["tap"]) * 1000


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=500)
    rounds = options.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for way, measure in (("pipes", added), ("HTTP", added_http)):
            for label, size in SIZES.items():
                alone, more = measure(rounds if size < 1_000_000 else rounds // 10, size, folder)
                about = f"a round trip takes {alone:.3f} ms, with the tap {more:.3f} ms more"
                print(f"{way}, {label}: {about} ({more / 2:.3f} a message)")
        bare, tapped = start_up(10, folder)
        print(f"first answer after {bare:.0f} ms, with the tap {tapped:.0f} ms")


if __name__ == "__main__":
    main()
