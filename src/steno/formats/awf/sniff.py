"""Tells a transcript by its beginning."""

from __future__ import annotations

import msgspec

from steno.base.patterns import deferred
from steno.formats.heads import lines

_LONG = deferred(rb'\{"seq":\d+,"run_id":"')
_MARKS = ("seq", "run_id", "type")


def sniff(head: bytes) -> bool:
    """Whether some whole line at the beginning has the envelope of an event, or begins as one."""
    return any(_LONG().match(line) or _is_event(line) for line in lines(head))


def _is_event(line: bytes) -> bool:
    if b'"run_id"' not in line:
        return False
    try:
        record = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return isinstance(record, dict) and all(key in record for key in _MARKS)
