"""Servers as clients start them: over pipes and over HTTP, each on a machine of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp.client.streamable_http import streamable_http_client

from mcp import Client, StdioServerParameters, stdio_client

ROOT = Path(__file__).parents[2]


def environ(home: Path) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "XDG_CACHE_HOME")}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return {**kept, "HOME": str(home), "PYTHONPATH": path, "STENO_OVERVIEWS": ""}


@asynccontextmanager
async def piped(home: Path, mode: str, *options: str) -> AsyncIterator[Client]:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "steno", "mcp", *options], env=environ(home), cwd=str(home)
    )
    async with Client(stdio_client(command), mode=mode) as client:
        yield client


@contextmanager
def listening(home: Path, *options: str) -> Iterator[tuple[str, str]]:
    """A server over HTTP: its address and its token."""
    command = [sys.executable, "-m", "steno", "mcp", "--http", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ(home), cwd=home) as process:
        assert process.stderr is not None
        said = re.fullmatch(r"serving (\S+); the token is in (.+); Ctrl-C ends it\n", process.stderr.readline())
        assert said is not None
        url, token = said[1], Path(said[2]).read_text().strip()
        try:
            yield url, token
        finally:
            process.terminate()
            process.wait()


@asynccontextmanager
async def connected(url: str, token: str, mode: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


def greeting(version: str, **more: Any) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}, **more}
    return {"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": params}
