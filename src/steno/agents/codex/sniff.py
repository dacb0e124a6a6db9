"""Tells a Codex rollout by its beginning, and a bare record from an enveloped one."""

from __future__ import annotations

import re

import msgspec

from steno.agents.codex.wire import BARE_ITEMS, RECORDS
from steno.base.exact import JSON
from steno.formats.heads import lines

_LONG = re.compile(rb'\{"[^{}]*"type"\s*:\s*"(?:session_meta|response_item|compacted|event_msg)"')


def sniff(head: bytes) -> bool:
    """Whether some whole line at the beginning is an enveloped record, or the first lines are a bare rollout's."""
    found: list[JSON] = []
    for data in lines(head):
        try:
            found.append(msgspec.json.decode(data))
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            start = data[:512]  # one line longer than the head: its envelope comes first
            if _LONG.match(start) and b'"payload"' in start and b'"timestamp"' in start:
                return True
    if any(_is_wrapped(record) for record in found):
        return True
    first, second = (*found, None, None)[:2]
    return is_header(first) and "instructions" in first and (second is None or is_bare(second))


def _is_wrapped(record: JSON) -> bool:
    if type(record) is not dict or type(record.get("payload")) is not dict or "timestamp" not in record:
        return False
    return type(kind := record.get("type")) is str and kind in RECORDS


def is_bare(record: JSON) -> bool:
    if type(record) is not dict or "payload" in record:
        return False
    return "record_type" in record or (type(kind := record.get("type")) is str and kind in BARE_ITEMS)


def is_header(record: JSON) -> bool:
    """Whether this is the first line of a bare rollout."""
    return type(record) is dict and "type" not in record and "id" in record and "timestamp" in record
