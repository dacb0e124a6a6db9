"""What `gemini -o stream-json` prints: an answer in pieces counts as many records."""

from __future__ import annotations

from typing import Any

from tests.given.figures import Figure, Session

READS = "gemini-cli"


def _by(role: str) -> Figure:
    return lambda session: sum(record.rest.get("role") == role for record in session.records)


def _stats(session: Session) -> Any:
    """As the last record has them: what of them is tokens is in the event's usage."""
    last: Any = [record for record in session.records if record.rest.get("type") == "result"][-1]
    used = last.first.usage
    tokens = {
        "input_tokens": used.input,
        "output_tokens": used.output,
        "cached": used.cache_read,
        "total_tokens": used.total,
    }
    return {**last.rest["stats"], **tokens}


FIGURES: dict[str, Figure | None] = {
    "user_messages": _by("user"),
    "assistant_messages": _by("assistant"),
    "stats": _stats,
}
DEVIATIONS: dict[tuple[str, str], tuple[object, str]] = {}
