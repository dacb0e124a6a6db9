"""Spells what a page is given as JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_ENCODER = msgspec.json.Encoder()


def spelled(value: Any) -> bytes:
    """JSON in UTF-8; a half of a character, which UTF-8 cannot spell, as an escape."""
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode("ascii")
