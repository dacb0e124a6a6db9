"""What files of notes in Steno's own folder are called.  Opens none of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from steno.base.ids import sha256
from steno.base.patterns import deferred
from steno.notes.sidecar import SUFFIX

_UUID = deferred(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_INNER = 16
"""Digits of the hash of a session's id."""


def notes_name(real: Path, inner: str = "") -> str:
    """What the file of notes on an agent's file, or on a session in it, is called."""
    id = real.name.partition(".jsonl")[0]
    if not _UUID().search(id):
        id += f"-{sha256(os.fsencode(real.parent))[:8]}"  # only as unique as its folder
    if inner:
        id += f"-{sha256(inner.encode('utf-8', 'surrogatepass'))[:_INNER]}"
    return id + SUFFIX


def whole_of(name: str) -> str:
    """The name of the notes on the whole file, where a name is that of notes on one session in it."""
    return name[: -len(SUFFIX) - _INNER - 1] + SUFFIX
