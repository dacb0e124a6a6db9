"""Posit Assistant."""

from __future__ import annotations

from msgspec import UNSET

from steno.model import Role
from tests.given.figures import Figure, Session, in_records, tokens


def _active(session: Session) -> int:
    """The answers on the way from the active leaf to the first message."""
    (leaf,) = session.traces[0].header.ids["leaf"]
    records = {record.first.native: record for record in session.records if record.first.native is not UNSET}
    found, at = 0, records.get(leaf)
    while at is not None:
        found += at.first.role is Role.ASSISTANT
        at = records.get(str(at.first.parent))
    return found


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: sum(record.first.origin.source == 0 for record in session.records),  # type: ignore[union-attr]
    "messages_by_role": in_records("message.role"),
    "assistant_messages_active": _active,
    "tokens": tokens(
        inputTokens="input",
        outputTokens="output",
        totalTokens="total",
        cacheReadTokens="cache_read",
        cacheWriteTokens="cache_write",
    ),
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
