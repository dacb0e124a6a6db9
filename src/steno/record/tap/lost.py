"""What passed through a tap and could not be recorded, by kind, and the words for it."""

from __future__ import annotations

import enum
from collections import Counter

LONGEST = 64 << 20
"""The bytes of the longest message that is recorded."""


class Lost(enum.Enum):
    """The value is the name in the transcript's last event."""

    TOO_LONG = "too_long"
    NOT_JSON = "not_json"
    NOT_RPC = "not_json_rpc"
    REPEATED_KEY = "repeated_key"
    REUSED_ID = "reused_id"
    FORGOTTEN = "forgotten"
    AFTER_CANCEL = "after_cancel"
    BEHIND = "behind"
    UNWRITTEN = "unwritten"
    NOT_HTTP = "not_http"
    ENCODED = "encoded"


_WORDS = {
    Lost.TOO_LONG: f"messages longer than {LONGEST >> 20} MiB",
    Lost.NOT_JSON: "lines that are not JSON",
    Lost.NOT_RPC: "JSON values that are not JSON-RPC messages",
    Lost.REPEATED_KEY: "messages with a repeated key, of which the last value was kept",
    Lost.REUSED_ID: "calls whose id was used again before the answer",
    Lost.FORGOTTEN: "calls beyond the number that can be tracked",
    Lost.AFTER_CANCEL: "answers to calls that were cancelled before",
    Lost.BEHIND: "messages that came faster than they could be recorded",
    Lost.UNWRITTEN: "events that could not be written to the transcript",
    Lost.NOT_HTTP: "answers that are not HTTP",
    Lost.ENCODED: "bodies in an unsupported encoding",
}


def sentence(counts: Counter[Lost]) -> str:
    """`3 lines that are not JSON, 1 messages longer than 64 MiB`, in the order of the kinds."""
    return ", ".join(f"{counts[lost]} {_WORDS[lost]}" for lost in Lost if counts[lost])


def by_name(counts: Counter[Lost]) -> dict[str, int]:
    return {lost.value: counts[lost] for lost in Lost if counts[lost]}
