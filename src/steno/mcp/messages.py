"""What a server and the processes that answer for it say to each other."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Begin(Struct, kw_only=True):
    """How to serve."""

    redact: str
    limit: int
    seconds: float
    roots: list[str]
    key: str
    """For marks, the same in every process of a server, in hex."""
    name: str
    """What the names of its documents begin with."""


class Request(Struct, kw_only=True):
    """A call."""

    tool: str
    arguments: dict[str, Any]
    roots: list[str] = []
