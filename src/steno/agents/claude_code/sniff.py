"""Tells a Claude Code session by its beginning."""

from __future__ import annotations

import msgspec

from steno.agents.claude_code.wire import RECORDS
from steno.formats.heads import lines


def sniff(head: bytes) -> bool:
    """Whether some whole line at the beginning is a record with Claude Code's own keys."""
    for data in lines(head):
        try:
            record = msgspec.json.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            if b'"parentUuid"' in data and (b'"sessionId"' in data or b'"isSidechain"' in data):
                return True  # one line longer than the head; the session may be named behind the message
            continue
        if not isinstance(record, dict) or "type" not in record or "payload" in record:
            continue
        message = record.get("message")
        if "systemPayload" in record or (isinstance(message, dict) and "parts" in message):
            return False  # the same envelope round another content: Qwen Code's
        kind = record["type"]
        if kind in ("user", "assistant"):
            if "message" in record and ("uuid" in record or "sessionId" in record):
                return True
        elif (
            isinstance(kind, str)
            and kind in RECORDS
            and ("sessionId" in record or "leafUuid" in record or "messageId" in record)
        ):
            return True
    return False
