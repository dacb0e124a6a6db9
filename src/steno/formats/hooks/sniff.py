"""Tells a hook log by its beginning."""

from __future__ import annotations

from steno.formats.heads import keys, lines
from steno.formats.hooks.wire import MARK

_SPELLED = f'"{MARK}"'.encode()


def sniff(head: bytes) -> bool:
    """Whether some line at the beginning is a record of the hook program."""
    return any(_SPELLED in line and MARK in keys(line) for line in lines(head))
