"""A transcript as a test of an integration compares it: without the numbers and times that differ each time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.given.sdk import lines

_WARNED = ("AWF045", "AWF051", "AWF054")
"""Further fields are kept on purpose, and a test may look while a step or a call is open."""


def told(path: Path | None) -> list[tuple[str, str, Any]]:
    """The type, the step and the payload of every line."""
    return [(each["type"], each["path"], each["payload"]) for each in lines(path, *_WARNED)]


def said(path: Path | None) -> list[tuple[str, Any]]:
    """The type and the payload of every message."""
    return [(type, payload) for type, _, payload in told(path) if type.startswith("message.")]
