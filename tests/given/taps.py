"""`steno tap` as a process of its own, as a client starts it, and the transcript it leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import steno
from tests.given.timing import PATIENCE

ECHO = """
import os
while data := os.read(0, 1 << 16):
    while data:
        data = data[os.write(1, data):]
"""
"""A server that says what it hears."""

ANSWER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": asked.get("params")}), flush=True)
"""
"""A server that answers every request with its parameters."""


def tap(transcript: Path, *server: str, options: Sequence[str] = ()) -> list[str]:
    """The command line of a tap before a server; one word is a program in Python."""
    command = [sys.executable, "-c", *server] if len(server) == 1 else [*server]
    return [sys.executable, "-m", "steno", "tap", "-o", str(transcript), *options, "--", *command]


@contextmanager
def started(
    command: list[str], environ: Mapping[str, str] | None = None, **more: Any
) -> Iterator[subprocess.Popen[bytes]]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("STENO_")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    with subprocess.Popen(command, env={**clean, **(environ or {})}, bufsize=0, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(
    command: list[str], said: bytes = b"", environ: Mapping[str, str] | None = None, **more: Any
) -> tuple[int, bytes, str]:
    """Its exit status, what it said and what it complained of."""
    with started(command, environ, **more) as process:
        out, err = process.communicate(said, PATIENCE)
        return process.returncode, out, err.decode()


def request(id: object, name: str = "water", **arguments: object) -> bytes:
    message = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def events(transcript: Path) -> list[Any]:
    return [json.loads(line) for line in transcript.read_bytes().splitlines()]


def payloads(transcript: Path) -> list[Any]:
    """Type and payload of each event of a transcript that breaks no rule but that `mcp` is a field of ours."""
    assert [each for each in steno.check(transcript) if each.place.pointer != "/payload/mcp"] == []
    found = events(transcript)
    assert [each["seq"] for each in found] == list(range(1, len(found) + 1))
    return [(each["type"], each["payload"]) for each in found]


def last(transcript: Path) -> Any:
    """How the run ended."""
    event = events(transcript)[-1]
    assert event["type"] == "run.completed"
    return event["payload"]
