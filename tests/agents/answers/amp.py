"""Amp."""

from __future__ import annotations

from tests.given.figures import Figure, Session, added, in_records, tokens

_OWN = tokens(
    inputTokens="input",
    outputTokens="output",
    cacheCreationInputTokens="cache_write",
    cacheReadInputTokens="cache_read",
)
_ADDED = ("maxInputTokens", "totalInputTokens")
"""What the counts add up of each message as well, though it says nothing."""


def _tokens(session: Session) -> dict[str, int]:
    if not session.requests:
        return {}
    return {**_OWN(session), **{name: int(added(f"usage.{name}")(session)) for name in _ADDED}}


FIGURES: dict[str, Figure | None] = {
    "records": lambda session: len(session.records) - 1,  # without the document that holds them
    "messages_by_role": in_records("role"),
    "tokens": _tokens,
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
