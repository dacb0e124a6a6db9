"""Tells a hook log by its beginning."""

from __future__ import annotations

import re

from steno.formats.heads import lines
from steno.formats.hooks.wire import MARK

_START = re.compile(rb'\s*\{\s*"' + MARK.encode() + rb'"\s*:')


def sniff(head: bytes) -> bool:
    """Whether some line at the beginning is a record of the hook program."""
    return any(map(_START.match, lines(head)))
