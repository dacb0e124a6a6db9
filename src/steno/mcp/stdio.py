"""Serves one client over standard input and output."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steno.mcp.greeting import greeted, instructions

if TYPE_CHECKING:
    from steno.mcp.calls import Calls

_PIECE = 1 << 16
_LONGEST = 64 << 20
"""A first line that is longer is nobody's greeting."""


def serve(level: str, begin: Callable[[], Calls]) -> None:
    """Serve until the client closes its end; `begin` makes what answers, masked at this level."""
    incoming, outgoing = claimed()
    line, rest = _first(incoming)
    greeting = greeted(line, instructions(level)) if line else None
    if greeting is not None:
        _write(outgoing, greeting[1])
    calls = begin()
    try:
        _run(calls, io.BufferedReader(_Replayed(line + rest, incoming)), _Answers(outgoing, greeting))
    finally:
        calls.close()


def claimed() -> tuple[int, int]:
    """The descriptors of the client; whoever else reads or prints in this process reaches it no more."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return incoming, outgoing


def _first(descriptor: int) -> tuple[bytes, bytes]:
    """The first line, and what came with it."""
    data = b""
    while b"\n" not in data and len(data) < _LONGEST and (piece := os.read(descriptor, _PIECE)):
        data += piece
    line, end, rest = data.partition(b"\n")
    return line + end, rest


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


class _Replayed(io.RawIOBase):
    """A descriptor, with what was read from it already before the rest."""

    def __init__(self, before: bytes, descriptor: int) -> None:
        self._before, self._descriptor = before, descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        piece, self._before = self._before[:size], self._before[size:]
        piece = piece or os.read(self._descriptor, size)
        buffer[: len(piece)] = piece
        return len(piece)


class _Answers(io.TextIOBase):
    """Writes messages, but for the answer to what was answered already."""

    def __init__(self, descriptor: int, greeting: tuple[Any, bytes] | None) -> None:
        self._descriptor, self._greeting = descriptor, greeting

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._greeting is not None and json.loads(text).get("id") == self._greeting[0]:
            self._greeting = None
            return len(text)
        _write(self._descriptor, text.encode("utf-8", "replace"))
        return len(text)


def _run(calls: Calls, incoming: io.BufferedReader, outgoing: _Answers) -> None:
    import anyio
    from mcp.server.stdio import stdio_server

    from steno.mcp.server import server

    made = server(calls)

    async def main() -> None:
        lines = anyio.wrap_file(io.TextIOWrapper(incoming, encoding="utf-8", errors="replace"))
        async with stdio_server(lines, anyio.wrap_file(outgoing)) as (read, write):  # type: ignore[arg-type]
            await made.run(read, write, made.create_initialization_options())

    anyio.run(main)
