"""Measures `steno mcp`: how soon it answers a client's first message, and what a list of many sessions costs.

    python -m bench.mcp [SESSIONS]

The machine is that of `bench.listing`.  The first is wall time from starting the process to its answer to `initialize`,
the best of seven; the second CPU time of one call in a server that has been asked before, the best of seven.  Beside
them stands what is not held to a bar: when the first list of tools comes, which waits for the protocol's package, and
what other calls take.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bench.listing import machine
from steno.api.world import World
from steno.mcp.serving import Options, Serving

GREETED = 0.5
LISTED = 0.3
_RUNS = 7
_CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
_HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _CLIENT}
_READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
_TOOLS = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


def _line(message: object) -> bytes:
    return json.dumps(message).encode() + b"\n"


def started(home: Path) -> tuple[float, float]:
    """Seconds until `initialize` is answered, and until the tools are listed."""
    environ = {**os.environ, "HOME": str(home)}
    command = [sys.executable, "-m", "steno", "mcp", "--no-audit"]
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(_line(_HELLO))
        process.stdin.flush()
        process.stdout.readline()
        greeted = time.perf_counter() - began
        process.stdin.write(_line(_READY) + _line(_TOOLS))
        process.stdin.flush()
        process.stdout.readline()
        listed = time.perf_counter() - began
        process.stdin.close()
        process.wait()
    return greeted, listed


def spent(serving: Serving, tool: str, **arguments: object) -> float:
    """CPU seconds of a call."""
    began = time.process_time()
    result = serving.call(tool, arguments)
    if result["isError"]:
        raise SystemExit(result["content"][0]["text"])
    return time.process_time() - began


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        size = machine(home, count)
        print(f"{count} sessions of four agents, {size / 1e6:.0f} MB")
        starts = [started(home) for _ in range(_RUNS)]
        greeted = min(each for each, _ in starts)
        print(f"{'initialize answered':32} {greeted:6.3f} s after the start")
        print(f"{'tools listed':32} {min(each for _, each in starts):6.3f} s after the start")
        environ = {key: value for key, value in os.environ.items() if not key.startswith("XDG_DATA")}
        world = World(environ=environ, home=home, clock=lambda: datetime.now(UTC), stdin=io.BytesIO)
        serving = Serving(world, Options())
        print(f"{'list_sessions, the first time':32} {spent(serving, 'list_sessions'):6.3f} s CPU (reads everything)")
        listed = min(spent(serving, "list_sessions") for _ in range(_RUNS))
        print(f"{'list_sessions':32} {listed:6.3f} s CPU")
        for tool, arguments in (
            ("search", {"text": "frost"}),
            ("get_session", {"session": "@latest"}),
            ("get_events", {"session": "@latest"}),
            ("stats", {}),
        ):
            print(f"{tool:32} {min(spent(serving, tool, **arguments) for _ in range(3)):6.3f} s CPU")
    met = greeted <= GREETED and listed <= LISTED
    print(f"bars: initialize <= {GREETED} s, list_sessions <= {LISTED} s CPU: {'met' if met else 'MISSED'}")
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
