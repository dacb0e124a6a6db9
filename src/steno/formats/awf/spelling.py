"""How AWF's own program spells a line.  Knows bytes and the order of keys, not what they mean."""

from __future__ import annotations

import re

from steno.base.exact import JSON, encode
from steno.formats.awf import wire
from steno.formats.awf.wire import Payload, dispatch

_ESCAPED = {b"<": b"\\u003c", b">": b"\\u003e", b"&": b"\\u0026"} | {
    mark.encode(): f"\\u{ord(mark):04x}".encode() for mark in ("\u2028", "\u2029")
}
"""Outside of a string none of them can stand in JSON."""
_SPECIAL = re.compile(b"|".join(map(re.escape, _ESCAPED)))

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)", re.ASCII)
_FIELDS = {Payload.MESSAGE: wire.MESSAGE_FIELDS, Payload.TOOL: wire.TOOL_FIELDS, Payload.STEP: wire.STEP_FIELDS}


def go(value: JSON) -> bytes:
    """The line of a record, byte for byte as Go's encoder writes it: order of keys, escapes, times.

    Values are not changed: a number keeps its own spelling.
    """
    return _SPECIAL.sub(lambda found: _ESCAPED[found[0]], encode(_arranged(value)))


def is_go_time(text: str) -> bool:
    """Whether a time is spelled in a way that Go reads."""
    return _TIME.fullmatch(text) is not None


def go_time(text: str) -> str:
    """A time as RFC 3339 with nanoseconds: no zeros at the end of the fraction, `Z` for UTC."""
    found = _TIME.fullmatch(text)
    if found is None:
        return text
    moment, fraction, zone = found.groups()
    fraction = (fraction or "")[:9].rstrip("0")
    return moment + (f".{fraction}" if fraction else "") + ("Z" if zone in ("Z", "+00:00", "-00:00") else zone)


def _arranged(record: JSON) -> JSON:
    if type(record) is not dict:
        return record
    whole = _ordered(record, wire.ENVELOPE)
    if isinstance(time := whole.get("timestamp"), str):
        whole["timestamp"] = go_time(time)
    if "payload" in whole:
        whole["payload"] = _payload(whole["payload"])
    return whole


def _payload(payload: JSON) -> JSON:
    shape = dispatch(payload)
    if shape is Payload.BLOCKS:
        return _blocks(payload)
    if shape not in _FIELDS:
        return payload
    whole = _ordered(payload, _FIELDS[shape])
    if shape is Payload.MESSAGE:
        whole |= {"blocks": _blocks(whole["blocks"])} if "blocks" in whole else {}
    return whole


def _blocks(blocks: JSON) -> JSON:
    if type(blocks) is not list:
        return blocks
    return [_ordered(each, wire.BLOCK_FIELDS) if type(each) is dict else each for each in blocks]


def _ordered(holder: dict[str, JSON], first: tuple[str, ...]) -> dict[str, JSON]:
    """The known keys in their order, then the others in theirs."""
    known = {key: holder[key] for key in first if key in holder}
    return known | holder
